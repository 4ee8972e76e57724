// MPI has one rank where a program starts it without mpiexec, and under `mpiexec -n 1`: the message names the way out.
// out.
// RUN: mpi 1 --devices 3
// EXPECT: ^shardwise: --devices: expected 1, since MPI has 1 rank, got 3; `mpiexec -n 3` starts 3$
// STATUS: nonzero
// WITHIN: 10
#include <shardwise/launch.hpp>

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv, [](shardwise::World&) {});
}
