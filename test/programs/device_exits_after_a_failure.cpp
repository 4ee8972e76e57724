// A device that calls exit() because another one failed does not hide that one's text.
// RUN: threads 2
// EXPECT: ^shardwise: device 0: bad luck$
// EXPECT: ^shardwise: .*the program called exit while its devices were running$
// STATUS: nonzero
// WITHIN: 10
#include <cstdlib>
#include <stdexcept>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    if (world.rank() == 0) throw std::runtime_error("bad luck");
    try {
      world.communicator().barrier();
    } catch (const shardwise::Error&) {
      std::exit(1);
    }
  });
}
