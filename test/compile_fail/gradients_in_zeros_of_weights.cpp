// The tutorial's errors: gradients are pending sums, zeros like the weights are not.
// GCC: scan: the carry starts as f32\[d,d\]\{R:X\} and comes back as
// CLANG: scan: the carry starts as f32[d,d]{R:X} and comes back as
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
using sw::P, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto w, auto x) { return sw::sum(sw::square(sw::matmul(x, w)), P(unreduced(X))); };

inline constexpr auto gradient = [](auto w, auto xs) {  // f32[d,d]{R:X}, f32[8,batch@X,d]
#ifdef REPAIRED
  auto zero = sw::zeros_like_cotangent(w);
#else
  auto zero = sw::zeros_like(w);
#endif
  return sw::scan([&](auto, auto x) { return sw::grad(loss)(w, x); }, zero, xs);
};

using Gradient = sw::Program<gradient, "f32[d,d]{R:X}", "f32[8,batch@X,d]">;
static_assert(Gradient::collectives() == sw::Collectives{});
