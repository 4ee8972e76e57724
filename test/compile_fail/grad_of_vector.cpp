// The gradient of a loss that is no scalar.
// GCC: grad: the loss is f32\[8@X\]: it must be a floating scalar: sum it, or take its mean
// CLANG: grad: the loss is f32[8@X]: it must be a floating scalar: sum it, or take its mean
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto w, auto x) {
#ifdef REPAIRED
  return sw::grad([](auto w, auto x) { return sw::sum(w * x); })(w, x);
#else
  return sw::grad([](auto w, auto x) { return w * x; })(w, x);
#endif
};
using Step = sw::Program<step, "f32[]", "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
