// The step of examples/microbatch.cpp against the same step written by hand with cblas and one all-reduce.
// Rounds are interleaved in one run; medians are compared. Prints a line a size: time of both, ratio, link probe.
#include <shardwise/shardwise.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>

#include "hand.hpp"

namespace sw = shardwise;

namespace {

inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto ws, auto x) {
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  return sw::sum(sw::square(y), sw::P(sw::unreduced(X)));
};
inline constexpr auto step = [](auto ws, auto xs, auto lr) {
  auto zero = sw::zeros_like_cotangent(ws);
  auto acc = sw::scan([&](auto acc, auto x) { return acc + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - lr * sw::reshard(acc, sw::spec(ws));
};
using Step = sw::Program<step, "f32[8,d,d]{R:X}", "f32[8,batch@X,d]", "f32[]">;
static_assert(Step::collectives() == sw::Collectives{.all_reduce = 1});

constexpr int layers = 8, microbatches = 8;

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

void compare(sw::World& world, int rows, int d, int rounds) {
  auto mesh = sw::make_mesh(world, X);
  const int devices = world.size();
  const std::size_t weights = std::size_t(layers) * d * d;
  std::vector<float> w(weights), x(std::size_t(microbatches) * rows * devices * d);
  unsigned seed = 1;
  auto random = [&] {
    seed = seed * 1664525u + 1013904223u;
    return float(int(seed >> 9)) / float(1 << 22) - 1.f;
  };
  for (float& v : w) v = random() * 1.7f / std::sqrt(float(d));
  for (float& v : x) v = random();
  const std::size_t n = std::size_t(rows) * d;
  std::vector<float> mine(std::size_t(microbatches) * n);
  for (int m = 0; m < microbatches; ++m)
    std::copy_n(x.begin() + long((std::size_t(m) * devices + world.rank()) * n), n, mine.begin() + long(m * n));

  auto ws = sw::device_put<"f32[8,d,d]{R:X}">(mesh, w, {layers, d, d});
  auto xs = sw::device_put<"f32[8,batch@X,d]">(mesh, x, {microbatches, rows * devices, d});
  auto run = Step::on(mesh);
  hand::Step by_hand(world.rank(), devices, world.backend() == "mpi", layers, microbatches, rows, d);
  by_hand.set(w, mine);

  const float lr = 1e-6f;
  std::vector<double> ours, hands;
  for (int r = 0; r < rounds + 2; ++r) {
    auto timed = [&](std::vector<double>& out, const std::function<void()>& f) {
      world.communicator().barrier();
      const auto start = std::chrono::steady_clock::now();
      f();
      world.communicator().barrier();
      const std::chrono::duration<double, std::milli> t = std::chrono::steady_clock::now() - start;
      if (r >= 2) out.push_back(t.count());  // two rounds warm up
    };
    timed(ours, [&] { ws = run(std::move(ws), xs, lr); });
    timed(hands, [&] { by_hand.step(lr); });
  }
  double difference = 0;
  const auto other = by_hand.weights();
  for (std::size_t i = 0; i < weights; ++i) difference = std::max(difference, double(std::fabs(ws.data()[i] - other[i])));
  const double probe = sw::link_probe(world);
  if (world.rank() == 0)
    std::printf("%-8s rows %4d d %5d: ours %8.2f ms, by hand %8.2f ms, ratio %.3f (weights differ by %.1e; link %.2f us)\n",
                std::string(world.backend()).c_str(), rows, d, median(ours), median(hands), median(ours) / median(hands), difference, probe);
}

}  // namespace

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    compare(world, 64, 256, 21);
    compare(world, 64, 512, 15);
    compare(world, 64, 1024, 7);
  });
}
