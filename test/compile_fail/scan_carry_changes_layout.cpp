// A carry that starts replicated and comes back split.
// GCC: scan: the carry starts as f32\[8\] and comes back as f32\[8@X\] \(leaf 0\): start from reshard\(init, P\(X\)\)
// CLANG: scan: the carry starts as f32[8] and comes back as f32[8@X] (leaf 0): start from reshard(init, P(X))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto body = [](auto h, auto x) { return sw::reshard(h, P(X)) + x; };
inline constexpr auto step = [](auto init, auto xs) {
#ifdef REPAIRED
  return sw::scan(body, sw::reshard(init, P(X)), xs);
#else
  return sw::scan(body, init, xs);
#endif
};
using Step = sw::Program<step, "f32[8]", "f32[3,8@X]">;
static_assert(Step::view().inputs.size() < 9);
