// A finite literal that would be infinite in the type, in a loop.
// GCC: mul: f32\[\]: the literal 1e\+300 is beyond f32: astype<f64> the array first, or write INFINITY if it is meant
// CLANG: mul: f32[]: the literal 1e+300 is beyond f32: astype<f64> the array first, or write INFINITY if it is meant
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::scan([](auto c, auto x) { return c * 1e30 + x; }, sw::sum<0>(a), a);
#else
  return sw::scan([](auto c, auto x) { return c * 1e300 + x; }, sw::sum<0>(a), a);
#endif
};
using Step = sw::Program<step, "f32[8]">;
static_assert(Step::collectives() == sw::Collectives{} && Step::view().inputs.size() < 9);
