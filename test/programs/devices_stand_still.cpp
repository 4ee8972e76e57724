// One device waits for an agreement, the others for a collective: no hang.
// RUN: threads 2
// RUN: mpi 2
// RUN: mpi 3
// EXPECT: all devices wait and none can go on:
// EXPECT: ^  device 0 waits in an agreement on the program
// EXPECT: ^  device 1 waits in all_reduce$
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    float x = 1;
    if (world.rank() == 0)
      world.agree(1, "program train");
    else
      world.communicator().all_reduce(&x, 1, shardwise::Dtype::f32);
  });
}
