// The order of pieces is not the order of their sum.
// GCC: argsort: f32\[8\]\{U:X\}: a sum is pending over X, and f\(a\+b\) is not f\(a\)\+f\(b\): first reshard\(a, P\(\)\)
// CLANG: argsort: f32[8]{U:X}: a sum is pending over X, and f(a+b) is not f(a)+f(b): first reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::argsort(sw::reshard(a, P()));
#else
  return sw::argsort(a);
#endif
};
using Step = sw::Program<step, "f32[8]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
