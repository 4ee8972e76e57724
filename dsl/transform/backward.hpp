// Reverse mode: walks the equations backwards and applies each op's transposition rule.
// A forward value is brought into the backward pass on demand: one that lives in a loop body is stacked there and
// sliced in the mirrored loop; one that lives in a branch is picked (zeros where the branch did not run).
#pragma once

#include <shardwise/dsl/transform/recompute.hpp>

#include <utility>

namespace shardwise {
/// Not constexpr: a compiler's error names it. How often a while loop ran is not known when its gradient is written.
[[noreturn]] inline void a_while_loop_has_no_gradient_use_scan_or_fori_loop() {
  throw std::logic_error(
      "grad: a while_loop has no gradient, since how often it ran is not known: use scan or fori_loop, or "
      "stop_gradient "
      "what it gives");
}
}  // namespace shardwise

namespace shardwise::backward {

/// Cotangent of each value so far, by id; -1 for none.
using Cotangents = std::vector<int>;

constexpr int cotangent_of(const Cotangents& ct, int id) { return id < int(ct.size()) ? ct[std::size_t(id)] : -1; }
constexpr bool is_active(const Builder& g, int id) {
  return id >= 0 && id < int(g.active.size()) && g.active[std::size_t(id)];
}

/// A forward value as seen from the region being written. Constants are made again, items are taken again, the rest
/// is stacked in its loop or picked from its branch. Memoised per backward region.
constexpr int seen(Builder& g, int id) {
  const int region = g[id].region;
  if (g.in_scope(region)) return id;
  for (std::size_t m = 0; m < g.mirrors.size(); ++m) {
    const Builder::Mirror mirror = g.mirrors[m];
    if (!stands_for(g, region, mirror.forward) || !g.in_scope(mirror.backward)) continue;
    if (int(g.residual_head.size()) <= id) g.residual_head.resize(std::size_t(id) + 1, -1);
    for (int k = g.residual_head[std::size_t(id)]; k >= 0; k = g.residuals[std::size_t(k)].next)
      if (g.residuals[std::size_t(k)].backward_region == mirror.backward) return g.residuals[std::size_t(k)].id;
    const int saved = g.current;
    const int parent = g.regions[std::size_t(mirror.backward)].parent;
    int made = -1;
    if (g[id].op == op<ops::constant> || g[id].op == op<ops::iota>) {
      g.current = mirror.backward;
      Eqn q = g[id];
      q.checkpoint = 0;
      const TypeDesc t = g.type_of(id);
      made = g.push(q, t);
    } else if (g.regions[std::size_t(region)].kind == RegionKind::branch) {
      const bool when = g.regions[std::size_t(region)].when;
      g.current = g.regions[std::size_t(region)].parent;
      const int pass = std::exchange(g.pass, g[id].pass);
      const Value seen =
          loop::pick(g, loop::first_branch(g, region), Value{&g, when ? id : -1}, Value{&g, when ? -1 : id});
      g.pass = pass;
      g.current = parent;
      made = use(g, seen.id);
      if (rules::fault(42)) made = full(g, TypeDesc(g.type_of(made)), 0).id;
    } else {
      Value outer{&g, -1};
      if (g[id].op == op<ops::item> &&
          g.regions[std::size_t(mirror.backward)].reversed != g.regions[std::size_t(region)].reversed) {
        const int array = g[id].a;
        g.current = parent;
        outer.id = use(g, array);
      } else {
        const int pass = std::exchange(g.pass, g[id].pass);  // what keeps a value is made where the value is
        const Value stacked = loop::stack_in(g, region, id);
        g.current = g.regions[std::size_t(region)].parent;
        const Value seen = loop::result(stacked);
        g.pass = pass;
        g.current = parent;
        outer.id = use(g, seen.id);
      }
      g.current = mirror.backward;
      made = loop::item(outer).id;
      if (rules::fault(19)) made = full(g, TypeDesc(g.type_of(made)), 0).id;
    }
    g.residuals.push_back({mirror.backward, made, g.residual_head[std::size_t(id)]});
    g.residual_head[std::size_t(id)] = int(g.residuals.size()) - 1;
    g.current = saved;
    return made;
  }
  throw std::logic_error("a value of a loop body is used outside of the loop");
}

/// The same for a value that a checkpoint may not have saved: then it is computed again.
constexpr int use(Builder& g, int id) {
  if (const int c = recomputed_in(g, id)) id = recompute(g, id, c);
  return seen(g, id);
}

/// Adds c to the cotangent of a value. The types must fit: that is how a wrong rule stops the compilation.
constexpr void accumulate(Builder& g, Cotangents& ct, int id, Value c) {
  if (!is_active(g, id)) return;
  if (!c.valid()) throw std::logic_error("grad: a transposition rule returned nothing");
  if (!g.same_type(c.type(), cotangent(g.type_of(id))))
    throw std::logic_error("grad: a transposition rule returned a type that is not the cotangent of its operand's");
  if (int(ct.size()) <= id) ct.resize(std::size_t(g.size()) + 1, -1);
  int& slot = ct[std::size_t(id)];
  slot = slot < 0 ? c.id : detail::add_cotangents(Value{&g, slot}, c).id;
}

/// Equations by region, in order, of those that existed when the gradient was asked for.
struct Scope {
  std::vector<std::vector<int>> by_region;
};

constexpr void transpose_scan(Builder& g, const Scope& scope, int region, Cotangents& ct);
constexpr void transpose_branches(Builder& g, const Scope& scope, int first, Cotangents& ct);
constexpr void refuse_while(const Builder& g, const Scope& scope, int region, const Cotangents& ct);

constexpr void pull_one(Builder& g, int id, int c, Cotangents& ct) {
  const OpInfo& o = *g[id].op;
  if (o.blocks_gradient) return;
  Pullback p{&g, id, Value{&g, c}, &ct};
  const OpRules rules = rules_of(&o, ops::Listed{});
  if (rules.pull) return rules.pull(p);
  if (rules.derivative) {
    for (int i = 0; i < o.operands; ++i) {
      if (!p.wants(i)) continue;
      Value operands[3];
      for (int k = 0; k < o.operands; ++k) operands[k] = p.operand(k);
      p.add(i, p.cotangent * rules.derivative(i, operands, p.result()));
    }
    return;
  }
  const bool leaf = g[id].op == op<ops::input> || g[id].op == op<ops::constant> || g[id].op == op<ops::carry> ||
                    g[id].op == op<ops::item> || g[id].op == op<ops::stack>;
  if (!leaf) throw std::logic_error("grad: an op has no transposition rule");
}

/// The results of one call stand together: at the last of them all their cotangents are complete.
constexpr void pull_custom(Builder& g, int rule, Cotangents& ct) {
  const Builder::CustomRule custom = g.custom_rules[std::size_t(rule)];
  bool any = false;
  for (int id : custom.results) any |= cotangent_of(ct, id) >= 0;
  if (!any) return;
  custom.pull(g, custom, ct);
  for (int id : custom.results)
    if (id < int(ct.size())) ct[std::size_t(id)] = -1;
}

/// Transposes the equations of one region from last to first.
constexpr void transpose_region(Builder& g, const Scope& scope, int region, Cotangents& ct) {
  const auto& ids = scope.by_region[std::size_t(region)];
  for (int k = int(ids.size()) - 1; k >= 0; --k) {
    const int id = ids[std::size_t(k)];
    const Eqn q = g[id];
    if (q.op == op<ops::scan>) {
      transpose_scan(g, scope, q.a, ct);
      continue;
    }
    if (q.op == op<ops::branch>) {
      // Both at once, where the later one is.
      const int partner = g.regions[std::size_t(q.a)].partner;
      if (partner < 0 || g.regions[std::size_t(partner)].header < id)
        transpose_branches(g, scope, loop::first_branch(g, q.a), ct);
      continue;
    }
    if (q.op == op<ops::repeat>) {
      refuse_while(g, scope, q.a, ct);
      continue;
    }
    if (q.op == op<ops::pick>) continue;  // with its branches
    if (q.group) {
      // The leaves of one tree: all their cotangents are complete here, and go back as one tree.
      std::vector<int> members;
      std::vector<Value> cotangents;
      std::vector<TypeDesc> types;
      int first = k;
      for (int m = k; m >= 0; --m) {
        const Eqn& e = g[ids[std::size_t(m)]];
        if (e.group != q.group && e.op != op<ops::constant>) break;
        if (e.group != q.group) continue;
        first = m;
        const int c = cotangent_of(ct, ids[std::size_t(m)]);
        if (c < 0 || g.type_of(e.a).pending != PendingKind::sum) continue;
        members.push_back(e.a);
        cotangents.push_back({&g, c});
        types.push_back(cotangent(g.type_of(e.a)));
        ct[std::size_t(ids[std::size_t(m)])] = -1;
      }
      const auto back = reshard_tree(cotangents, types);
      for (std::size_t m = 0; m < members.size(); ++m) accumulate(g, ct, members[m], back[m]);
      for (int m = k; m >= first; --m)  // pending maxima go one by one
        if (const int c = cotangent_of(ct, ids[std::size_t(m)]); c >= 0) pull_one(g, ids[std::size_t(m)], c, ct);
      k = first;
      continue;
    }
    if (q.op == op<ops::custom_result>) {
      pull_custom(g, int(q.k0), ct);
      continue;
    }
    if (const int c = cotangent_of(ct, id); c >= 0) pull_one(g, id, c, ct);
  }
}

/// The loop backwards: carries' cotangents are carried, captured values' cotangents are summed in the carry in their
/// own cotangent type (U for R), arrays' cotangents are stacked.
constexpr void transpose_scan(Builder& g, const Scope& scope, int region, Cotangents& ct) {
  std::vector<int> carries, stacks, items, captures;
  std::vector<char> captured(g.active.size(), 0);
  bool any = false;
  auto capture = [&](int id) {
    if (!is_active(g, id) || captured[std::size_t(id)] || inside(g, g[id].region, region)) return;
    captured[std::size_t(id)] = 1;
    captures.push_back(id);
  };
  for (int r = region; r < int(scope.by_region.size()); ++r) {
    if (!inside(g, r, region)) continue;
    for (int id : scope.by_region[std::size_t(r)]) {
      const Eqn& q = g[id];
      const bool own = r == region;
      if (opens_region(q.op) || q.op == op<ops::result>) continue;
      if (own && q.op == op<ops::carry>) {
        if (is_active(g, id)) {
          carries.push_back(id);
          any |= cotangent_of(ct, id) >= 0;
        }
        capture(q.b);  // the next value may come from outside
      } else if (own && q.op == op<ops::item>) {
        if (is_active(g, id)) items.push_back(id);
      } else {
        if (own && q.op == op<ops::stack> && cotangent_of(ct, id) >= 0) {
          stacks.push_back(id);
          any = true;
        }
        capture(q.a);
        capture(q.b);
        capture(q.c);
      }
    }
  }
  if (!any) return;
  std::vector<Value> initial, stacked, zeros;
  for (int id : carries) {
    const int c = cotangent_of(ct, id);
    initial.push_back(c >= 0 ? Value{&g, c} : full(g, cotangent(g.type_of(id)), 0));
  }
  for (int id : stacks) stacked.push_back({&g, cotangent_of(ct, id)});
  for (int id : captures) zeros.push_back(full(g, cotangent(g.type_of(id)), 0));

  const Extent trip = g.regions[std::size_t(region)].trip;
  const int mirrored = g.open(trip, g.regions[std::size_t(region)].reversed == rules::fault(18));
  g.mirrors.push_back({region, mirrored});
  Cotangents inner(std::size_t(g.size()), -1);
  std::vector<Value> carried, summed, out;
  for (Value v : initial) carried.push_back(loop::carry(v));
  for (std::size_t k = 0; k < carries.size(); ++k) accumulate(g, inner, g[carries[k]].b, carried[k]);
  for (std::size_t k = 0; k < stacks.size(); ++k) accumulate(g, inner, g[stacks[k]].a, loop::item(stacked[k]));
  for (Value v : zeros) summed.push_back(loop::carry(v));
  transpose_region(g, scope, region, inner);
  for (std::size_t k = 0; k < carries.size(); ++k) {
    const int c = cotangent_of(inner, carries[k]);
    loop::set_next(carried[k], c >= 0 ? Value{&g, c} : full(g, cotangent(g.type_of(carries[k])), 0));
  }
  for (std::size_t k = 0; k < captures.size(); ++k) {
    const int c = cotangent_of(inner, captures[k]);
    loop::set_next(summed[k], c < 0 ? summed[k] : rules::fault(17) ? Value{&g, c} : summed[k] + Value{&g, c});
  }
  for (int id : items) {
    const int c = cotangent_of(inner, id);
    out.push_back(c >= 0 ? loop::stack_in(g, mirrored, c) : Value{&g, -1});
  }
  g.mirrors.pop_back();
  g.close();
  for (std::size_t k = 0; k < carries.size(); ++k) accumulate(g, ct, g[carries[k]].a, loop::result(carried[k]));
  for (std::size_t k = 0; k < captures.size(); ++k)
    if (cotangent_of(inner, captures[k]) >= 0) accumulate(g, ct, captures[k], loop::result(summed[k]));
  for (std::size_t k = 0; k < items.size(); ++k)
    if (out[k].valid()) accumulate(g, ct, g[items[k]].a, loop::result(out[k]));
}

/// Marks the values that depend on `wrt` through equations from id `from` on.
constexpr std::vector<char> activity(const Builder& g, const std::vector<Value>& wrt, int from) {
  std::vector<char> active(g.equations.size(), 0);
  for (Value v : wrt) active[std::size_t(v.id)] = 1;
  auto on = [&](int id) { return id >= 0 && active[std::size_t(id)]; };
  for (bool more = true; more;) {
    more = false;
    for (int id = from; id < g.size(); ++id) {
      if (active[std::size_t(id)]) continue;
      const Eqn& q = g[id];
      if (opens_region(q.op) || q.op->blocks_gradient || !is_floating(g.type_of(id).dtype)) continue;
      bool depends = on(q.a) || on(q.b) || on(q.c);
      if (q.op == op<ops::custom_result>)
        for (int argument : g.custom_rules[q.k0].arguments) depends |= on(argument);
      if (!depends) continue;
      active[std::size_t(id)] = 1;
      more |= q.op == op<ops::carry> || q.region != g.current || g.casts_stand_late;
    }
  }
  return active;
}

/// The cotangents of `wrt` for given cotangents of some results: the transpose of the equations from id `from` on.
/// A value that the results do not depend on gets zeros of its cotangent type. `region`: where these equations are, if
/// the cotangents are now written in a loop inside of it.
constexpr std::vector<Value> pull_back(Builder& g, const std::vector<Value>& results,
                                       const std::vector<Value>& cotangents, const std::vector<Value>& wrt, int from,
                                       int region = -1) {
  if (g.failed) {  // an error was reported: nothing else is to follow from it
    std::vector<Value> nothing;
    for (Value v : wrt) nothing.push_back(v.valid() ? full(g, cotangent(v.type()), 0) : v);
    return nothing;
  }
  const int pass = std::exchange(g.pass, ++g.passes);
  auto saved = g.active;
  auto recomputations = g.recomputations;
  g.recomputations.clear();
  g.active = activity(g, wrt, from);
  Scope scope;
  scope.by_region.resize(g.regions.size());
  const int n = int(g.active.size());
  for (int id = from; id < n; ++id) scope.by_region[std::size_t(g[id].region)].push_back(id);
  Cotangents ct(std::size_t(g.size()), -1);
  for (std::size_t i = 0; i < results.size(); ++i) accumulate(g, ct, results[i].id, cotangents[i]);
  transpose_region(g, scope, region < 0 ? g.current : region, ct);
  std::vector<Value> out;
  for (Value v : wrt) {
    const int c = cotangent_of(ct, v.id);
    out.push_back(c >= 0 ? Value{&g, c} : full(g, cotangent(v.type()), 0));
  }
  g.active = saved;
  g.recomputations = recomputations;
  g.pass = pass;
  return out;
}

/// The seed of a scalar loss: 1. An unreduced loss gets R 1; a reduced loss gets a U worth 1 (index 0 holds 1).
constexpr Value seed(Value loss) {
  const TypeDesc to = cotangent(loss.type());
  TypeDesc one = to;
  one.unreduced = {};
  for (Name x : to.unreduced) one.reduced.insert(x);
  return reshard_to(full(*loss.builder, one, 1), to);
}

/// The gradient of a scalar loss with respect to `wrt`, through the equations from id `from` on.
constexpr std::vector<Value> gradient(Builder& g, Value loss, const std::vector<Value>& wrt, int from) {
  return pull_back(g, {loss}, {seed(loss)}, wrt, from);
}

}  // namespace shardwise::backward

namespace shardwise {

using backward::gradient;
using backward::pull_back;

constexpr bool Pullback::wants(int i) const { return backward::is_active(*builder, operand_id(i)); }
constexpr Value Pullback::operand(int i) const { return {builder, backward::use(*builder, operand_id(i))}; }
constexpr Value Pullback::result() const { return {builder, backward::use(*builder, equation)}; }
constexpr void Pullback::add(int i, Value c) const { backward::accumulate(*builder, *cotangents, operand_id(i), c); }

}  // namespace shardwise

#include <shardwise/dsl/transform/backward_branches.hpp>
