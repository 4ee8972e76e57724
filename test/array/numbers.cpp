// C++'s numbers as elements of arrays: what a dtype holds, or a clear error.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <shardwise/array.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/mesh.hpp>
#include <support/devices.hpp>

namespace {
namespace sw = shardwise;
using sw::P;
inline constexpr sw::Axis<"X"> X;
}  // namespace

TEST_CASE("bools and integers as C++ has them") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    using Bytes = std::vector<std::uint8_t>;
    const Bytes all{1, 0, 0, 1};
    const std::vector<bool> bits{true, false, false, true};
    // What to_host gives goes back.
    const auto m = sw::device_put<"bool[2@X,2]">(mesh, bits, {2, 2});
    const auto host = sw::to_host(m);
    CHECK_ON_DEVICE(host.data == all);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2@X,2]">(mesh, host)) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2@X,2]">(mesh, host.data, {2, 2})) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[4@X]">(mesh, host.data)).data == all);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2@X,2]">(mesh, std::span(all), {2, 2})) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::from_local<"bool[2@X,2]">(mesh, sw::local(m).data, {2, 2})) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::from_local<"bool[2,2]">(mesh, bits, {2, 2})) == host);
    const std::vector<std::vector<bool>> nested{{true, false}, {false, true}};
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2,2@X]">(mesh, nested)) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put(mesh, nested, P(X))) == host);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2,2]">(mesh, std::vector<Bytes>{{1, 0}, {0, 1}})) == host);
    const std::array<bool, 4> array{true, false, false, true};
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[2,2]">(mesh, array, {2, 2})) == host);
    FAILS_WITH("device_put: bool[2]: expected bytes that are 0 or 1, got 7 at element 1",
               sw::device_put<"bool[2]">(mesh, Bytes{1, 7}));
    FAILS_WITH("device_put: extents [2,3] want 6 elements, got 4", sw::device_put<"bool[2,3]">(mesh, bits, {2, 3}));

    const std::vector<long long> longs{1, -9007199254740993};
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"i64[2@X]">(mesh, longs)).data[1] == longs[1]);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"i64[1,2@X]">(mesh, longs, {1, 2})).data[1] == longs[1]);
    const auto spec = sw::device_put(mesh, longs, P(X));
    static_assert(std::is_same_v<decltype(spec), const sw::Array<sw::type<"i64[?@X]">>>);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"i32[]">(mesh, short(3))).item() == 3);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"u32[]">(mesh, 3ul)).item() == 3);
    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"bool[]">(mesh, std::uint8_t(1))).item());
  });
}

TEST_CASE("a number is what the dtype holds, or refused") {
  sw::launch(1, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    constexpr std::int64_t odd = 9007199254740993, low = std::numeric_limits<std::int64_t>::min();  // odd: 2^53 + 1
    constexpr double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
    CHECK_ON_DEVICE(sw::full<"i64[2]">(mesh, odd).span()[1] == odd);
    CHECK_ON_DEVICE(sw::full<"i64[1]">(mesh, low).span()[0] == low);
    CHECK_ON_DEVICE(sw::full<"i64[1]">(mesh, -9223372036854775808.0).span()[0] == low);
    CHECK_ON_DEVICE(sw::full<"u32[1]">(mesh, 4294967295u).span()[0] == 4294967295u);
    CHECK_ON_DEVICE(sw::full<"i32[1]">(mesh, 3.0).span()[0] == 3);
    CHECK_ON_DEVICE(sw::full<"f32[1]">(mesh, odd).span()[0] == 9007199254740992.0f);  // floats round
    CHECK_ON_DEVICE(sw::full<"f32[1]">(mesh, infinity).span()[0] == std::numeric_limits<float>::infinity());
    CHECK_ON_DEVICE(std::isnan(float(sw::full<"bf16[1]">(mesh, nan).span()[0])));
    CHECK_ON_DEVICE(std::signbit(sw::full<"f32[1]">(mesh, -0.0).span()[0]));
    CHECK_ON_DEVICE(sw::full<"f32[1]">(mesh, sw::bf16(1.5f)).span()[0] == 1.5f);
    CHECK_ON_DEVICE(sw::full<"f16[1]">(mesh, 65504).span()[0] == 65504.0f);
    CHECK_ON_DEVICE(sw::full<"bool[1]">(mesh, true).span()[0]);

    FAILS_WITH("full: i32[1]: expected an integer from -2147483648 to 2147483647, got 5000000000",
               sw::full<"i32[1]">(mesh, 5000000000L));
    FAILS_WITH("full: i32[1]: expected an integer from -2147483648 to 2147483647, got 2.5: round it first",
               sw::full<"i32[1]">(mesh, 2.5));
    FAILS_WITH("full: u32[1]: expected an integer from 0 to 4294967295, got -1", sw::full<"u32[1]">(mesh, -1));
    FAILS_WITH("got 4294967296", sw::full<"u32[1]">(mesh, 4294967296.0));
    FAILS_WITH("got 9223372036854775808", sw::full<"i64[1]">(mesh, 9223372036854775808u));
    FAILS_WITH("full: i64[1]: expected an integer", sw::full<"i64[1]">(mesh, 9223372036854775808.0));
    FAILS_WITH("got nan", sw::full<"i64[1]">(mesh, nan));
    FAILS_WITH("got inf", sw::full<"i32[1]">(mesh, infinity));
    FAILS_WITH("full: bool[1]: expected 0 or 1, got 2", sw::full<"bool[1]">(mesh, 2));
    FAILS_WITH("full: f32[1]: expected a number that is finite in f32, up to about 3.4e38, got 1e+300",
               sw::full<"f32[1]">(mesh, 1e300));
    FAILS_WITH("full: bf16[1]: expected a number that is finite in bf16", sw::full<"bf16[1]">(mesh, -3.4e38));
    FAILS_WITH("full: f16[1]: expected a number that is finite in f16, up to 65504, got 100000",
               sw::full<"f16[1]">(mesh, 100000));

    CHECK_ON_DEVICE(sw::to_host(sw::device_put<"i64[]">(mesh, odd)).item() == odd);
    FAILS_WITH("device_put: i32[]: expected an integer from -2147483648 to 2147483647, got 5000000000",
               sw::device_put<"i32[]">(mesh, 5000000000L));
    FAILS_WITH("device_put: u32[]: expected an integer from 0 to 4294967295, got -1",
               sw::device_put<"u32[]">(mesh, -1));
    FAILS_WITH("from_local: f32[]{U:X}: expected a number that is finite in f32",
               sw::from_local<"f32[]{U:X}">(mesh, 1e300));
  });
}
