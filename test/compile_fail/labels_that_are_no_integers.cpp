// Labels are class numbers.
// GCC: softmax_cross_entropy_with_integer_labels: f32\[8,10\] and f32\[8\]: the labels are not integers: astype them first
// CLANG: softmax_cross_entropy_with_integer_labels: f32[8,10] and f32[8]: the labels are not integers: astype them first
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto logits, auto labels) {
#ifdef REPAIRED
  return sw::softmax_cross_entropy_with_integer_labels(logits, sw::astype<sw::i32>(labels));
#else
  return sw::softmax_cross_entropy_with_integer_labels(logits, labels);
#endif
};
using Step = sw::Program<step, "f32[8,10]", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
