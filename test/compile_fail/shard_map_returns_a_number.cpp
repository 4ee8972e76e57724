// A function that gives a number of the host, which no device holds.
// GCC: shard_map: the function returns no array and no tree of arrays: return arrays, such as full_like\(a, 1\)
// CLANG: shard_map: the function returns no array and no tree of arrays: return arrays, such as full_like(a, 1)
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::P;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x) {
#ifdef REPAIRED
  return sw::shard_map([](auto x) { return sw::full_like(x, 1); }, P(X), P(X))(x);
#else
  return sw::shard_map([](auto) { return 1.0f; }, P(X), P(X))(x);
#endif
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
