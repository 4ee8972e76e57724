// Ids for all rows of an array whose rows are split.
// GCC: take_along_axis: f32\[8@X,4\] and i32\[8,2\]: the operands are split over X differently: first reshard\(b, P\(X\)\) \(free\)
// CLANG: take_along_axis: f32[8@X,4] and i32[8,2]: the operands are split over X differently: first reshard(b, P(X)) (free)
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::take_along_axis<1>(a, sw::reshard(b, P(X)));
#else
  return sw::take_along_axis<1>(a, b);
#endif
};
using Step = sw::Program<step, "f32[8@X,4]", "i32[8,2]">;
static_assert(Step::view().inputs.size() < 9);
