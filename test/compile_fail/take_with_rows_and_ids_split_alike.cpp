// Rows and ids that are split over one axis.
// GCC: take: f32\[8@X,4\] and i32\[3@X\]: the rows of the table and the ids are both split over X: first reshard\(a, P\(\)\), or gather the ids and say with a spec where the sum goes
// CLANG: take: f32[8@X,4] and i32[3@X]: the rows of the table and the ids are both split over X: first reshard(a, P()), or gather the ids and say with a spec where the sum goes
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::take(sw::reshard(a, P()), b);
#else
  return sw::take(a, b);
#endif
};
using Step = sw::Program<step, "f32[8@X,4]", "i32[3@X]">;
static_assert(Step::view().inputs.size() < 9);
