// Generated row kernels against the interpreter, which runs the program as it is written.
#pragma once

#include <catch2/catch.hpp>
#include <support/against_interpreter.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/random_arrays.hpp>
#include <shardwise/backends/executor/to_host.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
using sw::none, sw::P, sw::unreduced;
using sw::hana::make_tuple;

template <class Program> int fused_groups_of() { return int(sw::fused_groups(Program::compiled.view()).size()); }

/// How often the first kernel of a program passes over a row.
template <class Program> int passes_of() { return sw::fused_groups(Program::compiled.view()).at(0).passes; }

/// On 1, 2 and 4 devices, for groups of equations as many as `groups`.
template <class Program> void check(int groups, double tolerance, double scale = 0.25) {
  CHECK(fused_groups_of<Program>() == groups);
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      CHECK_ON_DEVICE(test_support::run_compiled_against_interpreter<Program>(
          mesh.info(), 5, {.tolerance = tolerance, .scale = scale}));
      return 0;
    });
}
}  // namespace
