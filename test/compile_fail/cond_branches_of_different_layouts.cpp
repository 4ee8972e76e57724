// Branches that give different layouts.
// GCC: cond: the branches give f32\[8\] and f32\[8\]\{U:X\} \(leaf 0\): reshard the result of one, such as the first: reshard\(y, P\(unreduced\(X\)\)\)
// CLANG: cond: the branches give f32[8] and f32[8]{U:X} (leaf 0): reshard the result of one, such as the first: reshard(y, P(unreduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto p, auto x, auto u) {
#ifdef REPAIRED
  return sw::cond(
      p, [&] { return sw::reshard(x, P(unreduced(X))); }, [&] { return u; });
#else
  return sw::cond(
      p, [&] { return x; }, [&] { return u; });
#endif
};
using Step = sw::Program<step, "bool[]", "f32[8]", "f32[8]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
