// The cotangent map: the type of a gradient is a function of the type of the value.
#pragma once

#include <shardwise/dsl/type/type_desc.hpp>

namespace shardwise {

/// Integers, booleans, keys, and pending maxima and minima have no cotangent.
constexpr bool has_cotangent(const TypeDesc& t) {
  return is_floating(t.dtype) && !(t.unreduced.size && t.pending != PendingKind::sum);
}

/// Split stays split, replicated stays replicated, varying stays varying; R becomes U and U becomes R.
/// `cotangent(cotangent(t)) == t`.
constexpr TypeDesc cotangent(TypeDesc t) {
  AxisList swapped = t.unreduced;
  t.unreduced = t.reduced;
  t.reduced = swapped;
  return t;
}

}  // namespace shardwise
