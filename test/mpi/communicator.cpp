// Collectives between ranks.
#include <support/communicator_cases.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>

#include <shardwise/backends/mpi/backend.hpp>

TEST_CASE("communicators of ranks without a shared window") {
  setenv("SHARDWISE_SHARED_WINDOW", "0", 1);
  for (const auto& c : communicator_cases::cases) DYNAMIC_SECTION(c.name) {
      CHECK(shardwise::detail::run_ranks([&](shardwise::World& w) { return c.run(w), 0; }) == 0);
    }
  unsetenv("SHARDWISE_SHARED_WINDOW");
}

TEST_CASE("communicators of ranks") {
  for (const auto& c : communicator_cases::cases) DYNAMIC_SECTION(c.name) {
      CHECK(shardwise::detail::run_ranks([&](shardwise::World& w) { return c.run(w), 0; }) == 0);
    }
}
