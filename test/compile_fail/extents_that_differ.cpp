// Extents that are equal have equal names or numbers.
// GCC: add: f32\[8,d\] and f32\[8,e\]: dimension 1: the extents differ: extents that are equal have equal names or numbers; reshape one
// CLANG: add: f32[8,d] and f32[8,e]: dimension 1: the extents differ: extents that are equal have equal names or numbers; reshape one
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto a, auto b) { return a + b; };
#ifdef REPAIRED
using Step = sw::Program<step, "f32[8,d]", "f32[8,d]">;
#else
using Step = sw::Program<step, "f32[8,d]", "f32[8,e]">;
#endif
static_assert(Step::view().inputs.size() < 9);
