// Rows of a table by number: take (an embedding) and its transpose, scatter_add. A table whose rows are split serves
// from each device the rows that it holds, zeros for the others: the result is a pending sum.
#pragma once

#include <shardwise/dsl/rules/indexing_repair.hpp>
#include <shardwise/dsl/rules/reshard_op.hpp>
#include <shardwise/dsl/rules/varying.hpp>

namespace shardwise::rules {

/// What an axis is to one operand of an indexing op.
enum class IndexState : std::uint8_t {
  replicated,
  reduced,
  unreduced,
  pending,
  varying,
  rows,       ///< splits the rows of the table
  columns,    ///< splits another dimension of the table, or the updates alike
  split,      ///< splits the ids
  along,      ///< splits the updates as it splits the ids
  elsewhere,  ///< splits another dimension of the updates
  any
};

struct TakeRow {
  IndexState table, ids;
  State out;  ///< `any`: rejected
  std::string_view algebra;
  std::string_view repair{};
};
struct ScatterRow {
  IndexState base, ids, updates;
  bool accepted;  ///< the result has base's state
  std::string_view algebra;
  std::string_view repair{};
};

namespace rows {
using I = IndexState;
inline constexpr std::string_view pending_ids = "the ids are pending over %X, and a row of a sum is no sum of rows",
                                  updates_elsewhere = "the updates do not lie over %X as what they are added to",
                                  enter_table = "gather it: %{a-}, or give it to shard_map as an argument",
                                  enter_ids = "gather it: %{b-}, or give it to shard_map as an argument",
                                  enter_updates = "gather it: %{c-}, or give it to shard_map as an argument",
                                  pending_varying = "a sum pending over %X meets values that vary over %X",
                                  first = "first %!";
inline constexpr TakeRow take[] = {
    {I::pending, I::any, State::any, no_minmax, first},
    {I::any, I::pending, State::any, pending_ids, first},
    {I::any, I::unreduced, State::any, pending_ids, first},
    {I::replicated, I::replicated, State::replicated, "t[ids]"},
    {I::reduced, I::replicated, State::reduced, "t[ids]"},
    {I::unreduced, I::replicated, State::unreduced, "(sum_i t_i)[ids] = sum_i (t_i[ids])"},
    {I::varying, I::varying, State::varying, "t_i[ids_i]"},
    {I::replicated, I::split, State::split, "concat_i (t[ids_i])"},
    {I::reduced, I::split, State::split, "concat_i (t[ids_i])"},
    {I::rows, I::replicated, State::unreduced, "sum_i (the rows of t_i that ids name, zeros for the others)"},
    {I::columns, I::replicated, State::split, "concat_i (t_i[ids])"},
    {I::rows, I::split, State::any, "the rows of the table and the ids are both split over %X",
     "first %!, or gather the ids and say with a spec where the sum goes"},
    {I::columns, I::split, State::any, "axis %X would split two dimensions of the result", first},
    {I::unreduced, I::split, State::any, "the table is pending over %X, over which the ids are split", first},
    {I::unreduced, I::varying, State::any, "the table is pending over %X, over which the ids vary",
     "reduce it first: psum(a, %X)"},
    {I::varying, I::split, State::any, enters_first, enter_ids},
    {I::any, I::any, State::any, enters_first, enter_table}};

inline constexpr ScatterRow scatter[] = {
    {I::pending, I::any, I::any, false, no_minmax, first},
    {I::any, I::any, I::pending, false, no_minmax, first},
    {I::any, I::pending, I::any, false, pending_ids, first},
    {I::any, I::unreduced, I::any, false, pending_ids, first},
    {I::replicated, I::replicated, I::replicated, true, "b + scatter(ids, u)"},
    {I::reduced, I::replicated, I::reduced, true, "b + scatter(ids, u)"},
    {I::unreduced, I::replicated, I::unreduced, true, "sum_i (b_i + scatter(ids, u_i))"},
    {I::varying, I::varying, I::varying, true, "b_i + scatter(ids_i, u_i)"},
    {I::unreduced, I::split, I::along, true, "sum_i (b_i + scatter(ids_i, u_i))"},
    {I::rows, I::replicated, I::replicated, true, "concat_i (b_i + scatter(those ids that are rows of b_i, u))"},
    {I::rows, I::replicated, I::reduced, true, "concat_i (b_i + scatter(those ids that are rows of b_i, u))"},
    {I::columns, I::replicated, I::columns, true, "concat_i (b_i + scatter(ids, u_i))"},
    {I::unreduced, I::varying, I::any, false, pending_varying, "reduce it first: psum(a, %X)"},
    {I::unreduced, I::any, I::varying, false, pending_varying, "reduce it first: psum(a, %X)"},
    {I::varying, I::any, I::unreduced, false, pending_varying, "reduce it first: psum(c, %X)"},
    {I::varying, I::split, I::any, false, enters_first, enter_ids},
    {I::varying, I::any, I::any, false, enters_first, enter_updates},
    {I::any, I::varying, I::any, false, enters_first, enter_table},
    {I::any, I::any, I::varying, false, enters_first, enter_table},
    {I::replicated, I::replicated, I::reduced, false, reduced_meets, first},
    {I::reduced, I::replicated, I::replicated, false, reduced_meets, first},
    {I::unreduced, I::replicated, I::any, false,
     "updates that are not pending would be added to a sum pending over %X once per device", first},
    {I::any, I::replicated, I::any, false, updates_elsewhere, first},
    {I::unreduced, I::split, I::any, false, updates_elsewhere, first},
    {I::any, I::split, I::any, false,
     "ids are split over %X, so that each device adds its own: only a pending sum can take them", first}};
}  // namespace rows

namespace detail {
constexpr IndexState index_state(const TypeDesc& t, Name axis, IndexState split_first, IndexState split_other) {
  switch (state_of(t, axis)) {
    case State::reduced:
      return IndexState::reduced;
    case State::unreduced:
      return IndexState::unreduced;
    case State::pending:
      return IndexState::pending;
    case State::varying:
      return IndexState::varying;
    case State::split:
      return t.dim_of(axis) == 0 ? split_first : split_other;
    default:
      return IndexState::replicated;
  }
}
constexpr IndexState table_state(const TypeDesc& t, Name axis) {
  return index_state(t, axis, IndexState::rows, IndexState::columns);
}
/// Ids have no cotangent: reduced is replicated.
constexpr IndexState ids_state(const TypeDesc& t, Name axis) {
  const IndexState s = index_state(t, axis, IndexState::split, IndexState::split);
  return s == IndexState::reduced ? IndexState::replicated : s;
}
constexpr bool matches(IndexState row, IndexState s) { return row == IndexState::any || row == s; }

/// The ids' dimensions, then the table's without the rows. False if the ranks do not fit.
constexpr bool rows_by_ids(Verdict& v, const TypeDesc& table, const TypeDesc& ids) {
  TypeDesc& out = v.type;
  out.dtype = table.dtype;
  if (table.rank == 0) return v.reject("the table has no rows", "give it a dimension of rows").ok;
  if (!is_integer(ids.dtype)) return v.reject("the ids are not integers", "astype<i32> them first").ok;
  if (ids.rank + table.rank - 1 > max_rank) return v.reject("the result's rank is above 8", "reshape the ids").ok;
  for (int i = 0; i < ids.rank; ++i) out.dims[out.rank++] = ids.dims[i];
  for (int i = 1; i < table.rank; ++i) out.dims[out.rank++] = table.dims[i];
  return true;
}
}  // namespace detail

namespace detail {
constexpr void print_take_reshards(Text& text, const TypeDesc* operands, const Verdict&);
constexpr void print_scatter_reshards(Text& text, const TypeDesc* operands, const Verdict&);
}  // namespace detail

/// The type of what each device finds: rows that are split give a pending sum.
constexpr Verdict judge_take(const TypeDesc& table, const TypeDesc& ids) {
  Verdict v;
  if (!detail::rows_by_ids(v, table, ids)) return v;
  v.reshards = detail::print_take_reshards;
  AxisUnion all;
  all.add(table);
  all.add(ids);
  for (Name x : all) {
    const IndexState t = detail::table_state(table, x), i = detail::ids_state(ids, x);
    for (const TakeRow& row : rows::take) {
      if (!detail::matches(row.table, t) || !detail::matches(row.ids, i)) continue;
      if (row.out == State::any) return v.reject(row.algebra, row.repair, x);
      SHARDWISE_ROW_USED(&row);
      if (fault(41) && t == IndexState::rows) break;
      if (row.out != State::split) set_state(v.type, row.out, x);
      break;
    }
    if (t == IndexState::rows && (table.dtype == Dtype::boolean || table.dtype == Dtype::key))
      return v.reject("the rows are split over %X, and the result would be a sum, but they hold no numbers",
                      "gather them: %{a gathered}", x);
  }
  return v;
}

namespace detail {
/// The layout of updates that fits base and ids: that of the rows, and replicated or reduced where the rows are split.
constexpr Verdict updates_type(const TypeDesc& base, const TypeDesc& ids, const TypeDesc& updates) {
  Verdict v;
  if (!rows_by_ids(v, base, ids)) return v;
  AxisUnion all;
  all.add(base);
  all.add(ids);
  for (Name x : all) {
    const IndexState b = table_state(base, x), i = ids_state(ids, x);
    if (b == IndexState::columns && i == IndexState::split)
      for (int d = ids.rank; d < v.type.rank; ++d) v.type.dims[d].axes.erase(x);
    if (i == IndexState::split) continue;
    if (b == IndexState::unreduced) v.type.unreduced.insert(x);
    if (b == IndexState::reduced || (b == IndexState::rows && updates.reduced.has(x))) v.type.reduced.insert(x);
    if (b == IndexState::varying) v.type.varying.insert(x);
  }
  return v;
}
}  // namespace detail

/// The type of `base` with rows added: its own.
constexpr Verdict judge_scatter_add(const TypeDesc& base, const TypeDesc& ids, const TypeDesc& updates) {
  Verdict v = detail::updates_type(base, ids, updates);
  if (!v.ok) return v;
  v.reshards = detail::print_scatter_reshards;
  if (base.dtype == Dtype::boolean || base.dtype == Dtype::key)
    return v.reject("the operand is no number", "astype it first");
  if (base.dtype != updates.dtype) return v.reject("the dtypes differ", "astype one of them");
  bool fits = updates.rank == v.type.rank;
  for (int i = 0; fits && i < updates.rank; ++i)
    fits = unify(updates.dims[i].extent, v.type.dims[i].extent).how != Agreement::mismatch;
  if (!fits)
    return v.reject("the updates have not the shape of the rows that ids name",
                    "give them the extents of take(a, b): those of the ids, then those of a row");
  AxisUnion all;
  all.add(base);
  all.add(ids);
  all.add(updates);
  for (Name x : all) {
    const IndexState b = detail::table_state(base, x), i = detail::ids_state(ids, x);
    IndexState u = detail::index_state(updates, x, IndexState::elsewhere, IndexState::elsewhere);
    if (u == IndexState::elsewhere && updates.dim_of(x) == v.type.dim_of(x))
      u = i == IndexState::split ? IndexState::along : IndexState::columns;
    const bool whole = u == IndexState::replicated || u == IndexState::reduced;
    if (!has_cotangent(base) && whole)  // then replicated and reduced are the same
      u = b == IndexState::replicated || b == IndexState::reduced ? b : IndexState::replicated;
    if (fault(42) && b == IndexState::replicated && u == IndexState::along) continue;
    for (const ScatterRow& row : rows::scatter) {
      if (!detail::matches(row.base, b) || !detail::matches(row.ids, i) || !detail::matches(row.updates, u)) continue;
      if (!row.accepted) return v.reject(row.algebra, row.repair, x);
      SHARDWISE_ROW_USED(&row);
      break;
    }
  }
  for (int i = 0; i < updates.rank; ++i)
    if (!(updates.dims[i].axes == v.type.dims[i].axes))
      return v.reject("the updates are split in another order", rows::first, {}, i);
  v.type = base;
  return v;
}

namespace detail {
constexpr void print_take_reshards(Text& text, const TypeDesc* operands, const Verdict&) {
  TypeDesc to[] = {operands[0], operands[1]};
  TypeDesc &table = to[0], &ids = to[1];
  finish(table, false);
  finish(ids, true);
  AxisUnion all;
  all.add(table);
  all.add(ids);
  for (Name x : all) {
    if (ids.dim_of(x) < 0) continue;
    if (table.dim_of(x) == 0) release(table, x);
    if (table.mentions(x) && !table.reduced.has(x)) release(ids, x);
  }
  print_reshards(text, operands, to, 2);
  if (table.dims[0].axes.size) text << ", and say with a spec where the sum goes";
}
constexpr void print_scatter_reshards(Text& text, const TypeDesc* operands, const Verdict&) {
  TypeDesc to[] = {operands[0], operands[1], operands[2]};
  TypeDesc &base = to[0], &ids = to[1], &updates = to[2];
  finish(base, false);
  finish(ids, true);
  AxisUnion all;
  for (auto& t : to) all.add(t);
  for (Name x : all) {
    if (ids.dim_of(x) < 0) {
      if (updates.reduced.has(x) && !base.mentions(x)) base.reduced.insert(x);
      continue;
    }
    TypeDesc pending = base;  // free, where the axis can leave
    if (!base.unreduced.has(x)) {
      release(pending, x);
      pending.unreduced.insert(x);
    }
    if (reaches(operands[0], pending))
      base = pending;
    else
      release(ids, x);
  }
  updates = updates_type(base, ids, updates).type;
  updates.dtype = operands[2].dtype;
  for (int i = 0; i < updates.rank; ++i) updates.dims[i].extent = operands[2].dims[i].extent;
  if (!reaches(operands[0], base) || !reaches(operands[1], ids) || !reaches(operands[2], updates) ||
      !judge_scatter_add(base, ids, updates).ok)
    for (auto& t : to) t = unsplit(t);
  print_reshards(text, operands, to, 3);
}
}  // namespace detail

}  // namespace shardwise::rules

namespace shardwise {
namespace detail {
constexpr Value take_local(Value table, Value ids);
}
namespace ops {
/// Each device adds the cotangents of the rows that it served. Where the ids are split, it has those of its own ids.
struct take : Structural<"take", 2> {
  static constexpr void pull(auto& p) {
    if (!p.wants(0)) return;
    const TypeDesc to = cotangent(p.operand_type(0)), ids = p.operand_type(1);
    TypeDesc pieces = to;
    for (int i = 0; i < ids.rank; ++i)
      for (Name x : ids.dims[i].axes)
        if (!pieces.unreduced.has(x)) pieces.unreduced.insert(x);
    const Value zeros = full(*p.builder, pieces, 0);
    const Value where = rules::fault(43) ? full_like(p.operand(1), 1) : p.operand(1);
    p.add(0, reshard_to(shardwise::scatter_add(zeros, where, p.cotangent), to));
  }
};
struct scatter_add : Structural<"scatter_add", 3> {
  static constexpr void pull(auto& p) {
    p.add(0, p.cotangent);
    if (!p.wants(2)) return;
    const SpecDesc to = spec_of(cotangent(p.operand_type(2)));
    const Value where = p.operand(1);
    p.add(2, shardwise::reshard(shardwise::detail::take_local(p.cotangent, where), to));
  }
};
struct clamp_index : WithoutGradient<"clamp_index", 1> {};
}  // namespace ops

namespace detail {
/// What each device finds in its part of the table.
constexpr Value take_local(Value table, Value ids) {
  if (!table.valid()) return table;
  if (!ids.valid()) return ids;
  Builder& g = *table.builder;
  vary_together({&table, &ids});
  const TypeDesc types[] = {table.type(), ids.type()};
  const rules::Verdict v = rules::judge_take(types[0], types[1]);
  if (!v.ok) return g.reject("take", types, 2, v), Value{&g, -1};
  return {&g, g.push({.op = op<ops::take>, .a = table.id, .b = ids.id}, v.type)};
}
}  // namespace detail

/// Rows of a table by number: `f32[n,d], i32[batch] -> f32[batch,d]`. An id out of range is clamped. Rows that are
/// split leave a pending sum, and `out` says where it goes.
constexpr Value take(Value table, Value ids, const SpecDesc* out) {
  const Value local = detail::take_local(table, ids);
  if (!local.valid()) return local;
  if (out) return reshard(local, *out);
  const TypeDesc types[] = {table.type(), ids.type()};
  for (Name x : types[0].dims[0].axes) {
    rules::Verdict v;
    v.type = local.type();
    v.reject("the rows are split over %X, so the result is a sum that is still pending; say where it goes",
             "%<-> all-reduces, with %X on a result dimension it reduce-scatters, %<=> leaves it pending", x);
    return table.builder->reject("take", types, 2, v), Value{table.builder, -1};
  }
  return local;
}

/// `base` with rows added to it: `base[ids[i]] += updates[i]` for each i, in order. The transpose of `take`.
constexpr Value scatter_add(Value base, Value ids, Value updates) {
  for (Value v : {base, ids, updates})
    if (!v.valid()) return v;
  Builder& g = *base.builder;
  detail::vary_together({&base, &ids, &updates});
  const TypeDesc types[] = {base.type(), ids.type(), updates.type()};
  const rules::Verdict v = rules::judge_scatter_add(types[0], types[1], types[2]);
  if (!v.ok) return g.reject("scatter_add", types, 3, v), Value{&g, -1};
  for (int i = 0; i < types[2].rank; ++i)
    g.require_equal(types[2].dims[i].extent,
                    i < types[1].rank ? types[1].dims[i].extent : types[0].dims[i - types[1].rank + 1].extent);
  return {&g, g.push({.op = op<ops::scatter_add>, .a = base.id, .b = ids.id, .c = updates.id}, v.type)};
}

/// Integers, each brought into 0 to `size` - 1.
constexpr Value clamp_index(Value a, const Extent& size) {
  if (!a.valid()) return a;
  return {
      a.builder,
      a.builder->push({.op = op<ops::clamp_index>, .a = a.id, .k0 = std::uint32_t(a.builder->intern(size))}, a.type())};
}

}  // namespace shardwise
