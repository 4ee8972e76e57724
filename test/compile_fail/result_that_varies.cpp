// A step that returns what only shard_map can hold.
// GCC: Program: a result is f32\[8\]\{V:X\}, which varies over X: no array outside of shard_map does: psum it
// CLANG: Program: a result is f32[8]{V:X}, which varies over X: no array outside of shard_map does: psum it
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::P, sw::varying;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x) {
  auto each = sw::pcast<varying>(x, X);
#ifdef REPAIRED
  return sw::psum(each, X);
#else
  return each;
#endif
};
using Step = sw::Program<step, "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
