// A body that returns two things where scan takes one.
// GCC: scan: the body returns stacked\(carry, y\): call scan_with_outputs, or return the carry alone
// CLANG: scan: the body returns stacked(carry, y): call scan_with_outputs, or return the carry alone
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto body = [](auto h, auto x) { return sw::stacked(h + x, h); };
inline constexpr auto step = [](auto h, auto xs) {
#ifdef REPAIRED
  return sw::scan_with_outputs(body, h, xs).y;
#else
  return sw::scan(body, h, xs);
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[3,4]">;
static_assert(Step::view().inputs.size() < 9);
