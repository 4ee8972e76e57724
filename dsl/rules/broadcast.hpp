// broadcast: stretches a value over new dimensions or dimensions of extent 1. Its transpose sums over them.
#pragma once

#include <shardwise/dsl/rules/leaf.hpp>

namespace shardwise::rules {

/// The type that an operand has after it was stretched to the dimensions of `to`: an axis that splits a new
/// dimension takes the operand's copy, so a reduced axis that now splits is reduced no longer.
constexpr TypeDesc broadcast_type(const TypeDesc& t, const TypeDesc& to) {
  TypeDesc r = to;
  r.dtype = t.dtype;
  r.varying = t.varying;
  r.unreduced = t.unreduced;
  r.pending = t.pending;
  r.reduced = {};
  for (Name x : t.reduced)
    if (to.dim_of(x) < 0) r.reduced.insert(x);
  for (int i = 0; i < r.rank; ++i)
    for (Name x : to.dims[i].axes)
      if (t.unreduced.has(x)) r.dims[i].axes.erase(x);
  return r;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
struct broadcast : Structural<"broadcast", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    Value c = sum_local(p.cotangent, q.k0, false);
    std::uint32_t stretched = 0;  // the stretched dimensions, numbered without the new ones
    for (int i = 0, k = 0; i < max_rank; ++i)
      if (!(q.k0 >> i & 1)) stretched |= (q.k1 >> i & 1) << k++;
    c = sum_local(c, stretched, true);
    const TypeDesc t = cotangent(p.operand_type(0));
    p.add(0, rules::fault(4) ? p.emit(op<stop_gradient>, c, t) : reshard_to(c, t));
  }
};
}  // namespace ops

constexpr Value broadcast(Value a, const TypeDesc& to) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const int offset = to.rank - t.rank;
  std::uint32_t created = 0, stretched = 0;
  for (int i = 0; i < to.rank; ++i) {
    if (i < offset) {
      created |= 1u << i;
      continue;
    }
    const Dim& from = t.dims[i - offset];
    // Also from extent 1 to a split extent 1, on a mesh axis of one device: the gradient is summed over that axis.
    const bool splits = from.axes.empty() && to.dims[i].axes.size;
    if (from.extent.is_one() && (splits || !to.dims[i].extent.is_one())) stretched |= 1u << i;
  }
  if (!created && !stretched) return a;
  return {a.builder, a.builder->push({.op = op<ops::broadcast>, .a = a.id, .k0 = created, .k1 = stretched},
                                     rules::broadcast_type(t, to))};
}

namespace detail {
/// Stretches a reduced value back over the dimensions that were reduced.
constexpr Value broadcast_back(Value v, std::uint32_t dims, bool keepdims, const TypeDesc& to) {
  return {v.builder,
          v.builder->push({.op = op<ops::broadcast>, .a = v.id, .k0 = keepdims ? 0 : dims, .k1 = keepdims ? dims : 0},
                          rules::broadcast_type(v.type(), to))};
}
}  // namespace detail

}  // namespace shardwise
