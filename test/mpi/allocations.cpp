// A steady step of ranks allocates nothing.
#include <catch2/catch.hpp>
#include <memory/steady.hpp>

#include <shardwise/backends/mpi/backend.hpp>

namespace sw = shardwise;

TEST_CASE("a steady step between ranks allocates nothing") {
  CHECK(sw::detail::run_ranks([](sw::World& world) {
          memory_tests::steady_steps(world);
          memory_tests::steady_sharded_update(world);
          return 0;
        }) == 0);
}
