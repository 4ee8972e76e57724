// Under mpiexec the number of devices is its number of ranks.
// RUN: mpi 2 --devices 3
// EXPECT: ^shardwise: --devices: under mpiexec expected its number of ranks, 2, got 3$
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World&) {});
}
