#include <shardwise/backends/executor/bound_sizes.hpp>

#include <fmt/format.h>

#include <shardwise/backends/executor/error.hpp>
#include <shardwise/backends/executor/given_sizes.hpp>

namespace shardwise::exec {
namespace {

/// The value v with v^power == n, or nothing.
std::optional<std::int64_t> root(std::int64_t n, int power) {
  if (power == 1) return n;
  for (std::int64_t v = 0; v <= n; ++v) {
    std::int64_t p = 1;
    bool beyond = false;
    for (int i = 0; i < power && !beyond; ++i) beyond = __builtin_mul_overflow(p, v, &p) || p > n;
    if (beyond) break;
    if (p == n) return v;
  }
  return {};
}

}  // namespace

std::string to_string(const Extent& e) {
  Text text;
  text << e;
  return std::string(text.view());
}

BoundSizes::BoundSizes(const ProgramView& program, const MeshInfo& mesh, const std::vector<Argument>& arguments)
    : arguments_(&arguments) {
  for (Name axis : mesh.axes()) names_.push_back({axis, mesh.size(axis), mesh.description()});
  int unknowns = 0;
  for (const TypeDesc& t : program.types)
    for (int i = 0; i < t.rank; ++i) unknowns = std::max(unknowns, t.dims[i].extent.unknown);
  unknowns_.resize(std::size_t(unknowns) + 1);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Argument& a = arguments[k];
    if (a.shape.rank != a.type->rank)
      throw Error(fmt::format("{}: {} has rank {}, got an array of shape {}", a.name, shardwise::to_string(*a.type),
                              a.type->rank, shardwise::to_string(a.shape)));
    for (int i = 0; i < a.shape.rank; ++i) given_.push_back({a.type->dims[i].extent, std::int64_t(a.shape[i]), k, i});
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (Given& g : given_)
      if (!g.done && settle(g)) progress = g.done = true;
  }
  // An equality can give a value to an unknown, so they are read until nothing changes.
  std::vector<char> met(program.equalities.size());
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t i = 0; i < met.size(); ++i)
      if (!met[i] && check_equality(program.equalities[i])) progress = (met[i] = 1);
  }
  arguments_ = nullptr;  // what is left needs no messages about arguments
}

const BoundSizes::Bound* BoundSizes::find(Name name) const {
  for (const Bound& b : names_)
    if (b.name == name) return &b;
  return nullptr;
}

std::string BoundSizes::place(const Given& g) const {
  const Argument& a = (*arguments_)[g.argument];
  return fmt::format("{}: {}: dimension {}", a.name, shardwise::to_string(*a.type), g.dimension);
}

void BoundSizes::bind(Name name, std::int64_t value, std::string source) {
  names_.push_back({name, value, std::move(source)});
}

bool BoundSizes::settle(Given& g) {
  const Extent& e = g.extent;
  if (e.unknown > 0) {
    auto& slot = unknowns_[std::size_t(e.unknown)];
    if (slot && *slot != g.value)
      throw Error(fmt::format("{} has extent {}, but an equal extent is {}", place(g), g.value, *slot));
    slot = g.value;
    return true;
  }
  if (e.unknown < 0) return true;
  const std::string where = place(g);
  detail::Quotient quotient(e, where);
  const Extent::Factor* open = nullptr;
  for (const auto& f : e.factors) {
    if (f.power == 0) continue;
    const Bound* b = find(f.name);
    if (!b) {
      if (open) return false;  // two names to find: wait until one is known
      open = &f;
      continue;
    }
    quotient.times(b->value, f.power);
  }
  const std::int64_t above = quotient.above(), below = quotient.below();
  const Argument& argument = (*arguments_)[g.argument];
  const std::string name = fmt::format("{} ({})", argument.name, shardwise::to_string(*argument.type));
  if (!open) {
    if (below > 0 && above % below == 0 && above / below == g.value) return true;
    if (e.is_number()) throw Error(fmt::format("{} has extent {}, expected {}", place(g), g.value, e.number));
    if (e == extent(e.factors[0].name)) {
      const Bound* b = find(e.factors[0].name);
      throw Error(fmt::format("{} is {} in {} and {} in {}", shardwise::to_string(b->name), b->value, b->source,
                              g.value, name));
    }
    throw Error(fmt::format("{} has extent {}, but {} is {}", place(g), g.value, to_string(e),
                            below > 0 ? fmt::format("{}/{}", above, below) : "a division by 0"));
  }
  // value = above * name^power / below, or above / (below * name^-power)
  const bool upper = open->power > 0;
  const std::int64_t scaled = quotient.product(g.value, below);
  const std::int64_t numerator = upper ? scaled : above, denominator = upper ? above : scaled;
  std::optional<std::int64_t> found;
  if (denominator > 0 && numerator % denominator == 0) found = root(numerator / denominator, std::abs(open->power));
  if (!found)
    throw Error(fmt::format("{} has extent {}, which is {} for no integer {}", place(g), g.value, to_string(e),
                            shardwise::to_string(open->name)));
  bind(open->name, *found, name);
  return true;
}

std::optional<std::int64_t> BoundSizes::find(const Extent& e, std::string_view what) const {
  if (e.unknown > 0)
    return std::size_t(e.unknown) < unknowns_.size() ? unknowns_[std::size_t(e.unknown)] : std::nullopt;
  if (e.unknown < 0) return {};
  for (const Given& g : given_)
    if (g.extent == e) return g.value;
  detail::Quotient quotient(e, what);
  for (const auto& f : e.factors) {
    if (f.power == 0) continue;
    const Bound* b = find(f.name);
    if (!b) return {};
    quotient.times(b->value, f.power);
  }
  const std::int64_t above = quotient.above(), below = quotient.below();
  if (below == 0) throw Error(fmt::format("extent {}: division by 0", to_string(e)));
  if (above % below)
    throw Error(fmt::format("extent {} is {}/{}, no integer; choose sizes that divide", to_string(e), above, below));
  return above / below;
}

std::int64_t BoundSizes::value(const Extent& e, std::string_view what) const {
  if (const auto v = find(e, what)) return *v;
  for (const auto& f : e.factors)
    if (f.power && !find(f.name))
      throw Error(
          fmt::format("{}: the extent {} needs {}, whose value no argument gives: it must be an extent of an "
                      "argument or an axis of the mesh",
                      what, to_string(e), shardwise::to_string(f.name)));
  throw Error(fmt::format("{}: the extent {} does not follow from the arguments", what, to_string(e)));
}

void BoundSizes::define(const Extent& e, std::int64_t value, std::string_view what) {
  if (e.unknown <= 0 || std::size_t(e.unknown) >= unknowns_.size()) return;
  auto& slot = unknowns_[std::size_t(e.unknown)];
  if (slot && *slot != value)
    throw Error(fmt::format("{}: an extent is {}, but an equal extent is {}", what, value, *slot));
  slot = value;
}

void BoundSizes::check_equalities(const ProgramView& program) {
  for (const Equality& q : program.equalities) check_equality(q);
}

bool BoundSizes::check_equality(const Equality& q) {
  const auto left = find(q.left), right = find(q.right);
  if (!left && !right) return false;
  if (left && right) {
    if (*left == *right) return true;
    auto origin = [&](const Extent& e) {
      for (const Given& g : given_)
        if (arguments_ && g.extent == e)
          return fmt::format(" ({}, dimension {})", (*arguments_)[g.argument].name, g.dimension);
      return std::string();
    };
    throw Error(fmt::format("value {} needs equal extents: {} is {}{}, and {} is {}{}", q.equation, to_string(q.left),
                            *left, origin(q.left), to_string(q.right), *right, origin(q.right)));
  }
  const Extent& open = left ? q.right : q.left;
  const std::int64_t v = left ? *left : *right;
  if (open.unknown > 0 && std::size_t(open.unknown) < unknowns_.size()) {
    unknowns_[std::size_t(open.unknown)] = v;
    return true;
  }
  return false;
}

}  // namespace shardwise::exec
