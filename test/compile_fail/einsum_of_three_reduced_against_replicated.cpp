// Three operands, of which one is reduced and none is split.
// GCC: einsum: f32\[8,4\]\{R:X\}, f32\[4,5\] and f32\[5,6\]\{R:X\}: reduced over X against replicated: make b reduced \(free\): reshard\(b, P\(reduced\(X\)\)\)
// CLANG: einsum: f32[8,4]{R:X}, f32[4,5] and f32[5,6]{R:X}: reduced over X against replicated: make b reduced (free): reshard(b, P(reduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b, auto c) {
#ifdef REPAIRED
  return sw::einsum<"ij,jk,kl->il">(a, sw::reshard(b, P(reduced(X))), c);
#else
  return sw::einsum<"ij,jk,kl->il">(a, b, c);
#endif
};
using Step = sw::Program<step, "f32[8,4]{R:X}", "f32[4,5]", "f32[5,6]{R:X}">;
static_assert(Step::view().inputs.size() < 9);
