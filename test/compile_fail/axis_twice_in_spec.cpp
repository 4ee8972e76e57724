// A spec that mentions an axis twice.
// GCC: P: an axis is mentioned twice; each axis splits one dimension or is in one state
// CLANG: P: an axis is mentioned twice; each axis splits one dimension or is in one state
#include <shardwise/dsl/type/spec.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
#ifdef REPAIRED
inline constexpr auto spec = sw::P(X, sw::none);
#else
inline constexpr auto spec = sw::P(X, X);
#endif
