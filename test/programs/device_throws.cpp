// A device that throws ends the job, though the others wait for it.
// RUN: threads 4
// RUN: mpi 4
// EXPECT: ^shardwise: device 2: bad luck$
// STATUS: nonzero
// WITHIN: 10
#include <stdexcept>
#include <vector>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World& world) {
    std::vector<float> x(1000);
    world.communicator().all_reduce(x.data(), x.size(), shardwise::Dtype::f32);
    if (world.rank() == 2) throw std::runtime_error("bad luck");
    world.communicator().all_reduce(x.data(), x.size(), shardwise::Dtype::f32);
  });
}
