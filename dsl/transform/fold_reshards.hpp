// Reshards of reshards become one: an all-reduce that is only sliced afterwards is a reduce-scatter, an all-gather that
// is cut again is nothing, a pending sum that is reduced and made pending again stays pending.
#pragma once

#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/draft.hpp>

namespace shardwise {

namespace detail {

/// What the collectives of a reshard send, relative to other reshards of the same array: for axes of size n, in units
/// of the whole array, by ring algorithms (an all-reduce is a reduce-scatter and an all-gather).
constexpr double relative_traffic(const TypeDesc& from, const TypeDesc& to, double n) {
  const auto local = [&](const TypeDesc& t) {
    double part = 1;
    for (int d = 0; d < t.rank; ++d)
      for (int k = 0; k < t.dims[d].axes.size; ++k) part /= n;
    return part;
  };
  double sum = 0;
  rules::for_each_step(from, to,
                       [&](rules::Move m, const AxisList& axes, const TypeDesc& before, const TypeDesc& after) {
                         if (!rules::is_collective(m)) return;
                         double devices = 1;
                         for (int k = 0; k < axes.size; ++k) devices *= n;
                         const double others = (devices - 1) / devices;
                         sum += others * (m == rules::Move::all_reduce   ? 2 * local(before)
                                          : m == rules::Move::all_gather ? local(after)
                                                                         : local(before));
                       });
  return sum;
}

/// Whether `reshard A -> C` gives what `reshard A -> B -> C` does. A value that varies is another value after it was
/// reduced, and n times itself where it is cast and summed; all other states only say how one value lies.
constexpr bool composes(const TypeDesc& a, const TypeDesc& b, const TypeDesc& c) {
  using rules::State;
  if (a.unreduced.size && c.unreduced.size && a.pending != c.pending) return false;
  AxisUnion all;
  all.add(a);
  all.add(b);
  all.add(c);
  for (Name x : all) {
    const State from = rules::state_of(a, x), over = rules::state_of(b, x), to = rules::state_of(c, x);
    if (over == State::varying && from != over && !rules::fault(47)) return false;
    if (over == State::pending && from != over && to != over) return false;
    if (from == State::varying && over != from && to != State::unreduced && to != State::pending &&
        !(to == State::replicated && over != State::pending))
      return false;
    if (from == State::varying && over != from && to == State::pending && over != to) return false;
    if (rules::move_of(a, c, x) == rules::Move::impossible) return false;
  }
  return !rules::for_each_step(a, c, [](auto&&...) {});
}

struct ReshardFolder {
  Draft& d;
  std::vector<int> reader{};  ///< of each value one reshard that reads it
  std::vector<char> seen{};   ///< reshards whose group was tried

  constexpr void run(const std::vector<int>& order) {
    const int n = d.size();
    reader.assign(std::size_t(n), -1);
    seen.assign(std::size_t(n), 0);
    for (int id : order)
      if (d.op_of(id) == op<ops::reshard>) reader[std::size_t(d.find(d.program.equations[std::size_t(id)].a))] = id;
    for (int id : order) {
      if (!d.alive(id)) continue;
      if (d.op_of(id) == op<ops::reshard>) {
        drop_moves(id);
        if (!d.alive(id)) continue;
        if (!d.program.equations[std::size_t(id)].group)
          fold_alone(id);
        else if (!seen[std::size_t(id)])
          fold_tree(id);
      } else if (d.op_of(id) == op<ops::view>) {
        fold_view(id);
      }
    }
  }

 private:
  /// A local view of a view.
  constexpr void fold_view(int id) {
    Eqn q = d.eqn(id);
    if (!(d.op_of(q.a) == op<ops::view>)) return;
    const int whole = d.eqn(q.a).a;
    if (d.type_of(whole) == d.type_of(id)) d.replace(id, whole);
  }
  /// A reshard of a reshard that needs no collective from what the first one moved.
  constexpr void drop_moves(int id) {
    if (const int v = d.eqn(id).a; d.type_id(v) == d.type_id(id)) return d.replace(id, v);
    for (bool more = true; more;) {
      more = false;
      Eqn q = d.eqn(id);
      if (!(d.op_of(q.a) == op<ops::reshard>)) return;
      const int whole = d.eqn(q.a).a;
      const TypeDesc &a = d.type_of(whole), &b = d.type_of(q.a), &c = d.type_of(id);
      if (!composes(a, b, c) || rules::collectives_of(a, c)) return;
      if (a == c) return d.replace(id, whole);
      if (d.use_count(q.a) != 1 && !rules::collectives_of(b, c)) return;
      q.a = whole;
      d.set(id, q);
      more = true;
    }
  }

  struct Pair {
    int first, second;
    TypeDesc from;       ///< what the folded one moves: of the operand, with a sum that was taken still pending
    bool casts = false;  ///< the operand varies: a free cast makes its sum pending
  };
  /// The two reshards as one, in the place of the first.
  constexpr bool pair_of(int first, Pair& p) const {
    using rules::State;
    if (!d.alive(first) || d.use_count(first) != 1) return false;
    p.first = first;
    p.second = reader_of(first);
    if (p.second < 0 || !(d.op_of(p.second) == op<ops::reshard>) || d.region_of(p.second) != d.region_of(first))
      return false;
    const int whole = d.eqn(first).a;
    const TypeDesc &a = d.type_of(whole), &b = d.type_of(first), &c = d.type_of(p.second);
    p.from = a;
    if (composes(a, b, c)) return true;
    for (Name x : a.varying) {
      if (rules::state_of(b, x) != State::replicated || rules::state_of(c, x) == State::varying) continue;
      if (a.unreduced.size && a.pending != PendingKind::sum) return false;
      p.from.varying.erase(x);
      p.from.unreduced.insert(x);
      p.casts = true;
    }
    return p.casts && composes(p.from, b, c);
  }
  constexpr int reader_of(int id) const {
    const int r = reader[std::size_t(id)];
    return r >= 0 && d.alive(r) && d.eqn(r).a == id ? r : -1;
  }

  static constexpr void count(const std::vector<rules::LeafMoves>& given, Collectives& c) {
    std::vector<rules::LeafMoves> leaves = given;
    rules::for_each_collective(leaves, [&](rules::Move m, const std::vector<int>&) { ++c[m]; });
  }
  /// No more in all, and none of a kind that sends more than what it replaces.
  static constexpr bool no_more(const Collectives& after, const Collectives& before) {
    return after.total() <= before.total() &&
           after.all_reduce + after.reduce_scatter <= before.all_reduce + before.reduce_scatter &&
           after.all_reduce + after.all_gather + after.all_to_all <=
               before.all_reduce + before.all_gather + before.all_to_all;
  }
  constexpr rules::LeafMoves moves(int id) const { return {d.type_of(d.eqn(id).a), d.type_of(id)}; }

  constexpr bool sends_more(const Pair& p) const {
    const TypeDesc &a = d.type_of(d.eqn(p.first).a), &b = d.type_of(p.first), &c = d.type_of(p.second);
    for (double n : {2.0, 64.0})
      if (relative_traffic(p.from, c, n) > relative_traffic(a, b, n) + relative_traffic(b, c, n) + 1e-9) return true;
    return false;
  }
  /// A reshard that belongs to no tree goes into the one that reads it.
  constexpr void fold_alone(int id) {
    Pair p{};
    if (!pair_of(id, p) || sends_more(p)) return;
    const std::vector<int> members = d.group_of(p.second);
    std::vector<rules::LeafMoves> before, after;
    for (int m : members) {
      before.push_back(moves(m));
      after.push_back(m == p.second ? rules::LeafMoves(p.from, d.type_of(m)) : before.back());
    }
    Collectives calls_before, calls_after;
    count({moves(id)}, calls_before);
    count(before, calls_before);
    count(after, calls_after);
    if (!no_more(calls_after, calls_before)) return;
    Eqn q = d.eqn(p.second);
    q.a = d.eqn(id).a;
    if (p.casts) {
      Eqn cast = q;
      cast.group = 0;
      q.a = d.insert_before(members.front(), cast, p.from);
    }
    d.set(p.second, q);
  }
  /// Folds what follows the reshards of a tree into them: all at once, if they then run no more collectives.
  constexpr void fold_tree(int id) {
    const std::vector<int> members = d.group_of(id);
    std::vector<Pair> pairs;
    std::vector<rules::LeafMoves> before, after;
    std::vector<int> groups;
    Collectives calls_before, calls_after;
    for (int m : members) {
      seen[std::size_t(m)] = 1;
      before.push_back(moves(m));
      Pair p{};
      if (!pair_of(m, p) || sends_more(p)) {
        after.push_back(before.back());
        continue;
      }
      pairs.push_back(p);
      after.push_back({p.from, d.type_of(p.second)});
      const int group = d.program.equations[std::size_t(p.second)].group;
      if (!group)
        count({moves(p.second)}, calls_before);
      else if (std::find(groups.begin(), groups.end(), group) == groups.end())
        groups.push_back(group);
    }
    if (pairs.empty()) return;
    for (int group : groups) {
      std::vector<rules::LeafMoves> all, left;
      for (const Pair& p : pairs) {
        if (d.program.equations[std::size_t(p.second)].group != group || !all.empty()) continue;
        for (int m : d.group_of(p.second)) {
          all.push_back(moves(m));
          bool folded = false;
          for (const Pair& o : pairs) folded = folded || o.second == m;
          if (!folded) left.push_back(moves(m));
        }
      }
      count(all, calls_before);
      count(left, calls_after);
    }
    count(before, calls_before);
    count(after, calls_after);
    if (!no_more(calls_after, calls_before)) return;
    for (const Pair& p : pairs) {
      Eqn q = d.eqn(p.first);
      const TypeDesc c = d.type_of(p.second);
      if (p.casts) {
        Eqn cast = q;
        cast.group = 0;
        d.ahead_of(members.front(), q.a);
        q.a = d.insert_before(members.front(), cast, p.from);
      }
      d.set(p.first, q, c);
      reader[std::size_t(p.first)] = reader[std::size_t(p.second)];
      d.replace(p.second, p.first);
    }
  }
};
}  // namespace detail

/// One reshard for two where that costs no more: in collectives, and in bytes for axes of any size. Of the reshards of
/// one tree all that can be folded are, or none.
constexpr DynamicProgram fold_reshards(DynamicProgram p) {
  return detail::until_stable<detail::ReshardFolder>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
