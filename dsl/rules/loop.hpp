// Loops and branches: their structural equations. Their transposition is in transform/backward.hpp.
#pragma once

#include <shardwise/dsl/rules/random.hpp>

namespace shardwise::ops {
struct result : Structural<"result", 1> {
  static constexpr void pull(auto& p) { p.add(0, p.cotangent); }
};
}  // namespace shardwise::ops

namespace shardwise::loop {

/// The type of one element along the leading dimension.
constexpr TypeDesc element_type(const TypeDesc& t) {
  TypeDesc r = t;
  for (int i = 1; i < t.rank; ++i) r.dims[i - 1] = t.dims[i];
  r.dims[--r.rank] = {};
  return r;
}
constexpr TypeDesc stacked_type(const TypeDesc& t, const Extent& trip) {
  TypeDesc r = t;
  for (int i = t.rank; i > 0; --i) r.dims[i] = t.dims[i - 1];
  r.dims[0] = {trip, {}};
  ++r.rank;
  return r;
}

/// A loop-carried value that starts as `init`; its next value is set by `set_next`.
constexpr Value carry(Value init) {
  return {init.builder, init.builder->push({.op = op<ops::carry>, .a = init.id}, init.type())};
}
constexpr void set_next(Value carry, Value next) { carry.builder->equations[std::size_t(carry.id)].b = next.id; }
constexpr Value item(Value array) {
  return {array.builder, array.builder->push({.op = op<ops::item>, .a = array.id}, element_type(array.type()))};
}
/// Collects a value of the loop body `region`, wherever the builder is writing now.
constexpr Value stack_in(Builder& g, int region, int id) {
  const TypeDesc t = stacked_type(g.type_of(id), g.regions[std::size_t(region)].trip);
  const int saved = g.current;
  g.current = region;
  const int stack = g.push_unchecked({.op = op<ops::stack>, .a = id}, t);
  g.current = saved;
  return {&g, stack};
}
/// A carry or a stack, seen after its loop.
constexpr Value result(Value v) {
  return {v.builder, v.builder->push_unchecked({.op = op<ops::result>, .a = v.id}, v.type())};
}

/// Leaves the while loop being written where the predicate is false.
constexpr void guard(Value predicate) {
  Builder& g = *predicate.builder;
  g.regions[std::size_t(g.current)].predicate = g.push({.op = op<ops::guard>, .a = predicate.id}, predicate.type());
}

/// What a pair of branches gives: `a` where the predicate is true, `b` where it is false; one of them may be no value,
/// which stands for zeros. They are values of the branches, or from outside. `first` is the region of the first branch.
constexpr Value pick(Builder& g, int first, Value a, Value b) {
  const int predicate = g.regions[std::size_t(first)].predicate;
  const TypeDesc t = a.valid() ? a.type() : b.type();
  return {&g,
          g.push_unchecked({.op = op<ops::pick>, .a = predicate, .b = a.id, .c = b.id, .k0 = std::uint32_t(first)}, t)};
}
/// The first of the two branches that a region is one of: the one for true, if that is there.
constexpr int first_branch(const Builder& g, int region) {
  const Region& r = g.regions[std::size_t(region)];
  return !r.when && r.partner >= 0 ? r.partner : region;
}

}  // namespace shardwise::loop
