// A tree between ranks: its large leaves go from where they lie to where they are wanted, its small ones are packed,
// and it counts as one collective of each kind.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/mpi/backend.hpp>
#include <shardwise/shardwise.hpp>

namespace {

namespace sw = shardwise;
using sw::none, sw::P, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto there_and_back = [](auto x, auto y, auto z) {
  auto sums = sw::hana::make_tuple(sw::sum<0>(x, P(none, none, unreduced(X))), sw::sum<0>(y, P(none, unreduced(X))),
                                   sw::sum<0>(z, P(none, none, unreduced(X))));
  auto shards = sw::reshard(sums, P(X));
  return sw::hana::make_tuple(shards, sw::reshard(shards, P()));
};
using Step = sw::Program<there_and_back, "f32[4@X,256,512]", "f32[4@X,64]", "f32[4@X,512,256]">;
static_assert(Step::issued() == sw::Collectives{.all_gather = 1, .reduce_scatter = 1});

sw::HostArray<float> numbers(const sw::Shape& shape) {
  sw::HostArray<float> a(shape);
  for (std::size_t i = 0; i < a.data.size(); ++i) a.data[i] = float(int(i * 7 % 31) - 15);
  return a;
}
bool sums_up(const sw::HostArray<float>& got, const sw::HostArray<float>& terms) {
  for (std::size_t i = 0; i < got.data.size(); ++i) {
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) sum += terms.data[k * got.data.size() + i];
    if (got.data[i] != sum) return false;
  }
  return got.data.size() * 4 == terms.data.size();
}

void trees(sw::World& world) {
  const auto mesh = sw::make_mesh(world, X);
  const auto x = numbers({4, 256, 512}), y = numbers({4, 64}), z = numbers({4, 512, 256});
  auto run = Step::on(mesh);
  for (int round = 0; round < 3; ++round) {
    world.counts().reset();
    const auto [shards, whole] =
        run(sw::device_put<"f32[4@X,256,512]">(mesh, x), sw::device_put<"f32[4@X,64]">(mesh, y),
            sw::device_put<"f32[4@X,512,256]">(mesh, z));
    CHECK_ON_DEVICE(world.counts().reduce_scatter == 1 && world.counts().all_gather == 1);
    CHECK_ON_DEVICE(sums_up(sw::to_host(sw::hana::at_c<0>(shards)), x));
    CHECK_ON_DEVICE(sums_up(sw::to_host(sw::hana::at_c<1>(shards)), y));
    CHECK_ON_DEVICE(sums_up(sw::to_host(sw::hana::at_c<2>(shards)), z));
    CHECK_ON_DEVICE(sums_up(sw::to_host(sw::hana::at_c<0>(whole)), x));
    CHECK_ON_DEVICE(sums_up(sw::to_host(sw::hana::at_c<1>(whole)), y));
    CHECK_ON_DEVICE(sums_up(sw::to_host(sw::hana::at_c<2>(whole)), z));
  }
}

}  // namespace

TEST_CASE("trees between ranks") {
  CHECK(sw::detail::run_ranks([](sw::World& world) { return trees(world), 0; }) == 0);
}
