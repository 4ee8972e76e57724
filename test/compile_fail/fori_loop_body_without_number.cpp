// The body of fori_loop takes the number and the carry.
// GCC: fori_loop: the body cannot be called with 2 arguments: it takes the number i and the carry
// CLANG: fori_loop: the body cannot be called with 2 arguments: it takes the number i and the carry
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto step = [](auto h) {
#ifdef REPAIRED
  return sw::fori_loop<0, 3>([](auto, auto h) { return 0.5f * h; }, h);
#else
  return sw::fori_loop<0, 3>([](auto h) { return 0.5f * h; }, h);
#endif
};
using Step = sw::Program<step, "f32[4]">;
static_assert(Step::view().inputs.size() < 9);
