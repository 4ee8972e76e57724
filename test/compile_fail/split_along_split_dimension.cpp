// Parts of a dimension that devices hold blocks of.
// GCC: split: f32\[12@X,4\]: dimension 0: the dimension is split over X: gather it first: reshard\(a, P\(\)\)
// CLANG: split: f32[12@X,4]: dimension 0: the dimension is split over X: gather it first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  auto [b, c] = sw::split<0, 2>(sw::reshard(a, P()));
  return b * c;
#else
  auto [b, c] = sw::split<0, 2>(a);
  return b * c;
#endif
};
using Step = sw::Program<step, "f32[12@X,4]">;
static_assert(Step::view().inputs.size() < 9);
