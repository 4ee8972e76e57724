// Reverse mode through cond and while_loop. Part of backward.hpp, which includes it last: both call each other.
#pragma once

#include <shardwise/dsl/transform/backward.hpp>

namespace shardwise::backward {

/// A pair of branches becomes a pair of mirrored branches under the same predicate. The values that either of them
/// captures get their cotangents through picks: zeros where the branch that ran does not use them.
constexpr void transpose_branches(Builder& g, const Scope& scope, int first, Cotangents& ct) {
  const int regions[] = {first, g.regions[std::size_t(first)].partner};
  std::vector<int> picks, captures;
  std::vector<char> captured(g.active.size(), 0);
  auto capture = [&](int id) {
    if (!is_active(g, id) || captured[std::size_t(id)]) return;
    for (int r : regions)
      if (inside(g, g[id].region, r)) return;
    captured[std::size_t(id)] = 1;
    captures.push_back(id);
  };
  for (int id : scope.by_region[std::size_t(g.regions[std::size_t(first)].parent)])
    if (g[id].op == op<ops::pick> && int(g[id].k0) == first && cotangent_of(ct, id) >= 0) {
      picks.push_back(id);
      capture(g[id].b);
      capture(g[id].c);
    }
  if (picks.empty()) return;
  for (int branch : regions)
    for (int r = branch; r >= 0 && r < int(scope.by_region.size()); ++r)
      if (inside(g, r, branch))
        for (int id : scope.by_region[std::size_t(r)]) {
          const Eqn& q = g[id];
          if (opens_region(q.op) || q.op == op<ops::result>) continue;
          capture(q.a);
          capture(q.b);
          capture(q.c);
        }
  const int predicate = use(g, g.regions[std::size_t(first)].predicate);
  std::vector<int> parts[2];
  int mirrored = -1;
  for (int k = 0; k < 2; ++k) {
    const int opened = g.open_branch(predicate, k == 0, mirrored);
    if (k == 0) mirrored = opened;
    if (regions[k] >= 0) g.mirrors.push_back({regions[k], opened});
    Cotangents inner(std::size_t(g.size()), -1);
    for (int id : picks)
      if (const int value = (k == 0) != rules::fault(41) ? g[id].b : g[id].c; value >= 0)
        accumulate(g, inner, value, Value{&g, cotangent_of(ct, id)});
    if (regions[k] >= 0) {
      transpose_region(g, scope, regions[k], inner);
      g.mirrors.pop_back();
    }
    for (int id : captures) parts[k].push_back(cotangent_of(inner, id));
    g.close();
  }
  for (std::size_t k = 0; k < captures.size(); ++k)
    if (parts[0][k] >= 0 || parts[1][k] >= 0)
      accumulate(g, ct, captures[k], loop::pick(g, mirrored, Value{&g, parts[0][k]}, Value{&g, parts[1][k]}));
}

/// How often the loop ran is not known when the backward pass is written.
constexpr void refuse_while(const Builder& g, const Scope& scope, int region, const Cotangents& ct) {
  for (int id : scope.by_region[std::size_t(region)])
    if (g[id].op == op<ops::carry> && is_active(g, id) && cotangent_of(ct, id) >= 0)
      a_while_loop_has_no_gradient_use_scan_or_fori_loop();
}

}  // namespace shardwise::backward
