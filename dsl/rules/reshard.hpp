// reshard: the only explicit-mode op whose job is to move data. Rows for one axis, then the order of the steps.
#pragma once

#include <shardwise/dsl/rules/state.hpp>
#include <shardwise/dsl/type/cotangent.hpp>

namespace shardwise::rules {

/// What a reshard does over some axes. Those up to `reduce_scatter` that move nothing between devices are free.
enum class Move : std::uint8_t {
  none,        ///< the state stays
  cast,        ///< replicated <-> reduced, and to or from varying: the same bytes
  slice,       ///< replicated or reduced -> split: each device keeps its block
  first_only,  ///< replicated or reduced -> unreduced: index 0 keeps its copy, the others hold zeros
  embed,       ///< split -> unreduced: its block at its offset, zeros elsewhere
  reduce_scatter,
  all_to_all,
  all_reduce,
  all_gather,
  impossible
};
inline constexpr int move_count = 9;
inline constexpr std::string_view move_names[] = {"none",       "cast",           "slice",      "first_only",
                                                  "embed",      "reduce_scatter", "all_to_all", "all_reduce",
                                                  "all_gather", "impossible"};
constexpr bool is_collective(Move m) { return m >= Move::reduce_scatter && m <= Move::all_gather; }

struct MoveRow {
  State from, to;
  Move move;
  std::string_view algebra;
};

/// The table of reshard, and of the casts of manual mode. A pair that no row names is impossible.
inline constexpr MoveRow move_rows[] = {
    {State::replicated, State::replicated, Move::none, "x = x"},
    {State::split, State::split, Move::none, "x = x"},
    {State::unreduced, State::unreduced, Move::none, "x = x"},
    {State::pending, State::pending, Move::none, "x = x"},
    {State::reduced, State::reduced, Move::none, "x = x"},
    {State::varying, State::varying, Move::none, "x = x"},
    {State::replicated, State::split, Move::slice, "x_i = block i of x"},
    {State::split, State::replicated, Move::all_gather, "x = concat_i x_i"},
    {State::split, State::split_elsewhere, Move::all_to_all, "blocks of d become blocks of e"},
    {State::unreduced, State::replicated, Move::all_reduce, "x = sum_i x_i"},
    {State::unreduced, State::reduced, Move::all_reduce, "x = sum_i x_i"},
    {State::unreduced, State::split, Move::reduce_scatter, "x_i = block i of sum_j x_j"},
    {State::replicated, State::unreduced, Move::first_only, "x_0 = x, the others 0"},
    {State::reduced, State::unreduced, Move::first_only, "x_0 = x, the others 0"},
    {State::split, State::unreduced, Move::embed, "x_i at its offset, zeros elsewhere"},
    {State::replicated, State::reduced, Move::cast, "x = x"},
    {State::reduced, State::replicated, Move::cast, "x = x"},
    {State::reduced, State::split, Move::slice, "x_i = block i of x"},
    {State::split, State::reduced, Move::all_gather, "x = concat_i x_i"},
    {State::pending, State::replicated, Move::all_reduce, "x = max_i x_i, or min"},
    {State::pending, State::reduced, Move::all_reduce, "x = max_i x_i, or min"},
    {State::pending, State::split, Move::reduce_scatter, "x_i = block i of max_j x_j, or min"},
    // Manual mode (rules/manual.hpp): psum, the casts, pmax and pmin. reshard itself refuses them.
    {State::varying, State::replicated, Move::all_reduce, "psum: x = sum_i x_i"},
    {State::replicated, State::varying, Move::cast, "pcast<varying>: x_i = x"},
    {State::reduced, State::varying, Move::cast, "pcast<varying>: x_i = x"},
    {State::varying, State::unreduced, Move::cast, "pcast<unreduced>: sum_i x_i is pending"},
    {State::varying, State::pending, Move::cast, "the maximum of the x_i is pending, or the minimum"},
};

/// The row's index for one axis, or -1.
constexpr int move_row(const TypeDesc& from, const TypeDesc& to, Name axis) {
  State a = state_of(from, axis), b = state_of(to, axis);
  if (a == State::split && b == State::split && from.dim_of(axis) != to.dim_of(axis)) b = State::split_elsewhere;
  if (a == State::pending && b == State::pending && from.pending != to.pending) return -1;
  for (int i = 0; i < int(sizeof move_rows / sizeof *move_rows); ++i)
    if (move_rows[i].from == a && move_rows[i].to == b) return i;
  return -1;
}
constexpr Move move_of(const TypeDesc& from, const TypeDesc& to, Name axis) {
  const int row = move_row(from, to, axis);
  return row < 0 ? Move::impossible : move_rows[row].move;
}

namespace detail {
/// Applies the move of `axis` to the layout of `t`. False if an axis would pass under another.
constexpr bool leave(TypeDesc& t, Name axis, const AxisList& leaving) {
  const int d = t.dim_of(axis);
  if (d < 0) return true;
  const AxisList& list = t.dims[d].axes;
  bool seen = false;
  for (Name x : list) {
    if (x == axis)
      seen = true;
    else if (seen && !leaving.has(x))
      return false;  // an axis that stays is more minor
  }
  return true;
}
constexpr void drop(TypeDesc& t, Name axis) {
  for (int i = 0; i < t.rank; ++i) t.dims[i].axes.erase(axis);
  t.unreduced.erase(axis);
  t.reduced.erase(axis);
  t.varying.erase(axis);
}
/// Appends the axes of `entering` that `to` has on dimension d. False if the list is not then a prefix of to's
/// list, among the axes that have arrived or are still to leave.
constexpr bool enter(TypeDesc& t, const TypeDesc& to, const AxisList& entering) {
  for (int d = 0; d < t.rank; ++d) {
    AxisList& list = t.dims[d].axes;
    bool added = false;
    for (Name x : to.dims[d].axes)
      if (entering.has(x)) {
        list.push(x);
        added = true;
      }
    if (!added) continue;
    if (list.size > to.dims[d].axes.size) return false;
    for (int i = 0; i < list.size; ++i)
      if (!(list.axes[i] == to.dims[d].axes.axes[i])) return false;
  }
  return true;
}
constexpr bool apply_moves(TypeDesc& t, const TypeDesc& to, const AxisList& axes) {
  for (Name x : axes)
    if (!leave(t, x, axes)) return false;
  for (Name x : axes) drop(t, x);
  if (!enter(t, to, axes)) return false;
  for (Name x : axes)
    if (to.dim_of(x) < 0) set_state(t, state_of(to, x), x);
  if (t.unreduced.empty()) t.pending = PendingKind::sum;
  if (to.unreduced.size) t.pending = to.pending;
  return true;
}
}  // namespace detail

/// Calls `f(move, axes, before, after)` for each step of a reshard, in the order of execution: free steps and
/// reduce-scatters first, all-gathers last, each kind of collective once, over all its axes; a step waits where an
/// axis would pass under another. Returns the axis that is stuck or impossible, or an empty name if all is well.
template <class F> constexpr Name for_each_step(const TypeDesc& from, const TypeDesc& to, F f) {
  AxisUnion all;
  all.add(from);
  all.add(to);
  AxisList waiting[move_count]{};
  int left = 0;
  for (Name x : all) {
    const Move m = move_of(from, to, x);
    if (m == Move::impossible) return x;
    if (m == Move::none) continue;
    waiting[int(m)].push(x);
    ++left;
  }
  TypeDesc now = from;
  while (left) {
    bool progress = false;
    for (int m = int(Move::cast); m < move_count && !progress; ++m) {
      if (waiting[m].empty()) continue;
      const bool whole = is_collective(Move(m));
      for (int i = 0; i < (whole ? 1 : waiting[m].size) && !progress; ++i) {
        AxisList axes;
        if (whole)
          axes = waiting[m];
        else
          axes.push(waiting[m].axes[i]);
        TypeDesc next = now;
        if (!detail::apply_moves(next, to, axes)) continue;
        f(Move(m), axes, now, next);
        now = next;
        for (Name x : axes) waiting[m].erase(x);
        left -= axes.size;
        progress = true;
      }
    }
    if (!progress)
      for (auto& w : waiting)
        if (w.size) return w.axes[0];
  }
  for (int d = 0; d < to.rank; ++d)
    if (!(now.dims[d].axes == to.dims[d].axes))
      return to.dims[d].axes.size ? to.dims[d].axes.axes[0] : now.dims[d].axes.axes[0];
  return {};
}

/// Which kinds of collective a reshard runs, each at most once; bit i for Move(i).
constexpr unsigned collectives_of(const TypeDesc& from, const TypeDesc& to) {
  AxisUnion all;
  all.add(from);
  all.add(to);
  unsigned kinds = 0;
  for (Name x : all)
    if (const Move m = move_of(from, to, x); is_collective(m)) kinds |= 1u << int(m);
  return kinds;
}

/// True if the bytes stay as they are: only casts between replicated and reduced.
constexpr bool is_cast(const TypeDesc& from, const TypeDesc& to) {
  AxisUnion all;
  all.add(from);
  all.add(to);
  for (Name x : all)
    if (const Move m = move_of(from, to, x); m != Move::none && m != Move::cast) return false;
  return true;
}

constexpr bool is_split(const TypeDesc& t) {
  for (int d = 0; d < t.rank; ++d)
    if (t.dims[d].axes.size) return true;
  return false;
}

/// The type of `reshard(a, spec)`.
constexpr Verdict judge_reshard(const TypeDesc& a, const SpecDesc& spec) {
  Verdict v;
  v.type = a;
  if (!apply_spec(v.type, spec))
    return v.reject("the spec has more dimensions than the array", "give at most one entry per dimension");
  const TypeDesc& to = v.type;
  AxisUnion all;
  all.add(a);
  all.add(to);
  for (Name x : all) {
    const State s = state_of(a, x), t = state_of(to, x);
    if (s == State::varying && t == State::split)
      return v.reject("the values vary over %X: reshard does not make blocks of them", "use psum_scatter(a, %X, tiled)",
                      x);
    if (s == State::varying && t != s) return v.reject("reshard does not end varying over %X", "use psum(a, %X)", x);
    if (t == State::varying && s == State::unreduced)
      return v.reject("reshard does not make a pending sum vary over %X", "use psum_scatter(a, %X, tiled)", x);
    if (t == State::varying && t != s)
      return v.reject("reshard does not make values vary over %X", "use pcast<varying>(a, %X)", x);
    if (move_of(a, to, x) != Move::impossible) continue;
    if (t == State::pending)
      return v.reject("nothing becomes a pending maximum or minimum over %X but by a reduction",
                      "use max or min with out", x);
    return v.reject("a pending maximum or minimum over %X is no pending sum", "reshard it first: %{a-}", x);
  }
  if (a.unreduced.size && to.unreduced.size && a.pending != to.pending)
    return v.reject("the pending reductions are of different kinds", "reshard it first: %{a-}", a.unreduced.axes[0]);
  if (const Name stuck = for_each_step(a, to, [](auto&&...) {}))
    return v.reject(
        "axis %X would pass under another axis of the same dimension; axes enter and leave at the minor end",
        is_split(a) ? "gather first: %{a gathered}" : "reduce first: %{a plain}", stuck);
  if (!is_floating(a.dtype) && !is_integer(a.dtype))
    for (Name x : to.unreduced)
      if (!a.unreduced.has(x))
        return v.reject("values that are no numbers have no pending sum over %X", "astype them first", x);
  // What can be done forward must be possible backward: with three axes the order may forbid it.
  if (has_cotangent(a) && has_cotangent(to))
    if (const Name stuck = for_each_step(cotangent(to), cotangent(a), [](auto&&...) {}))
      return v.reject("the gradient of this change would pass axis %X under another axis of the same dimension",
                      "do it in two reshards, gathering first: %{a gathered}", stuck);
  return v;
}

}  // namespace shardwise::rules
