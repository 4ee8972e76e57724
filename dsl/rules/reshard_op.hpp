// reshard as an op of programs: alone, for all leaves of a tree at once, and its transpose.
#pragma once

#include <shardwise/dsl/rules/reduction.hpp>
#include <shardwise/dsl/rules/reshard.hpp>

namespace shardwise {

namespace ops {
/// The transpose of `reshard A -> B` is `reshard ct(B) -> ct(A)`.
struct reshard : Structural<"reshard", 1> {
  static constexpr void pull(auto& p) {
    const TypeDesc from = p.operand_type(0);
    if (rules::fault(13)) return p.add(0, p.emit(op<stop_gradient>, p.cotangent, cotangent(from)));
    if (from.pending == PendingKind::sum) return p.add(0, reshard_to(p.cotangent, cotangent(from)));
    // A pending maximum has no cotangent of its own: the reduction and this reshard are transposed as one.
    Builder& g = *p.builder;
    const Eqn made = g[p.operand_id(0)];
    if (made.op == p.eqn().op && g.type_of(made.a).varying.size > g.type_of(p.operand_id(0)).varying.size)
      throw std::logic_error("grad: pmax and pmin have no derivative: stop_gradient the operand");
    if (made.op != op<reduce_max> && made.op != op<reduce_min>)
      throw std::logic_error(
          "grad: a pending maximum or minimum has no gradient unless it comes straight from max or min");
    if (made.region != p.eqn().region)
      throw std::logic_error(
          "grad: a pending maximum or minimum that a loop reshards has no gradient: reshard it before the loop");
    SpecDesc spec = spec_of(cotangent(p.operand_type(0)));
    spec.reduced = {};
    spec.pending = PendingKind::sum;
    const TypeDesc x = g.type_of(made.a);
    spec.unreduced = cotangent(x).unreduced;
    spec.reduced = cotangent(x).reduced;
    SpecDesc finished = spec;
    finished.unreduced = spec.reduced;
    finished.reduced = spec.unreduced;
    const Value c = shardwise::reshard(p.cotangent, spec);
    const Value y = shardwise::reshard(p.result(), finished);
    auto inner = p;
    inner.equation = p.operand_id(0);
    inner.add(0, shardwise::detail::share_among_winners(inner.operand(0), y, c, made.k0, made.k1));
  }
};
}  // namespace ops

constexpr Value reshard_to(Value a, const TypeDesc& to) {
  if (!a.valid() || a.type() == to) return a;
  Builder& g = *a.builder;
  if (g[a.id].op == op<ops::constant> && g[a.id].value == 0) return full(g, to, g[a.id].value);
  if (rules::fault(12) && a.type().unreduced.empty() && to.unreduced.size)
    return {&g, g.push({.op = op<ops::stop_gradient>, .a = a.id}, to)};
#ifdef SHARDWISE_COUNT_ROWS
  AxisUnion all;
  all.add(a.type());
  all.add(to);
  for (Name x : all)
    if (const int row = rules::move_row(a.type(), to, x); row >= 0) SHARDWISE_ROW_USED(&rules::move_rows[row]);
#endif
  return {&g, g.push({.op = op<ops::reshard>, .a = a.id}, to)};
}

constexpr Value reshard(Value a, const SpecDesc& spec) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_reshard(t, spec);
  if (!v.ok) return a.builder->reject("reshard", &t, 1, v), Value{a.builder, -1};
  return reshard_to(a, v.type);
}

constexpr std::vector<Value> reshard_tree(const std::vector<Value>& leaves, const std::vector<TypeDesc>& to) {
  std::vector<Value> out;
  if (leaves.empty()) return out;
  Builder& g = *leaves[0].builder;
  const int group = leaves.size() > 1 ? ++g.groups : 0;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const int made = g.size();  // a leaf that is already there has an equation of its own
    out.push_back(reshard_to(leaves[i], to[i]));
    if (out[i].valid() && out[i].id == made && g[out[i].id].op == op<ops::reshard>) g.equations.back().group = group;
  }
  return out;
}

}  // namespace shardwise
