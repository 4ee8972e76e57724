// What depends on the order of elements along one dimension: argsort, sort and cumsum. The dimension is not split.
#pragma once

#include <shardwise/dsl/rules/indexing_along.hpp>

namespace shardwise::rules {

namespace detail {
constexpr void print_line_reshard(Text& text, const TypeDesc* operands, const Verdict& v) {
  TypeDesc to = operands[0];
  finish(to, v.onto[1] == 0);
  to.dims[v.onto[0]].axes = {};
  print_reshards(text, operands, &to, 1);
}
}  // namespace detail

/// An op along one dimension that keeps the operand's type: linear ones let U pass.
constexpr Verdict judge_along(const TypeDesc& a, int dimension, bool linear) {
  Verdict v;
  if (dimension < 0 || dimension >= a.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  if (a.dtype == Dtype::key || (linear && a.dtype == Dtype::boolean))
    return v.reject("the operand is no number", "astype it first");
  v.reshards = detail::print_line_reshard;
  v.onto[0] = std::uint32_t(dimension);
  v.onto[1] = linear;
  if (const AxisList& split = a.dims[dimension].axes; split.size && !fault(linear ? 26 : 27))
    return v.reject("the dimension is split over %X", rows::first, split.axes[0], dimension);
  if (const Verdict unary = judge_unary(a, linear); !unary.ok) return v.reject(unary.why, rows::first, unary.axis);
  v.type = a;
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
struct cumsum : Structural<"cumsum", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    p.add(0, shardwise::cumsum(p.cotangent, int(q.k0), rules::fault(44) ? q.k1 : !q.k1));
  }
};
struct argsort : WithoutGradient<"argsort", 1> {};
}  // namespace ops

/// The sums of all elements up to each one along a dimension, itself included; `reverse`: from each one to the last.
constexpr Value cumsum(Value a, int dimension, bool reverse) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_along(t, dimension, true);
  if (!v.ok) return a.builder->reject("cumsum", &t, 1, v), Value{a.builder, -1};
  return {a.builder,
          a.builder->push({.op = op<ops::cumsum>, .a = a.id, .k0 = std::uint32_t(dimension), .k1 = reverse}, t)};
}

/// The positions of the elements along a dimension in increasing order: i32. Equal ones keep their order, NaN comes
/// last.
constexpr Value argsort(Value a, int dimension) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  rules::Verdict v = rules::judge_along(t, dimension, false);
  if (!v.ok) return a.builder->reject("argsort", &t, 1, v), Value{a.builder, -1};
  v.type.dtype = Dtype::i32;
  return {a.builder, a.builder->push({.op = op<ops::argsort>, .a = a.id, .k0 = std::uint32_t(dimension)}, v.type)};
}

/// The elements along a dimension in increasing order, NaN last. Its gradient goes to where each element came from.
constexpr Value sort(Value a, int dimension) { return take_along_axis(a, argsort(a, dimension), dimension); }

}  // namespace shardwise
