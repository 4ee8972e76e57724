// A branch that does not take the arguments.
// GCC: cond: a branch cannot be called with 2 arguments: both take the arguments that follow them
// CLANG: cond: a branch cannot be called with 2 arguments: both take the arguments that follow them
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto p, auto x, auto y) {
#ifdef REPAIRED
  return sw::cond(
      p, [](auto x, auto) { return x; }, [](auto, auto y) { return y; }, x, y);
#else
  return sw::cond(
      p, [](auto x) { return x; }, [](auto y) { return y; }, x, y);
#endif
};
using Step = sw::Program<step, "bool[]", "f32[8]", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
