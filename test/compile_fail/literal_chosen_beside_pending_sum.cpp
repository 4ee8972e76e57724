// where takes 0 beside a pending sum, which types cannot tell from 3.
// GCC: where: bool\[8\] and f32\[8\]\{U:X\}: a literal other than 0 meets a sum pending over X, which would count it once per device: reduce it first: reshard\(a, P\(\)\)
// CLANG: where: bool[8] and f32[8]{U:X}: a literal other than 0 meets a sum pending over X, which would count it once per device: reduce it first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
inline constexpr auto choose = [](auto a, int b) { return sw::where(sw::full<"bool[8]">(a, true), a, b); };
inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return choose(a, 0);
#else
  return choose(a, 3);
#endif
};
using Step = sw::Program<step, "f32[8]{U:X}">;
static_assert(Step::collectives() == sw::Collectives{} && Step::view().inputs.size() < 9);
