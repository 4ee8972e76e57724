// Each device would decide by its own piece: the sum is reduced before anything is compared with it.
// GCC: lt: f32\[\]\{U:X\}: a literal other than 0 meets a sum pending over X, which would count it once per device: reduce it first: reshard\(a, P\(\)\)
// CLANG: lt: f32[]{U:X}: a literal other than 0 meets a sum pending over X, which would count it once per device: reduce it first: reshard(a, P())
// ERRORS: any
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::P, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x) {
  auto total = sw::sum(x, P(unreduced(X)));
#ifdef REPAIRED
  auto p = sw::reshard(total, P()) < 1;
#else
  auto p = total < 1;
#endif
  return sw::cond(
      p, [](auto x) { return x * 2; }, [](auto x) { return x; }, x);
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() == 1);
