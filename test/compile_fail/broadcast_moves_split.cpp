// A broadcast that would move a split: a reshard does that.
// GCC: broadcast_to: f32\[4@X\]: dimension 0: a dimension that is not new keeps its split: broadcast to P\(none, X\), and reshard it after
// CLANG: broadcast_to: f32[4@X]: dimension 0: a dimension that is not new keeps its split: broadcast to P(none, X), and reshard it after
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshard(sw::broadcast_to<"f32[8,4@X]">(a), P(X));
#else
  return sw::broadcast_to<"f32[8@X,4]">(a);
#endif
};
using Step = sw::Program<step, "f32[4@X]">;
static_assert(Step::view().inputs.size() < 9);
