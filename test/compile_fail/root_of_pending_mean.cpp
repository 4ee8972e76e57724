// The README's error: a root of a sum that is still pending.
// GCC: sqrt: f32\[\]\{U:X\}: a sum is pending over X, and f\(a\+b\) is not f\(a\)\+f\(b\): reduce it first: reshard\(a, P\(\)\)
// CLANG: sqrt: f32[]{U:X}: a sum is pending over X, and f(a+b) is not f(a)+f(b): reduce it first: reshard(a, P())
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto w, auto x, auto y) {
  auto error = sw::matmul(x, w) - y;
#ifdef REPAIRED
  return sw::sqrt(sw::reshard(sw::mean(sw::square(error), sw::P(sw::unreduced(X))), sw::P()));
#else
  return sw::sqrt(sw::mean(sw::square(error), sw::P(sw::unreduced(X))));
#endif
};

using Loss = sw::Program<loss, "f32[d]{R:X}", "f32[batch@X,d]", "f32[batch@X]">;
static_assert(Loss::collectives().total() <= 1);
