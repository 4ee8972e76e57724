// A C++ number is one value, not a piece on each device.
// GCC: call of a step: argument 1 is a number, the step takes the pending f32\[\]\{U:X\}: give an array, from device_put or from_local
// CLANG: call of a step: argument 1 is a number, the step takes the pending f32[]{U:X}: give an array, from device_put or from_local
#include <shardwise/shardwise.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr auto total = [](auto s) { return sw::reshard(s, sw::P()); };

void run(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto step = sw::Program<total, "f32[]{U:X}">::on(mesh);
#ifdef REPAIRED
  auto y = step(sw::device_put<"f32[]{U:X}">(mesh, 3.f));
#else
  auto y = step(3.f);
#endif
}
