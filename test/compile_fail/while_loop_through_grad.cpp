// How often a while loop ran is not known to its gradient.
// GCC: a_while_loop_has_no_gradient_use_scan_or_fori_loop
// CLANG: a_while_loop_has_no_gradient_use_scan_or_fori_loop
// ERRORS: any
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto x) {
#ifdef REPAIRED
  return sw::fori_loop<0, 4>([](auto, auto x) { return 2 * x; }, x);
#else
  return sw::while_loop([](auto x) { return x < 10; }, [](auto x) { return 2 * x; }, x);
#endif
};
inline constexpr auto step = [](auto x) { return sw::grad(loss)(x); };
using Step = sw::Program<step, "f32[]">;
static_assert(Step::view().inputs.size() < 9);
