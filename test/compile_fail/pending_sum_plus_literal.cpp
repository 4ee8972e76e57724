// A literal added to a pending sum: 65 where 55 was meant.
// GCC: add: f32\[\]\{U:X\}: a literal other than 0 meets a sum pending over X, which would count it once per device: reduce it first: reshard\(a, P\(\)\)
// CLANG: add: f32[]{U:X}: a literal other than 0 meets a sum pending over X, which would count it once per device: reduce it first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshard(a, P()) + 10;
#else
  return a + 10;
#endif
};
using Step = sw::Program<step, "f32[]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
