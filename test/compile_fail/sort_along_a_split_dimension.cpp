// A sort along a dimension that is split.
// GCC: sort: f32\[8,4@X\]: dimension 1: the dimension is split over X: first reshard\(a, P\(\)\)
// CLANG: sort: f32[8,4@X]: dimension 1: the dimension is split over X: first reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::sort(sw::reshard(a, P()));
#else
  return sw::sort(a);
#endif
};
using Step = sw::Program<step, "f32[8,4@X]">;
static_assert(Step::view().inputs.size() < 9);
