// What each equation of a fused group is to its kernel, found from the program: classes, passes, sources, buffers.
#pragma once

#include <shardwise/dsl/transform/fused_group.hpp>

namespace shardwise {

namespace fused {

/// Describes the group that begins with an equation. `used_outside[i]`: somebody else reads value i.
class Describer {
 public:
  constexpr Describer(const ProgramView& p, int begin, const std::vector<char>& used_outside)
      : p_(p), used_outside_(used_outside) {
    g_.begin = g_.end = begin;
    const int id = at(begin).fused;
    while (g_.end < int(p.equations.size()) && at(g_.end).fused == id) ++g_.end;
    node_.assign(std::size_t(g_.end - begin), -1);
  }

  constexpr FusedGroup run() {
    find_frame();
    for (int i = g_.begin; i < g_.end; ++i) add(i);
    find_stages();
    find_buffers();
    return static_cast<FusedGroup&&>(g_);
  }

 private:
  constexpr const Eqn& at(int i) const { return p_.equations[std::size_t(i)]; }
  constexpr bool inside(int v) const { return v >= g_.begin && v < g_.end; }

  // The shape with the most dimensions that are not 1: everything else is a row of it.
  constexpr void find_frame() {
    const auto offer = [&](int v) {
      const TypeDesc& t = p_.type_of(v);
      if (t.rank == 0) return;
      if (g_.frame_value >= 0 && !(is_row(g_.frame, t) && !is_full(g_.frame, t))) return;
      g_.frame = t;
      g_.frame_value = v;
    };
    bool known = false;
    const auto computes_with = [&](Dtype d) {
      if (known || computed_in(d) == Dtype::boolean) return;
      g_.dtype = computed_in(d);
      known = true;
    };
    for (int i = g_.begin; i < g_.end; ++i) {
      const Eqn& e = at(i);
      const bool reduces = is_reduction(e.op);
      if (reduces) offer(e.a);
      if (computes(p_, e) || draws(e.op)) offer(i);
      if (reduces || computes(p_, e) || draws(e.op)) computes_with(p_.type_of(i).dtype);
    }
    for (int i = g_.begin; i < g_.end; ++i)  // a group of comparisons only
      for (int v : {at(i).a, at(i).b})
        if (v >= 0) computes_with(p_.type_of(v).dtype);
  }

  constexpr int push(FusedNode n) {
    for (std::size_t k = 0; k < g_.nodes.size(); ++k)
      if (n.kind != FusedNode::Kind::compute && n.kind != FusedNode::Kind::reduce && g_.nodes[k] == n) return int(k);
    g_.nodes.push_back(n);
    return int(g_.nodes.size()) - 1;
  }

  // The node of an operand: inside, through equations that only show it; outside, a source or a number.
  constexpr int operand(int v) {
    if (v < 0) return -1;
    while (inside(v) && node_[std::size_t(v - g_.begin)] < 0) v = at(v).a;
    if (inside(v)) return node_[std::size_t(v - g_.begin)];
    FusedNode n;
    n.dtype = p_.type_of(v).dtype;
    int k = v;
    while (is_broadcast(at(k).op) || is_same_numbers(p_, at(k))) k = at(k).a;
    if (at(k).op == op<ops::constant>) {
      n.kind = FusedNode::Kind::number;
      n.cls = FusedClass::row;
      n.value = at(k).value;
      return push(n);
    }
    const TypeDesc& t = p_.type_of(v);
    const bool full = is_full(t, g_.frame);
    FusedSource s{v, 0, g_.frame.rank - 1, full};
    if (t.rank == 0) s = {v, 0, 0, false};
    if (is_broadcast(at(v).op)) look_through(v, s);
    n.kind = s.along ? FusedNode::Kind::load : FusedNode::Kind::splat;
    n.cls = s.along ? FusedClass::full : FusedClass::row;
    std::size_t index = 0;
    while (index < g_.sources.size() && !(g_.sources[index].value == s.value && g_.sources[index].from == s.from &&
                                          g_.sources[index].to == s.to && g_.sources[index].along == s.along))
      ++index;
    if (index == g_.sources.size()) g_.sources.push_back(s);
    n.source = int(index);
    return push(n);
  }
  // A broadcast is read where its operand lies, if the dimensions that it keeps stand together.
  constexpr void look_through(int v, FusedSource& s) const {
    const Eqn& e = at(v);
    const int n = g_.frame.rank, lead = n - 1;
    int from = lead, to = 0;
    for (int d = 0; d < lead; ++d) {
      if ((e.k0 | e.k1) >> d & 1 || g_.frame.dims[d].extent.is_one()) continue;
      from = std::min(from, d);
      to = d + 1;
    }
    for (int d = from; d < to; ++d)
      if ((e.k0 | e.k1) >> d & 1) return;
    const bool has_last = p_.type_of(v).rank == n && s.along;
    s = {e.a, from < to ? from : 0, from < to ? to : 0, has_last && !((e.k0 | e.k1) >> lead & 1)};
  }

  constexpr void add(int i) {
    const Eqn& e = at(i);
    const bool reduces = is_reduction(e.op), random = draws(e.op);
    if (!reduces && !random && !computes(p_, e)) return;  // a broadcast or an alias: its operand's node
    FusedNode n;
    n.kind = reduces ? FusedNode::Kind::reduce : random ? FusedNode::Kind::draw : FusedNode::Kind::compute;
    n.cls = class_in(p_, e, g_.frame);
    n.op = e.op;
    n.value = e.value;
    n.equation = i - g_.begin;
    n.dtype = p_.type_of(i).dtype;
    if (random) {
      n.source = int(g_.sources.size());
      n.kept = true;
      g_.sources.push_back({e.a, 0, 0, false});
      if (!draws_in_registers(n)) {
        n.buffer = g_.buffers++;
        g_.by_rows = true;
      }
    } else {
      n.a = operand(e.a);
      n.b = reduces ? -1 : operand(e.b);
      n.c = reduces ? -1 : operand(e.c);
      n.of_rows = reduces && !is_full(p_.type_of(e.a), g_.frame);
    }
    if (used_outside_[std::size_t(i)]) {
      n.output = int(g_.outputs.size());
      g_.outputs.push_back(i);
    }
    g_.nodes.push_back(n);
    node_[std::size_t(i - g_.begin)] = int(g_.nodes.size()) - 1;
  }

  constexpr void find_stages() {
    for (FusedNode& n : g_.nodes) {
      if (n.kind == FusedNode::Kind::load) n.stage = 0;
      for (int k : {n.a, n.b, n.c}) {
        if (k < 0) continue;
        const FusedNode& o = g_.nodes[std::size_t(k)];
        const bool reduces_elements = n.kind == FusedNode::Kind::reduce && !n.of_rows;
        const bool row_in_full = o.cls == FusedClass::row && (n.cls == FusedClass::full || reduces_elements);
        n.stage = std::max(n.stage, o.stage + (row_in_full ? 1 : 0));
      }
      if (n.cls == FusedClass::full) n.stage = std::max(n.stage, 0);
      if (n.cls == FusedClass::full || (n.kind == FusedNode::Kind::reduce && !n.of_rows))
        g_.passes = std::max(g_.passes, n.stage + 1);
      if (n.kind == FusedNode::Kind::reduce && n.cls != FusedClass::total) g_.by_rows = true;
      if (n.of_rows || (n.cls == FusedClass::row && n.kind == FusedNode::Kind::compute)) g_.by_rows = true;
    }
    const int leading = g_.frame.rank - 1;
    for (const FusedSource& s : g_.sources) {
      const bool whole = s.from == 0 && s.to == leading;
      if (s.along ? !whole : s.to > 0) g_.by_rows = true;
    }
  }

  // Values of earlier passes are kept in a buffer, unless they are outputs, or are cheap to make again.
  constexpr void find_buffers() {
    std::vector<int> remake(g_.nodes.size(), 0);
    for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
      const FusedNode& n = g_.nodes[k];
      remake[k] = cost_of(n);
      for (int o : {n.a, n.b, n.c})
        if (o >= 0 && n.cls == FusedClass::full && g_.nodes[std::size_t(o)].cls == FusedClass::full)
          remake[k] += remake[std::size_t(o)];
      // A value is compared with the largest of its row: made again, its last bit may be another.
      if (n.kind == FusedNode::Kind::reduce && !is_sum(n.op)) g_.nodes[std::size_t(n.a)].kept = true;
    }
    for (std::size_t k = 0; k < g_.nodes.size(); ++k)
      if (remake[k] > 6) g_.nodes[k].kept = true;
    std::vector<FusedFrom> from(g_.nodes.size(), FusedFrom::nowhere);
    for (int pass = 0; pass < g_.passes; ++pass) {
      plan_pass(g_.nodes, pass, from);
      for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
        FusedNode& n = g_.nodes[k];
        if (from[k] == FusedFrom::buffer && n.buffer < 0) n.buffer = g_.buffers++;
        if (from[k] == FusedFrom::made && n.kind == FusedNode::Kind::load)
          g_.sources[std::size_t(n.source)].last_pass = pass;
      }
    }
  }

  const ProgramView& p_;
  const std::vector<char>& used_outside_;
  FusedGroup g_;
  std::vector<int> node_;
};

}  // namespace fused

/// The values of fused groups that equations outside of their group read, or results are.
constexpr std::vector<char> used_outside_group(const ProgramView& p) {
  std::vector<char> used(p.equations.size(), 0);
  for (const Eqn& e : p.equations)
    for (int v : {opens_region(e.op) ? -1 : e.a, e.b, e.c})
      if (v >= 0 && (e.fused == 0 || p.equations[std::size_t(v)].fused != e.fused)) used[std::size_t(v)] = 1;
  for (int v : p.outputs) used[std::size_t(v)] = 1;
  return used;
}

/// The groups of a program, in order.
constexpr std::vector<FusedGroup> fused_groups(const ProgramView& p) {
  std::vector<FusedGroup> groups;
  std::vector<char> used;
  for (int i = 0; i < int(p.equations.size()); ++i) {
    if (p.equations[std::size_t(i)].fused == 0) continue;
    if (used.empty()) used = used_outside_group(p);
    groups.push_back(fused::Describer(p, i, used).run());
    i = groups.back().end - 1;
  }
  return groups;
}

}  // namespace shardwise
