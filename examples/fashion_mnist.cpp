// Trains a 784-256-128-10 classifier on Fashion-MNIST, data parallel over the axis `data`, with microbatches. The step
// is in fashion_mnist_step.hpp: one all-reduce for all gradients and the loss, proved when it is compiled.
//
//   ./fashion_mnist                 threads, one device a core
//   ./fashion_mnist --devices 4     threads
//   mpiexec -n 4 ./fashion_mnist    ranks
#include "fashion_mnist_data.hpp"

#include <shardwise/io/progress.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <chrono>
#include <fstream>

namespace fashion_mnist {

struct Options {
  std::string data = sw::io::fashion_mnist_directory, log;
  std::size_t epochs = 5, batch = 240, microbatches = 2, steps = 0;
  double rate = 0.1, momentum = 0.9;
  std::uint32_t seed = 1;
  bool f64 = false, quiet = false;
  int devices = 0;  // launch reads it

  explicit Options(CLI::App& app) {
    app.option_defaults()->always_capture_default();
    app.add_option("--epochs", epochs, "times that each image is seen")->check(CLI::PositiveNumber);
    app.add_option("--batch", batch, "images a step, over all devices (default: 240, or the next that divides)")
        ->check(CLI::PositiveNumber);
    app.add_option("--microbatches", microbatches, "parts of a batch, one after the other")->check(CLI::PositiveNumber);
    app.add_option("--lr", rate, "first learning rate; it falls to 0 in a straight line")->check(CLI::PositiveNumber);
    app.add_option("--momentum", momentum, "part of the velocity that a step keeps")->check(CLI::Range(0.0, 1.0));
    app.add_option("--seed", seed, "of the first parameters and of the order of the images");
    app.add_option("--steps", steps, "end after so many steps (0: after all epochs)");
    app.add_option("--data", data, "directory of the images");
    app.add_option("--log", log, "write step, epoch and loss to this file as CSV");
    app.add_option("--devices", devices, "threads, when not under mpiexec (default: as many as cores, at least 2)");
    app.add_flag("--f64", f64, "compute in f64");
    app.add_flag("--quiet", quiet, "no progress bar");
  }

  /// Images that each step can be cut into on so many devices. Error where the batch asked for cannot.
  void fit(const CLI::App& app, std::size_t images, int on_devices) {
    const std::size_t unit = microbatches * std::size_t(on_devices);
    if (!app.count("--batch")) batch = (batch + unit - 1) / unit * unit;
    if (batch % unit)
      throw sw::Error(fmt::format("--batch {}: it does not divide into {} microbatches on {} devices; try {} or {}",
                                  batch, microbatches, on_devices, std::max(unit, batch / unit * unit),
                                  (batch / unit + 1) * unit));
    if (batch > images) throw sw::Error(fmt::format("--batch {}: there are only {} images", batch, images));
  }
};

/// Read by the first device of a process that comes, for all of them.
const sw::io::FashionMnist& read_images(const std::string& directory) {
  static const sw::io::FashionMnist all = sw::io::load_fashion_mnist(directory);
  return all;
}

template <class T> void train(sw::World& world, const Options& options, const sw::io::FashionMnist& set) {
  const bool speaks = world.rank() == 0;
  const auto mesh = sw::make_mesh(world, data);
  auto run = Step<T>::on(mesh);
  auto count_right = CountCorrect<T>::on(mesh);

  auto now = first_parameters<T>(mesh, options.seed);
  const auto test = put_all<T>(mesh, set.test);

  std::ofstream log;
  if (speaks && !options.log.empty()) {
    log.open(options.log);
    log << "step,epoch,loss\n";
    if (!log.flush()) throw sw::Error("--log " + options.log + ": it cannot be written");
  }
  const std::size_t per_epoch = set.train.count() / options.batch;  // what is left over waits for another epoch
  std::size_t step = 0;
  bool done = false;
  for (std::uint32_t epoch = 1; epoch <= options.epochs && !done; ++epoch) {
    const auto begin = std::chrono::steady_clock::now();
    const auto order = shuffled(set.train.count(), options.seed, epoch);
    sw::io::Progress progress(fmt::format("epoch {}", epoch), per_epoch * options.batch, options.quiet || !speaks);
    double total = 0;
    std::size_t k = 0;
    while (k < per_epoch && !done) {
      const auto numbers = std::span(order).subspan(k++ * options.batch, options.batch);
      const auto batch = put_batch<T>(mesh, set.train, numbers, options.microbatches);
      const double rate = options.rate * (1 - double(step) / double(per_epoch * options.epochs));
      now = run(std::move(now.net), std::move(now.velocity), batch.images, batch.labels, rate, options.momentum);
      const double loss = sw::to_host(now.loss).item();
      total += loss;
      progress.update(k * options.batch, loss);
      done = ++step == options.steps;
      if (log.is_open()) log << fmt::format("{},{},{}\n", step, epoch, loss);
    }
    progress.finish();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const int right = sw::to_host(count_right(now.net, test.images, test.labels)).item();
    if (speaks) {
      fmt::print("epoch {}: loss {:.4f}, {:.0f} samples/s\n", epoch, total / double(k),
                 double(k * options.batch) / seconds.count());
      fmt::print("test accuracy {:.1f} %\n", 100.0 * right / double(set.test.count()));
      std::fflush(stdout);
    }
  }
  if (log.is_open() && !log.flush()) throw sw::Error("--log " + options.log + ": it cannot be written");
}

int device_main(sw::World& world, int argc, char** argv) {
  CLI::App app("Trains a classifier on Fashion-MNIST, on several devices.");
  Options options(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& end) {  // --help too
    return world.rank() == 0 ? app.exit(end) : end.get_exit_code();
  }
  // Device 0 comes first, so that what is wrong is said once.
  if (world.rank() == 0) options.fit(app, read_images(options.data).train.count(), world.size());
  world.communicator().barrier();
  const sw::io::FashionMnist& set = read_images(options.data);
  options.fit(app, set.train.count(), world.size());

  if (world.rank() == 0)
    fmt::print("{} devices ({}), batches of {} in {} microbatches\n", world.size(), world.backend(), options.batch,
               options.microbatches);
  if (options.f64)
    train<sw::f64>(world, options, set);
  else
    train<sw::f32>(world, options, set);
  return 0;
}

}  // namespace fashion_mnist

int main(int argc, char** argv) {
  return shardwise::launch(argc, argv,
                           [&](shardwise::World& world) { return fashion_mnist::device_main(world, argc, argv); });
}
