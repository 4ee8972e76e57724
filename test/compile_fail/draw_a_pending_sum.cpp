// Random numbers that would be a pending sum.
// GCC: random::normal: key\[\]: a draw is no pending sum over X: leave X out of the type, and reshard the numbers to P\(unreduced\(X\)\)
// CLANG: random::normal: key[]: a draw is no pending sum over X: leave X out of the type, and reshard the numbers to P(unreduced(X))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshard(sw::random::normal<"f32[8]">(a), P(unreduced(X)));
#else
  return sw::random::normal<"f32[8]{U:X}">(a);
#endif
};
using Step = sw::Program<step, "key[]">;
static_assert(Step::view().inputs.size() < 9);
