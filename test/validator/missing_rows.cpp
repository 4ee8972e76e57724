// Rows that could exist: combinations that the rules reject although the op on the pieces would be right in value and
// in gradient, with no communication. Each one found must be explained by the rules.
#include <validator/subjects.hpp>

#include <catch2/catch.hpp>

using namespace validator;

namespace {

/// Every layout on one axis that a value of these extents may have.
std::vector<TypeDesc> candidates(const TypeDesc& global) { return layouts(plain(global), 1); }

/// True if, on this mesh, doing the op on each device's pieces gives a value of the type `result`, and doing its
/// backward pass on the pieces of a cotangent gives the gradients in their cotangent types.
bool right_as(const Subject& s, const TypeDesc& result, const SimulatedMesh& mesh, Random& random) {
  Subject here = s;  // what one device sees
  for (auto& t : here.operands) {
    const auto shape = mesh.local_shape(t);
    t = plain(t);
    for (int d = 0; d < t.rank; ++d) t.dims[d].extent = extent(std::int64_t(shape[std::size_t(d)]));
  }
  const bool differentiate = has_cotangent(result);
  std::optional<Differentiated> local;
  const Differentiated dense(s, true, differentiate);
  try {
    local.emplace(here, true, differentiate);
  } catch (const RuleError&) {
    return false;  // the pieces do not fit together
  }
  const auto shape = mesh.local_shape(result);
  const TypeDesc made = local->result.type();
  if (made.dtype != result.dtype || made.rank != result.rank) return false;
  for (int d = 0; d < made.rank; ++d)
    if (made.dims[d].extent.number != std::int64_t(shape[std::size_t(d)])) return false;

  const auto values = random_arguments(s, dense, random);
  const auto expected = Interpreter(dense.both.view(), {}).run_global(values);
  std::vector<TypeDesc> types = s.operands;
  if (differentiate) types.push_back(cotangent(result));
  std::vector<Pieces> pieces;
  for (std::size_t k = 0; k < values.size(); ++k) pieces.push_back(random.scatter(mesh, types[k], values[k]));
  std::vector<Pieces> results(expected.size());
  Interpreter one(local->both.view(), {});
  for (int device = 0; device < mesh.devices(); ++device) {
    std::vector<Pieces> own;
    for (auto& p : pieces) own.push_back({p[std::size_t(device)]});
    const auto r = one.run(own);
    for (std::size_t k = 0; k < results.size(); ++k) results[k].push_back(r[k][0]);
  }
  std::vector<TypeDesc> result_types{result};
  if (differentiate)
    for (auto& t : s.operands)
      if (has_cotangent(t)) result_types.push_back(cotangent(t));
  for (std::size_t k = 0; k < result_types.size(); ++k) {
    try {
      if (first_difference(mesh.assemble(result_types[k], results[k]), expected[k], 1e-7) >= 0) return false;
    } catch (const std::runtime_error&) {
      return false;  // copies would differ
    }
  }
  return true;
}

/// The reasons of the rules for refusing what would be right; docs/semantics.md lists them.
std::string explanation(const Subject& s, const TypeDesc& result) {
  bool unreduced = false, reduced = false;
  for (auto& t : s.operands) {
    if (t.unreduced.size && t.pending != PendingKind::sum)
      return "section 1: Umax and Umin pass only through reshard, the moving ops, and max or min of their kind";
    unreduced |= t.unreduced.size != 0;
    reduced |= t.reduced.size != 0;
  }
  if (s.name == "isfinite" && unreduced)
    return "infinities of two pieces may cancel to NaN, and finite pieces may overflow";
  if (s.name == "astype" && unreduced)
    return "section 4: a cast of U is linear between floating types only; sums of integers may wrap";
  if (s.name == "add" && s.operands.size() == 1 && unreduced)
    return "section 4: U takes literals as factors, and the 0 of where and pad; nothing else, not even + 0";
  if ((s.name == "max" || s.name == "min") && unreduced)
    return "section 6: max and min take no U, not even of a scalar";
  if (s.name.starts_with("random::")) return "a draw has the type that it names, and no other";
  if (s.name.ends_with("along_axis")) return "section 7: along an unsharded dimension, of the indices too";
  if (s.name.starts_with("dynamic_"))
    for (auto& t : s.operands)
      if (is_integer(t.dtype) && t.unreduced.size)
        return "a place is no pending sum, not even where it is clamped to 0";
  const bool comparison =
      s.name == "eq" || s.name == "ne" || s.name == "lt" || s.name == "le" || s.name == "gt" || s.name == "ge";
  if (comparison && reduced && !unreduced)
    return "section 4, R and replicated: compare is in the column of what needs equal states";
  const bool contraction = s.name == "matmul" || s.name == "einsum" || s.name == "dot" || s.name == "conv";
  if (contraction && !unreduced && result.unreduced.size)
    return "section 5: the natural result is U, and out must say so";
  const bool along = s.op.starts_with("take_along_axis") || s.op.starts_with("scatter_add_along_axis");
  if (along && s.operands[1].dim_of(X) >= 0) return "section 7: the dimension that is indexed is not split";
  return {};
}

std::string missing(const Subject& s, Random& random) {
  try {
    Builder g;
    std::vector<Value> in;
    for (auto& t : s.operands) in.push_back({&g, g.input(t)});
    s.build(g, in, false);
    return {};
  } catch (const RuleError&) {
  }
  TypeDesc global;
  try {
    global = Differentiated(s, true, false).result.type();
  } catch (const RuleError&) {
    return {};  // refused on one device too
  }
  const SimulatedMesh two({{X, 2}}), three({{X, 3}});
  for (auto& result : candidates(global)) {
    if (result.unreduced.size && result.pending != PendingKind::sum) continue;  // only reductions make those
    bool right = false;
    for (auto* mesh : {&two, &three, &two, &three, &two, &three}) {  // values may be right by luck
      try {
        right = right_as(s, result, *mesh, random);
        if (!right) break;
      } catch (const std::invalid_argument&) {  // the mesh does not divide an extent
      }
    }
    if (right && explanation(s, result).empty()) return to_string(result);
  }
  return {};
}
}  // namespace

TEST_CASE("no row is missing") {
  Random random(99);
  std::vector<std::string> found;
  long looked = 0;
  const auto look = [&](const Subject& s) {
    ++looked;
    if (const auto result = missing(s, random); !result.empty()) found.push_back(s.text() + " -> " + result);
  };
  op_subjects(1, [&](const Subject& s) {
    if (!s.with_out && !s.detached) look(s);
  });
  program_subjects(1, look);
  for (auto& f : found) UNSCOPED_INFO(f);
  CHECK(found.empty());
  CHECK(looked > 1000);
}
