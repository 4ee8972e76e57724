// The tutorial's errors: a bias added to a product that is still pending would count once per device.
// GCC: add: f32\[batch,d\]\{U:X\} and f32\[d\]: a sum pending over X meets a value that is not pending
// CLANG: add: f32[batch,d]{U:X} and f32[d]: a sum pending over X meets a value that is not pending
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
using sw::P, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto row_parallel = [](auto x, auto w, auto b) {  // f32[batch,k@X], f32[k@X,d], f32[d]
#ifdef REPAIRED
  auto y = sw::matmul(x, w, P());
#else
  auto y = sw::matmul(x, w, P(unreduced(X)));
#endif
  return y + b;
};

using RowParallel = sw::Program<row_parallel, "f32[batch,k@X]", "f32[k@X,d]", "f32[d]">;
static_assert(RowParallel::collectives() == sw::Collectives{.all_reduce = 1});
