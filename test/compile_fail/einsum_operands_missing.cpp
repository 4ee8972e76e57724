// An equation that names more operands than the call has.
// GCC: einsum: f32\[8,4\] and f32\[4,2\]: the equation names another number of operands than the call: give it letters for each operand
// CLANG: einsum: f32[8,4] and f32[4,2]: the equation names another number of operands than the call: give it letters for each operand
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::einsum<"ij,jk->ik">(a, b);
#else
  return sw::einsum<"ij,jk,kl->il">(a, b);
#endif
};
using Step = sw::Program<step, "f32[8,4]", "f32[4,2]">;
static_assert(Step::view().inputs.size() < 9);
