// Updates that do not lie as the columns that they are added to.
// GCC: scatter_add: f32\[8,4@X\], i32\[3\] and f32\[3,4\]: the updates do not lie over X as what they are added to: first reshard\(c, P\(none, X\)\) \(free\)
// CLANG: scatter_add: f32[8,4@X], i32[3] and f32[3,4]: the updates do not lie over X as what they are added to: first reshard(c, P(none, X)) (free)
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b, auto c) {
#ifdef REPAIRED
  return sw::scatter_add(a, b, sw::reshard(c, P(none, X)));
#else
  return sw::scatter_add(a, b, c);
#endif
};
using Step = sw::Program<step, "f32[8,4@X]", "i32[3]", "f32[3,4]">;
static_assert(Step::view().inputs.size() < 9);
