// Rows of a table that is split by rows: the result is pending, and its spec must say where it goes.
// GCC: take: f32\[8@X,4\] and i32\[3\]: the rows are split over X, so the result is a sum that is still pending; say where it goes: P\(\) all-reduces, with X on a result dimension it reduce-scatters, P\(unreduced\(X\)\) leaves it pending
// CLANG: take: f32[8@X,4] and i32[3]: the rows are split over X, so the result is a sum that is still pending; say where it goes: P() all-reduces, with X on a result dimension it reduce-scatters, P(unreduced(X)) leaves it pending
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::take(a, b, P());
#else
  return sw::take(a, b);
#endif
};
using Step = sw::Program<step, "f32[8@X,4]", "i32[3]">;
static_assert(Step::view().inputs.size() < 9);
