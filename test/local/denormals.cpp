// Numbers below the smallest normal one are kept, or 0 where a device says so.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/shardwise.hpp>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
inline constexpr auto product = [](auto a, auto b) { return a * b; };
using Product = sw::Program<product, "f32[n@X]", "f32[n@X]">;
}  // namespace

TEST_CASE("each device says whether denormals are 0") {
  sw::launch(2, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const int n = 2 * 37;  // registers and a rest, on each
    auto a = sw::full<"f32[n@X]">(mesh, 1e-30, {{"n", n}});
    auto b = sw::full<"f32[n@X]">(mesh, 1e-12, {{"n", n}});
    const bool can = sw::set_flush_denormal(world.rank() == 1);
    auto run = Product::on(mesh);
    const auto kept = run(a, b);
    for (std::size_t i = 0; i < std::size_t(n) / 2; ++i) {
      const float got = kept.data()[i];
      CHECK_ON_DEVICE((can && world.rank() == 1 ? got == 0.f : got > 9e-43f && got < 11e-43f));
    }
    if (can) CHECK_ON_DEVICE(sw::set_flush_denormal(false));
    CHECK_ON_DEVICE(run(a, b).data()[0] > 0.f);
    return 0;
  });
}
