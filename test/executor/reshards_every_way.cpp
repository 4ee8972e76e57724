// Every reshard that the rules accept, over two axes, against the definition of the states.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/reshard.hpp>
#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/backends/local/launch.hpp>
#include <shardwise/dsl/rules/reshard.hpp>

#include <cstring>
#include <random>

namespace sw = shardwise;
using sw::Dtype;
using sw::Name;
using sw::TypeDesc;
using sw::interpreter::HostArray;
using sw::interpreter::Pieces;
using sw::interpreter::SimulatedMesh;

namespace {

const Name X("X"), Y("Y");

/// All types with these extents, in every state of X and Y.
std::vector<TypeDesc> all_types(const std::vector<int>& extents, Dtype dtype) {
  TypeDesc plain = sw::scalar_type(dtype);
  plain.rank = int(extents.size());
  for (int d = 0; d < plain.rank; ++d) plain.dims[d].extent = sw::extent(std::int64_t(extents[std::size_t(d)]));
  const int states = 3 + plain.rank;
  const auto put = [](TypeDesc& t, int state, Name axis) {
    if (state == 1) t.unreduced.insert(axis);
    if (state == 2) t.reduced.insert(axis);
    if (state >= 3) t.dims[state - 3].axes.push(axis);
  };
  std::vector<TypeDesc> types;
  for (int x = 0; x < states; ++x)
    for (int y = 0; y < states; ++y)
      for (int order = 0; order < (x == y && x >= 3 ? 2 : 1); ++order) {
        TypeDesc t = plain;
        put(t, order ? y : x, order ? Y : X);
        put(t, order ? x : y, order ? X : Y);
        if (t.unreduced.empty() || dtype != Dtype::boolean) types.push_back(t);
        if (!t.unreduced.empty())
          for (auto kind : {sw::PendingKind::max, sw::PendingKind::min}) {
            t.pending = kind;
            types.push_back(t);
          }
      }
  return types;
}

void store(Dtype dtype, std::byte* out, double v) {
  const auto put = [&](auto x) { std::memcpy(out, &x, sizeof x); };
  switch (dtype) {
    case Dtype::f32:
      return put(float(v));
    case Dtype::f64:
      return put(v);
    case Dtype::i32:
      return put(std::int32_t(v));
    case Dtype::i64:
      return put(std::int64_t(v));
    case Dtype::boolean:
      return put(v != 0);
    case Dtype::bf16: {
      const float f = float(v);
      std::uint32_t bits;
      std::memcpy(&bits, &f, 4);
      return put(std::uint16_t(bits >> 16));  // exact for small integers
    }
    default:
      throw std::logic_error("not tested");
  }
}
double load(Dtype dtype, const std::byte* in) {
  const auto get = [&]<class T>(T x) {
    std::memcpy(&x, in, sizeof x);
    return double(x);
  };
  switch (dtype) {
    case Dtype::f32:
      return get(float{});
    case Dtype::f64:
      return get(double{});
    case Dtype::i32:
      return get(std::int32_t{});
    case Dtype::i64:
      return get(std::int64_t{});
    case Dtype::boolean:
      return get(bool{});
    default: {
      const std::uint32_t bits = std::uint32_t(get(std::uint16_t{})) << 16;
      float f;
      std::memcpy(&f, &bits, 4);
      return f;
    }
  }
}

/// What each device holds: small integers, and uneven terms where a reduction is pending.
Pieces make_pieces(const SimulatedMesh& mesh, const TypeDesc& type, std::mt19937& random) {
  TypeDesc base = type;
  base.unreduced = {};
  base.pending = sw::PendingKind::sum;
  std::vector<Pieces> terms;
  Pieces pieces(std::size_t(mesh.devices()));
  for (int d = 0; d < mesh.devices(); ++d) {
    std::size_t term = 0;
    for (Name axis : type.unreduced)
      term = term * std::size_t(mesh.axis_size(axis)) + std::size_t(mesh.coordinate(d, axis));
    while (terms.size() <= term) {
      HostArray global = HostArray::from_shape(mesh.global_shape(type));
      for (double& v : global) v = type.dtype == Dtype::boolean ? double(random() % 2) : double(int(random() % 9)) - 4;
      terms.push_back(mesh.scatter(base, global));
    }
    pieces[std::size_t(d)] = terms[term][std::size_t(d)];
  }
  return pieces;
}

struct Case {
  std::vector<sw::exec::ReshardLeaf> leaves;
  std::vector<Pieces> in;
  std::vector<std::vector<std::vector<std::byte>>> out;  // leaf, device
  std::vector<std::vector<std::size_t>> counts;          // device: all_reduce, all_gather, reduce_scatter, all_to_all
};

sw::Shape shape_of(const HostArray& a) {
  sw::Shape s;
  for (std::size_t e : a.shape()) s.dim[s.rank++] = e;
  return s;
}

std::vector<std::byte> bytes_of(Dtype dtype, const HostArray& a) {
  std::vector<std::byte> bytes(a.size() * sw::size_of(dtype));
  for (std::size_t i = 0; i < a.size(); ++i) store(dtype, bytes.data() + i * sw::size_of(dtype), a.data()[i]);
  return bytes;
}

void run_case(sw::MeshInfo& mesh, Case& c) {
  const auto me = std::size_t(mesh.rank());
  std::vector<std::vector<std::byte>> in(c.leaves.size());
  std::vector<std::byte*> slots;
  std::vector<sw::exec::ReshardLeaf> leaves = c.leaves;
  for (std::size_t k = 0; k < leaves.size(); ++k) {
    in[k] = bytes_of(leaves[k].from.dtype, c.in[k][me]);
    leaves[k].source = int(2 * k);
    leaves[k].result = int(2 * k + 1);
    leaves[k].shape = shape_of(c.in[k][me]);
    slots.push_back(in[k].data());
    slots.push_back(c.out[k][me].data());
  }
  const auto plan = sw::exec::plan_reshard(mesh, leaves);
  std::vector<std::byte> scratch(plan.scratch_bytes + 64);
  auto& counts = mesh.world().counts();
  counts.reset();
  const auto copy = in;
  sw::exec::run_reshard(plan, slots.data(), scratch.data());
  c.counts[me] = {counts.all_reduce, counts.all_gather, counts.reduce_scatter, counts.all_to_all};
  CHECK_ON_DEVICE(in == copy);
  // A result may lie on its source.
  for (std::size_t k = 0; k < leaves.size(); ++k)
    if (leaves.size() == 1 && plan.in_place[k]) {
      slots[1] = slots[0];
      sw::exec::run_reshard(plan, slots.data(), scratch.data());
      CHECK_ON_DEVICE(in[0] == c.out[0][me]);
    }
}

void check_case(const SimulatedMesh& mesh, const Case& c, std::vector<std::size_t> expected_counts) {
  for (std::size_t k = 0; k < c.leaves.size(); ++k) {
    const TypeDesc &from = c.leaves[k].from, &to = c.leaves[k].to;
    Pieces out;
    for (int d = 0; d < mesh.devices(); ++d) {
      HostArray a = HostArray::from_shape(mesh.local_shape(to));
      for (std::size_t i = 0; i < a.size(); ++i)
        a.data()[i] = load(to.dtype, c.out[k][std::size_t(d)].data() + i * sw::size_of(to.dtype));
      out.push_back(a);
    }
    INFO(sw::to_string(from) << " to " << sw::to_string(to) << " on " << mesh.devices() << " devices");
    const HostArray expected = mesh.assemble(from, c.in[k]), got = mesh.assemble(to, out);
    if (!(expected == got)) FAIL("values differ");
  }
  for (const auto& counts : c.counts) {
    INFO(sw::to_string(c.leaves[0].from) << " to " << sw::to_string(c.leaves[0].to));
    if (counts != expected_counts) FAIL("collectives: " << counts[0] << counts[1] << counts[2] << counts[3]);
  }
}

bool has(const TypeDesc& from, const TypeDesc& to, sw::rules::Move m) {
  return sw::rules::collectives_of(from, to) >> int(m) & 1;
}
std::vector<std::size_t> expected_counts(const TypeDesc& from, const TypeDesc& to) {
  using sw::rules::Move;
  return {has(from, to, Move::all_reduce), has(from, to, Move::all_gather), has(from, to, Move::reduce_scatter),
          has(from, to, Move::all_to_all)};
}

Case make_case(const SimulatedMesh& mesh, const std::vector<std::pair<TypeDesc, TypeDesc>>& types,
               std::mt19937& random) {
  Case c;
  for (const auto& [from, to] : types) {
    c.leaves.push_back({-1, -1, from, to, {}});
    c.in.push_back(make_pieces(mesh, from, random));
    std::size_t n = sw::size_of(to.dtype);
    for (std::size_t e : mesh.local_shape(to)) n *= e;
    c.out.emplace_back(std::size_t(mesh.devices()), std::vector<std::byte>(n, std::byte(0x55)));
  }
  c.counts.resize(std::size_t(mesh.devices()));
  return c;
}

void run_all(int x, int y, std::vector<Case>& cases) {
  sw::detail::run_threads(x * y, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, {x, y}, sw::Axis<"X">{}, sw::Axis<"Y">{});
    for (Case& c : cases) run_case(*mesh.info(), c);
    return 0;
  });
}

const std::pair<int, int> meshes[] = {{1, 1}, {2, 1}, {1, 4}, {2, 2}, {4, 2}};
const std::vector<int> all_extents[] = {{}, {8}, {8, 16}, {8, 8, 8}};

/// An f32 array split over axes per dimension: `{"X", "", "XY"}`.
TypeDesc split_type(const std::vector<int>& extents, const std::vector<std::string>& split) {
  TypeDesc t = sw::scalar_type(Dtype::f32);
  t.rank = int(extents.size());
  for (int d = 0; d < t.rank; ++d) {
    t.dims[d].extent = sw::extent(std::int64_t(extents[std::size_t(d)]));
    for (char c : split[std::size_t(d)]) t.dims[d].axes.push(c == 'X' ? X : Y);
  }
  return t;
}

// A sanitizer takes ten times as long: there from every 17th type, to all.
#ifdef SHARDWISE_SANITIZED
constexpr std::size_t stride = 17;
#else
constexpr std::size_t stride = 1;
#endif
}  // namespace

TEST_CASE("every accepted pair of types, ranks 0 to 3, over two axes") {
  std::mt19937 random(7);
  const Dtype dtypes[] = {Dtype::f32, Dtype::i32, Dtype::f64, Dtype::bf16, Dtype::boolean, Dtype::i64};
  long tried = 0;
  for (const auto& [x, y] : meshes) {
    const SimulatedMesh mesh({{X, x}, {Y, y}});
    std::vector<Case> cases;
    std::size_t next = 0;
    for (const auto& extents : all_extents) {
      // Large meshes are slow where there are fewer cores.
      if (extents.size() == 3 && x * y != 4) continue;
      const std::size_t pairs = all_types(extents, Dtype::f32).size();
      for (std::size_t a = 0; a < pairs; a += stride) {
        const Dtype dtype = dtypes[next++ % std::size(dtypes)];
        const auto types = all_types(extents, dtype);
        if (a >= types.size()) continue;
        for (const TypeDesc& to : types)
          if (!sw::rules::for_each_step(types[a], to, [](auto&&...) {}))
            cases.push_back(make_case(mesh, {{types[a], to}}, random));
      }
    }
    run_all(x, y, cases);
    for (const Case& c : cases) check_case(mesh, c, expected_counts(c.leaves[0].from, c.leaves[0].to));
    tried += long(cases.size());
  }
  CHECK(tried > 3000 / long(stride));
}

TEST_CASE("extents as small as the axes") {
  std::mt19937 random(5);
  for (const auto& [x, y] : {std::pair(2, 2), std::pair(4, 2)}) {
    const SimulatedMesh mesh({{X, x}, {Y, y}});
    std::vector<Case> cases;
    const auto fits = [&](const TypeDesc& t) {
      for (int d = 0; d < t.rank; ++d) {
        int blocks = 1;
        for (Name axis : t.dims[d].axes) blocks *= mesh.axis_size(axis);
        if (t.dims[d].extent.number % blocks) return false;
      }
      return true;
    };
    for (const auto& extents : {std::vector{x, x}, {y, x}, {x, x * y}, {x * y, x * y}, {3, x, x}, {x, 2, x}}) {
      const auto types = all_types(extents, Dtype::i32);
      for (std::size_t a = 0; a < types.size(); a += stride)
        for (const TypeDesc& to : types)
          if (fits(types[a]) && fits(to) && !sw::rules::for_each_step(types[a], to, [](auto&&...) {}))
            cases.push_back(make_case(mesh, {{types[a], to}}, random));
    }
    CHECK(cases.size() > 300 / stride);
    run_all(x, y, cases);
    for (const Case& c : cases) check_case(mesh, c, expected_counts(c.leaves[0].from, c.leaves[0].to));
  }
  const SimulatedMesh mesh({{X, 2}, {Y, 2}});
  std::vector<Case> cases;
  cases.push_back(make_case(mesh, {{split_type({2, 2}, {"Y", "X"}), split_type({2, 2}, {"X", "Y"})}}, random));
  cases.push_back(make_case(mesh, {{split_type({4, 2}, {"Y", "X"}), split_type({4, 2}, {"X", "Y"})}}, random));
  cases.push_back(
      make_case(mesh, {{split_type({3, 4, 2}, {"", "Y", "X"}), split_type({3, 4, 2}, {"", "X", "Y"})}}, random));
  cases.push_back(
      make_case(mesh, {{split_type({4, 2, 2}, {"Y", "", "X"}), split_type({4, 2, 2}, {"X", "", "Y"})}}, random));
  run_all(2, 2, cases);
  for (const Case& c : cases) check_case(mesh, c, {0, 0, 0, 1});
}

TEST_CASE("a leaf that must move in another order shares its collectives all the same") {
  std::mt19937 random(3);
  const SimulatedMesh mesh({{X, 2}, {Y, 2}});
  std::vector<Case> cases;
  // The second leaf gathers over Y before X may enter; the first could exchange at once.
  cases.push_back(make_case(mesh,
                            {{split_type({8, 8, 8}, {"X", "", "Y"}), split_type({8, 8, 8}, {"", "X", ""})},
                             {split_type({8, 8}, {"X", "Y"}), split_type({8, 8}, {"", "X"})}},
                            random));
  TypeDesc a = split_type({2, 2, 4, 2}, {"", "", "", ""}), b = split_type({2, 2, 4, 2}, {"", "", "X", ""});
  a.unreduced.insert(X);
  b.reduced.insert(Y);
  TypeDesc c = split_type({4}, {"Y"}), d = split_type({4}, {"X"});
  c.unreduced.insert(X);
  d.reduced.insert(Y);
  TypeDesc e = split_type({4, 8}, {"Y", ""});
  e.unreduced.insert(X);
  cases.push_back(make_case(mesh, {{a, b}, {c, d}}, random));
  cases.push_back(make_case(mesh, {{e, split_type({4, 8}, {"", "X"})}, {c, d}}, random));
  run_all(2, 2, cases);
  check_case(mesh, cases[0], {0, 1, 0, 1});
  check_case(mesh, cases[1], {0, 1, 1, 0});
  check_case(mesh, cases[2], {0, 1, 1, 0});
}

TEST_CASE("leaves that need their collectives in opposite orders run more of them, and all count the same") {
  // One gathers over Y before X may enter; of the other X must leave first.
  const std::pair<TypeDesc, TypeDesc> leaves[] = {{split_type({8, 8}, {"X", "Y"}), split_type({8, 8}, {"", "X"})},
                                                  {split_type({8, 8}, {"YX", ""}), split_type({8, 8}, {"", "X"})},
                                                  {split_type({8, 8}, {"X", "Y"}), split_type({8, 8}, {"", "X"})}};
  std::mt19937 random(13);
  const SimulatedMesh mesh({{X, 2}, {Y, 2}});
  std::vector<Case> cases;
  cases.push_back(make_case(mesh, {leaves[0], leaves[1], leaves[2]}, random));
  run_all(2, 2, cases);
  check_case(mesh, cases[0], {0, 1, 0, 2});

  sw::Builder g;
  std::vector<sw::Value> in;
  std::vector<TypeDesc> to;
  std::vector<HostArray> arguments;
  for (const auto& [from, target] : leaves) {
    in.push_back({&g, g.input(from)});
    to.push_back(target);
    arguments.push_back(HostArray::from_shape({8, 8}));
    arguments.back().fill(1);
  }
  const sw::DynamicProgram program = sw::freeze(g, sw::reshard_tree(in, to));
  const sw::Collectives expected{.all_gather = 1, .all_to_all = 2};
  CHECK(sw::count_collectives(program.view()) == expected);
  sw::interpreter::Interpreter oracle(program.view(), {{X, 2}, {Y, 2}});
  oracle.run_global(arguments);
  CHECK(oracle.collectives() == expected);
}

TEST_CASE("the leaves of a tree share one collective of each kind") {
  std::mt19937 random(11);
  for (const auto& [x, y] : meshes) {
    const SimulatedMesh mesh({{X, x}, {Y, y}});
    std::vector<Case> cases;
    std::vector<std::vector<std::size_t>> counts;
    for (int n = 0; n < 60; ++n) {
      // One change over the axes for all leaves, on arrays of several ranks.
      const auto base = all_types({8, 16}, Dtype::f32);
      const TypeDesc from = base[random() % base.size()], to = base[random() % base.size()];
      if (sw::rules::for_each_step(from, to, [](auto&&...) {})) continue;
      std::vector<std::pair<TypeDesc, TypeDesc>> leaves;
      for (int k = 0; k < 1 + int(random() % 4); ++k) {
        TypeDesc a = from, b = to;
        const std::int64_t rows = 8 * (1 + std::int64_t(random() % 3)), columns = 8 * (1 + std::int64_t(random() % 3));
        a.dims[0].extent = b.dims[0].extent = sw::extent(rows);
        a.dims[1].extent = b.dims[1].extent = sw::extent(columns);
        if (random() % 2) {
          a.rank = b.rank = 3;
          // Large leaves go alone, small ones are packed.
          a.dims[2].extent = b.dims[2].extent = sw::extent(std::int64_t(random() % 2 ? 3 : 48));
        }
        leaves.emplace_back(a, b);
      }
      cases.push_back(make_case(mesh, leaves, random));
      counts.push_back(expected_counts(from, to));
    }
    run_all(x, y, cases);
    for (std::size_t i = 0; i < cases.size(); ++i) check_case(mesh, cases[i], counts[i]);
  }
}
