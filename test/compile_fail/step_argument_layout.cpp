// A step called with an array of another layout.
// GCC: call of a step: argument 1 is f32\[8\], the step takes f32\[8@X\]: put it there with device_put, or move it with reshard in a step
// CLANG: call of a step: argument 1 is f32[8], the step takes f32[8@X]: put it there with device_put, or move it with reshard in a step
#include <shardwise/shardwise.hpp>

namespace sw = shardwise;

inline constexpr sw::Axis<"X"> X;
inline constexpr auto twice = [](auto a) { return 2 * a; };
using Step = sw::Program<twice, "f32[8@X]">;

void call(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto run = Step::on(mesh);
#ifdef REPAIRED
  auto a = sw::zeros<"f32[8@X]">(mesh);
#else
  auto a = sw::zeros<"f32[8]">(mesh);
#endif
  auto b = run(a);
}
