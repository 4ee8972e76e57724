// Gradient accumulation over microbatches, data parallel, with the weights reduced, and beside it with the weights
// replicated. The loss and the step are the same text; only the type of the weights differs. Reduced: the gradients
// stay pending sums through both loops, and one all-reduce ends the step. Replicated: each layer's gradient is summed
// in each microbatch, there and then.
//
//   ./microbatch                  threads, one device a core
//   mpiexec -n 4 ./microbatch     ranks
#include <shardwise/shardwise.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>

namespace sw = shardwise;

inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto ws, auto x) {  // f32[layers,d,d], f32[batch@X,d]
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  return sw::sum(sw::square(y), sw::P(sw::unreduced(X)));  // each device's sum; nobody needs the total
};

inline constexpr auto step = [](auto ws, auto xs) {  // f32[layers,d,d], f32[microbatches,batch@X,d]
  auto zero = sw::zeros_like_cotangent(ws);
  auto acc = sw::scan([&](auto acc, auto x) { return acc + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - 1e-4f * sw::reshard(acc, sw::spec(ws));
};

inline constexpr auto initial = [](auto noise) { return noise / 12.f; };  // about 1 / sqrt(d)

using Reduced = sw::Program<step, "f32[3,d,d]{R:X}", "f32[8,batch@X,d]">;
using Replicated = sw::Program<step, "f32[3,d,d]", "f32[8,batch@X,d]">;

// Proved when this file is compiled, for every number of devices. A test compiles this file with more in it.
#ifndef MICROBATCH_WITHOUT_PROOF
static_assert(Reduced::collectives() == sw::Collectives{.all_reduce = 1});
static_assert(Replicated::collectives() == sw::Collectives{.all_reduce = 3 * 8});
#endif

// The listing without its middle.
template <class Program> void print_listing(const char* title) {
  std::istringstream lines(sw::to_string(Program{}));
  std::vector<std::string> all;
  for (std::string line; std::getline(lines, line);) all.push_back(line);
  std::printf("%s, %zu lines:\n", title, all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool collective = all[i].find('#') != std::string::npos;
    if (i < 3 || i + 3 >= all.size() || collective) std::printf("  %s\n", all[i].c_str());
    if (i == 3 && !collective) std::printf("  ...\n");
  }
}

constexpr int d = 128, batch = 64, steps = 10;

struct Outcome {
  std::vector<float> weights;
  double milliseconds = 0;
};

// Ten steps from the same start; prints what was proved and what the communicator counted.
template <class Program, sw::fixed_string Weights, class Mesh>
Outcome train(const char* title, sw::World& world, const Mesh& mesh) {
  auto ws = sw::jit<initial>(mesh)(sw::random::normal<Weights>(mesh, sw::random::key(1), {{"d", d}}));
  auto xs = sw::random::normal<"f32[8,batch@X,d]">(mesh, sw::random::key(2), {{"batch", batch}, {"d", d}});
  auto run = Program::on(mesh);

  world.counts().reset();
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) ws = run(std::move(ws), xs);
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;

  const auto counted = world.counts().all_reduce;
  if (world.rank() == 0)
    std::printf("%s: proved %d counted %d all-reduce per step\n", title, int(Program::collectives().all_reduce),
                int(counted / steps));
  if (run.fingerprint() != Program::fingerprint()) throw sw::Error("the program that ran is not the one asserted");
  return {sw::to_host(ws).data, time.count() / steps};
}

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    if (world.rank() == 0) {
      print_listing<Reduced>("reduced weights");
      print_listing<Replicated>("replicated weights");
    }
    const Outcome reduced = train<Reduced, "f32[3,d,d]{R:X}">("reduced", world, mesh);
    const Outcome replicated = train<Replicated, "f32[3,d,d]">("replicated", world, mesh);

    double difference = 0;
    for (std::size_t i = 0; i < reduced.weights.size(); ++i)
      difference = std::max(difference, double(std::fabs(reduced.weights[i] - replicated.weights[i])));
    if (world.rank() == 0) {
      std::printf("weights after %d steps differ by at most %.1e\n", steps, difference);
      std::printf("time per step: reduced %.2f ms, replicated %.2f ms\n", reduced.milliseconds,
                  replicated.milliseconds);
    }
    return difference < 1e-5 ? 0 : 1;
  });
}
