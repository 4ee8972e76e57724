// Branches and while loops, compiled, on threads: values and gradients of both branches, and that only one of them
// runs.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/to_host.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

#include <cmath>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
using sw::none, sw::P, sw::unreduced;

// The loss is communicated in one branch only.
constexpr auto step = [](auto p, auto x, auto w) {
  return sw::value_and_grad([&](auto w) {
    return sw::cond(
        p, [&](auto x) { return sw::sum(sw::square(x * w)); },
        [](auto x) { return sw::zeros_like(sw::sum(x * x)) + 3; }, x);
  })(w);
};
using Step = sw::Program<step, "bool[]", "f32[n@X]", "f32[]{R:X}">;

// A branch in a loop, whose carry it changes or keeps; halves what is above 1.
constexpr auto halve = [](auto xs) {
  return sw::scan(
      [](auto c, auto x) {
        return sw::cond(
            sw::sum(x) > 1, [](auto c, auto x) { return c + x / 2; }, [](auto c, auto) { return c; }, c, x);
      },
      sw::zeros_like(sw::sum<0>(xs)), xs);
};
constexpr auto halve_gradient = [](auto xs) {
  auto total = [](auto xs) { return sw::sum(sw::square(halve(xs))); };
  return sw::hana::make_tuple(halve(xs), sw::grad(total)(xs));
};
using Halve = sw::Program<halve_gradient, "f32[m,2]">;

constexpr auto collatz = [](auto n) {
  auto c =
      sw::while_loop([](auto c) { return c[sw::hana::size_c<0>] != 1; },
                     [](auto c) {
                       auto n = c[sw::hana::size_c<0>];
                       auto half = n / 2;
                       return sw::hana::make_tuple(sw::cond(
                                                       n == 2 * half, [&] { return half; }, [&] { return 3 * n + 1; }),
                                                   c[sw::hana::size_c<1>] + 1);
                     },
                     sw::hana::make_tuple(n, sw::zeros_like(n)));
  return c[sw::hana::size_c<1>];
};
using Collatz = sw::Program<collatz, "i32[]">;
constexpr auto until_small = [](auto x) {
  return sw::while_loop([](auto x) { return sw::sum(sw::square(x)) > 1; }, [](auto x) { return 0.5f * x; }, x);
};
using UntilSmall = sw::Program<until_small, "f32[n@X]">;
constexpr auto factorial = [](auto x) {
  return sw::fori_loop<1, 6>([](auto i, auto c) { return c * sw::astype<sw::f32>(i); }, x);
};
using Factorial = sw::Program<factorial, "f32[n@X]">;

// Manual mode: each device takes a branch of its own, and leaves its loop when its own predicate says so.
constexpr auto own_branch = [](auto x, auto w) {
  return sw::shard_map(
      [](auto x, auto w) {
        auto y = sw::cond(
            sw::sum(x) > 0, [&](auto x) { return sw::sin(x * w); }, [](auto x) { return 3 * x; }, x);
        return sw::while_loop([](auto y) { return sw::sum(sw::square(y)) > 1; }, [](auto y) { return 0.5f * y; },
                              sw::stop_gradient(y)) +
               y;
      },
      sw::hana::make_tuple(P(X), P()), P(X))(x, w);
};
constexpr auto own_gradient = [](auto x, auto w) {
  return sw::hana::make_tuple(own_branch(x, w), sw::grad<0, 1>([](auto x, auto w) {
                                return sw::sum(own_branch(x, w), P(unreduced(X)));
                              })(x, w));
};
using Own = sw::Program<own_gradient, "f32[2*X@X]", "f32[2]">;
}  // namespace

TEST_CASE("only the branch that is taken runs, forward and backward") {
  const std::vector<float> x{1, 2, 3, 4};
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      auto xs = sw::device_put<"f32[n@X]">(mesh, std::span<const float>(x), {4});
      auto w = sw::full<"f32[]{R:X}">(mesh, 0.5f);
      auto run = Step::on(mesh);
      for (int round = 0; round < 3; ++round)
        for (bool taken : {true, false}) {
          const auto before = world.counts().total();
          auto [loss, gradient] = run(taken, xs, w);
          CHECK_ON_DEVICE(loss.span()[0] == (taken ? 7.5f : 3.0f));
          CHECK_ON_DEVICE(world.counts().total() - before == (taken ? 1u : 0u));
          float piece = 0;
          const int each = 4 / devices, first = world.rank() * each;
          for (int i = first; i < first + each; ++i) piece += 2 * x[std::size_t(i)] * x[std::size_t(i)] * 0.5f;
          CHECK_ON_DEVICE(gradient.span()[0] == (taken ? piece : 0.0f));
        }
      return 0;
    });
}

TEST_CASE("a branch in a loop changes the carry or keeps it") {
  const std::vector<float> x{1, 2, -3, 1, 0.25f, 1, 2, 2};
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto run = Halve::on(mesh);
    auto [y, g] = run(sw::device_put<"f32[m,2]">(mesh, std::span<const float>(x), {4, 2}));
    const float a = 0.5f * (1 + 0.25f + 2), b = 0.5f * (2 + 1 + 2);
    CHECK_ON_DEVICE(y.span()[0] == a && y.span()[1] == b);
    const float expected[] = {a, b, 0, 0, a, b, a, b};
    for (int i = 0; i < 8; ++i) CHECK_ON_DEVICE(g.span()[std::size_t(i)] == expected[i]);
    return 0;
  });
}

TEST_CASE("while loops end when their predicate says so") {
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto run = Collatz::on(mesh);
    CHECK_ON_DEVICE(run(27).span()[0] == 111);
    CHECK_ON_DEVICE(run(1).span()[0] == 0);
    CHECK_ON_DEVICE(run(6).span()[0] == 8);
    return 0;
  });
  const std::vector<float> x{16, 16, 16, 16};
  for (int devices : {1, 2})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      auto run = UntilSmall::on(mesh);
      const auto before = world.counts().all_reduce;
      auto y = run(sw::device_put<"f32[n@X]">(mesh, std::span<const float>(x), {4}));
      CHECK_ON_DEVICE(y.span()[0] == 0.5f);  // 5 halvings, and 6 questions
      CHECK_ON_DEVICE(world.counts().all_reduce - before == 6);
      auto z = Factorial::on(mesh)(y);
      CHECK_ON_DEVICE(z.span()[0] == 60.0f);
      return 0;
    });
}

TEST_CASE("devices take branches of their own where the predicate varies") {
  const std::vector<float> x{1, 2, -3, 1, 2, -5, 4, 0.5f}, w{0.5f, -2};
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      const std::size_t n = 2 * std::size_t(devices);
      auto run = Own::on(mesh);
      auto [y, gradients] = run(sw::device_put<"f32[2*X@X]">(mesh, std::span<const float>(x.data(), n), {n}),
                                sw::device_put<"f32[2]">(mesh, std::span<const float>(w), {2}));
      double expected_dw[2]{};
      for (int d = 0; d < devices; ++d) {
        const float* own = x.data() + 2 * d;
        const bool taken = own[0] + own[1] > 0;
        float value[2], halved[2];
        for (int i = 0; i < 2; ++i) {
          value[i] = halved[i] = taken ? std::sin(own[i] * w[std::size_t(i)]) : 3 * own[i];
          if (taken) expected_dw[i] += std::cos(own[i] * w[std::size_t(i)]) * own[i];
        }
        while (halved[0] * halved[0] + halved[1] * halved[1] > 1)
          for (float& h : halved) h *= 0.5f;
        if (d != world.rank()) continue;
        for (std::size_t i = 0; i < 2; ++i) {
          CHECK_ON_DEVICE(std::fabs(y.span()[i] - (value[i] + halved[i])) < 1e-5f);
          const float dx = taken ? std::cos(own[i] * w[i]) * w[i] : 3;
          CHECK_ON_DEVICE(std::fabs(gradients[sw::hana::size_c<0>].span()[i] - dx) < 1e-5f);
        }
      }
      for (std::size_t i = 0; i < 2; ++i)
        CHECK_ON_DEVICE(std::fabs(gradients[sw::hana::size_c<1>].span()[i] - expected_dw[i]) < 1e-5);
      return 0;
    });
}
