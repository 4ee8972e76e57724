// Keys that were split, where one is wanted.
// GCC: random::uniform: key\[4\]: these are many keys, and a draw wants one: take one: reshape<>\(slice<0, 0, 1>\(a\)\), or scan them
// CLANG: random::uniform: key[4]: these are many keys, and a draw wants one: take one: reshape<>(slice<0, 0, 1>(a)), or scan them
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::random::uniform<"f32[8]">(sw::reshape<>(sw::slice<0, 0, 1>(a)));
#else
  return sw::random::uniform<"f32[8]">(a);
#endif
};
using Step = sw::Program<step, "key[4]">;
static_assert(Step::view().inputs.size() < 9);
