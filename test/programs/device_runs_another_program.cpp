// Different programs on different devices: an error on every device that says who runs what.
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^shardwise: device 0: the devices do not run the same program:$
// EXPECT: ^shardwise: device 1: the devices do not run the same program:$
// EXPECT: ^  device 0: program train
// EXPECT: ^  device 1: program evaluate
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    if (world.rank() == 0)
      world.agree(1, "program train");
    else
      world.agree(2, "program evaluate");
    world.communicator().barrier();
  });
}
