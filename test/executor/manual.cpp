// Manual mode on threads.
#include <support/manual_cases.hpp>

#include <shardwise/backends/local/launch.hpp>

namespace sw = shardwise;
using sw::Name;

TEST_CASE("manual collectives on devices do what the interpreter does") {
  for (int devices : {1, 2, 3, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, manual_cases::X).info();
      CHECK_ON_DEVICE(manual_cases::check_table(mesh, manual_cases::list({Name("X")})) > 50);
      manual_cases::check_programs(mesh, manual_cases::list({Name("X")}));
      manual_cases::refuse_pairs_beyond(mesh);
      return 0;
    });
}

TEST_CASE("manual collectives over one axis or both of a mesh") {
  sw::detail::run_threads(4, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2}, manual_cases::X, manual_cases::Y).info();
    for (const auto& axes : {manual_cases::list({Name("X")}), manual_cases::list({Name("Y")}),
                             manual_cases::list({Name("X"), Name("Y")}), manual_cases::list({Name("Y"), Name("X")})}) {
      CHECK_ON_DEVICE(manual_cases::check_table(mesh, axes) > 40);
      manual_cases::check_programs(mesh, axes);
    }
    return 0;
  });
}

TEST_CASE("compiled steps in manual mode") {
  for (int devices : {1, 2, 3, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) { return manual_cases::check_steps(world), 0; });
}
