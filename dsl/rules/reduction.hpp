// Reductions: sum, mean, max, min and argmax. A reduction over a split dimension is local, with a pending result;
// what follows is a reshard.
#pragma once

#include <shardwise/dsl/rules/broadcast.hpp>

namespace shardwise::rules {

/// The type of a local reduction over the dimensions in `dims`: axes that split them become pending of `kind`.
constexpr Verdict judge_reduction(const TypeDesc& a, unsigned dims, bool keepdims, PendingKind kind) {
  Verdict v;
  TypeDesc& out = v.type;
  if (!judge_dimensions(v, dims, a.rank, "a reduced dimension is beyond the rank")) return v;
  if (a.dtype == Dtype::key || (a.dtype == Dtype::boolean && kind == PendingKind::sum))
    return v.reject("the operand is no number", "astype it first");
  if (a.unreduced.size && a.pending != kind && !fault(38)) {
    const bool sum_of_other = kind == PendingKind::sum;
    return v.reject(sum_of_other ? rows::no_minmax : rows::nonlinear_pending, "reduce it first: %{a-}",
                    a.unreduced.axes[0]);
  }
  out.dtype = a.dtype;
  out.varying = a.varying;
  out.unreduced = a.unreduced;
  out.reduced = a.reduced;
  for (int i = 0; i < a.rank; ++i) {
    if (!(dims >> i & 1)) {
      out.dims[out.rank++] = a.dims[i];
      continue;
    }
    for (Name x : a.dims[i].axes) out.unreduced.insert(x);
    if (keepdims) out.dims[out.rank++].extent = extent(1);
  }
  if (out.unreduced.size) out.pending = kind;
  return v;
}

constexpr Verdict judge_argmax(const TypeDesc& a, int dimension) {
  Verdict v;
  if (dimension < 0 || dimension >= a.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  if (a.dtype == Dtype::key) return v.reject("the operand is no number", "astype it first");
  if (a.unreduced.size) return v.reject(rows::nonlinear_pending, "reduce it first: %{a-}", a.unreduced.axes[0]);
  if (a.dims[dimension].axes.size && !fault(25))
    return v.reject("the dimension is split over %X", "gather it: %{a-}", a.dims[dimension].axes.axes[0], dimension);
  v.type = a;
  for (int i = dimension; i + 1 < a.rank; ++i) v.type.dims[i] = a.dims[i + 1];
  v.type.dims[--v.type.rank] = {};
  v.type.dtype = Dtype::i32;
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace detail {
/// The gradient of max and min, shared equally among ties: `x` is the operand, `y` the finished result and `c` its
/// cotangent. Over a split dimension the ties are counted with one small all-reduce.
constexpr Value share_among_winners(Value x, Value y, Value c, std::uint32_t dims, bool keepdims) {
  const TypeDesc t = x.type();
  const Value wins = astype(apply<ops::eq>(x, broadcast_back(y, dims, keepdims, t)), t.dtype);
  Value ties = sum_local(wins, dims, keepdims);
  SpecDesc spec = spec_of(ties.type());
  spec.unreduced = {};
  if (rules::fault(9)) return wins * broadcast_back(c, dims, keepdims, cotangent(t));
  if (!rules::fault(10)) ties = reshard(ties, spec);
  return wins * broadcast_back(c / ties, dims, keepdims, cotangent(t));
}
constexpr Value reduce_local(const OpInfo* o, std::string_view name, Value a, unsigned dims, bool keepdims,
                             PendingKind kind) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_reduction(t, dims, keepdims, kind);
  if (!v.ok) return a.builder->reject(name, &t, 1, v), Value{a.builder, -1};
  return {a.builder, a.builder->push({.op = o, .a = a.id, .k0 = dims, .k1 = keepdims}, v.type)};
}
/// What is newly pending is reduced at once (by default), or goes to `out`.
constexpr Value finish_reduction(Value local, const TypeDesc& operand, const SpecDesc* out) {
  if (!local.valid()) return local;
  if (out) return reshard(local, *out);
  SpecDesc spec = spec_of(local.type());
  spec.unreduced = operand.unreduced;
  return reshard(local, spec);
}
}  // namespace detail

namespace ops {
struct reduce_sum : Structural<"sum", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    p.add(0, shardwise::detail::broadcast_back(p.cotangent, q.k0, q.k1, cotangent(p.operand_type(0))));
  }
};
struct reduce_max : Structural<"max", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    const auto x = p.operand(0), y = p.result();
    p.add(0, shardwise::detail::share_among_winners(x, y, p.cotangent, q.k0, q.k1));
  }
};
struct reduce_min : Structural<"min", 1> {
  static constexpr void pull(auto& p) { reduce_max::pull(p); }
};
}  // namespace ops

constexpr Value sum_local(Value a, unsigned dims, bool keepdims) {
  if (!dims) return a;
  return detail::reduce_local(op<ops::reduce_sum>, "sum", a, dims, keepdims, PendingKind::sum);
}
constexpr Value sum(Value a, unsigned dims, bool keepdims, const SpecDesc* out) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  return detail::finish_reduction(sum_local(a, dims, keepdims), t, out);
}
constexpr Value mean(Value a, unsigned dims, bool keepdims, const SpecDesc* out) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  // Half precision would overflow in the sum of many elements.
  if (t.dtype == Dtype::bf16 || t.dtype == Dtype::f16)
    return astype(mean(astype(a, Dtype::f32), dims, keepdims, out), t.dtype);
  Value s = sum(a, dims, keepdims, out);
  if (!s.valid()) return s;
  if (!is_floating(t.dtype)) {
    rules::Verdict v;
    v.reject("the mean of values that are not floating", "astype them first");
    return a.builder->reject("mean", &t, 1, v), Value{a.builder, -1};
  }
  for (int i = 0; i < t.rank; ++i) {
    if (!(dims >> i & 1) || t.dims[i].extent.is_one()) continue;
    Extent size = t.dims[i].extent;
    if (rules::fault(11))
      for (Name x : t.dims[i].axes) size = size / extent(x);
    const auto k0 = std::uint32_t(s.builder->intern(size));
    s = {s.builder, s.builder->push({.op = op<ops::divide_by_size>, .a = s.id, .k0 = k0}, s.type())};
  }
  return s;
}
constexpr Value reduce_max(Value a, unsigned dims, bool keepdims, const SpecDesc* out) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  return detail::finish_reduction(detail::reduce_local(op<ops::reduce_max>, "max", a, dims, keepdims, PendingKind::max),
                                  t, out);
}
constexpr Value reduce_min(Value a, unsigned dims, bool keepdims, const SpecDesc* out) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  return detail::finish_reduction(detail::reduce_local(op<ops::reduce_min>, "min", a, dims, keepdims, PendingKind::min),
                                  t, out);
}
namespace detail {
constexpr Value arg_reduce(const OpInfo* o, Value a, int dimension) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_argmax(t, dimension);
  if (!v.ok) return a.builder->reject(o->name, &t, 1, v), Value{a.builder, -1};
  return {a.builder, a.builder->push({.op = o, .a = a.id, .k0 = std::uint32_t(dimension)}, v.type)};
}
}  // namespace detail
constexpr Value argmax(Value a, int dimension) { return detail::arg_reduce(op<ops::argmax>, a, dimension); }
constexpr Value argmin(Value a, int dimension) { return detail::arg_reduce(op<ops::argmin>, a, dimension); }

}  // namespace shardwise
