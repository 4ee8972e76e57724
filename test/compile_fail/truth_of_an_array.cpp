// A step is traced once, for all numbers: it cannot look at one.
// GCC: if \(x\): x is bool\[8@X\], which has no value while the step is traced: where\(mask, a, b\) chooses by element
// CLANG: if (x): x is bool[8@X], which has no value while the step is traced: where(mask, a, b) chooses by element
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x) {
#ifdef REPAIRED
  return sw::where(x > 0, x, -x);
#else
  if (x > 0) return x;
  return -x;
#endif
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
