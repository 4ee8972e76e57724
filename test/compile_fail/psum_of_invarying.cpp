// A sum over devices that all hold the same value.
// GCC: psum: f32\[3,1\]: it sums what varies over X in a shard_map; this value is the same on all devices along X, and a sum would multiply it by their number: use a itself, or in the shard_map pcast<varying>\(a, X\) first if that is meant
// CLANG: psum: f32[3,1]: it sums what varies over X in a shard_map; this value is the same on all devices along X, and a sum would multiply it by their number: use a itself, or in the shard_map pcast<varying>(a, X) first if that is meant
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying, sw::tiled;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto step = [](auto x, auto w) {
  return sw::shard_map(
      [](auto x, auto w) {
#ifdef REPAIRED
        return x + sw::pcast<varying>(w, X);
#else
        return x + sw::psum(w, X);
#endif
      },
      hana::make_tuple(P(none, X), P()), P(none, X))(x, w);
};
using Step = sw::Program<step, "f32[3,8@X]", "f32[3,1]">;
static_assert(Step::view().inputs.size() < 9);
