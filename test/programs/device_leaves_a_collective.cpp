// A device that returns while the others wait in a collective.
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^shardwise: device [01]: (all_reduce: device 1 has left the program|all devices wait and none can go on)
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    float x = 1;
    if (world.rank() == 0) world.communicator().all_reduce(&x, 1, shardwise::Dtype::f32);
  });
}
