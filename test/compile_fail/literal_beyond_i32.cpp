// An integer literal that the elements do not hold: known when the step is traced.
// GCC: add: i32\[8\]: the literal 5000000000 is no i32: astype<i64> the array first, or another type that holds it
// CLANG: add: i32[8]: the literal 5000000000 is no i32: astype<i64> the array first, or another type that holds it
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return a + 2000000000;
#else
  return a + 5000000000;
#endif
};
using Step = sw::Program<step, "i32[8]">;
static_assert(Step::collectives() == sw::Collectives{} && Step::view().inputs.size() < 9);
