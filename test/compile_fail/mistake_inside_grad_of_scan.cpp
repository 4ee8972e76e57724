// A mistake two functions deep is one error, at the line that made it.
// GCC: exp: f32\[8\]\{U:X\}: a sum is pending over X, and f\(a\+b\) is not f\(a\)\+f\(b\): reduce it first: reshard\(a, P\(\)\)
// CLANG: exp: f32[8]{U:X}: a sum is pending over X, and f(a+b) is not f(a)+f(b): reduce it first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

template <bool Reduced>
inline constexpr auto loss = [](auto w, auto xs) {
  auto body = [](auto h, auto x) {
    if constexpr (Reduced)
      return h * sw::exp(sw::reshard(x, P()));
    else
      return h * sw::exp(x);
  };
  return sw::sum(sw::scan(body, w, xs));
};
inline constexpr auto step = [](auto w, auto xs) {
#ifdef REPAIRED
  return w - 0.1f * sw::reshard(sw::grad(loss<true>)(w, xs), P());
#else
  return w - 0.1f * sw::grad(loss<false>)(w, xs);
#endif
};
using Step = sw::Program<step, "f32[8]", "f32[3,8]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
