// A dimension that is named twice, once from the end.
// GCC: sum: f32\[8,4\]: dimension 0 is named twice: name it once
// CLANG: sum: f32[8,4]: dimension 0 is named twice: name it once
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::sum<0, -1>(a);
#else
  return sw::sum<0, -2>(a);
#endif
};
using Step = sw::Program<step, "f32[8,4]">;
static_assert(Step::collectives() == sw::Collectives{} && Step::view().inputs.size() < 9);
