// Devices that take the other branch would not take part in the psum: the step would hang.
// GCC: a_branch_communicates_over_an_axis_on_which_its_predicate_varies
// CLANG: a_branch_communicates_over_an_axis_on_which_its_predicate_varies
// ERRORS: any
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto body = [](auto x) {
  auto p = sw::sum(x) > 0;
#ifdef REPAIRED
  auto total = sw::psum(sw::sum(x), X);
  return sw::cond(
      p, [](auto x, auto total) { return x * total; }, [](auto x, auto) { return x; }, x, total);
#else
  return sw::cond(
      p, [](auto x) { return x * sw::psum(sw::sum(x), X); }, [](auto x) { return x; }, x);
#endif
};
inline constexpr auto step = [](auto x) { return sw::shard_map(body, sw::hana::make_tuple(P(X)), P(X))(x); };
using Step = sw::Program<step, "f32[4*X@X]">;
static_assert(Step::view().inputs.size() < 9);
