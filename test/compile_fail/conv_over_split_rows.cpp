// A convolution over rows that lie on several devices.
// GCC: conv: f32\[8,28@X,28,3\] and f32\[3,3,3,16\]: dimension 1: the spatial dimension is split over X, and windows would reach beyond the block: gather a: reshard\(a, P\(\)\)
// CLANG: conv: f32[8,28@X,28,3] and f32[3,3,3,16]: dimension 1: the spatial dimension is split over X, and windows would reach beyond the block: gather a: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::conv<"SAME">(sw::reshard(a, P()), b);
#else
  return sw::conv<"SAME">(a, b);
#endif
};
using Step = sw::Program<step, "f32[8,28@X,28,3]", "f32[3,3,3,16]">;
static_assert(Step::view().inputs.size() < 9);
