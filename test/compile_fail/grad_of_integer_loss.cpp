// The gradient of a loss that is no floating number.
// GCC: grad: the loss is i32\[\]: it must be a floating scalar: astype<f32> it
// CLANG: grad: the loss is i32[]: it must be a floating scalar: astype<f32> it
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto w, auto x) {
#ifdef REPAIRED
  return sw::grad([](auto w, auto x) { return sw::astype<sw::f32>(sw::sum(sw::argmax<0>(w * x))); })(w, x);
#else
  return sw::grad([](auto w, auto x) { return sw::sum(sw::argmax<0>(w * x)); })(w, x);
#endif
};
using Step = sw::Program<step, "f32[8]", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
