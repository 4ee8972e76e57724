// A split dimension that would be no major factor (case 16).
// GCC: reshape: f32\[12,8@X\]: dimension 1: a dimension that is split over X is no major factor of one of \[16,6\]: gather it first: reshard\(a, P\(\)\)
// CLANG: reshape: f32[12,8@X]: dimension 1: a dimension that is split over X is no major factor of one of [16,6]: gather it first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshape<16, 6>(sw::reshard(a, P()));
#else
  return sw::reshape<16, 6>(a);
#endif
};
using Step = sw::Program<step, "f32[12,8@X]">;
static_assert(Step::view().inputs.size() < 9);
