// A pending sum plus a bias that each device would add once more.
// GCC: add: f32\[8,4\]\{U:X\} and f32\[4\]: a sum pending over X meets a value that is not pending and would be counted once per device: reduce it first: reshard\(a, P\(\)\), or make the other unreduced: reshard\(b, P\(unreduced\(X\)\)\)
// CLANG: add: f32[8,4]{U:X} and f32[4]: a sum pending over X meets a value that is not pending and would be counted once per device: reduce it first: reshard(a, P()), or make the other unreduced: reshard(b, P(unreduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::reshard(a, P()) + b;
#else
  return a + b;
#endif
};
using Step = sw::Program<step, "f32[8,4]{U:X}", "f32[4]">;
static_assert(Step::view().inputs.size() < 9);
