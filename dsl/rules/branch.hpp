// Regions under a predicate that varies over mesh axes: all in them varies too.
#pragma once

#include <shardwise/dsl/rules/manual.hpp>

namespace shardwise {
/// Not constexpr: a compiler's error names it. Devices that take the other branch would not take part in a collective
/// (nor in a sum that is left pending, nor hold a block of anything): communicate before the branch or after it.
[[noreturn]] inline void a_branch_communicates_over_an_axis_on_which_its_predicate_varies() {
  throw std::logic_error(
      "cond, while_loop: a branch communicates, or holds a pending sum or a block, over an axis on which its predicate "
      "varies: devices that take the other branch would not take part: do it before or after the branch");
}
}  // namespace shardwise

namespace shardwise::control {

/// The type with replicated and reduced made varying over the axes: what a branch sees of a value when each device
/// takes its own branch.
constexpr TypeDesc varied(TypeDesc t, const AxisList& axes) {
  for (Name x : axes) {
    const rules::State s = rules::state_of(t, x);
    if (s != rules::State::replicated && s != rules::State::reduced) continue;
    t.reduced.erase(x);
    t.varying.insert(x);
  }
  return t;
}
/// The free cast to that type.
constexpr Value vary(Value a, const AxisList& axes) {
  return a.valid() && !axes.empty() ? reshard_to(a, varied(a.type(), axes)) : a;
}

namespace detail {
/// A reshard between these types communicates over none of the axes, and needs no state but varying over them.
constexpr void check_moves(const TypeDesc& from, const TypeDesc& to, const AxisList& axes) {
  for (Name x : axes) {
    const rules::State s = rules::state_of(to, x);
    const bool local = s == rules::State::varying || s == rules::State::replicated || s == rules::State::reduced;
    if (!local || rules::is_collective(rules::move_of(from, to, x)))
      a_branch_communicates_over_an_axis_on_which_its_predicate_varies();
  }
}
}  // namespace detail

/// Makes all that the region being written computes varying over the axes on which its predicate varies. What it
/// captures is cast before it, so that the sums over devices in the gradients of captures run outside of it.
constexpr void vary_region(Builder& g, const AxisList& axes) {
  if (axes.empty()) return;
  const int region = g.current, parent = g.regions[std::size_t(region)].parent, end = g.size();
  const auto inside = [&](int r) {
    while (r > region) r = g.regions[std::size_t(r)].parent;
    return r == region;
  };
  std::vector<int> cast(std::size_t(end), -1), before(std::size_t(end), -1);
  const auto captured = [&](int id) {
    if (id < 0 || inside(g[id].region)) return id;
    int& made = cast[std::size_t(id)];
    if (made < 0) {
      const TypeDesc t = g.type_of(id);
      detail::check_moves(t, t, axes);
      g.current = parent;
      made = vary(Value{&g, id}, axes).id;
      g.current = region;
    }
    return made;
  };
  for (int id = 0; id < end; ++id) {
    Eqn q = g[id];
    if (!inside(q.region)) continue;
    if (opens_region(q.op)) {
      if (q.op == op<ops::branch>) q.b = g.regions[std::size_t(q.a)].predicate = captured(q.b);
      g.equations[std::size_t(id)] = q;
      continue;
    }
    if (q.op == op<ops::permute>)
      for (const Extent::Factor& f : g.extents[q.k0].factors)
        if (f.power && axes.has(f.name)) a_branch_communicates_over_an_axis_on_which_its_predicate_varies();
    const TypeDesc to = g.type_of(id);
    TypeDesc from = to;
    if (q.op == op<ops::reshard>)
      from = before[std::size_t(q.a)] >= 0 ? g.types[std::size_t(before[std::size_t(q.a)])] : g.type_of(q.a);
    detail::check_moves(from, to, axes);
    before[std::size_t(id)] = q.type;
    q.a = captured(q.a);
    if (q.op != op<ops::carry>) q.b = captured(q.b);
    q.c = captured(q.c);
    q.type = g.intern(varied(to, axes));
    if (q.op == op<ops::reshard> && q.type == g[q.a].type) {
      q.op = op<ops::alias>;
      q.group = 0;
    }
    g.equations[std::size_t(id)] = q;
  }
  // The next value of a carry may come from outside.
  for (int id = 0; id < end; ++id)
    if (g[id].op == op<ops::carry> && inside(g[id].region)) {
      const int next = captured(g[id].b);
      g.equations[std::size_t(id)].b = next;
    }
  g.casts_stand_late = true;
}

}  // namespace shardwise::control
