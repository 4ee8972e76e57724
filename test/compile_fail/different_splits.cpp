// The sum of two arrays that are split on different dimensions.
// GCC: add: f32\[8@X,8\] and f32\[8,8@X\]: the operands are split over X differently: reshard one of them: reshard\(b, P\(X\)\)
// CLANG: add: f32[8@X,8] and f32[8,8@X]: the operands are split over X differently: reshard one of them: reshard(b, P(X))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return a + sw::reshard(b, P(X));
#else
  return a + b;
#endif
};
using Step = sw::Program<step, "f32[8@X,8]", "f32[8,8@X]">;
static_assert(Step::view().inputs.size() < 9);
