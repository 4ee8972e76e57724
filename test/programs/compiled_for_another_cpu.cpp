// Compiled for instructions that no CPU of today has (AMD's XOP ended in 2017): it says so and ends.
// RUN: threads 1
// FLAGS: -mxop -mfma4
// STATUS: nonzero
// EXPECT: ^shardwise: this program was compiled for a CPU with .*xop, fma4, which this CPU does not have
// EXPECT: -DSHARDWISE_ARCH=x86-64-v3, or x86-64 for any
#include <cstdio>

#include <shardwise/shardwise.hpp>

namespace sw = shardwise;

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    std::printf("device %d runs\n", world.rank());
    return 0;
  });
}
