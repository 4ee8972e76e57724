// Reading a pending sum: each device holds a term only.
// GCC: to_host: f32\[8\]\{U:X\} is pending over X: reshard it in a step, then read it
// CLANG: to_host: f32[8]{U:X} is pending over X: reshard it in a step, then read it; local(array) gives this device\'s piece
#include <shardwise/array.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

void read(sw::World& world) {
  const auto mesh = sw::make_mesh(world, X);
  const auto loss = sw::zeros<"f32[8]{U:X}">(mesh);
#ifdef REPAIRED
  (void)sw::local(loss);
#else
  (void)sw::to_host(loss);
#endif
}
