// Host data of another dtype than the type says.
// GCC: device_put: f32\[8@X\]: the host data are f64; convert them, or write that dtype in the type
// CLANG: device_put: f32[8@X]: the host data are f64; convert them, or write that dtype in the type
#include <shardwise/array.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

void put(sw::World& world, const std::vector<double>& host) {
  const auto mesh = sw::make_mesh(world, X);
#ifdef REPAIRED
  (void)sw::device_put<"f64[8@X]">(mesh, host);
#else
  (void)sw::device_put<"f32[8@X]">(mesh, host);
#endif
}
