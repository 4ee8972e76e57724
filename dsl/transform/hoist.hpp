// What a loop does not change leaves it: gathers and other collectives whose operands are the same in every iteration,
// and work whose result is no larger than its operands, with all that these read.
#pragma once

#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/cost.hpp>
#include <shardwise/dsl/transform/draft.hpp>

namespace shardwise {

namespace detail {

struct Hoister {
  Draft& d;
  std::vector<char> fixed{}, wanted{};        ///< of the loop at hand: the same in each iteration; leaves it
  std::vector<char> from_nothing{};           ///< made of constants, counts and places alone
  std::vector<int> left_loop{}, left_from{};  ///< what left a loop, and which
  std::vector<int> chain{}, head{};           ///< of these by hash
  std::vector<int> tree{};                    ///< the one that was asked for last
  bool tree_is_whole = false;                 ///< and whether all of it may leave

  constexpr void run(const std::vector<int>& order) {
    const std::size_t n = std::size_t(d.size());
    fixed.assign(n, 0);
    wanted.assign(n, 0);
    head.assign(256, -1);
    from_nothing.assign(n, 0);
    for (int id : order) {
      const Eqn q = d.eqn(id);
      if (!movable(q.op)) continue;
      bool nothing = true;
      for (int v : {q.a, q.b, q.c}) nothing = nothing && (v < 0 || from_nothing[std::size_t(v)]);
      from_nothing[std::size_t(id)] = nothing;
    }
    for (std::size_t k = order.size(); k-- > 0;)  // inner loops first
      if (d.op_of(order[k]) == op<ops::scan>) empty(order[k]);
  }

 private:
  constexpr bool collective(int id) const {
    const Eqn q = d.eqn(id);
    return q.op == op<ops::permute> ||
           (q.op == op<ops::reshard> && rules::collectives_of(d.type_of(q.a), d.type_of(id)));
  }
  /// An op that may run before a loop as well as in it.
  static constexpr bool movable(const OpInfo* o) {
    return !opens_region(o) && o != op<ops::input> && o != op<ops::carry> && (o != op<ops::item> || rules::fault(48)) &&
           o != op<ops::stack> && o != op<ops::result> && o != op<ops::guard> && o != op<ops::pick>;
  }
  /// No work: these go only with what reads them.
  static constexpr bool free(const OpInfo* o) {
    return o == op<ops::constant> || o == op<ops::iota> || o == op<ops::broadcast> || o == op<ops::transpose> ||
           o == op<ops::reshape> || o == op<ops::slice> || o == op<ops::pad> || o == op<ops::reshard> ||
           o == op<ops::view> || o == op<ops::axis_index> || o == op<ops::axis_size> || o == op<ops::stop_gradient> ||
           o == op<ops::random_bits> || o == op<ops::random_uniform> || o == op<ops::random_normal> ||
           o == op<ops::random_permutation> || o->label.size();
  }
  static constexpr bool same_size(const TypeDesc& a, const TypeDesc& b) {
    if (a.rank != b.rank || size_of(a.dtype) > size_of(b.dtype)) return false;
    for (int i = 0; i < a.rank; ++i)
      if (!(a.dims[i] == b.dims[i])) return false;
    return true;
  }
  /// To keep the result through the loop takes no more memory than to keep an operand.
  constexpr bool worth(int id) const {
    const Eqn q = d.eqn(id);
    if (free(q.op)) return false;
    const TypeDesc& t = d.type_of(id);
    bool fits =
        t.rank == 0 || q.op == op<ops::reduce_sum> || q.op == op<ops::reduce_max> || q.op == op<ops::reduce_min>;
    if (q.op == op<ops::contract> || q.op == op<ops::conv>) {
      bool known = true;
      const std::int64_t made = elements_of(t, known);
      fits = !known || made <= elements_of(d.type_of(q.a), known) + elements_of(d.type_of(q.b), known);
    }
    for (int v : {q.a, q.b, q.c})
      if (v >= 0 && !from_nothing[std::size_t(v)]) fits = fits || same_size(t, d.type_of(v));
    return fits && !from_nothing[std::size_t(id)];
  }

  constexpr void empty(int loop) {
    const Extent trip = d.program.extents[d.eqn(loop).k1];
    if (!trip.is_number() || trip.number < 1) return;  // it may not run at all
    std::vector<int> body;
    bool any = false;
    tree.clear();  // what left an inner loop whole may not leave this one
    for (int id = d.first[std::size_t(loop) + 1]; id >= 0; id = d.next[std::size_t(id)]) {
      body.push_back(id);
      grow(id);
      fixed[std::size_t(id)] = movable(d.op_of(id)) && reads_fixed(id, loop);
      // A tree leaves whole, or its collective would run for what stays and for what left.
      if (fixed[std::size_t(id)] && d.eqn(id).group && collective(id)) fixed[std::size_t(id)] = whole(id, loop);
    }
    for (int id : body) {
      if (!fixed[std::size_t(id)] || wanted[std::size_t(id)]) continue;
      if (collective(id))
        for (int m : d.group_of(id)) wanted[std::size_t(m)] = 1;
      else
        wanted[std::size_t(id)] = worth(id);
      any = any || wanted[std::size_t(id)];
    }
    if (!any) return;
    for (std::size_t k = body.size(); k-- > 0;) {  // and what they read
      if (!wanted[std::size_t(body[k])]) continue;
      const Eqn q = d.eqn(body[k]);
      for (int v : {q.a, q.b, q.c})
        if (v >= 0 && d.region_of(v) == loop && !copied(d.op_of(v))) wanted[std::size_t(v)] = 1;
    }
    for (int id : body) leave(id, loop);
    for (int id : body) fixed[std::size_t(id)] = wanted[std::size_t(id)] = 0;
  }
  /// All that it reads is the same in each iteration.
  constexpr bool reads_fixed(int id, int loop) const {
    const Eqn q = d.eqn(id);
    for (int v : {q.a, q.b, q.c})
      if (v >= 0 && d.region_of(v) == loop && !fixed[std::size_t(v)] && !copied(d.op_of(v))) return false;
    return true;
  }
  constexpr bool whole(int id, int loop) {
    if (std::find(tree.begin(), tree.end(), id) != tree.end()) return tree_is_whole;
    tree = d.group_of(id);
    tree_is_whole = true;
    for (int m : tree) tree_is_whole = tree_is_whole && (reads_fixed(m, loop) || rules::fault(49));
    return tree_is_whole;
  }
  constexpr void grow(int id) {
    if (int(fixed.size()) > id) return;
    fixed.resize(std::size_t(id) + 1, 0);
    wanted.resize(std::size_t(id) + 1, 0);
    from_nothing.resize(std::size_t(id) + 1, 1);  // new ones are copies of these
  }
  /// Made again outside, so that the loop keeps no memory for it.
  static constexpr bool copied(const OpInfo* o) { return o == op<ops::constant> || o == op<ops::iota>; }
  constexpr void take_constants_along(int id, int loop) {
    Eqn q = d.eqn(id);
    bool any = false;
    for (int* v : {&q.a, &q.b, &q.c}) {
      if (*v < 0 || d.region_of(*v) != loop || !copied(d.op_of(*v))) continue;
      int made = find_equal(*v, loop);
      if (made < 0) {
        made = d.insert_before(loop, d.eqn(*v), d.type_of(*v));
        grow(made);
        note(made, loop);
      }
      *v = made;
      any = true;
    }
    if (any) d.set(id, q);
  }
  constexpr void leave(int id, int loop) {
    if (!wanted[std::size_t(id)] || !d.alive(id) || d.region_of(id) != loop) return;
    if (d.op_of(id) == op<ops::reshard> && d.eqn(id).group) {
      const std::vector<int> members = d.group_of(id);
      bool all = true;
      for (int m : members) all = all && wanted[std::size_t(m)];
      if (all) {
        if (members.front() == id) leave_together(members, loop);
        return;
      }
      Eqn q = d.eqn(id);  // one that moves nothing: it need not stand with the others
      q.group = 0;
      d.set(id, q);
    }
    take_constants_along(id, loop);
    if (const int equal = find_equal(id, loop); equal >= 0) return d.replace(id, equal);
    d.move_before(id, loop);
    note(id, loop);
  }
  /// The reshards of a tree stay together. Those of a tree that left the same loop before, with the same operands,
  /// serve for both: the values are kept through the loop anyway.
  constexpr void leave_together(const std::vector<int>& members, int loop) {
    std::vector<int> equal;
    for (int m : members) take_constants_along(m, loop);
    for (int m : members)
      if (const int e = find_equal(m, loop); e >= 0) equal.push_back(e);
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (equal.size() == members.size()) {
        d.replace(members[k], equal[k]);
      } else {
        d.move_before(members[k], loop);
        note(members[k], loop);
      }
    }
  }
  static constexpr std::size_t hash(const Eqn& q) {
    return (std::size_t(q.a + 1) * 31 + std::size_t(q.b + 1) * 7 + std::size_t(q.type) * 3 + q.k0) % 256;
  }
  constexpr void note(int id, int loop) {
    const std::size_t h = hash(d.eqn(id));
    left_loop.push_back(id);
    left_from.push_back(loop);
    chain.push_back(head[h]);
    head[h] = int(left_loop.size()) - 1;
  }
  /// An equal equation that left a loop before, and is in sight. A recomputation stays one, but in the same loop: there
  /// both would be kept through it.
  constexpr int find_equal(int id, int loop) const {
    const Eqn q = d.eqn(id);
    for (int k = head[hash(q)]; k >= 0; k = chain[std::size_t(k)]) {
      const int other = left_loop[std::size_t(k)];
      if (!d.alive(other) || d.region_of(other) != d.region_of(loop) ||
          d.place[std::size_t(other)] > d.place[std::size_t(loop)])
        continue;
      Eqn e = d.eqn(other);
      if (e.tag != q.tag && left_from[std::size_t(k)] != loop) continue;
      e.tag = q.tag;
      e.group = q.group;
      e.pass = q.pass;
      if (e == q) return other;
    }
    return -1;
  }
};
}  // namespace detail

/// Takes out of each loop what does not change in it and is worth it: collectives, and work that gives no larger values
/// than it takes. Only of loops whose trip count is a number of at least 1, since others may not run; never out of
/// branches or while loops.
constexpr DynamicProgram hoist(DynamicProgram p) {
  return detail::until_stable<detail::Hoister>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
