// Different values on each device, returned as one.
// GCC: shard_map: f32\[8/X\]\{V:X\}: the result varies over X, and out_specs does not say so: it would hide different values: psum\(a, X\), or name X for a dimension in out_specs
// CLANG: shard_map: f32[8/X]{V:X}: the result varies over X, and out_specs does not say so: it would hide different values: psum(a, X), or name X for a dimension in out_specs
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying, sw::tiled;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto step = [](auto x) {
#ifdef REPAIRED
  return sw::shard_map([](auto x) { return sw::square(x); }, P(X), P(X))(x);
#else
  return sw::shard_map([](auto x) { return sw::square(x); }, P(X), P())(x);
#endif
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
