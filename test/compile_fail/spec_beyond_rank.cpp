// A spec with more dimensions than the array.
// GCC: reshard: f32\[8\]: the spec has more dimensions than the array: give at most one entry per dimension
// CLANG: reshard: f32[8]: the spec has more dimensions than the array: give at most one entry per dimension
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshard(a, P(X));
#else
  return sw::reshard(a, P(none, X));
#endif
};
using Step = sw::Program<step, "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
