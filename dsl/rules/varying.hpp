// Varying operands among others: what is the same on all devices is cast to varying, free.
#pragma once

#include <shardwise/dsl/program/value.hpp>
#include <shardwise/dsl/rules/state.hpp>

#include <initializer_list>

namespace shardwise::detail {

struct NeverReduced {
  constexpr bool operator()(int, Name) const { return false; }
};
/// Manual mode. Casts replicated and reduced operands to varying over each axis over which another operand varies. The
/// transpose of the cast is a psum, or for a reduced operand nothing. Every op of several operands begins with it, so
/// that its rows meet varying values among themselves only. `becomes_reduced(k, axis)`: operand k is cast to R over the
/// axis anyway; if it is cast here, both are one cast, and its transpose is one psum.
constexpr void vary_all_together(const auto& operands, auto becomes_reduced) {
  AxisUnion varying, all;
  for (const Value* v : operands) {
    if (!v->valid()) return;
    varying.add(v->type().varying);
  }
  if (varying.size == 0) return;
  for (const Value* v : operands) all.add(v->type());
  int k = -1;
  for (Value* v : operands) {
    ++k;
    TypeDesc t = v->type();
    bool cast = false;
    for (Name x : varying) {
      const rules::State s = rules::state_of(t, x);
      if (s != rules::State::replicated && s != rules::State::reduced) continue;
      t.reduced.erase(x);
      t.varying.insert(x);
      cast = true;
    }
    if (!cast) continue;
    for (Name x : all)
      if (becomes_reduced(k, x)) t.reduced.insert(x);
    *v = reshard_to(*v, t);
  }
}

template <class F = NeverReduced>
constexpr void vary_together(std::initializer_list<Value*> operands, F becomes_reduced = {}) {
  vary_all_together(operands, becomes_reduced);
}
/// The same for a list of values.
constexpr void vary_together(std::vector<Value>& operands) {
  std::vector<Value*> all;
  for (Value& v : operands) all.push_back(&v);
  vary_all_together(all, NeverReduced{});
}

}  // namespace shardwise::detail
