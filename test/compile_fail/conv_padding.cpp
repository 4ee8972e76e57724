// A padding that is neither SAME nor VALID nor numbers.
// GCC: conv: f32\[8,28,28,3\] and f32\[3,3,3,16\]: the padding is not understood: write conv<
// CLANG: conv: f32[8,28,28,3] and f32[3,3,3,16]: the padding is not understood: write conv<"SAME">, conv<"VALID">, or what is added before and after height and width
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::conv<"SAME">(a, b);
#else
  return sw::conv<"same">(a, b);
#endif
};
using Step = sw::Program<step, "f32[8,28,28,3]", "f32[3,3,3,16]">;
static_assert(Step::view().inputs.size() < 9);
