// The layouts that repair a refused indexing op: of all operands at once, so that the call that a sentence names is
// accepted.
#pragma once

#include <shardwise/dsl/rules/reshard.hpp>
#include <shardwise/dsl/rules/sentence.hpp>

namespace shardwise::rules::detail {

/// Takes an axis out of a layout. Where it is not the minor one of its dimension, reshard wants the whole dimension
/// gathered.
constexpr void release(TypeDesc& t, Name x) {
  if (const int d = t.dim_of(x); d >= 0) {
    AxisList& split = t.dims[d].axes;
    if (split.axes[split.size - 1] == x)
      split.erase(x);
    else
      split = {};
  }
  t.unreduced.erase(x);
  t.reduced.erase(x);
  if (t.unreduced.empty()) t.pending = PendingKind::sum;
}
/// Ends pending maxima and minima; with `sums`, pending sums too.
constexpr void finish(TypeDesc& t, bool sums) {
  if (!sums && t.pending == PendingKind::sum) return;
  t.unreduced = {};
  t.pending = PendingKind::sum;
}
/// No state but varying.
constexpr TypeDesc unsplit(TypeDesc t) {
  for (int i = 0; i < t.rank; ++i) t.dims[i].axes = {};
  t.reduced = {};
  finish(t, true);
  return t;
}
constexpr bool reaches(const TypeDesc& from, const TypeDesc& to) {
  return from == to || judge_reshard(from, spec_of(to)).ok;
}

/// `reshard(a, P()) and reshard(c, P(X)) (free)`: what brings operands to the layouts `to`.
constexpr void print_reshards(Text& text, const TypeDesc* from, const TypeDesc* to, int n) {
  constexpr std::string_view names[] = {"a", "b", "c"};
  bool any = false, is_free = true;
  for (int k = 0; k < n; ++k) {
    if (to[k] == from[k]) continue;
    if (any) text << " and ";
    any = true;
    text << "reshard(" << names[k] << ", ";
    print_spec_call(text, spec_of(to[k]));
    text << ')';
    for_each_step(from[k], to[k], [&](Move m, auto&&, auto&&, auto&&) { is_free &= !is_collective(m); });
  }
  if (any && is_free) text << " (free)";
}

}  // namespace shardwise::rules::detail
