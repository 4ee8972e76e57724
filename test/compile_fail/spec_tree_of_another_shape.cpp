// A tree of specs that has not the shape of the tree of arrays.
// GCC: reshard: the tree of specs has another shape than the tree of arrays \(1 leaves, 2\): give one spec for all, or a spec for each leaf
// CLANG: reshard: the tree of specs has another shape than the tree of arrays (1 leaves, 2): give one spec for all, or a spec for each leaf
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
inline constexpr auto step = [](auto a, auto b) {
  auto pair = sw::hana::make_tuple(a, b);
#ifdef REPAIRED
  return sw::reshard(pair, sw::hana::make_tuple(sw::P(), sw::P()));
#else
  return sw::reshard(pair, sw::hana::make_tuple(sw::P()));
#endif
};
using Step = sw::Program<step, "f32[8]", "f32[8]">;
static_assert(Step::collectives() == sw::Collectives{});
