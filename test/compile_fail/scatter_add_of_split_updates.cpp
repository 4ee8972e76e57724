// Each device adds its own updates: only a pending sum can take them.
// GCC: scatter_add: f32\[8,4\], i32\[3@X\] and f32\[3@X,4\]: ids are split over X, so that each device adds its own: only a pending sum can take them: first reshard\(a, P\(unreduced\(X\)\)\) \(free\)
// CLANG: scatter_add: f32[8,4], i32[3@X] and f32[3@X,4]: ids are split over X, so that each device adds its own: only a pending sum can take them: first reshard(a, P(unreduced(X))) (free)
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b, auto c) {
#ifdef REPAIRED
  return sw::scatter_add(sw::reshard(a, P(unreduced(X))), b, c);
#else
  return sw::scatter_add(a, b, c);
#endif
};
using Step = sw::Program<step, "f32[8,4]", "i32[3@X]", "f32[3@X,4]">;
static_assert(Step::view().inputs.size() < 9);
