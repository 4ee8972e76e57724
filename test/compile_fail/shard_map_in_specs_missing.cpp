// Two arguments and the spec of one.
// GCC: shard_map: in_specs is one spec for all arguments, or a hana::make_tuple of one for each
// CLANG: shard_map: in_specs is one spec for all arguments, or a hana::make_tuple of one for each
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::P;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x, auto w) {
#ifdef REPAIRED
  return sw::shard_map([](auto x, auto w) { return x * w; }, hana::make_tuple(P(X), P()), P(X))(x, w);
#else
  return sw::shard_map([](auto x, auto w) { return x * w; }, hana::make_tuple(P(X)), P(X))(x, w);
#endif
};
using Step = sw::Program<step, "f32[8@X]", "f32[]">;
static_assert(Step::view().inputs.size() < 9);
