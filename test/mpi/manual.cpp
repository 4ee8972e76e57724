// Manual mode between ranks.
#include <support/manual_cases.hpp>

#include <shardwise/backends/mpi/backend.hpp>

namespace sw = shardwise;
using sw::Name;

TEST_CASE("manual mode between ranks") {
  CHECK(sw::detail::run_ranks([](sw::World& world) {
          const auto line = sw::make_mesh(world, manual_cases::X).info();
          CHECK_ON_DEVICE(manual_cases::check_table(line, manual_cases::list({Name("X")})) > 50);
          manual_cases::check_programs(line, manual_cases::list({Name("X")}));
          manual_cases::refuse_pairs_beyond(line);
          if (world.size() == 4) {
            const auto grid = sw::make_mesh(world, {2, 2}, manual_cases::X, manual_cases::Y).info();
            manual_cases::check_table(grid, manual_cases::list({Name("Y"), Name("X")}));
            manual_cases::check_programs(grid, manual_cases::list({Name("X"), Name("Y")}));
          }
          return manual_cases::check_steps(world), 0;
        }) == 0);
}
