// The gradient with respect to labels.
// GCC: grad: an argument is i32\[8\], which has no cotangent: differentiate with respect to floating arrays that are no pending maximum or minimum
// CLANG: grad: an argument is i32[8], which has no cotangent: differentiate with respect to floating arrays that are no pending maximum or minimum
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto labels, auto w) {
  return sw::sum(sw::softmax_cross_entropy_with_integer_labels(w, labels));
};
inline constexpr auto step = [](auto labels, auto w) {
#ifdef REPAIRED
  return sw::grad<1>(loss)(labels, w);
#else
  return sw::grad(loss)(labels, w);
#endif
};
using Step = sw::Program<step, "i32[8]", "f32[8,4]">;
static_assert(Step::view().inputs.size() < 9);
