// Joining, cutting and updating arrays on devices: extents that are sums of names, one copy for a chain of concats, and
// updates in place.
#include <catch2/catch.hpp>
#include <support/against_interpreter.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

namespace sw = shardwise;
using sw::Builder;
using sw::Value;

namespace {
inline constexpr sw::Axis<"X"> X;

std::vector<float> counting(std::size_t n, float first = 0) {
  std::vector<float> v(n);
  for (float& x : v) x = first++;
  return v;
}

constexpr auto joined = [](auto a, auto b) {
  return sw::value_and_grad<0, 1>([](auto a, auto b) {
    auto all = sw::concat<0>(a, b, a);
    return sw::sum(sw::square(sw::pad<0, 1, 2>(all)) * sw::flip<0>(sw::pad<0, 1, 2>(all)));
  })(a, b);
};
using Joined = sw::Program<joined, "f32[n,4@X]", "f32[m,4@X]">;

// A cache of keys, one row an iteration.
constexpr auto cached = [](auto cache, auto rows, auto places) {
  return sw::scan(
      [](auto c, auto row, auto i) { return sw::dynamic_update_slice_in_dim<0>(c, sw::expand_dims<0>(row), i); }, cache,
      rows, places);
};
using Cached = sw::Program<cached, "f32[t,64]", "f32[k,64]", "i32[k]">;

constexpr auto heads = [](auto qkv) {
  auto [q, k, v] = sw::split<1, 3>(qkv);
  return sw::concat<1>(v, q, k, sw::zeros<"f32[8@X,2]">(qkv));
};
using Heads = sw::Program<heads, "f32[8@X,12]">;
}  // namespace

TEST_CASE("extents that are sums of names") {
  for (int devices : {1, 2})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      for (auto [n, m] : {std::pair{3, 2}, {1, 5}, {0, 2}}) {
        const auto va = counting(std::size_t(4 * n), 1), vb = counting(std::size_t(4 * m), -3);
        auto a = sw::device_put<"f32[n,4@X]">(mesh, std::span<const float>(va), {std::size_t(n), 4});
        auto b = sw::device_put<"f32[m,4@X]">(mesh, std::span<const float>(vb), {std::size_t(m), 4});
        const auto r = Joined::on(mesh)(a, b);
        // By hand: z = 0 a b a 0 0, and the sum of z_i^2 z_{last - i}.
        const int length = 2 * n + m + 3;
        std::vector<double> z(std::size_t(4 * length), 0.0), dz(z);
        const auto put = [&](int row, const std::vector<float>& v) {
          std::copy(v.begin(), v.end(), z.begin() + 4 * row);
        };
        put(1, va), put(1 + n, vb), put(1 + n + m, va);
        double loss = 0;
        for (int i = 0; i < length; ++i)
          for (int j = 0; j < 4; ++j) {
            const double x = z[std::size_t(4 * i + j)], y = z[std::size_t(4 * (length - 1 - i) + j)];
            loss += x * x * y;
            dz[std::size_t(4 * i + j)] += 2 * x * y;
            dz[std::size_t(4 * (length - 1 - i) + j)] += x * x;
          }
        const auto host = r.grad[sw::hana::size_c<0>].span();
        const auto host_b = r.grad[sw::hana::size_c<1>].span();
        CHECK_ON_DEVICE(std::fabs(r.value.span()[0] - loss) <= 1e-4 * (1 + std::fabs(loss)));
        // Each device holds some of the four columns.
        const int columns = 4 / devices, first = columns * world.rank();
        const auto at = [&](int row, int j) { return dz[std::size_t(4 * row + first + j)]; };
        for (int j = 0; j < columns; ++j) {
          for (int i = 0; i < n; ++i)
            CHECK_ON_DEVICE(std::fabs(host[std::size_t(columns * i + j)] - at(1 + i, j) - at(1 + n + m + i, j)) < 1e-2);
          for (int i = 0; i < m; ++i)
            CHECK_ON_DEVICE(std::fabs(host_b[std::size_t(columns * i + j)] - at(1 + n + i, j)) < 1e-2);
        }
      }
      return 0;
    });
}

TEST_CASE("an update in a loop writes the part only") {
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const std::size_t t = 4096, k = 5;
    const auto rows = counting(64 * k, 1);
    const std::vector<std::int32_t> places{7, 0, 5000, -2, 9};
    auto cache = sw::zeros<"f32[t,64]">(mesh, {{"t", t}});
    auto r = sw::device_put<"f32[k,64]">(mesh, std::span<const float>(rows), {k, 64});
    auto p = sw::device_put<"i32[k]">(mesh, std::span<const std::int32_t>(places), {k});
    auto run = Cached::on(mesh);
    const auto out = run(cache, r, p);
    const auto row = [&](std::size_t i) { return out.span()[64 * i]; };
    CHECK_ON_DEVICE(row(7) == 1 && row(t - 1) == 1 + 2 * 64 && row(0) == 1 + 3 * 64 && row(9) == 1 + 4 * 64);
    CHECK_ON_DEVICE(row(1) == 0 && row(8) == 0 && row(t - 2) == 0);
    CHECK_ON_DEVICE(run.memory().temporaries < t * 64 * 4 / 2);  // the cache lies in the result from the begin on
    return 0;
  });
}

TEST_CASE("a chain of concats is one copy of each part") {
  sw::detail::run_threads(2, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const auto v = counting(96);
    auto x = sw::device_put<"f32[8@X,12]">(mesh, std::span<const float>(v), {8, 12});
    auto run = Heads::on(mesh);
    const auto out = run(x);
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 14; ++j) {
        const float want = j < 12 ? x.span()[12 * i + (j + 8) % 12] : 0;
        CHECK_ON_DEVICE(out.span()[14 * i + j] == want);
      }
    return 0;
  });
}

TEST_CASE("places of every integer type, of several dimensions, against the interpreter") {
  for (const char* type : {"i32[]", "i64[]"}) {
    Builder g;
    const Value x{&g, g.input(sw::type_of("f64[6,4@X,5]"))}, part{&g, g.input(sw::type_of("f64[2,4@X,3]"))};
    const Value i{&g, g.input(sw::type_of(type))}, j{&g, g.input(sw::type_of(type))};
    const sw::Extent sizes[] = {sw::extent(2), sw::extent(4), sw::extent(3)};
    const Value window = sw::dynamic_slice(x, {i, j, j}, sizes, 7);
    const Value put = sw::dynamic_update_slice(x, part, {j, i, i}, 7);
    const Value one = sw::dynamic_slice(x, {i}, sizes, 1),
                turned = sw::flip(sw::tril(sw::transpose(put, 0x201), -1), 6);
    const Value last = sw::concat({sw::slice(x, 2, -2, sw::to_end), sw::slice(x, 2, 0, 1)}, 2);
    const auto p = sw::freeze(g, {window, put, one, turned, sw::triu(sw::transpose(x, 0x201), 1), last});
    for (int devices : {1, 2})
      sw::detail::run_threads(devices, [&](sw::World& world) {
        auto mesh = sw::make_mesh(world, X);
        for (unsigned seed = 1; seed < 12; ++seed)
          CHECK_ON_DEVICE(test_support::run_against_interpreter(mesh.info(), p.view(), seed));
        return 0;
      });
  }
}

TEST_CASE("sizes that do not fit are errors when a step is bound") {
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    constexpr auto cut = [](auto x, auto i) { return sw::dynamic_slice_in_dim<0, 4>(x, i); };
    constexpr auto sums = [](auto a, auto b, auto c) { return sw::concat<0>(a, b) + c; };
    using Cut = sw::Program<cut, "f32[n]", "i32[]">;
    using Sums = sw::Program<sums, "f32[n]", "f32[m]", "f32[?]">;
    const auto v = counting(8);
    const std::vector<std::int32_t> place{1};
    auto three = sw::device_put<"f32[n]">(mesh, std::span<const float>(v).first(3), {3});
    auto two = sw::device_put<"f32[m]">(mesh, std::span<const float>(v).first(2), {2});
    auto i = sw::device_put<"i32[]">(mesh, std::span<const std::int32_t>(place), {});
    FAILS_WITH("larger than the array", Cut::on(mesh)(three, i));
    auto six = sw::device_put<"f32[?]">(mesh, std::span<const float>(v).first(6), {6});
    auto five = sw::device_put<"f32[?]">(mesh, std::span<const float>(v).first(5), {5});
    FAILS_WITH("6", Sums::on(mesh)(three, two, six));
    const auto ok = Sums::on(mesh)(three, two, five);
    CHECK_ON_DEVICE(ok.span()[4] == 1 + 4 && ok.span()[0] == 0);
    return 0;
  });
}
