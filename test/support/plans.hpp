// Plans of programs whose sizes their types say.
#pragma once

#include <shardwise/backends/executor/plan.hpp>
#include <shardwise/backends/local/launch.hpp>
#include <shardwise/dsl.hpp>

#include <vector>

namespace test_support {

inline std::vector<shardwise::exec::Argument> arguments_of(const shardwise::ProgramView& p) {
  std::vector<shardwise::exec::Argument> arguments;
  for (int v : p.inputs) {
    shardwise::Shape shape;
    for (int d = 0; d < p.type_of(v).rank; ++d)
      shape.dim[shape.rank++] = std::size_t(p.type_of(v).dims[d].extent.number);
    arguments.push_back({&p.type_of(v), shape, "argument"});
  }
  return arguments;
}

/// use(plan), for P's plan on one device.
template <class P, class Use> void on_one_device(const shardwise::exec::PlanOptions& options, Use use) {
  shardwise::detail::run_threads(1, [&](shardwise::World& world) {
    const auto mesh = shardwise::make_mesh(world, shardwise::Axis<"X">{});
    const shardwise::ProgramView p = P::compiled.view();
    shardwise::exec::Plan plan(p, mesh.info(), arguments_of(p), shardwise::fingerprint(p), options);
    use(plan);
    return 0;
  });
}

}  // namespace test_support
