// What a reshard costs on each device besides its collectives, as a step runs it: copies, their bytes, scratch memory.
#include <catch2/catch.hpp>
#include <support/devices.hpp>
#include <support/dynamic_runner.hpp>
#include <support/plans.hpp>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/backends/local/launch.hpp>
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
using sw::exec::ReshardCost;

namespace {

/// Arguments and what they become, on a mesh X:2, Y:2; extents of 64 and 48 elements of 4 bytes.
struct Row {
  std::vector<std::pair<const char*, const char*>> leaves;
  ReshardCost first, others;  ///< on device 0, on the others
};

Row tree(const std::vector<std::pair<const char*, const char*>>& leaves, const ReshardCost& cost) {
  return {leaves, cost, cost};
}
Row row(const char* from, const char* to, const ReshardCost& cost) { return tree({{from, to}}, cost); }

constexpr std::size_t whole = 64 * 48 * 4, half = whole / 2, quarter = whole / 4;

const ReshardCost nothing{};
ReshardCost straight(int collectives = 1, std::size_t scratch = 0) {
  return {.collectives = collectives, .scratch_bytes = scratch};
}

const Row rows[] = {
    // Casts and blocks that lie side by side are views.
    row("f32[64,48]", "f32[64,48]{R:X}", nothing),
    row("f32[64,48]{R:(X,Y)}", "f32[64,48]{R:Y}", nothing),
    row("f32[64,48]", "f32[64@X,48]", nothing),
    row("f32[64,48]{R:X}", "f32[64@X,48]", nothing),
    row("f32[64@X,48]", "f32[64@(X,Y),48]", nothing),
    row("f32[1,64,48]", "f32[1,64@(Y,X),48]", nothing),
    // Other blocks are copied once, over several axes too.
    row("f32[64,48]", "f32[64,48@X]", {.strided_copies = 1, .copied_bytes = half}),
    row("f32[64,48]", "f32[64@X,48@Y]", {.strided_copies = 1, .copied_bytes = quarter}),
    row("f32[4,64,48]", "f32[4,64@X,48@Y]", {.strided_copies = 1, .copied_bytes = whole}),
    // All-gathers of leading dimensions write the result; others are put in order by one copy.
    row("f32[64@X,48]", "f32[64,48]", straight()),
    row("f32[64@(Y,X),48]", "f32[64,48]{R:(X,Y)}", straight()),
    row("f32[1,64@X,48]", "f32[1,64,48]", straight()),
    row("f32[64,48@X]", "f32[64,48]",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = whole, .scratch_bytes = whole}),
    row("f32[64@X,48@Y]", "f32[64,48]{R:X}",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = whole, .scratch_bytes = whole}),
    // All-to-alls: one copy on the side where a dimension inside is cut.
    row("f32[64@X,48]", "f32[64,48@X]",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = half, .scratch_bytes = half}),
    row("f32[64,48@X]", "f32[64@X,48]",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = half, .scratch_bytes = half}),
    row("f32[1,64@(X,Y),48]", "f32[1,64,48@(X,Y)]",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = quarter, .scratch_bytes = quarter}),
    row("f32[4,64@X,48]", "f32[4,64,48@X]",
        {.strided_copies = 2, .collectives = 1, .copied_bytes = 4 * whole, .scratch_bytes = 4 * whole}),
    // All-reduces read the source and write the result.
    row("f32[64,48]{U:X}", "f32[64,48]", straight()),
    row("f32[64,48]{U:X}", "f32[64,48]{R:X}", straight()),
    row("f32[64,48]{U:(X,Y)}", "f32[64,48]{U:Y}", straight()),
    row("f32[64,48]{Umax:X}", "f32[64,48]", straight()),
    // Reduce-scatters too, of leading dimensions; others are packed by one copy.
    row("f32[64,48]{U:X}", "f32[64@X,48]", straight()),
    row("f32[64,48]{U:(X,Y)}", "f32[64@(Y,X),48]", straight()),
    row("f32[64,48]{U:X}", "f32[64,48@X]",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = whole, .scratch_bytes = whole}),
    row("f32[64,48]{U:(X,Y)}", "f32[64@X,48@Y]",
        {.strided_copies = 1, .collectives = 1, .copied_bytes = whole, .scratch_bytes = whole}),
    row("f32[64,48]{Umin:X}", "f32[64@X,48]", straight()),
    // Several steps: what lies between them is scratch memory, and nothing is copied on the way.
    row("f32[64@X,48]{U:Y}", "f32[64,48]", straight(2, half)),
    row("f32[64,48]{U:X}", "f32[64@Y,48]", straight()),
    row("f32[64@Y,48]{U:X}", "f32[64@X,48]{R:Y}", straight(2, whole)),
    // Pending sums of one term: index 0 keeps its copy, the others hold zeros.
    {{{"f32[64,48]", "f32[64,48]{U:(X,Y)}"}}, {.copies = 1, .copied_bytes = whole}, {.zeroed_bytes = whole}},
    row("f32[64@X,48]", "f32[64,48]{U:X}", {.copies = 1, .copied_bytes = half, .zeroed_bytes = whole}),
    row("f32[64,48@X]", "f32[64,48]{U:X}", {.strided_copies = 1, .copied_bytes = half, .zeroed_bytes = whole}),
    row("f32[64@X,48@Y]", "f32[64,48]{U:(X,Y)}", {.strided_copies = 1, .copied_bytes = quarter, .zeroed_bytes = whole}),
    // The leaves of a tree share their collectives. All-reduced arguments are packed.
    tree({{"f32[64,48]", "f32[64,48]{R:X}"}, {"f32[48]", "f32[48@X]"}}, nothing),
    tree({{"f32[64@X,48]", "f32[64,48]"}, {"f32[48]", "f32[48@X]"}}, straight()),
    tree({{"f32[64,48]{U:X}", "f32[64,48]"}, {"f32[64,48]{U:X}", "f32[64,48]"}},
         {.copies = 4, .collectives = 1, .copied_bytes = 4 * whole, .scratch_bytes = 2 * whole}),
    // Otherwise large arrays go from where they lie to where they are wanted, each as it would alone.
    tree({{"f32[64@X,48]", "f32[64,48]"}, {"f32[64@X,48]", "f32[64,48]"}}, straight()),
    tree({{"f32[64,48]{U:X}", "f32[64@X,48]"}, {"f32[64,48]{U:X}", "f32[64,48@X]"}},
         {.strided_copies = 1, .collectives = 1, .copied_bytes = whole, .scratch_bytes = whole}),
    tree({{"f32[64@X,48]", "f32[64,48@X]"}, {"f32[64@X,48]", "f32[64,48@X]"}},
         {.strided_copies = 2, .collectives = 1, .copied_bytes = whole, .scratch_bytes = whole}),
    // Small ones are packed: here 128 bytes and 64.
    tree({{"f32[64,48]{U:X}", "f32[64@X,48]"}, {"f32[64]{U:X}", "f32[64@X]"}}, straight()),
    tree({{"f32[32]{U:X}", "f32[32@X]"}, {"f32[64,48]{U:X}", "f32[64@X,48]"}, {"f32[64]{U:X}", "f32[64@X]"}},
         {.copies = 2, .strided_copies = 2, .collectives = 1, .copied_bytes = 576, .scratch_bytes = 576}),
};

/// Runs the reshards of one row as a step whose arguments stay, with results of their own.
ReshardCost cost(const std::shared_ptr<sw::MeshInfo>& mesh, const Row& row) {
  sw::Builder g;
  std::vector<sw::Value> in;
  std::vector<sw::TypeDesc> to;
  for (const auto& [before, after] : row.leaves) {
    in.push_back({&g, g.input(sw::type_of(before))});
    to.push_back(sw::type_of(after));
  }
  const sw::DynamicProgram program = sw::freeze(g, sw::reshard_tree(in, to));
  const sw::ProgramView p = program.view();
  std::vector<std::vector<std::byte>> bytes;
  std::vector<std::byte*> inputs, outputs;
  sw::exec::Plan plan(p, mesh, test_support::arguments_of(p), sw::fingerprint(p));
  for (int v : p.inputs) bytes.emplace_back(plan.bytes(v));
  for (int v : p.outputs) bytes.emplace_back(plan.bytes(v));
  for (std::size_t k = 0; k < bytes.size(); ++k) (k < p.inputs.size() ? inputs : outputs).push_back(bytes[k].data());
  test_support::run_plan(plan, inputs, outputs);
  return plan.reshard_cost();
}

std::string text(const ReshardCost& c) {
  return std::to_string(c.copies) + " copies, " + std::to_string(c.strided_copies) + " strided copies of " +
         std::to_string(c.copied_bytes) + " bytes, " + std::to_string(c.zeroed_bytes) + " bytes of zeros, " +
         std::to_string(c.collectives) + " collectives, " + std::to_string(c.scratch_bytes) + " bytes of scratch";
}

}  // namespace

TEST_CASE("what each row of the table of reshards costs") {
  const std::size_t n = std::size(rows);
  std::vector<std::vector<ReshardCost>> got(4, std::vector<ReshardCost>(n));
  sw::detail::run_threads(4, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2}, sw::Axis<"X">{}, sw::Axis<"Y">{});
    for (std::size_t k = 0; k < n; ++k) got[std::size_t(world.rank())][k] = cost(mesh.info(), rows[k]);
    return 0;
  });
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t d = 0; d < 4; ++d) {
      INFO(rows[k].leaves[0].first << " to " << rows[k].leaves[0].second << " on device " << d << ": "
                                   << text(got[d][k]));
      CHECK(got[d][k] == (d ? rows[k].others : rows[k].first));
    }
}

TEST_CASE("what a step makes is reduced in place, and what it makes for one collective lies side by side") {
  sw::detail::run_threads(2, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, sw::Axis<"X">{});
    sw::Builder g;
    const sw::Value x{&g, g.input(sw::type_of("f32[8@X,6]"))};
    const sw::Value p = sw::sum_local(x, 1, false), q = sw::sum_local(x * x, 1, false);  // f32[6]{U:X}
    const sw::TypeDesc whole = sw::type_of("f32[6]");
    const auto run = [&](const std::vector<sw::Value>& results, const sw::exec::PlanOptions& options = {}) {
      const sw::DynamicProgram program = sw::freeze(g, results);
      const sw::ProgramView view = program.view();
      sw::exec::Plan plan(view, mesh.info(), test_support::arguments_of(view), sw::fingerprint(view), options);
      std::vector<std::vector<std::byte>> in, out;
      std::vector<std::byte*> inputs, outputs;
      for (int v : view.inputs) inputs.push_back(in.emplace_back(plan.bytes(v)).data());
      for (int v : view.outputs) outputs.push_back(out.emplace_back(plan.bytes(v)).data());
      test_support::run_plan(plan, inputs, outputs);
      return plan.reshard_cost();
    };
    CHECK_ON_DEVICE(run({sw::reshard_to(q, whole)}) == straight());
    const auto together = sw::reshard_tree({p, q}, {whole, whole});
    CHECK_ON_DEVICE(run({together[0] * together[1]}) == straight(1, 64));
    sw::exec::PlanOptions apart;
    apart.side_by_side = false;
    CHECK_ON_DEVICE(run({together[0] * together[1]}, apart).copied_bytes == 96);
    return 0;
  });
}
