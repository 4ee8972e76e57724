// xtensor arrays and expressions as host data.
#include <catch2/catch.hpp>

#include <xtensor/xbuilder.hpp>
#include <xtensor/xview.hpp>

#include <shardwise/launch.hpp>
#include <shardwise/xtensor.hpp>
#include <support/devices.hpp>

namespace {
namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
}  // namespace

TEST_CASE("containers, expressions, views and transposed layouts go in, arrays come out") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const xt::xtensor<float, 2> a = xt::arange<float>(0, 24).reshape({6, 4});
    const xt::xarray<float> dynamic = a;
    const xt::xarray<float, xt::layout_type::column_major> columns = a;
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"f32[6@X,4]">(mesh, a)) == dynamic);
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"f32[6,4@X]">(mesh, dynamic)) == dynamic);
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"f32[6@X,4]">(mesh, columns)) == dynamic);
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"f32[6@X,4]">(mesh, a + 0.0f * a)) == dynamic);
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"f32[4@X,6]">(mesh, xt::transpose(a))) == xt::transpose(dynamic));
    const auto rows = xt::view(a, xt::range(1, 5), xt::range(0, 4, 2));
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"f32[4@X,2]">(mesh, rows)) == xt::xarray<float>(rows));
    const auto spec = sw::device_put(mesh, a, sw::P(X));
    static_assert(std::is_same_v<decltype(spec), const sw::Array<sw::type<"f32[?@X,?]">>>);
    const auto scalar = sw::device_put<"f64[]">(mesh, xt::xarray<double>(2.5));
    CHECK_ON_DEVICE(sw::to_xarray(scalar)() == 2.5);
    CHECK_ON_DEVICE(sw::to_xarray(sw::device_put<"bool[4@X]">(mesh, xt::xtensor<bool, 1>{true, false, true, true}))(3));
  });
}
