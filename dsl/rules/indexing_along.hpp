// Elements by number along one dimension, each place by an id of its own: take_along_axis, and its transpose.
#pragma once

#include <shardwise/dsl/rules/indexing.hpp>

namespace shardwise::rules {

namespace rows {
/// The array against the ids. The dimension that is indexed is not split, and lacking dimensions are stretched.
inline constexpr Row along[] = {
    {pending, any, any, no_minmax, first},
    {any, pending, any, pending_ids, first},
    {any, unreduced, any, pending_ids, first},
    {replicated, replicated, replicated, "a[ids]"},
    {reduced, replicated, reduced, "a[ids]"},
    {unreduced, replicated, unreduced, "(sum_i a_i)[ids] = sum_i (a_i[ids])"},
    {varying, varying, varying, "a_i[ids_i]"},
    {split, split, split, "concat_i (a_i[ids_i])"},
    {split, replicated_lacking, split, "concat_i (a_i[ids])"},
    {replicated_lacking, split, split, "concat_i (a[ids_i])"},
    {reduced_lacking, split, split, "concat_i (a[ids_i])"},
    {split, varying, any, enters_first, enter_table},
    {varying, split, any, enters_first, enter_ids},
    {unreduced, varying, any, "the array is pending over %X, over which the ids vary", "reduce it first: psum(a, %X)"},
    {reduced, split, any, "reduced over %X against split", first},
    {unreduced, split, any, "the array is pending over %X, over which the ids are split", first},
    {any, any, any, split_apart, first}};
}  // namespace rows

namespace detail {
constexpr void print_along_reshards(Text& text, const TypeDesc* operands, const Verdict& v);
constexpr void print_scatter_along_reshards(Text& text, const TypeDesc* operands, const Verdict& v);
}  // namespace detail

/// The type of a at the ids: a's, but for the extent along `dimension`, which is the ids'. Other dimensions of extent 1
/// are stretched.
constexpr Verdict judge_take_along_axis(const TypeDesc& a, const TypeDesc& ids, int dimension) {
  Verdict v;
  v.onto[0] = std::uint32_t(dimension);
  v.reshards = detail::print_along_reshards;
  if (dimension < 0 || dimension >= a.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  if (!is_integer(ids.dtype)) return v.reject("the ids are not integers", "astype<i32> them first");
  if (a.rank != ids.rank) return v.reject("the ranks differ", "give the ids the rank of the array: expand_dims<0>(b)");
  for (const TypeDesc* t : {&a, &ids})
    if (const AxisList& split = t->dims[dimension].axes; split.size)
      return v.reject("the dimension that is indexed is split over %X", rows::first, split.axes[0], dimension);
  TypeDesc& out = v.type;
  out.dtype = a.dtype;
  out.rank = a.rank;
  unsigned lacks_a = 0, lacks_b = 0;
  for (int i = 0; i < a.rank; ++i) {
    out.dims[i].extent = ids.dims[i].extent;
    if (i == dimension) continue;
    const Unified u = unify(a.dims[i].extent, ids.dims[i].extent, true);
    if (u.how == Agreement::mismatch)
      return v.reject("the extents differ", "extents that are equal have equal names or numbers; reshape one", {}, i);
    const bool ones = u.how == Agreement::equal && u.extent.is_one();
    const bool split_a = a.dims[i].axes.size, split_b = ids.dims[i].axes.size;
    if (u.how == Agreement::broadcast_left || (ones && split_b && !split_a)) lacks_a |= 1u << i;
    if (u.how == Agreement::broadcast_right || (ones && split_a && !split_b)) lacks_b |= 1u << i;
    out.dims[i].extent = u.extent;
    if ((split_a && (lacks_a >> i & 1)) || (split_b && (lacks_b >> i & 1)))
      return v.reject("a dimension of extent 1 is split over %X and would be broadcast", rows::first,
                      split_a && (lacks_a >> i & 1) ? a.dims[i].axes.axes[0] : ids.dims[i].axes.axes[0], i);
    out.dims[i].axes = lacks_a >> i & 1 ? ids.dims[i].axes : a.dims[i].axes;
  }
  AxisUnion all;
  all.add(a);
  all.add(ids);
  for (Name x : all) {
    State sa = state_of(a, x), sb = state_of(ids, x);
    if (sb == State::reduced) sb = State::replicated;
    const int da = a.dim_of(x), db = ids.dim_of(x);
    if (sb == State::split && (lacks_a >> db & 1) && sa != State::split)
      sa = sa == State::replicated ? State::replicated_lacking : sa == State::reduced ? State::reduced_lacking : sa;
    if (sa == State::split && (lacks_b >> da & 1) && sb == State::replicated) sb = State::replicated_lacking;
    if (sa == State::split && sb == State::split && da != db) sb = State::split_elsewhere;
    for (const Row& row : rows::along) {
      if (!(row.a == State::any || row.a == sa) || !(row.b == State::any || row.b == sb)) continue;
      if (row.out == State::any) return v.reject(row.algebra, row.repair, x);
      SHARDWISE_ROW_USED(&row);
      if (row.out != State::split) set_state(out, row.out, x);
      break;
    }
  }
  for (int i = 0; i < a.rank; ++i)
    if (!((lacks_a | lacks_b) >> i & 1) && !(a.dims[i].axes == ids.dims[i].axes))
      return v.reject("a dimension is split in different orders", rows::first, a.dims[i].axes.axes[0], i);
  return v;
}

/// The type of `base` with elements added: its own.
constexpr Verdict judge_scatter_add_along_axis(const TypeDesc& base, const TypeDesc& ids, const TypeDesc& updates,
                                               int dimension) {
  Verdict v = judge_take_along_axis(base, ids, dimension);
  v.reshards = detail::print_scatter_along_reshards;
  if (!v.ok) return v;
  if (base.dtype == Dtype::boolean || base.dtype == Dtype::key)
    return v.reject("the operand is no number", "astype it first");
  for (int i = 0; i < base.rank; ++i)
    if (i != dimension && base.dims[i].extent.is_one() != ids.dims[i].extent.is_one())
      return v.reject("the extents differ", "ids are not stretched: broadcast one first", {}, i);
  if (base.dtype != updates.dtype) return v.reject("the dtypes differ", "astype one of them");
  bool fits = updates.rank == ids.rank;
  for (int i = 0; fits && i < ids.rank; ++i)
    fits = unify(updates.dims[i].extent, ids.dims[i].extent).how != Agreement::mismatch;
  if (!fits) return v.reject("the updates have not the shape of the ids", "give one update for each id");
  TypeDesc u = updates, expected = v.type;
  if (!has_cotangent(base)) {  // then replicated and reduced are the same
    u.reduced = {};
    expected.reduced = {};
  }
  for (int i = 0; i < u.rank; ++i) u.dims[i].extent = expected.dims[i].extent;
  if (!(u == expected)) return v.reject("the updates do not lie as what they are added to", rows::first);
  v.type = base;
  return v;
}

namespace detail {
/// Lets the ids lie as the array does, or the array as the ids where it is whole; of extents of 1 that are stretched
/// neither.
constexpr void align_along(TypeDesc& a, TypeDesc& ids, int dimension) {
  finish(a, false);
  finish(ids, true);
  a.dims[dimension].axes = ids.dims[dimension].axes = {};
  for (int i = 0; i < a.rank; ++i) {
    if (i == dimension) continue;
    AxisList &split_a = a.dims[i].axes, &split_b = ids.dims[i].axes;
    const Agreement how = unify(a.dims[i].extent, ids.dims[i].extent, true).how;
    if (how == Agreement::broadcast_left) split_a = {};
    if (how == Agreement::broadcast_right) split_b = {};
    bool conflict = false;  // an axis of the ids that means something else in the array
    for (Name x : split_b) conflict |= a.mentions(x) && a.dim_of(x) != i && !a.reduced.has(x);
    if (conflict) split_b = {};
    if (how == Agreement::broadcast_left || how == Agreement::broadcast_right || split_a == split_b) continue;
    if (split_a.empty()) {
      for (Name x : split_b) a.reduced.erase(x);
      split_a = split_b;
    } else {
      for (Name x : split_a) {
        for (int d = 0; d < ids.rank; ++d)
          if (d != i && ids.dims[d].axes.has(x)) ids.dims[d].axes = {};
        ids.reduced.erase(x);
      }
      split_b = split_a;
    }
  }
}
constexpr void print_along_reshards(Text& text, const TypeDesc* operands, const Verdict& v) {
  TypeDesc to[] = {operands[0], operands[1]};
  align_along(to[0], to[1], int(v.onto[0]));
  if (!reaches(operands[0], to[0]) || !reaches(operands[1], to[1]) ||
      !judge_take_along_axis(to[0], to[1], int(v.onto[0])).ok)
    for (auto& t : to) t = unsplit(t);
  print_reshards(text, operands, to, 2);
}
constexpr void print_scatter_along_reshards(Text& text, const TypeDesc* operands, const Verdict& v) {
  TypeDesc to[] = {operands[0], operands[1], operands[2]};
  align_along(to[0], to[1], int(v.onto[0]));
  const TypeDesc fit = judge_take_along_axis(to[0], to[1], int(v.onto[0])).type;
  TypeDesc& updates = to[2];
  updates.varying = fit.varying;
  updates.unreduced = fit.unreduced;
  updates.pending = fit.pending;
  updates.reduced = fit.reduced;
  for (int i = 0; i < updates.rank; ++i) updates.dims[i].axes = fit.dims[i].axes;
  bool right = judge_scatter_add_along_axis(to[0], to[1], to[2], int(v.onto[0])).ok;
  for (int k = 0; k < 3; ++k) right = right && reaches(operands[k], to[k]);
  if (!right)
    for (auto& t : to) t = unsplit(t);
  print_reshards(text, operands, to, 3);
}
}  // namespace detail

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
struct take_along_axis : Structural<"take_along_axis", 2> {
  static constexpr void pull(auto& p) {
    if (!p.wants(0)) return;
    const Value zeros = full(*p.builder, cotangent(p.operand_type(0)), 0), where = p.operand(1);
    p.add(0, shardwise::scatter_add_along_axis(zeros, where, p.cotangent, int(p.eqn().k0)));
  }
};
struct scatter_add_along_axis : Structural<"scatter_add_along_axis", 3> {
  static constexpr void pull(auto& p) {
    p.add(0, p.cotangent);
    if (!p.wants(2)) return;
    const Value where = p.operand(1);
    p.add(2, shardwise::take_along_axis(p.cotangent, where, int(p.eqn().k0)));
  }
};
}  // namespace ops

/// One element for each id, found along one dimension: `f32[batch,n], i32[batch,k] -> f32[batch,k]`, as
/// `y[i, j] = a[i, ids[i, j]]`. An id out of range is clamped. Linear in a.
constexpr Value take_along_axis(Value a, Value ids, int dimension) {
  if (!a.valid()) return a;
  if (!ids.valid()) return ids;
  Builder& g = *a.builder;
  detail::vary_together({&a, &ids});
  const TypeDesc types[] = {a.type(), ids.type()};
  const rules::Verdict v = rules::judge_take_along_axis(types[0], types[1], dimension);
  if (!v.ok) return g.reject("take_along_axis", types, 2, v), Value{&g, -1};
  for (int i = 0; i < v.type.rank; ++i)
    if (i != dimension && unify(types[0].dims[i].extent, types[1].dims[i].extent, true).how == Agreement::at_bind)
      g.require_equal(types[0].dims[i].extent, types[1].dims[i].extent);
  TypeDesc to = v.type;
  ids = broadcast(ids, to);
  to.dims[dimension] = types[0].dims[dimension];
  a = broadcast(a, to);
  return {&g, g.push({.op = op<ops::take_along_axis>, .a = a.id, .b = ids.id, .k0 = std::uint32_t(dimension)}, v.type)};
}

/// `base` with elements added along one dimension: `base[i, ids[i, j]] += updates[i, j]`. The transpose of
/// `take_along_axis`.
constexpr Value scatter_add_along_axis(Value base, Value ids, Value updates, int dimension) {
  for (Value v : {base, ids, updates})
    if (!v.valid()) return v;
  Builder& g = *base.builder;
  detail::vary_together({&base, &ids, &updates});
  const TypeDesc types[] = {base.type(), ids.type(), updates.type()};
  const rules::Verdict v = rules::judge_scatter_add_along_axis(types[0], types[1], types[2], dimension);
  if (!v.ok) return g.reject("scatter_add_along_axis", types, 3, v), Value{&g, -1};
  for (int i = 0; i < v.type.rank; ++i) {
    g.require_equal(types[2].dims[i].extent, types[1].dims[i].extent);
    if (i != dimension) g.require_equal(types[0].dims[i].extent, types[1].dims[i].extent);
  }
  return {&g, g.push({.op = op<ops::scatter_add_along_axis>,
                      .a = base.id,
                      .b = ids.id,
                      .c = updates.id,
                      .k0 = std::uint32_t(dimension)},
                     v.type)};
}

}  // namespace shardwise
