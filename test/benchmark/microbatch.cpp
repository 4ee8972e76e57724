// The step of examples/microbatch.cpp, 8 layers and 8 microbatches, against baseline.cpp: the same step written by hand
// with cblas and one all-reduce. Beside them reduced against replicated weights, and one device against two.
#include "bench.hpp"
#include "hand_microbatch.hpp"
#include "probes.hpp"

#include <cstdlib>

namespace {

namespace sw = shardwise;
using bench::Options, bench::Random;

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
using Reduced = sw::Program<step, "f32[8,d,d]{R:X}", "f32[8,batch@X,d]", "f32[]">;
using Replicated = sw::Program<step, "f32[8,d,d]", "f32[8,batch@X,d]", "f32[]">;
static_assert(Reduced::collectives() == sw::Collectives{.all_reduce = 1});
static_assert(Replicated::collectives() == sw::Collectives{.all_reduce = 64});

constexpr int layers = 8, microbatches = 8;
constexpr float rate = 1e-6f;

/// Weights of deviation about 1 / root(d) and inputs; the same on all devices.
struct Data {
  std::vector<float> weights, inputs, mine;
  Data(const sw::World& world, int rows, int d) {
    weights.resize(std::size_t(layers) * d * d);
    inputs.resize(std::size_t(microbatches) * rows * world.size() * d);
    Random random;
    for (float& v : weights) v = random() * 1.7f / std::sqrt(float(d));
    for (float& v : inputs) v = random();
    const std::size_t n = std::size_t(rows) * d;
    mine.resize(std::size_t(microbatches) * n);
    for (int m = 0; m < microbatches; ++m)
      std::copy_n(inputs.begin() + long((std::size_t(m) * world.size() + world.rank()) * n), n,
                  mine.begin() + long(m * n));
  }
};

double operations(int rows, int d) { return microbatches * (3.0 * layers - 1) * 2 * rows * d * d; }

/// Whether the weights of both agree.
bool compare(sw::World& world, const Options& options, int rows, int d, double target) {
  auto mesh = sw::make_mesh(world, X);
  const int devices = world.size();
  const Data data(world, rows, d);
  auto ws = sw::device_put<"f32[8,d,d]{R:X}">(mesh, data.weights, {layers, d, d});
  auto xs = sw::device_put<"f32[8,batch@X,d]">(mesh, data.inputs, {microbatches, rows * devices, d});
  auto run = Reduced::on(mesh);
  hand::Microbatch by_hand(world.rank(), devices, world.backend() == "mpi", layers, microbatches, rows, d);
  by_hand.set(data.weights, data.mine);

  const std::vector<bench::Times> t = bench::interleave(
      world, options,
      {[&] { ws = run(std::move(ws), xs, rate); }, [&] { by_hand.step(rate); }, [&] { by_hand.products(); }});
  // The peak on all cores at once, as a median too; in rounds of its own, since the clock falls under it.
  double fma_operations = 0;
  const bench::Times fma = bench::interleave(world, options, {[&] { fma_operations = probe::fma(); }})[0];
  double difference = 0, moved = 0, most = 0;
  const auto other = by_hand.weights();
  for (std::size_t i = 0; i < other.size(); ++i) {
    difference = std::max(difference, double(std::fabs(ws.data()[i] - other[i])));
    moved = std::max(moved, double(std::fabs(other[i] - data.weights[i])));
    most = std::max(most, double(std::fabs(other[i])));
  }
  const bool agree = difference < 1e-4 * moved + 2 * most * 0x1p-23;  // an update rounds to the weight's last bit
  world.communicator().barrier();
  const double peak = fma_operations / (fma.median * 1e6), link = sw::link_probe(world);
  const auto of_peak = [&](double ms) { return operations(rows, d) / (ms * 1e6) / peak; };
  if (world.rank() == 0) {
    // What must be alive at a time besides the weights, packed and as they are, and their gradients: the layers'
    // results, and a cotangent beside that which it is made from.
    const double bound = double(layers + 1) * rows * d * sizeof(float);
    bench::Row row{"microbatch",
                   fmt::format("{}, rows {}, D {}", bench::devices(world), rows, d),
                   t[0].median,
                   t[1].median,
                   target,
                   {bench::ratio_of_least(t[0], t[1]),
                    {"fma_peak_gigaflops", peak},
                    {"of_fma_peak", of_peak(t[0].median)},
                    {"hand_of_fma_peak", of_peak(t[1].median)},
                    {"products_of_fma_peak", of_peak(t[2].median)},
                    {"temporaries_mb", double(run.memory().temporaries) / 1e6},
                    {"activations_bound_mb", bound / 1e6},
                    {"weights_mb", double(layers) * d * d * sizeof(float) / 1e6},
                    {"link_us", link}},
                   fmt::format("(weights moved by {:.1e}, differ by {:.1e}){}", moved, difference,
                               agree ? "" : " DIFFERENT RESULTS")};
    if (rows >= 64 && d >= 512) row.extra.emplace_back("target_of_fma_peak", 0.85);
    bench::report(options, row);
  }
  return agree;
}

/// One all-reduce against one for each layer and microbatch: counts and bytes, and what it costs.
bool reduced_against_replicated(sw::World& world, const Options& options, int rows, int d) {
  auto mesh = sw::make_mesh(world, X);
  const int devices = world.size();
  const Data data(world, rows, d);
  auto xs = sw::device_put<"f32[8,batch@X,d]">(mesh, data.inputs, {microbatches, rows * devices, d});
  auto ws = sw::device_put<"f32[8,d,d]{R:X}">(mesh, data.weights, {layers, d, d});
  auto copies = sw::device_put<"f32[8,d,d]">(mesh, data.weights, {layers, d, d});
  auto one = Reduced::on(mesh);
  auto many = Replicated::on(mesh);
  world.counts().reset();
  ws = one(std::move(ws), xs, rate);
  const auto reduced = world.counts();
  world.counts().reset();
  copies = many(std::move(copies), xs, rate);
  const auto replicated = world.counts();
  hand::Microbatch by_hand(world.rank(), devices, world.backend() == "mpi", layers, microbatches, rows, d);
  by_hand.set(data.weights, data.mine);
  const std::vector<bench::Times> t = bench::interleave(
      world, options,
      {[&] { ws = one(std::move(ws), xs, rate); }, [&] { copies = many(std::move(copies), xs, rate); },
       [&] { by_hand.step(rate); }, [&] { by_hand.step_replicated(rate); }});
  const bool exact = reduced.all_reduce == 1 && replicated.all_reduce == 64 &&
                     replicated.all_reduce_bytes == 8 * reduced.all_reduce_bytes;
  const double link = sw::link_probe(world);
  if (world.rank() == 0)
    bench::report(options, {"reduced",
                            fmt::format("{}, rows {}, D {}", bench::devices(world), rows, d),
                            t[0].median,
                            t[2].median,
                            1.03,
                            {{"replicated_ms", t[1].median},
                             {"hand_replicated_ms", t[3].median},
                             {"link_us", link},
                             bench::ratio_of_least(t[0], t[2])},
                            fmt::format("({} all-reduce against {}, {} bytes against {}){}", int(reduced.all_reduce),
                                        int(replicated.all_reduce), reduced.all_reduce_bytes,
                                        replicated.all_reduce_bytes, exact ? "" : " WRONG COUNTS")});
  return exact;
}

/// Milliseconds of a step on so many threads, `rows` rows on each; the median of a few.
double step_time(int devices, int rows, int d, int steps) {
  double result = 0;
  sw::launch(devices, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const Data data(world, rows, d);
    auto ws = sw::device_put<"f32[8,d,d]{R:X}">(mesh, data.weights, {layers, d, d});
    auto xs = sw::device_put<"f32[8,batch@X,d]">(mesh, data.inputs, {microbatches, rows * devices, d});
    auto run = Reduced::on(mesh);
    bench::pin(world);
    std::vector<double> times;
    for (int i = 0; i < steps + 1; ++i) {
      world.communicator().barrier();
      const auto start = std::chrono::steady_clock::now();
      ws = run(std::move(ws), xs, rate);
      world.communicator().barrier();
      if (i)
        times.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
    }
    if (world.rank() == 0) result = bench::median(times);
  });
  return result;
}

/// Weak scaling: the same rows on each device, one device and two by turns.
void weak_scaling(const Options& options, int rows, int d) {
  std::vector<double> one, two;
  for (int r = 0; r < (options.quick ? 3 : 7); ++r) {
    one.push_back(step_time(1, rows, d, 3));
    two.push_back(step_time(2, rows, d, 3));
  }
  const double a = bench::median(one), b = bench::median(two);
  bench::report(options, {"weak scaling",
                          fmt::format("threads 1 and 2, rows {}, D {}", rows, d),
                          b,
                          0,
                          0,
                          {{"one_device_ms", a}, {"efficiency", a / b}, {"target_efficiency", 0.95}},
                          ""});
}

}  // namespace

int main(int argc, char** argv) {
  const Options options(argc, argv);
  if (options.wants("weak") && !std::getenv("OMPI_COMM_WORLD_SIZE"))
    for (int d : {512, 1024}) weak_scaling(options, 64, d);
  return sw::launch(argc, argv, [&](sw::World& world) {
    bool good = true;
    if (options.wants("microbatch"))
      for (int rows : {16, 64, 256})
        for (int d : {256, 512, 1024}) {
          if (options.quick && rows == 256 && d == 1024) continue;
          const double target = d < 1024 ? 1.03 : rows == 16 ? 0.6 : rows == 64 ? 0.85 : 1.03;
          good = compare(world, options, rows, d, target) && good;
        }
    if (options.wants("reduced")) good = reduced_against_replicated(world, options, 64, 512) && good;
    return good ? 0 : 1;
  });
}
