// What all devices say is printed once.
// RUN: threads 6
// EXPECT: ^shardwise: devices 0 to 3, 5: bad luck$
// EXPECT: ^shardwise: device 4: worse luck$
// STATUS: nonzero
// WITHIN: 10
#include <stdexcept>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    world.communicator().barrier();
    throw std::runtime_error(world.rank() == 4 ? "worse luck" : "bad luck");
  });
}
