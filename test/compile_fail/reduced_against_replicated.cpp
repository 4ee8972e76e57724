// Reduced against replicated: their gradients would be summed differently.
// GCC: add: f32\[8\]\{R:X\} and f32\[8\]: reduced over X against replicated: make the other reduced too \(free\): reshard\(b, P\(reduced\(X\)\)\)
// CLANG: add: f32[8]{R:X} and f32[8]: reduced over X against replicated: make the other reduced too (free): reshard(b, P(reduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return a + sw::reshard(b, P(reduced(X)));
#else
  return a + b;
#endif
};
using Step = sw::Program<step, "f32[8]{R:X}", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
