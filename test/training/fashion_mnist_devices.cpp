// The training of examples/fashion_mnist.cpp gives the same losses and parameters on any number of devices.
//   fashion_mnist_devices write FILE --devices 1    records a training on one device
//   fashion_mnist_devices compare FILE              trains again, on threads or ranks, and compares
// In f64 each step of an epoch to 1e-10 relative. In f32 the first 50 steps to 1e-5, and the accuracy to one point:
// later steps differ by rounding at ReLU's kinks. So that no kink comes into the first 50, the rate rises slowly there.
#include "../../examples/fashion_mnist_data.hpp"

#include <bit>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace {

namespace sw = shardwise;
namespace fm = fashion_mnist;

/// What is kept of one array of parameters: a difference of two arrays is about as large as each of its projections on
/// random signs, so that eight of them show it.
struct Digest {
  static constexpr std::size_t projections = 8;
  double norm = 0, projection[projections]{};
};

struct AfterStep {
  double loss = 0;
  Digest parameters[6];
};

template <class T> Digest digest(std::span<const T> values) {
  Digest d;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
    bits ^= bits >> 31;
    const double v = double(values[i]);
    d.norm += v * v;
    for (std::size_t k = 0; k < Digest::projections; ++k) d.projection[k] += bits >> k & 1 ? v : -v;
  }
  d.norm = std::sqrt(d.norm);
  return d;
}

struct Training {
  std::vector<AfterStep> steps;
  double accuracy = 0;  ///< in percent
};

/// One epoch in two microbatches a step; the rate rises over `rise` steps and falls to 0 at the end. On every device
/// the same.
template <class T>
Training train(sw::World& world, const sw::io::FashionMnist& set, std::size_t batch, std::size_t rise) {
  const auto mesh = sw::make_mesh(world, fm::data);
  auto run = fm::Step<T>::on(mesh);
  auto now = fm::first_parameters<T>(mesh, 1);
  const auto order = fm::shuffled(set.train.count(), 1, 1);
  const std::size_t steps = order.size() / batch;
  Training training;
  for (std::size_t k = 0; k < steps; ++k) {
    const auto b = fm::put_batch<T>(mesh, set.train, std::span(order).subspan(k * batch, batch), 2);
    const double rate = 0.1 * std::min(1.0, double(k + 1) / double(rise)) * (1 - double(k) / double(steps));
    now = run(std::move(now.net), std::move(now.velocity), b.images, b.labels, rate, 0.9);
    AfterStep after{.loss = sw::to_host(now.loss).item(), .parameters = {}};
    std::size_t leaf = 0;
    sw::tree_for_each([&](const auto& array) { after.parameters[leaf++] = digest(array.span()); }, now.net);
    training.steps.push_back(after);
  }
  // All devices hold the same bits.
  std::uint64_t bits = 0;
  for (const Digest& d : training.steps.back().parameters)
    for (double p : d.projection) bits = bits * 31 + std::bit_cast<std::uint64_t>(p);
  world.agree(bits, "the parameters after the last step");

  const auto test = fm::put_all<T>(mesh, set.test);
  const int right = sw::to_host(fm::CountCorrect<T>::on(mesh)(now.net, test.images, test.labels)).item();
  training.accuracy = 100.0 * right / double(set.test.count());
  return training;
}

struct Difference {
  double loss = 0, parameters = 0, accuracy = 0;
};

/// The largest relative differences in the first steps.
Difference difference(const Training& a, const Training& b, std::size_t steps) {
  Difference d;
  for (std::size_t k = 0; k < steps; ++k) {
    const AfterStep &x = a.steps[k], &y = b.steps[k];
    d.loss = std::max(d.loss, std::abs(x.loss - y.loss) / std::abs(x.loss));
    for (std::size_t i = 0; i < std::size(x.parameters); ++i)
      for (std::size_t p = 0; p < Digest::projections; ++p)
        d.parameters = std::max(d.parameters, std::abs(x.parameters[i].projection[p] - y.parameters[i].projection[p]) /
                                                  x.parameters[i].norm);
  }
  d.accuracy = std::abs(a.accuracy - b.accuracy);
  return d;
}

void write(std::ostream& out, const Training& t) {
  const std::uint64_t n = t.steps.size();
  out.write(reinterpret_cast<const char*>(&n), sizeof n);
  out.write(reinterpret_cast<const char*>(t.steps.data()), std::streamsize(n * sizeof(AfterStep)));
  out.write(reinterpret_cast<const char*>(&t.accuracy), sizeof t.accuracy);
}
Training read(std::istream& in) {
  Training t;
  std::uint64_t n = 0;
  in.read(reinterpret_cast<char*>(&n), sizeof n);
  if (in) t.steps.resize(n);
  in.read(reinterpret_cast<char*>(t.steps.data()), std::streamsize(n * sizeof(AfterStep)));
  in.read(reinterpret_cast<char*>(&t.accuracy), sizeof t.accuracy);
  if (!in) throw sw::Error("the recorded training cannot be read");
  return t;
}

/// Whether all is near enough, and how near.
bool report(const char* precision, const Training& recorded, const Training& now, std::size_t steps, double limit) {
  if (recorded.steps.size() != now.steps.size()) throw sw::Error("the recorded training has another number of steps");
  const Difference d = difference(recorded, now, steps);
  std::printf(
      "%s: %zu steps, losses differ by %.1e, parameters by %.1e (at most %.0e); accuracy %.2f %%, recorded %.2f %%\n",
      precision, steps, d.loss, d.parameters, limit, now.accuracy, recorded.accuracy);
  // Written so that a NaN fails.
  return d.loss <= limit && d.parameters <= limit && d.accuracy <= 1;
}

int device_main(sw::World& world, bool writes, const char* file) {
  static const sw::io::FashionMnist set = sw::io::load_fashion_mnist();
  const Training f64 = train<double>(world, set, 480, 1), f32 = train<float>(world, set, 240, 200);
  if (world.rank() != 0) return 0;
  std::fstream stream(file, std::ios::binary | (writes ? std::ios::out | std::ios::trunc : std::ios::in));
  if (writes) {
    write(stream, f64);
    write(stream, f32);
    return stream.flush() ? 0 : 1;
  }
  const Training f64_recorded = read(stream), f32_recorded = read(stream);
  const bool f64_equal = report("f64", f64_recorded, f64, f64.steps.size(), 1e-10);
  const bool f32_equal = report("f32", f32_recorded, f32, 50, 1e-5);
  return f64_equal && f32_equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const bool writes = std::string_view(argv[1]) == "write";
  return sw::launch(argc, argv, [&](sw::World& world) { return device_main(world, writes, argv[2]); });
}
