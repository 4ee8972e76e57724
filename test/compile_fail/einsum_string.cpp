// An equation of einsum with a label that no operand has.
// GCC: einsum: f32\[8,4\] and f32\[4,2\]: the result of the equation has a letter that no operand has: drop it from the result
// CLANG: einsum: f32[8,4] and f32[4,2]: the result of the equation has a letter that no operand has: drop it from the result
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::einsum<"ij,jk->ik">(a, b);
#else
  return sw::einsum<"ij,jk->il">(a, b);
#endif
};
using Step = sw::Program<step, "f32[8,4]", "f32[4,2]">;
static_assert(Step::view().inputs.size() < 9);
