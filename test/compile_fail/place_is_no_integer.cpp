// A place that is not an integer.
// GCC: dynamic_slice_in_dim: f32\[12,4@X\] and f32\[\]: a place is not an integer: astype<i32> it
// CLANG: dynamic_slice_in_dim: f32[12,4@X] and f32[]: a place is not an integer: astype<i32> it
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto i) {
#ifdef REPAIRED
  return sw::dynamic_slice_in_dim<0, 3>(a, sw::astype<sw::i32>(i));
#else
  return sw::dynamic_slice_in_dim<0, 3>(a, i);
#endif
};
using Step = sw::Program<step, "f32[12,4@X]", "f32[]">;
static_assert(Step::view().inputs.size() < 9);
