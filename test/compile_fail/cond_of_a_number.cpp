// A predicate is a bool; a number is none.
// GCC: cond: the predicate is f32\[\]: it must be a bool scalar with no reduction pending: compare it with a number
// CLANG: cond: the predicate is f32[]: it must be a bool scalar with no reduction pending: compare it with a number
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto p, auto x) {
  auto twice = [](auto x) { return 2 * x; };
  auto same = [](auto x) { return x; };
#ifdef REPAIRED
  return sw::cond(p > 0, twice, same, x);
#else
  return sw::cond(p, twice, same, x);
#endif
};
using Step = sw::Program<step, "f32[]", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
