// A step that returns what scan_with_outputs gives, which is two trees and none.
// GCC: Program: the step returns no array and no tree of arrays, but what scan_with_outputs gives: take it apart, auto \[carry, ys\] = scan_with_outputs
// CLANG: Program: the step returns no array and no tree of arrays, but what scan_with_outputs gives: take it apart, auto [carry, ys] = scan_with_outputs
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto body = [](auto c, auto x) { return sw::stacked(c + x, c); };
inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  auto [carry, ys] = sw::scan_with_outputs(body, sw::sum<0>(a), a);
  return sw::hana::make_tuple(carry, ys);
#else
  return sw::scan_with_outputs(body, sw::sum<0>(a), a);
#endif
};
using Step = sw::Program<step, "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
