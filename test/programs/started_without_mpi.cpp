// A program that is linked without MPI says so under mpiexec, and does not run as many copies.
// RUN: mpi 2
// LINK: shardwise
// EXPECT: ^shardwise: this program was started by mpiexec but is linked without MPI; link shardwise::mpi
// STATUS: nonzero
// WITHIN: 10
#include <cstdio>

#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World&) { std::puts("a copy runs"); });
}
