// An axis enters and leaves a dimension at its minor end.
// GCC: reshard: f32\[8@\(X,Y\)\]: axis X would pass under another axis of the same dimension; axes enter and leave at the minor end: gather first: reshard\(a, P\(\)\)
// CLANG: reshard: f32[8@(X,Y)]: axis X would pass under another axis of the same dimension; axes enter and leave at the minor end: gather first: reshard(a, P())
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
using sw::none, sw::P, sw::reduced, sw::unreduced;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline constexpr auto step = [](auto a) {
#ifdef REPAIRED
  return sw::reshard(sw::reshard(a, P()), P(Y));
#else
  return sw::reshard(a, P(Y));
#endif
};
using Step = sw::Program<step, "f32[8@(X,Y)]">;
static_assert(Step::view().inputs.size() < 9);
