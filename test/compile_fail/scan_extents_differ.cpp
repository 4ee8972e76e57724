// A loop over two arrays of different lengths.
// GCC: scan: the leading extents of xs differ: f32\[3,4\] and f32\[5,4\]: slice one
// CLANG: scan: the leading extents of xs differ: f32[3,4] and f32[5,4]: slice one
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto add = [](auto h, auto x, auto y) { return h + x * y; };
inline constexpr auto step = [](auto h, auto xs, auto ys) {
#ifdef REPAIRED
  return sw::scan(add, h, xs, sw::slice<0, 0, 3>(ys));
#else
  return sw::scan(add, h, xs, ys);
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[3,4]", "f32[5,4]">;
static_assert(Step::view().inputs.size() < 9);
