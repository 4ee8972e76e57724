// Ones on each device would be as many as there are devices.
// GCC: ones: f32\[8\]\{R:X\}: what is not 0 would be counted once per device where a sum is pending over X: make it without U and reshard it to P\(unreduced\(X\)\)
// CLANG: ones: f32[8]{R:X}: what is not 0 would be counted once per device where a sum is pending over X: make it without U and reshard it to P(unreduced(X))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshard(sw::ones<"f32[8]">(a), P(unreduced(X))) * a;
#else
  return sw::ones<"f32[8]{U:X}">(a) * a;
#endif
};
using Step = sw::Program<step, "f32[8]{R:X}">;
static_assert(Step::view().inputs.size() < 9);
