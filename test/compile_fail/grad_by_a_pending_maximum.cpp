// A pending maximum has no gradient: one error, though the function reshards it.
// GCC: grad: an argument is f32\[4\]\{Umax:X\}, which has no cotangent
// CLANG: grad: an argument is f32[4]{Umax:X}, which has no cotangent
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::P;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x) {
#ifdef REPAIRED
  return sw::grad([](auto x) { return sw::sum(x); })(sw::reshard(x, P()));
#else
  return sw::grad([](auto x) { return sw::sum(sw::reshard(x, P())); })(x);
#endif
};
using Step = sw::Program<step, "f32[4]{Umax:X}">;
static_assert(Step::view().inputs.size() < 9);
