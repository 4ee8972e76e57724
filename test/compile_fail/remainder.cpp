// Arrays have no remainder.
// GCC: x % y: x is i32\[8\], and arrays have no remainder: x - y \* \(x / y\) is one of integers
// CLANG: x % y: x is i32[8], and arrays have no remainder: x - y * (x / y) is one of integers
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto x, auto y) {
#ifdef REPAIRED
  return x - y * (x / y);
#else
  return x % y;
#endif
};
using Step = sw::Program<step, "i32[8]", "i32[8]">;
static_assert(Step::view().inputs.size() < 9);
