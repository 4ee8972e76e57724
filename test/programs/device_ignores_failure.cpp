// A device that never looks up again cannot keep the job alive after another one failed.
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^shardwise: device 0: bad luck$
// STATUS: nonzero
// WITHIN: 10
#include <chrono>
#include <stdexcept>
#include <thread>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    if (world.rank() == 0) throw std::runtime_error("bad luck");
    std::this_thread::sleep_for(std::chrono::seconds(60));
  });
}
