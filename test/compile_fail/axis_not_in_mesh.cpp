// A type that names an axis which the mesh lacks.
// GCC: device_put: f32\[8@Y,4\]: axis Y is not in Mesh<X>; name an axis of the mesh, or make the mesh with Y
// CLANG: device_put: f32[8@Y,4]: axis Y is not in Mesh<X>; name an axis of the mesh, or make the mesh with Y
#include <shardwise/array.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

void put(sw::World& world, const sw::HostArray<float>& host) {
#ifdef REPAIRED
  const auto mesh = sw::make_mesh(world, {2, 2}, X, Y);
#else
  const auto mesh = sw::make_mesh(world, X);
#endif
  (void)sw::device_put<"f32[8@Y,4]">(mesh, host);
}
