// The same in a loop in the branch, by a permute.
// GCC: a_branch_communicates_over_an_axis_on_which_its_predicate_varies
// CLANG: a_branch_communicates_over_an_axis_on_which_its_predicate_varies
// ERRORS: any
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto body = [](auto x) {
  auto p = sw::sum(x) > 0;
  auto loop = [](auto x) {
    return sw::fori_loop<0, 3>(
        [](auto, auto x) {
#ifdef REPAIRED
          return 2 * x;
#else
          return sw::ppermute<sw::shift(1)>(x, X);
#endif
        },
        x);
  };
  return sw::cond(
      p, loop, [](auto x) { return x; }, x);
};
inline constexpr auto step = [](auto x) { return sw::shard_map(body, sw::hana::make_tuple(P(X)), P(X))(x); };
using Step = sw::Program<step, "f32[4*X@X]">;
static_assert(Step::view().inputs.size() < 9);
