// Different steps on different devices: an error on every device when they bind, not a hang and not a number.
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^shardwise: device 0: the devices do not run the same program:$
// EXPECT: ^shardwise: device 1: the devices do not run the same program:$
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/shardwise.hpp>

namespace sw = shardwise;

inline constexpr sw::Axis<"X"> X;
inline constexpr auto train = [](auto x) { return sw::sum(x); };
inline constexpr auto evaluate = [](auto x) { return sw::sum(2 * x); };

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto x = sw::ones<"f32[8@X]">(mesh);
    if (world.rank() == 0)
      sw::Program<train, "f32[8@X]">::on(mesh)(x);
    else
      sw::Program<evaluate, "f32[8@X]">::on(mesh)(x);
  });
}
