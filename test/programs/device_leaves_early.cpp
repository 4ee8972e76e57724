// A device that returns while the others agree on a program: an error on every device.
// RUN: threads 3
// RUN: mpi 3
// EXPECT: ^shardwise: device 0: the devices do not run the same program:$
// EXPECT: ^shardwise: device 1: the devices do not run the same program:$
// EXPECT: ^shardwise: device 2: the devices do not run the same program:$
// EXPECT: ^  devices 0, 2: program train .0x0000000000000abc.$
// EXPECT: ^  device 1 has left the program$
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    if (world.rank() == 1) return;
    world.agree(0xabc, "program train");
  });
}
