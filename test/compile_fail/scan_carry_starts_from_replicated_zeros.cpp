// Gradients accumulated into a zero that is not unreduced.
// GCC: scan: the carry starts as f32\[4\] and comes back as f32\[4\]\{U:X\} \(leaf 0\): start from reshard\(init, P\(unreduced\(X\)\)\)
// CLANG: scan: the carry starts as f32[4] and comes back as f32[4]{U:X} (leaf 0): start from reshard(init, P(unreduced(X)))
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto w, auto xs) {
#ifdef REPAIRED
  return sw::scan([](auto, auto x) { return sw::sum<0>(x, P(unreduced(X))); },
                  sw::reshard(sw::zeros_like(w), P(unreduced(X))), xs);
#else
  return sw::scan([](auto, auto x) { return sw::sum<0>(x, P(unreduced(X))); }, sw::zeros_like(w), xs);
#endif
};
using Step = sw::Program<step, "f32[4]", "f32[3,8@X,4]">;
static_assert(Step::view().inputs.size() < 9);
