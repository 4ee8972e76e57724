// checkpoint: names of values, and the policies that say which of them are saved for the backward pass.
#pragma once

#include <shardwise/dsl/rules/branch.hpp>

namespace shardwise::ops {
/// The same value, with a name for policies.
template <fixed_string Name> struct checkpoint_name : Structural<"checkpoint_name", 1> {
  static constexpr std::string_view label = Name.view();
  static constexpr void pull(auto& p) { p.add(0, p.cotangent); }
};
}  // namespace shardwise::ops

namespace shardwise {

namespace policy {
/// A contraction or convolution, or the reshard of one to its `out`, which is a part of it.
constexpr int dot_behind(const Builder& g, int id) {
  if (g[id].op == op<ops::reshard>) id = g[id].a;
  return g[id].op == op<ops::contract> || g[id].op == op<ops::conv> ? id : -1;
}
/// A label that both operands and the result have.
constexpr bool has_batch(const Eqn& q) {
  for (int i = 0; i < max_rank; ++i) {
    const int label = field(q.k0, i);
    bool in_b = false, in_out = false;
    for (int k = 0; k < max_rank; ++k) {
      in_b = in_b || field(q.k1, k) == label;
      in_out = in_out || field(q.k2, k) == label;
    }
    if (label && in_b && in_out) return true;
  }
  return false;
}
constexpr bool is_named(const Builder& g, int id, std::string_view name) {
  for (const auto& l : g.labels)
    if (l.id == id && l.name == name) return true;
  return false;
}

struct Nothing {
  static constexpr bool saves(const Builder&, int) { return false; }
};
struct Everything {
  static constexpr bool saves(const Builder&, int) { return true; }
};
struct Dots {
  static constexpr bool saves(const Builder& g, int id) { return dot_behind(g, id) >= 0; }
};
struct DotsWithoutBatch {
  static constexpr bool saves(const Builder& g, int id) {
    const int dot = dot_behind(g, id);
    return dot >= 0 && !(g[dot].op == op<ops::contract> && has_batch(g[dot]));
  }
};
template <fixed_string... Names> struct OnlyNames {
  static constexpr bool saves(const Builder& g, int id) { return (is_named(g, id, Names.view()) || ...); }
};
template <fixed_string... Names> struct AnythingButNames {
  static constexpr bool saves(const Builder& g, int id) { return !(is_named(g, id, Names.view()) || ...); }
};
template <class A, class B> struct Either {
  static constexpr bool saves(const Builder& g, int id) { return A::saves(g, id) || B::saves(g, id); }
};
}  // namespace policy

/// Gives a value a name for policies; for the value that was named too.
template <fixed_string Name> constexpr Value checkpoint_name(Value a) {
  if (!a.valid()) return a;
  Builder& g = *a.builder;
  const std::string_view label = ops::checkpoint_name<Name>::label;
  g.labels.push_back({a.id, label});
  g.mark(a.id);
  g.labels.push_back({g.size(), label});
  const TypeDesc t = a.type();
  return {&g, g.push({.op = op<ops::checkpoint_name<Name>>, .a = a.id}, t)};
}

}  // namespace shardwise
