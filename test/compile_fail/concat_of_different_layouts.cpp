// The third array has another layout than the first.
// GCC: concat: f32\[8\]\{R:X\}, f32\[4\]\{R:X\} and f32\[2\]: operand c: reduced over X against replicated: reshard one of them: reshard\(c, P\(reduced\(X\)\)\)
// CLANG: concat: f32[8]{R:X}, f32[4]{R:X} and f32[2]: operand c: reduced over X against replicated: reshard one of them: reshard(c, P(reduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b, auto c) {
#ifdef REPAIRED
  return sw::concat<0>(a, b, sw::reshard(c, P(reduced(X))));
#else
  return sw::concat<0>(a, b, c);
#endif
};
using Step = sw::Program<step, "f32[8]{R:X}", "f32[4]{R:X}", "f32[2]">;
static_assert(Step::view().inputs.size() < 9);
