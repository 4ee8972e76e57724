// A result's spec that one reshard cannot reach.
// GCC: matmul: f32\[8@Y,4@X\] and f32\[4@X,2\]: axis X would pass under another axis of the same dimension; axes enter and leave at the minor end: give P\(Y, unreduced\(X\)\), as the product lies by itself, and reshard that
// CLANG: matmul: f32[8@Y,4@X] and f32[4@X,2]: axis X would pass under another axis of the same dimension; axes enter and leave at the minor end: give P(Y, unreduced(X)), as the product lies by itself, and reshard that
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::reshard(sw::matmul(a, b, P(Y, unreduced(X))), P(sw::axes(Y, X)));
#else
  return sw::matmul(a, b, P(sw::axes(X, Y)));
#endif
};
using Step = sw::Program<step, "f32[8@Y,4@X]", "f32[4@X,2]">;
static_assert(Step::view().inputs.size() < 9);
