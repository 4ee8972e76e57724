// Loops: the structural equations of scan. Their transposition is in transform/backward.hpp.
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

}  // namespace shardwise::loop
