// Without checks an index that is out of range is clamped, on the device that holds the row.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/to_host.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

namespace sw = shardwise;
using sw::P;

namespace {
inline constexpr sw::Axis<"X"> X;
constexpr auto lookup = [](auto t, auto ids) { return sw::take(t, ids, P()); };
constexpr auto add = [](auto t, auto ids, auto u) { return sw::scatter_add(t, ids, u); };
}  // namespace

TEST_CASE("ids out of range are clamped") {
#ifndef SHARDWISE_CHECKED
  const std::vector<float> t{1, 2, 3, 4}, u{10, 20, 40, 80};
  const std::vector<std::int32_t> ids{9, -3, 2, 1};
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      auto table = sw::device_put<"f32[4@X]">(mesh, std::span<const float>(t), {4});
      auto which = sw::device_put<"i32[4]">(mesh, std::span<const std::int32_t>(ids), {4});
      auto rows = sw::Program<lookup, "f32[4@X]", "i32[4]">::on(mesh)(table, which);
      CHECK_ON_DEVICE(sw::to_host(rows).data == std::vector<float>{4, 1, 3, 2});
      auto updates = sw::device_put<"f32[4]">(mesh, std::span<const float>(u), {4});
      auto sum = sw::Program<add, "f32[4@X]", "i32[4]", "f32[4]">::on(mesh)(std::move(table), which, updates);
      CHECK_ON_DEVICE(sw::to_host(sum).data == std::vector<float>{21, 82, 43, 14});
      return 0;
    });
#endif
}
