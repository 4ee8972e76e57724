// Whole steps, compiled, on threads: values, collectives, donation, memory.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/to_host.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;

constexpr auto loss = [](auto ws, auto x) {
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  return sw::sum(sw::square(y));
};
constexpr auto step = [](auto ws, auto xs) {
  auto zero = sw::zeros_like_cotangent(ws);
  auto acc = sw::scan([&](auto acc, auto x) { return acc + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - 0.01f * sw::reshard(acc, sw::spec(ws));
};
using Reduced = sw::Program<step, "f32[3,d,d]{R:X}", "f32[5,batch@X,d]">;
using Replicated = sw::Program<step, "f32[3,d,d]", "f32[5,batch@X,d]">;

constexpr int layers = 3, batches = 5, rows = 8, width = 16;

std::vector<float> numbers(std::size_t n, double scale, unsigned seed) {
  std::vector<float> v(n);
  for (auto& x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = float(scale * (double(seed >> 8) / double(1 << 23) - 1));
  }
  return v;
}

// The same step in doubles, on one device.
std::vector<double> reference(const std::vector<float>& w, const std::vector<float>& xs) {
  const int W = width;
  std::vector<double> acc(w.size(), 0.0);
  for (int m = 0; m < batches; ++m) {
    std::vector<std::vector<double>> h(layers + 1, std::vector<double>(rows * W));
    for (int i = 0; i < rows * W; ++i) h[0][i] = xs[m * rows * W + i];
    for (int l = 0; l < layers; ++l)
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < W; ++j) {
          double s = 0;
          for (int k = 0; k < W; ++k) s += h[l][i * W + k] * w[l * W * W + k * W + j];
          h[l + 1][i * W + j] = std::tanh(s);
        }
    std::vector<double> c(rows * W), z(rows * W);
    for (int i = 0; i < rows * W; ++i) c[i] = 2 * h[layers][i];
    for (int l = layers - 1; l >= 0; --l) {
      for (int i = 0; i < rows * W; ++i) z[i] = c[i] * (1 - h[l + 1][i] * h[l + 1][i]);
      for (int i = 0; i < rows; ++i)
        for (int k = 0; k < W; ++k) {
          double s = 0;
          for (int j = 0; j < W; ++j) {
            s += z[i * W + j] * w[l * W * W + k * W + j];
            acc[l * W * W + k * W + j] += h[l][i * W + k] * z[i * W + j];
          }
          c[i * W + k] = s;
        }
    }
  }
  std::vector<double> out(w.begin(), w.end());
  for (std::size_t i = 0; i < out.size(); ++i) out[i] -= 0.01 * acc[i];
  return out;
}

template <class P> void check_step(int devices, std::uint64_t all_reduces) {
  const auto w = numbers(layers * width * width, 0.4, 1), x = numbers(batches * rows * width, 1, 2);
  const auto expected = reference(w, x);
  sw::detail::run_threads(devices, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    using Weights = std::tuple_element_t<0, typename P::argument_types>;
    auto ws = sw::device_put<sw::freeze<int(Weights::notation.size())>([] {
      sw::Text t;
      t << Weights::notation;
      return t;
    }())>(mesh, std::span<const float>(w), {3, width, width});
    auto xs = sw::device_put<"f32[5,batch@X,d]">(mesh, std::span<const float>(x), {5, rows, width});
    auto run = P::on(mesh);
    const auto before = world.counts();
    auto out = run(ws, xs);
    CHECK_ON_DEVICE(world.counts().all_reduce - before.all_reduce == all_reduces);
    CHECK_ON_DEVICE(world.counts().total() - before.total() == all_reduces);
    double error = 0;
    for (std::size_t i = 0; i < w.size(); ++i) error = std::max(error, std::fabs(out.span()[i] - expected[i]));
    CHECK_ON_DEVICE(error < 2e-6);
    CHECK_ON_DEVICE(std::equal(w.begin(), w.end(), ws.span().begin()));  // arguments are not written
    auto again = run(ws, xs);
    CHECK_ON_DEVICE(std::equal(out.span().begin(), out.span().end(), again.span().begin()));
    return 0;
  });
}
}  // namespace

TEST_CASE("gradient accumulation equals a plain reference on 1, 2 and 4 devices") {
  for (int devices : {1, 2, 4}) {
    check_step<Reduced>(devices, 1);
    check_step<Replicated>(devices, 15);
  }
}
