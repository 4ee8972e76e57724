// The order of the steps of a reshard, for the leaves of a tree together: what the counts say and what devices run.
#pragma once

#include <shardwise/dsl/rules/reshard.hpp>

#include <vector>

namespace shardwise::rules {

/// What is left to do of the reshard of one leaf.
struct LeafMoves {
  TypeDesc now{}, to{};
  AxisList waiting[move_count]{};          ///< axes that are still to move, by Move
  int left = 0;                            ///< how many those are
  PendingKind pending = PendingKind::sum;  ///< of what is reduced

  constexpr LeafMoves() = default;
  /// The reshard must be one that judge_reshard accepts.
  constexpr LeafMoves(const TypeDesc& from, const TypeDesc& target) : now(from), to(target), pending(from.pending) {
    AxisUnion all;
    all.add(from);
    all.add(target);
    for (Name x : all)
      if (const Move m = move_of(from, target, x); m != Move::none) {
        waiting[int(m)].push(x);
        ++left;
      }
  }
  /// The layout after these axes moved; false where one would pass under another that is still there.
  constexpr bool possible(const AxisList& axes, TypeDesc& after) const {
    after = now;
    return detail::apply_moves(after, to, axes);
  }
  constexpr void take(Move m, const AxisList& axes, const TypeDesc& after) {
    now = after;
    for (Name x : AxisList(axes)) waiting[int(m)].erase(x);
    left -= axes.size;
  }
  /// A free step that is possible now: all axes of its kind if they can move at once, else one of them.
  constexpr bool free_step(Move& m, AxisList& axes, TypeDesc& after) const {
    for (Move kind : {Move::cast, Move::first_only, Move::slice, Move::embed}) {
      const AxisList& all = waiting[int(kind)];
      if (all.empty()) continue;
      m = kind;
      axes = all;
      if (possible(axes, after)) return true;
      for (Name x : all) {
        axes = {};
        axes.push(x);
        if (possible(axes, after)) return true;
      }
    }
    return false;
  }
};

constexpr bool reduces(Move m) { return m == Move::all_reduce || m == Move::reduce_scatter; }

namespace detail {
constexpr bool same_set(const AxisList& a, const AxisList& b) {
  if (a.size != b.size) return false;
  for (Name x : a)
    if (!b.has(x)) return false;
  return true;
}
/// One call of this kind can run for both.
constexpr bool alike(const LeafMoves& a, const LeafMoves& b, Move m) {
  return same_set(a.waiting[int(m)], b.waiting[int(m)]) && a.now.dtype == b.now.dtype &&
         (a.pending == b.pending || !reduces(m));
}
}  // namespace detail

/// Which leaves run the next collective together, and of which kind: one for which all leaves that still need it are
/// ready, so that it runs once for all; where no kind is, those that are ready. No free step may be possible. A step
/// that is possible stays possible, so a leaf that takes another first loses nothing. Empty at the end.
template <class Leaves> constexpr std::vector<int> next_collective(const Leaves& leaves, Move& kind) {
  std::vector<int> some;
  TypeDesc after;
  for (int m = int(Move::reduce_scatter); m <= int(Move::all_gather); ++m)
    for (int first = 0; first < int(leaves.size()); ++first) {
      const LeafMoves& a = leaves[std::size_t(first)];
      if (a.waiting[m].empty()) continue;
      bool all = true;
      std::vector<int> batch;
      for (int k = 0; k < int(leaves.size()); ++k) {
        const LeafMoves& b = leaves[std::size_t(k)];
        if (!detail::alike(a, b, Move(m))) continue;
        if (b.possible(b.waiting[m], after))
          batch.push_back(k);
        else
          all = false;
      }
      if (batch.empty() || (!all && !some.empty())) continue;
      kind = Move(m);
      some = static_cast<std::vector<int>&&>(batch);
      if (all) return some;
    }
  return some;
}

/// Calls `f(move, members)` for each collective that the reshards of one tree run. The leaves are at their end then.
template <class F> constexpr void for_each_collective(std::vector<LeafMoves>& leaves, F f) {
  while (true) {
    for (LeafMoves& leaf : leaves) {
      Move m{};
      AxisList axes;
      TypeDesc after;
      while (leaf.free_step(m, axes, after)) leaf.take(m, axes, after);
    }
    Move m{};
    const std::vector<int> members = next_collective(leaves, m);
    if (members.empty()) return;
    f(m, members);
    for (int k : members) {
      LeafMoves& leaf = leaves[std::size_t(k)];
      const AxisList axes = leaf.waiting[int(m)];
      TypeDesc after;
      leaf.possible(axes, after);
      leaf.take(m, axes, after);
    }
  }
}

}  // namespace shardwise::rules
