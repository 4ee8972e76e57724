// A sum over an axis that nothing here lies on.
// GCC: psum: f32\[8/X\]\{V:X\}: it sums what varies over Y in a shard_map; this value is the same on all devices along Y
// CLANG: psum: f32[8/X]{V:X}: it sums what varies over Y in a shard_map; this value is the same on all devices along Y
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying, sw::tiled;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto step = [](auto x) {
#ifdef REPAIRED
  return sw::shard_map([](auto x) { return sw::psum(x, X); }, P(X), P())(x);
#else
  return sw::shard_map([](auto x) { return sw::psum(x, Y); }, P(X), P(X))(x);
#endif
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
