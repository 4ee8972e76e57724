// Two arguments and one tangent.
// GCC: jvp: give one tangent for each argument
// CLANG: jvp: give one tangent for each argument
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;

inline constexpr auto step = [](auto x, auto w) {
  constexpr auto product = [](auto x, auto w) { return x * w; };
#ifdef REPAIRED
  return sw::jvp(product, hana::make_tuple(x, w), hana::make_tuple(x, w)).tangent;
#else
  return sw::jvp(product, hana::make_tuple(x, w), hana::make_tuple(x)).tangent;
#endif
};
using Step = sw::Program<step, "f32[8]", "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
