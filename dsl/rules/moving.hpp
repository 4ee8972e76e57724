// Ops that move elements or leave some out, without arithmetic: expand_dims, squeeze, broadcast_to, flip, tril, triu.
// All are linear: U and R pass.
#pragma once

#include <shardwise/dsl/rules/shape.hpp>

namespace shardwise::rules {

/// Without dimensions of extent 1; a mask of 0 names all of them.
constexpr Verdict judge_squeeze(const TypeDesc& a, unsigned dims) {
  Verdict v;
  if (!judge_dimensions(v, dims, a.rank)) return v;
  v.type = a;
  v.type.rank = 0;
  for (int i = 0; i < a.rank; ++i) {
    const Dim& d = a.dims[i];
    if (dims ? !(dims >> i & 1) : !d.extent.is_one()) {
      v.type.dims[v.type.rank++] = d;
      continue;
    }
    if (!d.extent.is_one()) return v.reject("the extent is not 1", "sum over the dimension, or slice it", {}, i);
    if (d.axes.size)
      return v.reject("a dimension of extent 1 that is split over %X may not be merged away", "gather it first: %{a-}",
                      d.axes.axes[0], i);
  }
  for (int i = v.type.rank; i < max_rank; ++i) v.type.dims[i] = {};
  return v;
}

/// The whole type of the result is given: what it says of dimensions that are not new, and of states, must be the
/// operand's. `exact`: of states too; else they are taken from the operand.
constexpr Verdict judge_broadcast_to(const TypeDesc& a, TypeDesc to, bool exact) {
  Verdict v;
  if (exact && a.dtype != to.dtype) return v.reject("the dtypes differ", "astype it first");
  const int offset = to.rank - a.rank;
  if (offset < 0) return v.reject("the result has fewer dimensions", "sum over some, or squeeze them");
  if (!exact)
    for (int i = 0; i < a.rank; ++i)
      if (to.dims[i + offset].axes.empty()) to.dims[i + offset].axes = a.dims[i].axes;
  for (int i = 0; i < to.rank; ++i) {
    if (to.dims[i].extent.is_unknown()) return v.reject("an extent of the result is ?", "name it", {}, i);
    const bool stretched = i >= offset && a.dims[i - offset].extent.is_one() && a.dims[i - offset].axes.empty();
    if (i >= offset && !stretched) {
      const Dim& d = a.dims[i - offset];
      const bool one = d.extent.is_one() && !to.dims[i].extent.is_one();
      if (one)
        return v.reject("a dimension of extent 1 is split over %X and would be broadcast", "gather it first: %{a-}",
                        d.axes.axes[0], i - offset);
      if (unify(d.extent, to.dims[i].extent).how == Agreement::mismatch)
        return v.reject("the extents differ", "only a dimension of extent 1 stretches", {}, i - offset);
      if (!(d.axes == to.dims[i].axes)) {
        for (int k = 0; k < a.rank; ++k)  // what the operand splits stays there
          for (Name x : a.dims[k].axes)
            for (Dim& other : to.dims) other.axes.erase(x);
        for (int k = 0; k < a.rank; ++k) to.dims[k + offset].axes = a.dims[k].axes;
        v.type = broadcast_type(a, to);
        return v.reject("a dimension that is not new keeps its split", "broadcast to %<=>, and reshard it after", {},
                        i - offset);
      }
    }
  }
  for (int i = 0; i < to.rank; ++i) {
    if (i >= offset && a.dims[i - offset].axes == to.dims[i].axes) continue;
    for (Name x : to.dims[i].axes) {
      if (a.unreduced.has(x))
        return v.reject("a new dimension would be split over %X, over which a reduction is pending",
                        "reduce it first: %{a-}", x, -1);
      if (a.varying.has(x)) return v.reject("a new dimension would be split over %X, over which the operand varies");
      if (a.dim_of(x) >= 0)
        return v.reject("axis %X would split two dimensions of the result", "gather it first: %{a-}", x);
    }
  }
  v.type = broadcast_type(a, to);
  if (exact && (!(v.type.varying == to.varying) || !(v.type.unreduced == to.unreduced) ||
                !(v.type.reduced == to.reduced) || v.type.pending != to.pending))
    return v.reject("the states that no new dimension takes stay", "the result is laid out as %<=>, reshard it after");
  return v;
}

constexpr Verdict judge_flip(const TypeDesc& a, unsigned dims) {
  Verdict v;
  v.type = a;
  if (!judge_dimensions(v, dims, a.rank)) return v;
  for (int i = 0; i < a.rank; ++i)
    if ((dims >> i & 1) && a.dims[i].axes.size)
      return v.reject("the dimension is split over %X", "gather it first: %{a-}", a.dims[i].axes.axes[0], i);
  return v;
}

/// The lower or upper triangle of the last two dimensions.
constexpr Verdict judge_triangle(const TypeDesc& a) {
  Verdict v;
  v.type = a;
  if (a.rank < 2) return v.reject("there are fewer than two dimensions", "expand_dims it first");
  if (a.dtype == Dtype::key) return v.reject("a key is no number");
  for (int i = a.rank - 2; i < a.rank; ++i)
    if (a.dims[i].axes.size)
      return v.reject("the dimension is split over %X", "gather it first: %{a-}", a.dims[i].axes.axes[0], i);
  if (a.unreduced.size && a.pending != PendingKind::sum)
    return v.reject(rows::no_minmax, "reshard it first: %{a-}", a.unreduced.axes[0]);
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
struct flip : Structural<"flip", 1> {
  static constexpr void pull(auto& p) { p.add(0, shardwise::flip(p.cotangent, rules::fault(32) ? 0 : p.eqn().k0)); }
};
struct tril : Structural<"tril", 1> {
  static constexpr void pull(auto& p) { p.add(0, shardwise::tril(p.cotangent, std::int64_t(p.eqn().value))); }
};
struct triu : Structural<"triu", 1> {
  static constexpr void pull(auto& p) { p.add(0, shardwise::triu(p.cotangent, std::int64_t(p.eqn().value))); }
};
}  // namespace ops

/// A new dimension of extent 1 before dimension `at`; the splits of the others stay where they are.
constexpr Value expand_dims(Value a, int at) {
  if (!a.valid()) return a;
  TypeDesc t = a.type();
  if (at < 0 || at > t.rank || t.rank == max_rank) {
    rules::Verdict v;
    v.reject("no dimension can be put there", "name a place from 0 to the rank, which is at most 8");
    return a.builder->reject("expand_dims", &t, 1, v), Value{a.builder, -1};
  }
  for (int i = t.rank++; i > at; --i) t.dims[i] = t.dims[i - 1];
  t.dims[at] = {extent(1), {}};
  for (int i = at; rules::fault(24) && i < t.rank; ++i) t.dims[i].axes = {};
  return {a.builder, a.builder->push({.op = op<ops::reshape>, .a = a.id}, t)};
}

/// Without the dimensions of a mask, which have extent 1; a mask of 0: without all that have.
constexpr Value squeeze(Value a, unsigned dims) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_squeeze(t, dims);
  if (!v.ok) return a.builder->reject("squeeze", &t, 1, v), Value{a.builder, -1};
  if (v.type == t) return a;
  return {a.builder, a.builder->push({.op = op<ops::reshape>, .a = a.id}, v.type)};
}

/// Stretches to the dimensions of `to`. A new dimension, or one of extent 1, may be split over an axis over which the
/// operand is replicated or R: each device makes its block.
constexpr Value broadcast_to(Value a, const TypeDesc& to, bool exact = true) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_broadcast_to(t, to, exact);
  if (!v.ok) return a.builder->reject("broadcast_to", &t, 1, v), Value{a.builder, -1};
  for (int i = 0; i < t.rank; ++i) {
    const Extent& e = v.type.dims[i + v.type.rank - t.rank].extent;
    if (unify(t.dims[i].extent, e).how == Agreement::at_bind) a.builder->require_equal(t.dims[i].extent, e);
  }
  return broadcast(a, v.type);
}

/// The elements of the dimensions of a mask in reverse order.
constexpr Value flip(Value a, unsigned dims) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_flip(t, dims);
  if (!v.ok) return a.builder->reject("flip", &t, 1, v), Value{a.builder, -1};
  if (!dims) return a;
  return {a.builder, a.builder->push({.op = op<ops::flip>, .a = a.id, .k0 = dims}, v.type)};
}

namespace detail {
constexpr Value triangle(const OpInfo* o, Value a, std::int64_t diagonal) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_triangle(t);
  if (!v.ok) return a.builder->reject(o->name, &t, 1, v), Value{a.builder, -1};
  return {a.builder, a.builder->push({.op = o, .a = a.id, .value = double(diagonal)}, v.type)};
}
}  // namespace detail
/// The elements [.., i, j] with j <= i + diagonal, zeros elsewhere.
constexpr Value tril(Value a, std::int64_t diagonal) { return detail::triangle(op<ops::tril>, a, diagonal); }
/// The elements [.., i, j] with j >= i + diagonal, zeros elsewhere.
constexpr Value triu(Value a, std::int64_t diagonal) { return detail::triangle(op<ops::triu>, a, diagonal); }

}  // namespace shardwise
