// exit() on one device must not look like success.
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^shardwise: .*the program called exit while its devices were running$
// STATUS: nonzero
// WITHIN: 10
#include <cstdlib>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    world.communicator().barrier();
    if (world.rank() == 1) std::exit(0);
    world.agree(1, "program train");
  });
}
