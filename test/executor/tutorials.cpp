// Programs of tutorials, in manual mode and with explicit sharding: the same numbers and collectives on devices.
#include <catch2/catch.hpp>

#include <cmath>

#include <shardwise/array.hpp>
#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/random.hpp>
#include <support/devices.hpp>
#include <support/tutorials.hpp>

namespace {

namespace sw = shardwise;
using namespace tutorials;

template <sw::fixed_string S> auto draw(const auto& mesh, std::uint64_t seed, const sw::Sizes& sizes = {}) {
  return sw::random::normal<S>(mesh, sw::random::key(seed), sizes);
}
double difference(const auto& a, const auto& b) {
  double most = 0;
  const auto x = sw::to_host(a), y = sw::to_host(b);
  for (std::size_t i = 0; i < x.data.size(); ++i) most = std::max(most, double(std::abs(x.data[i] - y.data[i])));
  return x.data.empty() ? 1 : most;
}
/// Runs a step, and says what it communicated.
template <class Step> auto counted(sw::World& world, const auto& mesh, const auto&... arguments) {
  auto run = Step::on(mesh);
  world.counts().reset();
  auto result = run(arguments...);
  const sw::CollectiveCounts& c = world.counts();
  const sw::Collectives meant = Step::collectives();
  CHECK_ON_DEVICE(std::int64_t(c.all_reduce) == meant.all_reduce);
  CHECK_ON_DEVICE(std::int64_t(c.all_gather) == meant.all_gather);
  CHECK_ON_DEVICE(std::int64_t(c.reduce_scatter) == meant.reduce_scatter);
  CHECK_ON_DEVICE(std::int64_t(c.permute) == meant.permute);
  return result;
}

}  // namespace

TEST_CASE("pmap's training step, manual and explicit") {
  for (int n : {1, 2, 4})
    sw::launch(n, [](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      const auto w = draw<"f32[10,5]">(mesh, 1);
      const auto x = draw<"f32[n@X,10]">(mesh, 2, {{"n", 16}});
      const auto y = draw<"f32[n@X,5]">(mesh, 3, {{"n", 16}});
      const auto [w1, loss1] = counted<OnBatch<pmap_step>>(world, mesh, w, x, y);
      const auto [w2, loss2] = counted<OnBatch<explicit_step>>(world, mesh, w, x, y);
      CHECK_ON_DEVICE(difference(w1, w2) < 1e-5);
      CHECK_ON_DEVICE(difference(loss1, loss2) < 1e-4);
      CHECK_ON_DEVICE(difference(w, w1) > 1e-3);

      const auto xs = draw<"f32[4,n@X,10]">(mesh, 4, {{"n", 8}});
      const auto ys = draw<"f32[4,n@X,5]">(mesh, 5, {{"n", 8}});
      const auto a = counted<OnBatches<pmap_accumulate>>(world, mesh, w, xs, ys);
      CHECK_ON_DEVICE(difference(a, counted<OnBatches<explicit_accumulate>>(world, mesh, w, xs, ys)) < 1e-5);
      CHECK_ON_DEVICE(difference(w, a) > 1e-3);
    });
}

TEST_CASE("FSDP, by hand and explicit") {
  for (int n : {1, 2, 4})
    sw::launch(n, [](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      const auto w1 = draw<"f32[16@X,24]">(mesh, 1);
      const auto w2 = draw<"f32[24@X,16]">(mesh, 2);
      const auto x = draw<"f32[n@X,16]">(mesh, 3, {{"n", 8}});
      const auto y = draw<"f32[n@X,16]">(mesh, 4, {{"n", 8}});
      const auto [a1, a2] = counted<OnSplitWeights<fsdp>>(world, mesh, w1, w2, x, y);
      const auto [b1, b2] = counted<OnSplitWeights<explicit_fsdp>>(world, mesh, w1, w2, x, y);
      CHECK_ON_DEVICE(difference(a1, b1) < 1e-4);
      CHECK_ON_DEVICE(difference(a2, b2) < 1e-4);
    });
}

TEST_CASE("a ring passes every block through every device") {
  sw::launch(4, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto x = draw<"f32[8@X,4]">(mesh, 1);
    const auto sum = sw::to_host(counted<sw::Program<ring<4>, "f32[8@X,4]">>(world, mesh, x)), whole = sw::to_host(x);
    for (std::size_t row = 0; row < 8; ++row)
      for (std::size_t column = 0; column < 4; ++column) {
        float expected = 0;
        for (std::size_t device = 0; device < 4; ++device) expected += whole(2 * device + row % 2, column);
        CHECK_ON_DEVICE(std::abs(sum(row, column) - expected) < 1e-5f);
      }
  });
}
