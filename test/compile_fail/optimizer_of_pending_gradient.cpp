// The squares of the pieces are not the square of the gradient: it is reduced before a nonlinear optimizer sees it.
// GCC: square: f32\[4\]\{U:X\}: a sum is pending over X, and f\(a\+b\) is not f\(a\)\+f\(b\): reduce it first: reshard\(a, P\(\)\)
// CLANG: square: f32[4]{U:X}: a sum is pending over X, and f(a+b) is not f(a)+f(b): reduce it first: reshard(a, P())
// ERRORS: any
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

/// Adam without its bias correction: the weight, and the mean square of its gradients.
inline constexpr auto adam = [](auto w, auto v, auto g) {
  auto next = 0.9f * v + 0.1f * sw::square(g);
  return sw::hana::make_tuple(w - 0.01f * g / (sw::sqrt(next) + 1e-8f), next);
};
inline constexpr auto step = [](auto w, auto v, auto x) {
  auto g = sw::grad([](auto w, auto x) { return sw::sum(sw::tanh(w * x)); })(w, x);
#ifdef REPAIRED
  return adam(w, v, sw::reshard(g, sw::spec(w)));
#else
  return adam(w, v, g);
#endif
};
using Step = sw::Program<step, "f32[4]{R:X}", "f32[4]{R:X}", "f32[8@X,4]">;
static_assert(Step::view().inputs.size() == 3);
