// A body that does not take the carry and one element of each array.
// GCC: scan: the body cannot be called with 2 arguments: it takes the carry and an element of each of xs
// CLANG: scan: the body cannot be called with 2 arguments: it takes the carry and an element of each of xs
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto step = [](auto h, auto xs) {
#ifdef REPAIRED
  return sw::scan([](auto h, auto) { return 0.5f * h; }, h, xs);
#else
  return sw::scan([](auto h) { return 0.5f * h; }, h, xs);
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[3,4]">;
static_assert(Step::view().inputs.size() < 9);
