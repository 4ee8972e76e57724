// A loop over a dimension that is split between devices.
// GCC: scan: f32\[8@X,4\]: the leading dimension of xs is split: gather it first: reshard\(xs, P\(\)\)
// CLANG: scan: f32[8@X,4]: the leading dimension of xs is split: gather it first: reshard(xs, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto add = [](auto h, auto x) { return h + x; };
inline constexpr auto step = [](auto h, auto xs) {
#ifdef REPAIRED
  return sw::scan(add, h, sw::reshard(xs, P()));
#else
  return sw::scan(add, h, xs);
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[8@X,4]">;
static_assert(Step::view().inputs.size() < 9);
