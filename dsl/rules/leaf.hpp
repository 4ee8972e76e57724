// Leaves of a program, and the ops that only gradients see.
#pragma once

#include <shardwise/dsl/rules/elementwise_values.hpp>

namespace shardwise::ops {
/// The same value under a new id: a gradient is taken with respect to the copy.
struct alias : Structural<"alias", 1> {
  static constexpr void pull(auto& p) { p.add(0, p.cotangent); }
};
}  // namespace shardwise::ops

namespace shardwise {

/// 0, 1, 2, ... along one dimension of `type`; split dimensions count globally.
constexpr Value iota(Builder& g, const TypeDesc& type, int dimension) {
  return {&g, g.push({.op = op<ops::iota>, .k0 = std::uint32_t(dimension)}, type)};
}
constexpr Value stop_gradient(Value a) {
  if (!a.valid()) return a;
  return {a.builder, a.builder->push({.op = op<ops::stop_gradient>, .a = a.id}, a.type())};
}
constexpr Value alias(Value a) { return {a.builder, a.builder->push({.op = op<ops::alias>, .a = a.id}, a.type())}; }
constexpr Value zeros_like_cotangent(Value a) {
  if (!a.valid()) return a;
  return full(*a.builder, cotangent(a.type()), 0);
}

}  // namespace shardwise
