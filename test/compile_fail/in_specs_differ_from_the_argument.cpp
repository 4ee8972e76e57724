// in_specs that would move an argument without a visible reshard.
// GCC: shard_map: f32\[8@X\]: in_specs says another layout than the argument has: give its own, P\(X\), or reshard the argument to what in_specs says
// CLANG: shard_map: f32[8@X]: in_specs says another layout than the argument has: give its own, P(X), or reshard the argument to what in_specs says
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
  return sw::shard_map([](auto x) { return sw::square(x); }, P(), P())(x);
#endif
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
