// Rematerialisation: what a checkpoint does not save is computed again where the backward pass first needs it, as
// copies of its equations with a tag of their own. What the copies read is found as the backward pass finds it; a loop
// in the checkpoint is copied whole.
#pragma once

#include <shardwise/dsl/rules/rules.hpp>

#include <algorithm>

namespace shardwise::backward {

constexpr int use(Builder& g, int id);
constexpr int seen(Builder& g, int id);
constexpr void copy_region(Builder& g, int r, int region);

/// The region is `forward`, or a copy that recomputes it.
constexpr bool stands_for(const Builder& g, int region, int forward) {
  while (region >= 0 && region != forward) region = g.regions[std::size_t(region)].origin;
  return region == forward;
}
/// The region is `outer`, or stands in it.
constexpr bool inside(const Builder& g, int region, int outer) {
  for (; region >= 0; region = g.regions[std::size_t(region)].parent)
    if (region == outer) return true;
  return false;
}
/// The checkpoint is `outer`, or stands in it.
constexpr bool within(const Builder& g, int checkpoint, int outer) {
  while (checkpoint && checkpoint != outer) checkpoint = g.checkpoints[std::size_t(checkpoint)].parent;
  return checkpoint == outer;
}
/// The checkpoint keeps the value, or it is no work to make it again.
constexpr bool saved_in(const Builder& g, int checkpoint, int id) {
  const OpInfo* o = g[id].op;
  return o == op<ops::constant> || o == op<ops::iota> || o == op<ops::input> ||
         g.checkpoints[std::size_t(checkpoint)].saves(g, id);
}
/// The innermost checkpoint around a value that does not save it; 0 for a value that is there. A checkpoint that is
/// still being traced has its values.
constexpr int recomputed_in(const Builder& g, int id) {
  for (int c = g[id].checkpoint; c; c = g.checkpoints[std::size_t(c)].parent) {
    if (g.checkpoint && within(g, g.checkpoint, c)) return 0;
    if (!saved_in(g, c, id)) return c;
  }
  return 0;
}

namespace copies {
using Renamed = Builder::Recomputation::Renamed;
constexpr int renamed(const std::vector<Renamed>& names, int from) {
  for (const Renamed& n : names)
    if (n.from == from) return n.to;
  return -1;
}
constexpr Builder::Recomputation& at(Builder& g, int r) { return g.recomputations[std::size_t(r)]; }
constexpr int copy_of(const Builder& g, int r, int id) {
  const auto& made = g.recomputations[std::size_t(r)].copy;
  return id < int(made.size()) ? made[std::size_t(id)] : -1;
}
constexpr void set_copy(Builder& g, int r, int id, int copy) {
  auto& made = at(g, r).copy;
  if (int(made.size()) <= id) made.resize(std::size_t(id) + 1, -1);
  made[std::size_t(id)] = copy;
}
/// What a copy reads in place of a value: its copy, or the value as the backward pass sees it.
constexpr int operand(Builder& g, int r, int id) {
  if (id < 0) return -1;
  const int copy = copy_of(g, r, id);
  return copy >= 0 ? copy : use(g, id);
}
/// The reshards of one tree around `id`.
constexpr std::vector<int> group_of(const Builder& g, int id) {
  std::vector<int> members;
  const auto take = [&](int k) {
    const Eqn& e = g[k];
    if (e.group == g[id].group && e.op == op<ops::reshard>) return members.push_back(k), true;
    return e.op == op<ops::constant>;
  };
  for (int k = id - 1; k >= 0 && take(k);) --k;
  for (int k = id; k < g.size() && take(k);) ++k;
  std::sort(members.begin(), members.end());
  return members;
}

/// Collects what must be copied for `start`: ids of equations that stand where the checkpoint was called, among them
/// headers for whole regions.
constexpr void want(Builder& g, int r, int start, std::vector<int>& list) {
  const int c = at(g, r).checkpoint, home = g.checkpoints[std::size_t(c)].region;
  std::vector<int> work{start};
  const auto first_time = [&](int id) {
    auto& wanted = at(g, r).wanted;
    if (int(wanted.size()) <= id) wanted.resize(std::size_t(id) + 1, 0);
    const bool before = wanted[std::size_t(id)];
    wanted[std::size_t(id)] = 1;
    return !before;
  };
  const auto want_operands = [&](const Eqn& q) {
    if (!opens_region(q.op)) work.push_back(q.a);
    work.push_back(q.b);
    work.push_back(q.c);
    if (q.op == op<ops::custom_result>) {
      const Builder::CustomRule& rule = g.custom_rules[q.k0];
      work.insert(work.end(), rule.arguments.begin(), rule.arguments.end());
      work.insert(work.end(), rule.residuals.begin(), rule.residuals.end());
    }
  };
  while (!work.empty()) {
    const int id = work.back();
    work.pop_back();
    if (id < 0 || !within(g, g[id].checkpoint, c) || copy_of(g, r, id) >= 0) continue;
    int region = g[id].region;
    if (region == home && saved_in(g, c, id)) continue;  // what is saved in a branch or loop still comes out by it
    if (region == home) {
      if (!first_time(id)) continue;
      list.push_back(id);
      want_operands(g[id]);
      if (g[id].group)
        for (int member : group_of(g, id)) work.push_back(member);
      continue;
    }
    while (g.regions[std::size_t(region)].parent != home) region = g.regions[std::size_t(region)].parent;
    const int both[] = {region, g.regions[std::size_t(region)].partner};
    for (int top : both) {
      if (top < 0) continue;
      const int header = g.regions[std::size_t(top)].header;
      if (!first_time(header)) continue;
      list.push_back(header);
      work.push_back(g[header].b);
      for (int k = g.checkpoints[std::size_t(c)].begin; k < header; ++k)
        if (inside(g, g[k].region, top)) want_operands(g[k]);
    }
  }
}

constexpr int push_copy(Builder& g, int r, int id, Eqn q) {
  const TypeDesc t = g.type_of(id);
  q.tag = at(g, r).tag;
  q.checkpoint = 0;
  const int copy = g.push_unchecked(q, t);
  set_copy(g, r, id, copy);
  return copy;
}
/// A function with a rule of its own keeps one: over the copies.
constexpr void copy_custom(Builder& g, int r, int id, Eqn q) {
  int rule = renamed(at(g, r).rules, int(q.k0));
  if (rule < 0) {
    const Builder::CustomRule old = g.custom_rules[q.k0];
    Builder::CustomRule made;
    made.pull = old.pull;
    for (int k : old.arguments) made.arguments.push_back(operand(g, r, k));
    for (int k : old.residuals) made.residuals.push_back(operand(g, r, k));
    rule = int(g.custom_rules.size());
    g.custom_rules.push_back(made);
    at(g, r).rules.push_back({int(q.k0), rule});
  }
  q.k0 = std::uint32_t(rule);
  q.a = operand(g, r, q.a);
  g.custom_rules[std::size_t(rule)].results.push_back(push_copy(g, r, id, q));
}
constexpr void copy_one(Builder& g, int r, int id) {
  if (copy_of(g, r, id) >= 0) return;
  Eqn q = g[id];
  if (q.op == op<ops::custom_result>) return copy_custom(g, r, id, q);
  if (q.group) {
    // The leaves of a tree stay together: their operands first.
    std::vector<int> members, operands;
    for (int k : group_of(g, id))
      if (copy_of(g, r, k) < 0) members.push_back(k);
    for (int k : members) operands.push_back(operand(g, r, g[k].a));
    int group = renamed(at(g, r).groups, q.group);
    if (group < 0) at(g, r).groups.push_back({q.group, group = ++g.groups});
    for (std::size_t k = 0; k < members.size(); ++k) {
      Eqn one = g[members[k]];
      one.a = operands[k];
      one.group = group;
      push_copy(g, r, members[k], one);
    }
    return;
  }
  q.a = operand(g, r, q.a);
  q.b = operand(g, r, q.b);
  q.c = operand(g, r, q.c);
  if (q.op == op<ops::pick>) q.k0 = std::uint32_t(renamed(at(g, r).regions, int(q.k0)));
  push_copy(g, r, id, q);
}
}  // namespace copies

/// Copies a loop or a branch of the checkpoint, at the region being written. What the checkpoint saves of it comes
/// stacked, or picked.
constexpr void copy_region(Builder& g, int r, int region) {
  using namespace copies;
  const Region old = g.regions[std::size_t(region)];
  const int c = at(g, r).checkpoint, parent = g.current;
  int made = -1;
  if (old.kind == RegionKind::loop) {
    made = g.open(old.trip, old.reversed);
  } else if (old.kind == RegionKind::branch) {
    const int predicate = operand(g, r, old.predicate);
    made = g.open_branch(predicate, old.when, old.partner < 0 ? -1 : renamed(at(g, r).regions, old.partner));
  } else {
    made = g.open_repeat();
  }
  g.regions[std::size_t(made)].origin = region;
  at(g, r).regions.push_back({region, made});
  g.mirrors.push_back({region, made});
  // The rounds of a while loop are not counted, so nothing in it can be stacked.
  bool stackable = true;
  for (int k = region; k >= 0; k = g.regions[std::size_t(k)].parent)
    stackable = stackable && g.regions[std::size_t(k)].kind != RegionKind::repeat;
  std::vector<int> carries;
  for (int id = g.checkpoints[std::size_t(c)].begin; id < old.header; ++id) {
    if (g[id].region != region) continue;
    Eqn q = g[id];
    if (opens_region(q.op)) {
      copy_region(g, r, q.a);
    } else if (q.op == op<ops::carry> || q.op == op<ops::item>) {
      g.current = parent;
      q.a = operand(g, r, q.a);
      g.current = made;
      q.b = -1;
      push_copy(g, r, id, q);
      if (q.op == op<ops::carry>) carries.push_back(id);
    } else if (q.op == op<ops::constant> || q.op == op<ops::iota>) {
      push_copy(g, r, id, q);
    } else if (q.op == op<ops::guard>) {
      copy_one(g, r, id);
      g.regions[std::size_t(made)].predicate = copy_of(g, r, id);
    } else if (stackable && saved_in(g, c, id) && q.op != op<ops::stack> && q.op != op<ops::result> &&
               q.op != op<ops::pick>) {
      const int there = seen(g, id);
      set_copy(g, r, id, there);
    } else {
      copy_one(g, r, id);
    }
  }
  for (int id : carries) {
    const int next = operand(g, r, rules::fault(43) ? id : g[id].b);
    loop::set_next(Value{&g, copy_of(g, r, id)}, Value{&g, next});
  }
  g.mirrors.pop_back();
  g.close();
}

/// A value that a checkpoint does not save, computed again: the copy's id.
constexpr int recompute(Builder& g, int id, int checkpoint) {
  int r = -1;
  for (std::size_t k = 0; k < g.recomputations.size(); ++k)
    if (g.recomputations[k].checkpoint == checkpoint) r = int(k);
  if (r < 0) {
    r = int(g.recomputations.size());
    Builder::Recomputation made{};
    made.checkpoint = checkpoint;
    made.tag = -++g.tags;
    g.recomputations.push_back(made);
  }
  if (const int copy = copies::copy_of(g, r, id); copy >= 0) return copy;
  std::vector<int> list;
  copies::want(g, r, id, list);
  std::sort(list.begin(), list.end());
  // Where the checkpoint was called, if that is in sight, or in its mirror.
  const int home = g.checkpoints[std::size_t(checkpoint)].region, saved = g.current;
  int target = g.in_scope(home) ? home : -1;
  for (const auto& mirror : g.mirrors)
    if (target < 0 && stands_for(g, home, mirror.forward) && g.in_scope(mirror.backward)) target = mirror.backward;
  if (target < 0) throw std::logic_error("a checkpointed value is used outside of its loop");
  g.current = target;
  for (int k : list)
    if (opens_region(g[k].op))
      copy_region(g, r, g[k].a);
    else
      copies::copy_one(g, r, k);
  g.current = saved;
  const int copy = copies::copy_of(g, r, id);
  if (copy < 0) throw std::logic_error("a checkpointed value was not computed again");
  return copy;
}

}  // namespace shardwise::backward
