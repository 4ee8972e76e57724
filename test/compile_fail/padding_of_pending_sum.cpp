// A padding that would be counted once per device.
// GCC: pad: f32\[12\]\{U:X\}: padding other than 0 meets a sum pending over X, which would count it once per device: leave the number out, or reduce it first: reshard\(a, P\(\)\)
// CLANG: pad: f32[12]{U:X}: padding other than 0 meets a sum pending over X, which would count it once per device: leave the number out, or reduce it first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::pad<0, 1, 1>(a);
#else
  return sw::pad<0, 1, 1>(a, 1);
#endif
};
using Step = sw::Program<step, "f32[12]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
