// The rules of manual mode: what may enter and leave shard_map, and the states that its collectives take.
#pragma once

#include <shardwise/dsl/rules/composite.hpp>

namespace shardwise::rules {

/// A free cast to the local view: each dimension that is split over some axes (by default all) becomes its block, and
/// the value varies over them.
constexpr Verdict judge_enter(const TypeDesc& a, const AxisList* only = nullptr) {
  Verdict v;
  TypeDesc& t = v.type;
  t = a;
  for (int i = 0; i < t.rank; ++i) {
    const AxisList axes = t.dims[i].axes;
    if (axes.size && t.dims[i].extent.is_unknown())
      return v.reject("a block of an unknown extent has no extent", "name it in the type, such as batch", {}, i);
    for (Name x : axes) {
      if (only && !only->has(x)) continue;
      t.dims[i].extent = t.dims[i].extent / extent(x);
      t.dims[i].axes.erase(x);
      t.varying.insert(x);
    }
  }
  return v;
}

/// The opposite cast: a value that varies over an axis becomes blocks of the dimension that the spec names it for.
/// Of a whole shard_map nothing varies any more outside; `all` false: what the spec says to vary goes on.
constexpr Verdict judge_leave(const TypeDesc& a, const SpecDesc& spec, bool all_leave = true) {
  Verdict v;
  TypeDesc& t = v.type;
  t = a;
  for (int i = t.rank; i < spec.rank; ++i)
    if (spec.dims[i].size)
      return v.reject("out_specs has more dimensions than the result", "give at most one entry per dimension");
  AxisUnion all;
  all.add(a);
  for (int i = 0; i < spec.rank; ++i) all.add(spec.dims[i]);
  all.add(spec.varying);
  all.add(spec.unreduced);
  all.add(spec.reduced);
  TypeDesc said = a;
  apply_spec(said, spec);
  for (Name x : all) {
    const State s = state_of(a, x), to = state_of(said, x);
    const bool same = s == to && a.dim_of(x) == said.dim_of(x) && (s != State::pending || a.pending == said.pending);
    if (s == State::varying && to == State::split) continue;
    if (s == State::varying && to != State::varying)
      return v.reject("the result varies over %X, and out_specs does not say so: it would hide different values",
                      "psum(a, %X), or name %X for a dimension in out_specs", x);
    if (same && !(all_leave && to == State::varying)) continue;
    if (to == State::varying)
      return v.reject("out_specs cannot let a value vary over %X outside", "name %X for a dimension in out_specs", x);
    if (to == State::split && (s == State::unreduced || s == State::pending))
      return v.reject("out_specs says that the result is split over %X, and a reduction is pending",
                      s == State::unreduced ? "psum_scatter(a, %X, tiled), or psum(a, %X) and drop %X from out_specs"
                                            : "pmax(a, %X) or pmin(a, %X), and drop %X from out_specs",
                      x);
    if (to == State::split && s == State::reduced)
      return v.reject("out_specs says that the result is split over %X, and it is the same on all devices",
                      "local_block(%{a-}, %X, tiled), or drop %X from out_specs", x);
    if (to == State::split && s != State::split)
      return v.reject("out_specs says that the result is split over %X, and it is the same on all devices",
                      "local_block(a, %X, tiled), or drop %X from out_specs", x);
    return v.reject("out_specs says another state over %X than the result has",
                    to == State::reduced     ? "%{a+R} in the function"
                    : to == State::unreduced ? "%{a+U} in the function"
                    : to == State::pending   ? "drop %X from out_specs"
                                             : "%{a-} in the function",
                    x);
  }
  for (int i = 0; i < spec.rank && i < t.rank; ++i) {
    if (!spec.dims[i].empty() && t.dims[i].extent.is_unknown())
      return v.reject("an unknown extent has no blocks", "name it in the type, such as batch", {}, i);
    for (Name x : spec.dims[i])
      if (a.varying.has(x)) {
        t.dims[i].extent = t.dims[i].extent * extent(x);
        t.varying.erase(x);
      }
    t.dims[i].axes = spec.dims[i];
  }
  return v;
}

/// The states that a manual collective or cast takes; all its axes have one of them.
struct ManualRow {
  std::string_view op;
  State from;
  bool ok;
  std::string_view note;      ///< accepted: one line of algebra. Rejected: why
  std::string_view repair{};  ///< `%X` the axis, `%a` the operand
};
namespace rows {
inline constexpr std::string_view times_devices =
    "it sums what varies over %X in a shard_map; this value is the same on all devices along %X, and a sum would "
    "multiply it by their number";
inline constexpr std::string_view own_mean =
    "it takes the mean of what varies over %X in a shard_map; this value is the same on all devices along %X, and a "
    "gradient by an invarying value is their sum already";
inline constexpr std::string_view own_extremum =
    "it compares what varies over %X in a shard_map; this value is the same on all devices along %X";
inline constexpr std::string_view own_whole =
    "it gathers what varies over %X in a shard_map; every device along %X has this whole value";
inline constexpr std::string_view own_copy =
    "it sends what varies over %X in a shard_map; every device along %X has the same value";
inline constexpr std::string_view own_mean_repair =
    "use a itself, or take pmean of the loss, or of the gradient by pcast<varying>(w, %X)";
inline constexpr std::string_view of_shard_map = "%X splits a dimension: manual collectives are for values that vary";
inline constexpr std::string_view enter_first =
    "call it inside of shard_map, or move the blocks with reshard(a, P()) here";
inline constexpr ManualRow manual[] = {
    {"psum", State::varying, true, "sum_i x_i"},
    {"psum", State::unreduced, true, "sum_i x_i"},
    {"psum", State::pending, false, "a pending maximum or minimum over %X is no sum", "use pmax(a, %X) or pmin(a, %X)"},
    {"psum", State::replicated, false, times_devices,
     "use a itself, or in the shard_map pcast<varying>(a, %X) first if that is meant"},
    {"psum", State::reduced, false, times_devices,
     "use a itself, or in the shard_map pcast<varying>(a, %X) first if that is meant"},
    {"pmean", State::varying, true, "sum_i x_i / n"},
    {"pmean", State::unreduced, true, "sum_i x_i / n"},
    {"pmean", State::pending, false, "a pending maximum or minimum over %X is no sum",
     "use pmax(a, %X) or pmin(a, %X)"},
    {"pmean", State::replicated, false, own_mean, own_mean_repair},
    {"pmean", State::reduced, false, own_mean, own_mean_repair},
    {"pmax", State::varying, true, "max_i x_i"},
    {"pmax", State::pending, true, "max_i x_i"},
    {"pmax", State::unreduced, false, nonlinear_pending, "reduce it first: psum(a, %X)"},
    {"pmax", State::replicated, false, own_extremum, "use a itself"},
    {"pmax", State::reduced, false, own_extremum, "use a itself"},
    {"pcast<varying>", State::replicated, true, "x_i = x"},
    {"pcast<varying>", State::reduced, true, "x_i = x"},
    {"pcast<varying>", State::varying, false, "the value varies over %X already", "use a itself"},
    {"pcast<varying>", State::pending, false, "a pending maximum or minimum over %X does not vary by a cast",
     "reduce it first: pmax(a, %X) or pmin(a, %X)"},
    {"pcast<varying>", State::any, false, "a pending reduction over %X does not vary by a cast",
     "reduce it first: psum(a, %X), or scatter it: psum_scatter(a, %X, tiled)"},
    {"pcast<unreduced>", State::varying, true, "sum_i x_i is pending"},
    {"pcast<unreduced>", State::unreduced, false, "the value is unreduced over %X already", "use a itself"},
    {"pcast<unreduced>", State::pending, false, "a pending maximum or minimum over %X is no sum",
     "use pmax(a, %X) or pmin(a, %X)"},
    {"pcast<unreduced>", State::any, false, "the value is the same on all devices along %X: as a sum it counts once",
     "%{a+U}"},
    {"pcast<reduced>", State::replicated, true, "x = x"},
    {"pcast<reduced>", State::reduced, false, "the value is reduced over %X already", "use a itself"},
    {"pcast<reduced>", State::pending, false, "the value is not the same on all devices along %X",
     "reduce it first: pcast<reduced>(pmax(a, %X), %X), or with pmin"},
    {"pcast<reduced>", State::any, false, "the value is not the same on all devices along %X",
     "reduce it first: pcast<reduced>(psum(a, %X), %X)"},
    {"psum_scatter", State::varying, true, "block i of sum_j x_j"},
    {"psum_scatter", State::unreduced, true, "block i of sum_j x_j"},
    {"psum_scatter", State::pending, false, "a pending maximum or minimum over %X is no sum",
     "use pmax(a, %X) or pmin(a, %X)"},
    {"psum_scatter", State::reduced, false, times_devices,
     "take a block of it as replicated (free): local_block(%{a-}, %X, tiled)"},
    {"psum_scatter", State::any, false, times_devices, "take a block: local_block(a, %X, tiled)"},
    {"all_gather", State::varying, true, "concat_i x_i"},
    {"all_gather", State::unreduced, false, "a sum is pending over %X: its pieces are no blocks",
     "reduce it first: psum(a, %X)"},
    {"all_gather", State::pending, false, "a reduction is pending over %X: its pieces are no blocks",
     "reduce it first: pmax(a, %X) or pmin(a, %X)"},
    {"all_gather", State::any, false, own_whole, "use a itself"},
    {"local_block", State::replicated, true, "block i of x"},
    {"local_block", State::varying, false, "the value varies over %X: each device has a value of its own",
     "slice it, or psum_scatter(a, %X, tiled)"},
    {"local_block", State::reduced, false,
     "the block of a reduced value would have a gradient that is reduced over %X at once",
     "reshard it first (free): %{a-}"},
    {"local_block", State::unreduced, false, "a sum is pending over %X", "scatter it: psum_scatter(a, %X, tiled)"},
    {"local_block", State::any, false, "a maximum or minimum is pending over %X",
     "reduce it first: pmax(a, %X) or pmin(a, %X)"},
    {"all_to_all", State::varying, true, "block j of x_i goes to device j"},
    {"ppermute", State::varying, true, "x_i goes to the target of i"},
    {"all_to_all", State::unreduced, false, "a sum is pending over %X", "reduce it first: psum(a, %X)"},
    {"ppermute", State::unreduced, false, "a sum is pending over %X", "reduce it first: psum(a, %X)"},
    {"all_to_all", State::pending, false, "a reduction is pending over %X",
     "reduce it first: pmax(a, %X) or pmin(a, %X)"},
    {"ppermute", State::pending, false, "a reduction is pending over %X",
     "reduce it first: pmax(a, %X) or pmin(a, %X)"},
    {"all_to_all", State::any, false, own_copy, "cast it first: pcast<varying>(a, %X)"},
    {"ppermute", State::any, false, own_copy, "cast it first: pcast<varying>(a, %X)"},
};
}  // namespace rows

/// The state of all axes if the op takes it; else the rejection.
constexpr Verdict judge_manual(std::string_view op, const TypeDesc& a, const AxisList& axes) {
  Verdict v;
  v.type = a;
  const std::string_view table = op == "pmin" ? "pmax" : op;
  if (axes.size == 0) return v.reject("no axis is named", "name the axes after the array, as in psum(a, X)");
  for (int i = 0; i < axes.size; ++i)
    for (int j = 0; j < i; ++j)
      if (axes.axes[i] == axes.axes[j]) return v.reject("axis %X is named twice", "name it once", axes.axes[i]);
  for (Name x : axes) {
    const State s = state_of(a, x);
    if (s == State::split) return v.reject(rows::of_shard_map, rows::enter_first, x);
    for (const ManualRow& row : rows::manual) {
      if (row.op != table || !(row.from == s || row.from == State::any)) continue;
      if (!row.ok) return v.reject(row.note, row.repair, x);
      SHARDWISE_ROW_USED(&row);
      break;
    }
    if (s != state_of(a, axes.axes[0]))
      return v.reject("the value is in other states over the other axes than over %X", "call it for one axis at a time",
                      x);
  }
  // A maximum of sums is not the sum of maxima: what reduces over one axis waits for the other kind.
  const bool sums = table == "psum" || table == "pmean" || table == "psum_scatter" || table == "pcast<unreduced>";
  if (a.dtype == Dtype::key ? sums || table == "pmax" : a.dtype == Dtype::boolean && sums)
    return v.reject("the operand is no number", "astype it first");
  const Name first = a.unreduced.size ? a.unreduced.axes[0] : Name{};
  if (sums && a.unreduced.size && a.pending != PendingKind::sum)
    return v.reject("a maximum or minimum is pending over %X, and sums do not pass it",
                    "reduce it first: pmax(a, %X) or pmin(a, %X)", first);
  if (table == "pmax" && a.unreduced.size) {
    const PendingKind kind = op == "pmax" ? PendingKind::max : PendingKind::min;
    if (a.pending != kind)
      return v.reject(a.pending == PendingKind::sum ? rows::nonlinear_pending : rows::no_minmax,
                      a.pending == PendingKind::sum ? "reduce it first: psum(a, %X)" : "reshard it first: %{a-}",
                      first);
  }
  return v;
}

}  // namespace shardwise::rules
