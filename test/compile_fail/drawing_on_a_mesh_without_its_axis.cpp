// A drawing of a type over an axis that the mesh lacks.
// GCC: visualize_sharding: f32\[8@Y,4\]: axis Y is not in Mesh<X>; name an axis of the mesh, or make the mesh with Y
// CLANG: visualize_sharding: f32[8@Y,4]: axis Y is not in Mesh<X>; name an axis of the mesh, or make the mesh with Y
#include <shardwise/visualize.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

void draw(const sw::Mesh<X>& mesh) {
#ifdef REPAIRED
  sw::visualize_sharding<"f32[8@X,4]">(mesh);
#else
  sw::visualize_sharding<"f32[8@Y,4]">(mesh);
#endif
}
