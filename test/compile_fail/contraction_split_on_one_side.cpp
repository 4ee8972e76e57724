// A contraction that is split on one side only.
// GCC: matmul: f32\[8,4@X\] and f32\[4,2\]: the contracted dimension is split over X on one side only: gather a: reshard\(a, P\(\)\), or slice b \(free\): reshard\(b, P\(X\)\), and say with a spec where the sum goes
// CLANG: matmul: f32[8,4@X] and f32[4,2]: the contracted dimension is split over X on one side only: gather a: reshard(a, P()), or slice b (free): reshard(b, P(X)), and say with a spec where the sum goes
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::matmul(sw::reshard(a, P()), b);
#else
  return sw::matmul(a, b);
#endif
};
using Step = sw::Program<step, "f32[8,4@X]", "f32[4,2]">;
static_assert(Step::view().inputs.size() < 9);
