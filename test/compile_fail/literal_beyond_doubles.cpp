// A whole number that no double holds.
// GCC: add: i64\[8\]: the literal 9007199254740993 is beyond 2\^53, and programs hold numbers as f64: make it an argument of the step
// CLANG: add: i64[8]: the literal 9007199254740993 is beyond 2^53, and programs hold numbers as f64: make it an argument of the step
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return a + 9007199254740992;
#else
  return a + 9007199254740993;
#endif
};
using Step = sw::Program<step, "i64[8]">;
static_assert(Step::collectives() == sw::Collectives{} && Step::view().inputs.size() < 9);
