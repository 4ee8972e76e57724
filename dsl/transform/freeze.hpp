// Freezing: from what tracing built to a program in execution order. Dead code goes; with `merge`, equal equations
// become one.
#pragma once

#include <shardwise/dsl/transform/backward.hpp>

namespace shardwise {

/// A program with storage of its own; what freezing a builder gives, and what dynamic programs run as.
struct DynamicProgram {
  std::vector<Eqn> equations;
  std::vector<TypeDesc> types;
  std::vector<Extent> extents;
  std::vector<Equality> equalities;
  std::vector<std::uint32_t> numbers;
  std::vector<int> inputs, outputs;

  constexpr ProgramView view() const { return {equations, types, extents, equalities, numbers, inputs, outputs}; }
};

namespace detail {

/// What the results need: the values, and the loops and branches around them. Inputs always stay.
constexpr std::vector<char> live_equations(const Builder& g, const std::vector<Value>& outputs) {
  std::vector<char> live(g.equations.size(), 0);
  std::vector<int> work, header_of(g.regions.size(), -1);
  for (int i = 0; i < g.size(); ++i)
    if (opens_region(g[i].op)) header_of[std::size_t(g[i].a)] = i;
  auto mark = [&](int id) {
    if (id < 0 || live[std::size_t(id)]) return;
    live[std::size_t(id)] = 1;
    work.push_back(id);
  };
  for (int i = 0; i < g.size(); ++i)
    if (g[i].op == op<ops::input>) mark(i);
  for (Value v : outputs) mark(v.id);
  while (!work.empty()) {
    const Eqn& q = g[work.back()];
    work.pop_back();
    if (!opens_region(q.op)) {
      mark(q.a);
      mark(q.b);
      mark(q.c);
    } else if (q.op != op<ops::scan>) {
      mark(g.regions[std::size_t(q.a)].predicate);
    }
    if (q.region > 0) mark(header_of[std::size_t(q.region)]);
  }
  return live;
}

struct Freezer {
  const Builder& g;
  bool merge;
  std::vector<char> live;
  std::vector<std::vector<int>> by_region;
  std::vector<int> map, carries;
  DynamicProgram out;
  // Common subexpressions: chains of equal hashes; an equation can be reused while the region it is in is open.
  static constexpr int buckets = 1024;
  std::vector<int> head, chain, home;
  std::vector<char> open;

  constexpr int find(const Eqn& q, std::size_t bucket) const {
    for (int k = head[bucket]; k >= 0; k = chain[std::size_t(k)]) {
      const Eqn& e = out.equations[std::size_t(k)];
      if (e.op == q.op && e.a == q.a && e.b == q.b && e.c == q.c && e.type == q.type && e.k0 == q.k0 && e.k1 == q.k1 &&
          e.k2 == q.k2 && e.same_value(q) && e.tag == q.tag && open[std::size_t(home[std::size_t(k)])] &&
          // The same element only in the same loop: an inner loop over the same array is at another one.
          (q.op != op<ops::item> || home[std::size_t(k)] == q.region))
        return k;
    }
    return -1;
  }
  static constexpr bool unique(const Eqn& q) {
    return opens_region(q.op) || q.op == op<ops::carry> || q.op == op<ops::stack> || q.op == op<ops::result> ||
           q.op == op<ops::input> || q.op == op<ops::guard>;
  }
  constexpr void emit(int region) {
    open[std::size_t(region)] = 1;
    for (int i : by_region[std::size_t(region)]) {
      if (!live[std::size_t(i)]) continue;
      Eqn q = g[i];
      if (q.op == op<ops::alias> || q.op == op<ops::custom_result>) {
        map[std::size_t(i)] = map[std::size_t(q.a)];
        continue;
      }
      auto renamed = [&](int id) { return id < 0 ? -1 : map[std::size_t(id)]; };
      const bool is_header = opens_region(q.op);
      if (!is_header) q.a = renamed(q.a);
      if (q.op != op<ops::carry>) q.b = renamed(q.b);
      q.c = renamed(q.c);
      q.region = region;
      int next_in_chain = -1;
      if (merge && !unique(q)) {
        std::uint32_t h = std::uint32_t(q.op->name.size()) * 131u + std::uint32_t(q.a + 1) * 2654435761u +
                          std::uint32_t(q.b + 1) * 40503u + q.k0 * 7u + std::uint32_t(q.type) * 97u;
        h = (h ^ (h >> 15)) % buckets;
        if (const int found = find(q, h); found >= 0) {
          map[std::size_t(i)] = found;
          continue;
        }
        next_in_chain = head[h];
        head[h] = int(out.equations.size());
      }
      chain.push_back(next_in_chain);
      home.push_back(region);
      const int at = int(out.equations.size());
      map[std::size_t(i)] = at;
      out.equations.push_back(q);
      if (q.op == op<ops::input>) out.inputs.push_back(at);
      if (q.op == op<ops::carry>) carries.push_back(at);
      if (is_header) {
        emit(q.a);
        out.equations[std::size_t(at)].a = int(out.equations.size());
      }
    }
    open[std::size_t(region)] = 0;
  }
  constexpr DynamicProgram run(const std::vector<Value>& outputs) {
    const std::size_t n = g.equations.size();
    live = live_equations(g, outputs);
    by_region.resize(g.regions.size());
    for (int i = 0; i < g.size(); ++i) by_region[std::size_t(g[i].region)].push_back(i);
    map.assign(n, -1);
    head.assign(buckets, -1);
    open.assign(g.regions.size(), 0);
    out.types = g.types;
    out.extents = g.extents;
    out.numbers = g.numbers;
    emit(0);
    for (int id : carries) out.equations[std::size_t(id)].b = map[std::size_t(out.equations[std::size_t(id)].b)];
    for (Eqn& q : out.equations) {
      q.region = q.checkpoint = 0;
      if (q.op == op<ops::pick>) q.k0 = 0;
    }
    for (Equality e : g.equalities) {
      e.equation = 0;
      out.equalities.push_back(e);
    }
    for (Value v : outputs) out.outputs.push_back(map[std::size_t(v.id)]);
    return static_cast<DynamicProgram&&>(out);
  }
};
}  // namespace detail

/// Freezes the values that `outputs` need. `merge` merges equal equations (never across recomputations).
constexpr DynamicProgram freeze(const Builder& g, const std::vector<Value>& outputs, bool merge = true) {
  detail::Freezer f{g, merge, {}, {}, {}, {}, {}, {}, {}, {}, {}};
  return f.run(outputs);
}

}  // namespace shardwise
