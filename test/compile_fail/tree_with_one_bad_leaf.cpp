// One leaf of a tree that does not fit: the sentence shows that leaf.
// GCC: add: f32\[4\] and f32\[4\]\{U:X\}: a sum pending over X meets a value that is not pending and would be counted once per device: reduce it first: reshard\(b, P\(\)\)
// CLANG: add: f32[4] and f32[4]{U:X}: a sum pending over X meets a value that is not pending and would be counted once per device: reduce it first: reshard(b, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) {
#ifdef REPAIRED
  return sw::hana::make_tuple(a, a) + sw::hana::make_tuple(a, sw::reshard(b, P()));
#else
  return sw::hana::make_tuple(a, a) + sw::hana::make_tuple(a, b);
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[4]{U:X}">;
static_assert(Step::view().inputs.size() < 9);
