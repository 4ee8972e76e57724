// Collectives between ranks.
#include <support/communicator_cases.hpp>

#include <catch2/catch.hpp>

#include <shardwise/backends/mpi/backend.hpp>

TEST_CASE("communicators of ranks") {
  for (const auto& c : communicator_cases::cases) DYNAMIC_SECTION(c.name) {
      CHECK(shardwise::detail::run_ranks([&](shardwise::World& w) { return c.run(w), 0; }) == 0);
    }
}
