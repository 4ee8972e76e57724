// A name keeps its layout: a sum that is pending is another one.
// GCC: x \+= y: x is f32\[\], and x \+ y is f32\[8\]: give it a name of its own, auto z = x \+ y
// CLANG: x += y: x is f32[], and x + y is f32[8]: give it a name of its own, auto z = x + y
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto x, auto y) {
#ifdef REPAIRED
  y += x;
  y *= 2;
  return y;
#else
  x += y;
  return x;
#endif
};
using Step = sw::Program<step, "f32[]", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
