// A step whose layouts name an axis that the mesh lacks.
// GCC: on\(mesh\): a value of the step is f32\[8@Y\], and axis Y is not in Mesh<X>: make the mesh with Y, or name another axis
// CLANG: on(mesh): a value of the step is f32[8@Y], and axis Y is not in Mesh<X>: make the mesh with Y, or name another axis
#include <shardwise/shardwise.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;
inline constexpr auto spread = [](auto a) { return sw::reshard(a, sw::P(Y)); };

void run(sw::World& world) {
#ifdef REPAIRED
  auto mesh = sw::make_mesh(world, {1, world.size()}, X, Y);
#else
  auto mesh = sw::make_mesh(world, X);
#endif
  auto step = sw::Program<spread, "f32[8]">::on(mesh);
}
