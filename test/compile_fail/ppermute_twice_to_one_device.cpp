// Two devices that send to one.
// GCC: ppermute: f32\[8/X\]\{V:X\}: a device is twice a target: each device is a source at most once and a target at most once
// CLANG: ppermute: f32[8/X]{V:X}: a device is twice a target: each device is a source at most once and a target at most once
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying, sw::tiled;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

#ifdef REPAIRED
inline constexpr auto who = sw::pairs({{0, 1}, {1, 0}});
#else
inline constexpr auto who = sw::pairs({{0, 1}, {2, 1}});
#endif
inline constexpr auto step = [](auto x) {
  return sw::shard_map([](auto x) { return sw::ppermute<who>(x, X); }, P(X), P(X))(x);
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
