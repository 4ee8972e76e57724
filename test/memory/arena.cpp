// What memory() says is what a run touches, and close to what no run can do without.
#include <catch2/catch.hpp>
#include <memory/microbatch_step.hpp>
#include <support/devices.hpp>

#include <cstring>
#include <vector>

#include <shardwise/shardwise.hpp>

namespace sw = shardwise;

namespace {

using memory_tests::X;

using memory_tests::step;
using Microbatches = sw::Program<step, "f32[8,d,d]{R:X}", "f32[8,batch@X,d]">;

inline constexpr auto normalised = [](auto x, auto w) {
  auto h = sw::tanh(sw::matmul(x, w)) + x;
  auto mean = sw::mean<1>(h);
  auto centred = h - sw::expand_dims<1>(mean);
  return sw::matmul(centred, w) * sw::exp(-sw::square(centred));
};
using Normalised = sw::Program<normalised, "f32[batch@X,d]", "f32[d,d]">;

struct Report {
  std::size_t temporaries = 0, touched = 0, alive = 0;
};

// Fills the arena with a pattern and its complement; what a run leaves alone both times it does not touch.
template <class P, class Mesh>
Report measure(const Mesh& mesh, const std::vector<sw::Shape>& shapes, bool moved = false) {
  const sw::ProgramView p = sw::exec::compiled_view<P>();
  std::vector<sw::exec::Argument> arguments;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    arguments.push_back({&p.type_of(p.inputs[k]), shapes[k], "argument", moved});
  sw::exec::Plan plan(p, mesh.info(), arguments, sw::fingerprint(p));
  std::vector<std::vector<float>> in, out;
  std::vector<std::byte*> inputs, outputs;
  for (int v : p.inputs) in.emplace_back(plan.bytes(v) / 4, 0.01f);
  for (int v : p.outputs) out.emplace_back(plan.bytes(v) / 4);
  for (auto& a : in) inputs.push_back(reinterpret_cast<std::byte*>(a.data()));
  for (std::size_t k = 0; k < out.size(); ++k)
    outputs.push_back(moved && plan.donor(k) >= 0 ? inputs[std::size_t(plan.donor(k))]
                                                  : reinterpret_cast<std::byte*>(out[k].data()));
  Report report{plan.memory().temporaries, 0, plan.storage().live_bytes};
  for (const int pattern : {0xa5, 0x5a}) {
    std::memset(plan.arena().data(), pattern, plan.arena().size());
    plan.begin(inputs, outputs);
    sw::exec::Runner<P>::run(plan.frame());
    plan.finish();
    std::size_t last = plan.arena().size();
    while (last > 0 && plan.arena()[last - 1] == std::byte(pattern)) --last;
    report.touched = std::max(report.touched, last);
  }
  return report;
}

sw::Shape shape(std::initializer_list<std::size_t> extents) {
  sw::Shape s;
  for (std::size_t e : extents) s.dim[s.rank++] = e;
  return s;
}

}  // namespace

TEST_CASE("memory() is what a run touches", "[memory]") {
  for (const int devices : {1, 2})
    sw::launch(devices, [](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      const std::size_t n = std::size_t(world.size());
      for (const std::size_t d : {32u, 128u, 200u})
        for (const std::size_t batch : {16u, 64u}) {
          // The last value may end before its place does: places are multiples of 64 bytes.
          for (const bool moved : {false, true}) {
            const auto micro = measure<Microbatches>(mesh, {shape({8, d, d}), shape({8, batch * n, d})}, moved);
            CHECK_ON_DEVICE(micro.touched <= micro.temporaries && micro.temporaries < micro.touched + 64);
            const auto rows = measure<Normalised>(mesh, {shape({batch * n, d}), shape({d, d})}, moved);
            CHECK_ON_DEVICE(rows.touched <= rows.temporaries && rows.temporaries < rows.touched + 64);
          }
        }
    });
}

// What this step must keep at one time, from its mathematics: the weights packed for the forward and the backward pass,
// what goes into the first layer and comes out of each, two rows of cotangents, the operands of products that wait to
// be summed, and the sum of the gradients where the weights are updated in their own place.
std::size_t alive_in_microbatches(std::size_t d, std::size_t batch, bool moved) {
  const std::int64_t n = std::int64_t(d), rows = std::int64_t(batch);
  const std::int64_t waiting = sw::kernels::gathered_at_once(n, n, rows, 8, 8, 4);
  const std::size_t layers = 8, activation = batch * d, weight = d * d;
  return 4 * (2 * layers * weight + (layers + 1 + 2) * activation +
              (waiting > 1 ? layers * std::size_t(waiting) * 2 * activation : 0) + (moved ? layers * weight : 0));
}

TEST_CASE("temporaries of the microbatch step are near what is alive at once", "[memory]") {
  sw::launch(2, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    for (const std::size_t d : {256u, 512u})
      for (const std::size_t batch : {16u, 64u, 256u})
        for (const bool moved : {false, true}) {
          const auto r = measure<Microbatches>(mesh, {shape({8, d, d}), shape({8, batch * 2, d})}, moved);
          CHECK_ON_DEVICE(r.alive <= r.temporaries);
          CHECK_ON_DEVICE(double(r.temporaries) <= 1.1 * double(r.alive));
          CHECK_ON_DEVICE(double(r.temporaries) <= 1.1 * double(alive_in_microbatches(d, batch, moved)));
        }
  });
}
