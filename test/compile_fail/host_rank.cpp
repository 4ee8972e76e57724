// Flat host data for a type with two dimensions.
// GCC: device_put: f32\[8@X,4\]: expected rank 2, the host data have rank 1; give flat data their extents
// CLANG: device_put: f32[8@X,4]: expected rank 2, the host data have rank 1; give flat data their extents: device_put<...>(mesh, data, {8, 4})
#include <shardwise/array.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

void put(sw::World& world, const std::vector<float>& host) {
  const auto mesh = sw::make_mesh(world, X);
#ifdef REPAIRED
  (void)sw::device_put<"f32[8@X,4]">(mesh, host, {8, 4});
#else
  (void)sw::device_put<"f32[8@X,4]">(mesh, host);
#endif
}
