#include <shardwise/backends/executor/liveness.hpp>

#include <algorithm>

namespace shardwise::exec {
Liveness::Liveness(const ProgramView& p, const Shapes& s, const Operands& o, const std::vector<ReshardGroup>& groups,
                   const FusedGroups& fused)
    : program_(p),
      shapes_(s),
      operands_(o),
      fused_(fused),
      parent_(o.view),
      follows_(p.equations.size(), -1),
      uses_(p.equations.size()),
      known_(p.equations.size(), {Interval{-1, -1}, Interval{}}),
      group_of_(p.equations.size(), {nullptr, 0}) {
  const int n = int(p.equations.size());
  for (const ReshardGroup& g : groups)
    for (std::size_t k = 0; k < g.equations.size(); ++k) group_of_[at(g.equations[k])] = {&g, int(k)};
  for (int i = 0; i < n; ++i) {
    const Eqn& e = p.equations[at(i)];
    const OpCode c = s.code[at(i)];
    if (c == OpCode::branch) uses_[at(root(e.b))].push_back({2 * i, loop(i), i});
    if (c == OpCode::guard) {
      // The loop may end here: with the carries as they are.
      uses_[at(root(e.a))].push_back({2 * i, loop(i), i});
      for (int k = loop(i) + 1; k < i; ++k)
        if (s.code[at(k)] == OpCode::carry && loop(k) == loop(i)) uses_[at(root(k))].push_back({2 * i, loop(i), i});
    }
    if (const FusedGroup* g = fused.group(i)) {  // all of a group happens from its first equation to its last
      if (i == g->begin)
        for (const FusedSource& r : g->sources) uses_[at(root(r.value))].push_back({2 * (g->end - 1), loop(i), i});
      continue;
    }
    if (is_header(c) || !o.stored[at(i)] || (parent_[at(i)] >= 0)) continue;
    if (is_elementwise(c)) {
      for (const Source& r : o.source[at(i)])
        if (r.value >= 0 && !r.constant) uses_[at(root(r.value))].push_back({2 * i, loop(i), i});
    } else if (c == OpCode::carry) {
      const int l = loop(i);
      if (constant_behind(p, o, e.a) < 0) uses_[at(root(e.a))].push_back({2 * l, loop(l), i});
      uses_[at(root(e.b))].push_back({loop_end(l), l, i});
    } else if (c == OpCode::concat) {
      for (int v : o.parts[at(i)]) uses_[at(root(v))].push_back({2 * i, loop(i), i});
    } else {
      // All sources of a group live until its last member.
      const auto& [group, place] = group_of_[at(i)];
      const int when = group ? 2 * group->equations.back() : 2 * i;
      for (int v : {e.a, e.b, e.c})
        if (v >= 0) uses_[at(root(v))].push_back({when, loop(i), i});
    }
  }
  for (int v : p.outputs) uses_[at(root(v))].push_back({2 * n, -1, -1});
}

bool Liveness::exclusive(int u, int v) const {
  const auto branch = [&](int i) { return shapes_.branch[at(i)]; };
  for (int a = branch(u); a >= 0; a = branch(a))
    for (int b = branch(v); b >= 0; b = branch(b)) {
      const Eqn &x = program_.equations[at(a)], &y = program_.equations[at(b)];
      if (x.b == y.b && x.k0 != y.k0 && loop(a) == loop(b) && branch(a) == branch(b)) return true;
    }
  return false;
}

bool Liveness::inside(int l, int outer) const {
  while (l >= 0 && l != outer) l = loop(l);
  return l == outer;
}

void Liveness::add_use(int r, const Use& use) {
  known_[at(r)][0].begin = -1;
  uses_[at(r)].push_back(use);
  if (follows_[at(r)] >= 0 && !inside(use.loop, loop(r))) add_use(root(follows_[at(r)]), use);
}

void Liveness::redirect(int value, int to) {
  const std::vector<Use> moved = std::move(uses_[at(value)]);
  uses_[at(value)].clear();
  parent_[at(value)] = to;
  for (const Use& u : moved) add_use(root(to), u);
}

void Liveness::follow(int carry, int stack) {
  const int l = loop(carry);
  follows_[at(carry)] = stack;
  const std::vector<Use> known = uses_[at(carry)];
  for (const Use& u : known)
    if (!inside(u.loop, l)) add_use(root(stack), u);
  // The first iteration reads the initial value itself, and nobody may write there before the loop ends.
  add_use(root(program_.equations[at(carry)].a), {loop_end(l), l, carry});
}

int Liveness::end_of(int r, const Use& use) const {
  const OpCode c = code(r);
  int home = loop(r);
  if (c == OpCode::stack || (c == OpCode::carry && !inside(use.loop, home))) home = loop(home);
  int end = use.time;
  for (int l = use.loop; l != home && l >= 0; l = loop(l)) end = std::max(end, loop_end(l));
  return end;
}

int Liveness::birth(int r) const {
  const OpCode c = code(r);
  if (c == OpCode::carry || c == OpCode::stack) return 2 * loop(r);
  if (group_of_[at(r)].first) return 2 * group_of_[at(r)].first->equations.front();
  if (const FusedGroup* g = fused_.group(r)) return 2 * g->begin;
  return 2 * r;
}

int Liveness::intervals(int r, Interval out[2]) const {
  const bool carry = code(r) == OpCode::carry;
  auto& known = known_[at(r)];
  if (known[0].begin >= 0) {
    out[0] = known[0];
    out[1] = known[1];
    return carry ? 2 : 1;
  }
  out[0] = {birth(r), birth(r)};
  if (code(r) == OpCode::stack) out[0].end = loop_end(loop(r));
  if (group_of_[at(r)].first) out[0].end = 2 * group_of_[at(r)].first->equations.back();
  if (const FusedGroup* g = fused_.group(r)) out[0].end = 2 * (g->end - 1);
  if (carry) out[1] = {loop_end(loop(r)), loop_end(loop(r))};
  for (const Use& u : uses_[at(r)]) {
    Interval& i = out[carry && !inside(u.loop, loop(r))];
    i.end = std::max(i.end, end_of(r, u));
  }
  known = {out[0], carry ? out[1] : Interval{}};
  return carry ? 2 : 1;
}

Interval Liveness::interval_at(int r, const Use& use) const {
  Interval i[2];
  intervals(r, i);
  return i[code(r) == OpCode::carry && !inside(use.loop, loop(r))];
}

bool Liveness::in_place(int i, int u) const {
  const OpCode c = code(i);
  const std::size_t element = size_of(program_.type_of(i).dtype), count = shapes_.value[at(i)].count;
  const auto lies_exactly = [&](int v) {
    return operands_.exact[at(v)] && shapes_.value[at(v)].count == count &&
           size_of(program_.type_of(v).dtype) == element;
  };
  if (const FusedGroup* g = fused_.group(i)) {
    int lying = 0;  // of two sources there, one may be read after the other was written over
    for (const FusedSource& s : g->sources)
      if (root(s.value) == u && (++lying > 1 || !lies_exactly(s.value) || !fused_in_place(*g, i, s))) return false;
    return true;
  }
  if (is_elementwise(c)) {
    for (const Source& r : operands_.source[at(i)])
      if (r.value >= 0 && !r.constant && root(r.value) == u &&
          (r.mode != kernels::Mode::full || !lies_exactly(r.value)))
        return false;
    return true;
  }
  const Eqn& e = program_.equations[at(i)];
  if (c == OpCode::pick) {
    if (root(e.a) == u) return false;
    for (int v : {e.b, e.c})
      if (v >= 0 && root(v) == u && !lies_exactly(v)) return false;
    return true;
  }
  if (c == OpCode::astype || c == OpCode::cumsum || c == OpCode::clamp_index || c == OpCode::tril || c == OpCode::triu)
    return lies_exactly(e.a);
  if (c == OpCode::scatter_add || c == OpCode::scatter_add_along_axis || c == OpCode::dynamic_update_slice)
    return lies_exactly(e.a) && root(e.a) == u && root(e.b) != u && root(e.c) != u;
  if (const auto& [group, place] = group_of_[at(i)]; group) {
    // Only its own source: another leaf's would still be read.
    if (!group->plan.in_place[at(place)] || !lies_exactly(program_.equations[at(i)].a)) return false;
    for (std::size_t k = 0; k < group->equations.size(); ++k)
      if (int(k) != place && root(program_.equations[at(group->equations[k])].a) == u) return false;
    return root(program_.equations[at(i)].a) == u;
  }
  return false;
}

// u's interval ends where v's begins, and v's first write allows it.
bool Liveness::touching(int u, const Interval& a, int v, const Interval& b) const {
  if (code(v) == OpCode::carry) {
    const Eqn& e = program_.equations[at(v)];
    const int l = loop(v);
    if (a.end != b.begin) return false;
    if (b.begin == 2 * l)
      return constant_behind(program_, operands_, e.a) < 0 && root(e.a) == u && operands_.exact[at(e.a)] &&
             shapes_.value[at(u)].bytes == shapes_.value[at(v)].bytes;
    return root(e.b) == u && operands_.exact[at(e.b)] && shapes_.value[at(u)].bytes == shapes_.value[at(v)].bytes;
  }
  if (group_of_[at(v)].first) {
    return a.end == 2 * group_of_[at(v)].first->equations.back() && a.begin < b.begin && in_place(v, u);
  }
  if (const FusedGroup* g = fused_.group(v))
    return a.end == 2 * (g->end - 1) && a.begin < b.begin && b.begin == 2 * g->begin && in_place(v, u);
  return a.end == b.begin && a.end == 2 * v && in_place(v, u);
}

bool Liveness::disjoint(int u, int v) const {
  if (exclusive(u, v)) return true;
  Interval a[2], b[2];
  const int na = intervals(u, a), nb = intervals(v, b);
  for (int i = 0; i < na; ++i)
    for (int j = 0; j < nb; ++j) {
      if (a[i].end < b[j].begin || b[j].end < a[i].begin) continue;
      if (a[i].begin < b[j].begin && touching(u, a[i], v, b[j])) continue;
      if (b[j].begin < a[i].begin && touching(v, b[j], u, a[i])) continue;
      return false;
    }
  return true;
}

}  // namespace shardwise::exec
