// A program that a transform is changing: equations in a linked order within their regions, so that one can be put
// before another, leave its loop, or be replaced, each in constant time.
#pragma once

#include <shardwise/dsl/transform/freeze.hpp>

namespace shardwise {

/// Equations keep their ids until `finish`; new ones get ids after them. Operands are read through `eqn`, which knows
/// what was replaced. The region of a header is named by the header's id, the program's own by -1.
struct Draft {
  DynamicProgram program;
  std::vector<int> home;        ///< the region an equation is in
  std::vector<int> next, prev;  ///< its neighbours there; -1
  std::vector<int> first;       ///< of each region of the program that came, at its name + 1
  std::vector<int> last;
  std::vector<int> stands_for;  ///< what a replaced value is now; -1
  std::vector<int> uses;        ///< how often a value is read, as an operand or a result
  std::vector<int> place;  ///< equations of one region run in this order, new ones where what they stand before does
  std::vector<char> gone;
  bool changed = false;

  constexpr explicit Draft(DynamicProgram given) : program(static_cast<DynamicProgram&&>(given)) {
    const DynamicProgram& p = program;
    const int n = int(p.equations.size());
    next.assign(std::size_t(n), -1);
    prev = home = stands_for = next;
    first.assign(std::size_t(n) + 1, -1);
    last = first;
    uses.assign(std::size_t(n), 0);
    place = uses;
    gone.assign(std::size_t(n), 0);
    std::vector<int> open, ends;
    for (int i = 0; i < n; ++i) {
      while (!ends.empty() && ends.back() == i) {
        ends.pop_back();
        open.pop_back();
      }
      home[std::size_t(i)] = open.empty() ? -1 : open.back();
      place[std::size_t(i)] = i;
      append(i);
      count_operands(p.equations[std::size_t(i)], 1);
      if (!opens_region(p.equations[std::size_t(i)].op)) continue;
      open.push_back(i);
      ends.push_back(p.equations[std::size_t(i)].a);
    }
    for (int id : p.outputs) ++uses[std::size_t(id)];
  }

  constexpr int size() const { return int(program.equations.size()); }
  constexpr bool alive(int id) const { return !gone[std::size_t(id)]; }
  constexpr int region_of(int id) const { return home[std::size_t(id)]; }
  constexpr int use_count(int id) const { return uses[std::size_t(id)]; }
  constexpr const OpInfo* op_of(int id) const { return program.equations[std::size_t(id)].op; }
  /// All equations in the order in which they run, as they stand now; `place` says it too from here on.
  constexpr std::vector<int> in_order() {
    std::vector<int> order, outer;
    int id = first[0];
    while (true) {
      if (id < 0) {
        if (outer.empty()) return order;
        id = next[std::size_t(outer.back())];
        outer.pop_back();
        continue;
      }
      place[std::size_t(id)] = int(order.size());
      order.push_back(id);
      if (opens_region(op_of(id))) {
        outer.push_back(id);
        id = first[std::size_t(id) + 1];
      } else {
        id = next[std::size_t(id)];
      }
    }
  }
  constexpr int type_id(int id) const { return program.equations[std::size_t(id)].type; }  ///< equal for equal types
  /// Until the next equation of a new type.
  constexpr const TypeDesc& type_of(int id) const { return program.types[std::size_t(type_id(id))]; }
  /// The value that stands for this one now.
  constexpr int find(int id) const {
    while (id >= 0 && stands_for[std::size_t(id)] >= 0) id = stands_for[std::size_t(id)];
    return id;
  }
  /// The equation as it is now. The end of a header's region is not known before `finish`.
  constexpr Eqn eqn(int id) const {
    Eqn q = program.equations[std::size_t(id)];
    if (!opens_region(q.op)) q.a = find(q.a);
    q.b = find(q.b);
    q.c = find(q.c);
    return q;
  }

  constexpr int intern(const TypeDesc& t) {
    for (std::size_t i = 0; i < program.types.size(); ++i)
      if (program.types[i] == t) return int(i);
    program.types.push_back(t);
    return int(program.types.size()) - 1;
  }

  /// Puts a new equation before another one of its region.
  constexpr int insert_before(int where, Eqn q, const TypeDesc& t) {
    q.type = intern(t);
    const int id = size();
    program.equations.push_back(q);
    home.push_back(-1);
    next.push_back(-1);
    prev.push_back(-1);
    stands_for.push_back(-1);
    uses.push_back(0);
    place.push_back(place[std::size_t(where)]);
    gone.push_back(0);
    link_before(id, where);
    count_operands(q, 1);
    changed = true;
    return id;
  }
  /// Another equation in place of one; operands that nobody reads any more go.
  constexpr void set(int id, const Eqn& q) {
    const Eqn old = eqn(id);
    count_operands(q, 1);
    program.equations[std::size_t(id)] = q;
    release(old);
    changed = true;
  }
  constexpr void set(int id, Eqn q, const TypeDesc& t) {
    q.type = intern(t);
    set(id, q);
  }
  /// From here on `by`, which is in sight wherever `id` is, stands for `id`.
  constexpr void replace(int id, int by) {
    stands_for[std::size_t(id)] = by;
    uses[std::size_t(by)] += uses[std::size_t(id)];
    uses[std::size_t(id)] = 0;
    remove(id);
  }
  /// Moves an equation before another, perhaps of another region.
  constexpr void move_before(int id, int where) {
    unlink(id);
    link_before(id, where);
    place[std::size_t(id)] = place[std::size_t(where)];
    changed = true;
  }

  /// Makes a value stand before the reshards of a tree that begin with `front`: a constant may stand between them.
  constexpr void ahead_of(int front, int id) {
    if (op_of(id) == op<ops::constant> && home[std::size_t(id)] == home[std::size_t(front)] &&
        place[std::size_t(id)] > place[std::size_t(front)])
      move_before(id, front);
  }

  /// The reshards of one tree that `id` is one of, in order; itself alone if it is of none.
  constexpr std::vector<int> group_of(int id) const {
    const int group = program.equations[std::size_t(id)].group;
    if (!group) return {id};
    const auto in_group = [&](int k) {
      return op_of(k) == op<ops::reshard> && program.equations[std::size_t(k)].group == group;
    };
    int begin = id;
    for (int k = prev[std::size_t(id)]; k >= 0; k = prev[std::size_t(k)]) {
      if (in_group(k))
        begin = k;
      else if (!(op_of(k) == op<ops::constant>))
        break;
    }
    std::vector<int> members;
    for (int k = begin; k >= 0; k = next[std::size_t(k)]) {
      if (in_group(k))
        members.push_back(k);
      else if (!(op_of(k) == op<ops::constant>))
        break;
    }
    return members;
  }

  /// The program as it is now: in order, without dead code. The one that came, if nothing was changed.
  constexpr DynamicProgram finish() {
    if (!changed) return static_cast<DynamicProgram&&>(program);
    mark_live();
    map.assign(std::size_t(size()), -1);
    out.types = static_cast<std::vector<TypeDesc>&&>(program.types);
    out.extents = static_cast<std::vector<Extent>&&>(program.extents);
    out.equalities = static_cast<std::vector<Equality>&&>(program.equalities);
    out.numbers = static_cast<std::vector<std::uint32_t>&&>(program.numbers);
    emit(-1);
    for (int id : carries) {
      int& b = out.equations[std::size_t(map[std::size_t(id)])].b;
      b = map[std::size_t(find(b))];
    }
    for (int id : program.inputs) out.inputs.push_back(map[std::size_t(id)]);
    for (int id : program.outputs) out.outputs.push_back(map[std::size_t(find(id))]);
    return static_cast<DynamicProgram&&>(out);
  }

 private:
  std::vector<char> live;
  std::vector<int> map, carries;
  DynamicProgram out;

  constexpr void append(int id) {
    const std::size_t region = std::size_t(home[std::size_t(id)] + 1);
    prev[std::size_t(id)] = last[region];
    if (last[region] >= 0)
      next[std::size_t(last[region])] = id;
    else
      first[region] = id;
    last[region] = id;
  }
  constexpr void link_before(int id, int where) {
    home[std::size_t(id)] = home[std::size_t(where)];
    const int before = prev[std::size_t(where)];
    prev[std::size_t(id)] = before;
    next[std::size_t(id)] = where;
    prev[std::size_t(where)] = id;
    if (before >= 0)
      next[std::size_t(before)] = id;
    else
      first[std::size_t(home[std::size_t(id)] + 1)] = id;
  }
  constexpr void unlink(int id) {
    const int before = prev[std::size_t(id)], after = next[std::size_t(id)];
    const std::size_t region = std::size_t(home[std::size_t(id)] + 1);
    if (before >= 0)
      next[std::size_t(before)] = after;
    else
      first[region] = after;
    if (after >= 0)
      prev[std::size_t(after)] = before;
    else
      last[region] = before;
  }
  constexpr void count_operands(const Eqn& q, int more) {
    if (!opens_region(q.op) && q.a >= 0) uses[std::size_t(q.a)] += more;
    if (q.b >= 0) uses[std::size_t(q.b)] += more;
    if (q.c >= 0) uses[std::size_t(q.c)] += more;
  }
  constexpr void remove(int id) {
    if (gone[std::size_t(id)]) return;
    gone[std::size_t(id)] = 1;
    changed = true;
    unlink(id);
    release(eqn(id));
  }
  /// A loop stays until `finish` asks who needs it.
  constexpr bool goes_unread(int id) const {
    const OpInfo* o = op_of(id);
    return uses[std::size_t(id)] == 0 && !gone[std::size_t(id)] && !opens_region(o) && o != op<ops::input> &&
           o != op<ops::carry> && o != op<ops::guard>;
  }
  constexpr void release(const Eqn& q) {
    std::vector<Eqn> work{q};
    while (!work.empty()) {
      const Eqn e = work.back();
      work.pop_back();
      count_operands(e, -1);
      for (int id : {opens_region(e.op) ? -1 : e.a, e.b, e.c}) {
        if (id < 0 || !goes_unread(id)) continue;
        gone[std::size_t(id)] = 1;
        unlink(id);
        work.push_back(eqn(id));
      }
    }
  }

  constexpr void mark_live() {
    const std::size_t n = std::size_t(size());
    live.assign(n, 0);
    std::vector<int> work, guard_of(n, -1);
    const auto mark = [&](int id) {
      if (id < 0 || live[std::size_t(id)]) return;
      live[std::size_t(id)] = 1;
      work.push_back(id);
    };
    for (int i = 0; i < int(n); ++i)
      if (alive(i) && op_of(i) == op<ops::guard>) guard_of[std::size_t(home[std::size_t(i)])] = i;
    for (int id : program.inputs) mark(id);
    for (int id : program.outputs) mark(find(id));
    while (!work.empty()) {
      const int id = work.back();
      work.pop_back();
      const Eqn q = eqn(id);
      if (opens_region(q.op))
        mark(guard_of[std::size_t(id)]);
      else
        mark(q.a);
      mark(q.b);
      mark(q.c);
      mark(home[std::size_t(id)]);
    }
  }
  constexpr void emit(int region) {
    for (int id = first[std::size_t(region + 1)]; id >= 0; id = next[std::size_t(id)]) {
      if (!live[std::size_t(id)]) continue;
      Eqn q = eqn(id);
      const auto renamed = [&](int k) { return k < 0 ? -1 : map[std::size_t(k)]; };
      const bool header = opens_region(q.op);
      if (!header) q.a = renamed(q.a);
      if (q.op == op<ops::carry>)
        carries.push_back(id);
      else
        q.b = renamed(q.b);
      q.c = renamed(q.c);
      const int at = map[std::size_t(id)] = int(out.equations.size());
      out.equations.push_back(q);
      if (!header) continue;
      emit(id);
      out.equations[std::size_t(at)].a = int(out.equations.size());
    }
  }
};

/// Terms of a sum may be multiplied by it before they are added or after: a sum within this factor of the ends of its
/// type's range may leave that. f16 ends at 65504, so of f16 only signs may.
constexpr bool passes_sums(double factor, Dtype dtype) {
  const double size = factor < 0 ? -factor : factor;
  return size == 1 || (dtype != Dtype::f16 && size >= 0x1p-20 && size <= 0x1p20);
}

namespace detail {
/// A transform alone: a pass over the draft, until it changes nothing. What one equation gives up may be what another
/// waits for.
template <class Pass> constexpr DynamicProgram until_stable(DynamicProgram p) {
  Draft d(static_cast<DynamicProgram&&>(p));
  bool any = false;
  do {
    d.changed = false;
    Pass{d}.run(d.in_order());
    any = any || d.changed;
  } while (d.changed);
  d.changed = any;
  return d.finish();
}
}  // namespace detail

}  // namespace shardwise
