// A contraction over a split dimension that does not say where the pending sum goes.
// GCC: matmul: f32\[8,4@X\] and f32\[4@X,2\]: contracts a dimension that is split over X, so the sum is still pending; say where it goes: P\(\) all-reduces, P\(X\) reduce-scatters, P\(unreduced\(X\)\) leaves it pending
// CLANG: matmul: f32[8,4@X] and f32[4@X,2]: contracts a dimension that is split over X, so the sum is still pending; say where it goes: P() all-reduces, P(X) reduce-scatters, P(unreduced(X)) leaves it pending
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::matmul(a, b, P(unreduced(X)));
#else
  return sw::matmul(a, b);
#endif
};
using Step = sw::Program<step, "f32[8,4@X]", "f32[4@X,2]">;
static_assert(Step::view().inputs.size() < 9);
