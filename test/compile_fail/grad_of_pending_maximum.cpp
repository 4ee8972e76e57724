// A pending maximum through grad.
// GCC: grad: the loss is f32\[\]\{Umax:X\}: a pending maximum or minimum has no gradient: reshard it first
// CLANG: grad: the loss is f32[]{Umax:X}: a pending maximum or minimum has no gradient: reshard it first
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto w, auto x) {
#ifdef REPAIRED
  return sw::grad([](auto w, auto x) { return sw::reshard(sw::max(w * x, P(sw::unreduced_max(X))), P()); })(w, x);
#else
  return sw::grad([](auto w, auto x) { return sw::max(w * x, P(sw::unreduced_max(X))); })(w, x);
#endif
};
using Step = sw::Program<step, "f32[]{R:X}", "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
