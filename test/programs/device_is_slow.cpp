// A device that computes longer than the deadline is waited for, in an agreement, in a collective and at the end.
// RUN: threads 3
// RUN: mpi 3
// EXPECT: ^all 3 devices are done$
#include <chrono>
#include <cstdio>
#include <thread>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    using namespace std::chrono_literals;
    world.set_deadline(200ms);
    const auto work = [&](int device) {
      if (world.rank() == device) std::this_thread::sleep_for(1500ms);
    };
    work(0);
    world.agree(1, "program train");
    work(1);
    world.communicator().barrier();
    if (world.rank() == 0) std::printf("all %d devices are done\n", world.size());
    work(2);
  });
}
