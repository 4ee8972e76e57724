// Collectives between threads.
#include <support/communicator_cases.hpp>

#include <catch2/catch.hpp>

#include <shardwise/launch.hpp>

TEST_CASE("communicators of threads") {
  for (const auto& c : communicator_cases::cases)
    for (int devices = 1; devices <= 5; ++devices) DYNAMIC_SECTION(c.name << " on " << devices << " devices") {
        CHECK(shardwise::launch(devices, c.run) == 0);
      }
}
