// A pending sum plus a value of each device.
// GCC: add: f32\[8/X\]\{V:X\} and f32\[8/X\]\{U:X\}: a sum pending over X meets a value that is not pending and would be counted once per device: reduce it first: psum\(b, X\), or make the other unreduced \(free\): pcast<unreduced>\(a, X\)
// CLANG: add: f32[8/X]{V:X} and f32[8/X]{U:X}: a sum pending over X meets a value that is not pending and would be counted once per device: reduce it first: psum(b, X), or make the other unreduced (free): pcast<unreduced>(a, X)
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying, sw::tiled;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto step = [](auto x) {
  return sw::shard_map(
      [](auto x) {
        auto pending = sw::pcast<unreduced>(sw::tanh(x), X);
#ifdef REPAIRED
        return sw::pcast<unreduced>(x, X) + pending;
#else
        return x + pending;
#endif
      },
      P(X), P(unreduced(X)))(x);
};
using Step = sw::Program<step, "f32[8@X]">;
static_assert(Step::view().inputs.size() < 9);
