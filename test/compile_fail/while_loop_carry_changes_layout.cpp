// The carry of a while loop keeps its type.
// GCC: while_loop: the carry starts as f32\[8\] and comes back as f32\[8\]\{R:X\} \(leaf 0\): start from reshard\(init, P\(reduced\(X\)\)\)
// CLANG: while_loop: the carry starts as f32[8] and comes back as f32[8]{R:X} (leaf 0): start from reshard(init, P(reduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto x) {
  auto small = [](auto x) { return sw::sum(x) < 10; };
  auto body = [](auto x) { return sw::reshard(2 * x, P(reduced(X))); };
#ifdef REPAIRED
  return sw::while_loop(small, body, sw::reshard(x, P(reduced(X))));
#else
  return sw::while_loop(small, body, x);
#endif
};
using Step = sw::Program<step, "f32[8]">;
static_assert(Step::view().inputs.size() < 9);
