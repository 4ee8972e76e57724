// Flat host data whose C++ type is no dtype's.
// GCC: device_put: i32\[8@X,2\]: the host data are unsigned char, which no dtype is; convert them to i32
// CLANG: device_put: i32[8@X,2]: the host data are unsigned char, which no dtype is; convert them to i32
#include <shardwise/array.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

void put(sw::World& world, const std::vector<unsigned char>& host) {
  const auto mesh = sw::make_mesh(world, X);
#ifdef REPAIRED
  (void)sw::device_put<"i32[8@X,2]">(mesh, std::vector<int>(host.begin(), host.end()), {8, 2});
#else
  (void)sw::device_put<"i32[8@X,2]">(mesh, host, {8, 2});
#endif
}
