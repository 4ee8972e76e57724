// Varying operands among others: what is the same on all devices is cast to varying, free.
#pragma once

#include <shardwise/dsl/program/value.hpp>
#include <shardwise/dsl/rules/state.hpp>

#include <initializer_list>

namespace shardwise::detail {

/// Manual mode. Casts replicated and reduced operands to varying over each axis over which another operand varies. The
/// transpose of the cast is a psum, or for a reduced operand nothing. Every op of several operands begins with it, so
/// that its rows meet varying values among themselves only.
constexpr void vary_together(std::initializer_list<Value*> operands) {
  AxisUnion varying;
  for (const Value* v : operands) {
    if (!v->valid()) return;
    varying.add(v->type().varying);
  }
  for (Value* v : operands) {
    TypeDesc t = v->type();
    bool cast = false;
    for (Name x : varying) {
      const rules::State s = rules::state_of(t, x);
      if (s != rules::State::replicated && s != rules::State::reduced) continue;
      t.reduced.erase(x);
      t.varying.insert(x);
      cast = true;
    }
    if (cast) *v = reshard_to(*v, t);
  }
}

}  // namespace shardwise::detail
