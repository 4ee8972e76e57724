// The product of two pending sums.
// GCC: mul: f32\[8\]\{U:X\} and f32\[8\]\{U:X\}: the product of two sums pending over X is not the sum of the products: reduce one first: reshard\(a, P\(reduced\(X\)\)\)
// CLANG: mul: f32[8]{U:X} and f32[8]{U:X}: the product of two sums pending over X is not the sum of the products: reduce one first: reshard(a, P(reduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::reshard(a, P(reduced(X))) * b;
#else
  return a * b;
#endif
};
using Step = sw::Program<step, "f32[8]{U:X}", "f32[8]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
