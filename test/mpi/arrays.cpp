// Meshes and arrays between ranks: what is put comes back, random numbers are those of one device.
#include <catch2/catch.hpp>

#include <numeric>

#include <shardwise/array.hpp>
#include <shardwise/backends/mpi/backend.hpp>
#include <shardwise/random.hpp>
#include <support/devices.hpp>

namespace {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

void round_trips(sw::World& world) {
  sw::HostArray<float> host(sw::Shape{8, 4});
  std::iota(host.data.begin(), host.data.end(), 1.0f);
  const auto line = sw::make_mesh(world, X);
  CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[8@X,4]">(line, host)) == host);
  CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[8,4@X]">(line, host)) == host);
  const auto grid = sw::make_mesh(world, {world.size() > 1 ? 2 : 1, (world.size() + 1) / 2}, X, Y);
  CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[8@Y,4@X]">(grid, host)) == host);
  CHECK_ON_DEVICE(sw::to_host(sw::device_put<"f32[8@(Y,X),4]">(grid, host)) == host);
  const auto pieces = sw::to_host_pieces(sw::full<"i32[]{U:(X,Y)}">(grid, 7));
  for (std::size_t d = 0; d < pieces.size(); ++d) CHECK_ON_DEVICE(pieces[d].item() == (d == 0 ? 7 : 0));
  const auto key = sw::random::key(3);
  CHECK_ON_DEVICE(sw::to_host(sw::random::normal<"f32[8@X,4@Y]">(grid, key)) ==
                  sw::to_host(sw::random::normal<"f32[8,4]">(grid, key)));
}

}  // namespace

TEST_CASE("arrays between ranks") {
  CHECK(sw::detail::run_ranks([](sw::World& world) { return round_trips(world), 0; }) == 0);
}
