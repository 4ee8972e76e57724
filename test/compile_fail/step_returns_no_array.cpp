// A step that returns no array.
// GCC: Program: the step returns no array and no tree of arrays, but a number: full_like
// CLANG: Program: the step returns no array and no tree of arrays, but a number: full_like
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto step = []([[maybe_unused]] auto a) {
#ifdef REPAIRED
  return a;
#else
  return 3;
#endif
};
using Step = sw::Program<step, "f32[4]">;
static_assert(Step::view().inputs.size() < 9);
