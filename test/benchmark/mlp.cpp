// The step of examples/fashion_mnist_step.hpp, with its microbatches, against the same step written by hand. Images
// are random numbers.
#include "../../examples/fashion_mnist_step.hpp"

#include "hand_mlp.hpp"
#include "trees.hpp"

namespace {

namespace sw = shardwise;
using bench::Options, bench::Random;
using namespace fashion_mnist;

bool compare(sw::World& world, const Options& options, int microbatches, int rows) {
  using Hand = hand::Mlp;
  auto mesh = sw::make_mesh(world, data);
  const int devices = world.size();
  constexpr float rate = 0.1f, momentum = 0.9f;
  Random random;
  std::vector<float> weights;
  const auto some = [&](int n, float spread) {
    for (int i = 0; i < n; ++i) weights.push_back(spread * random());
  };
  some(Hand::inputs * Hand::hidden1, 0.087f), some(Hand::hidden1, 0.1f);
  some(Hand::hidden1 * Hand::hidden2, 0.15f), some(Hand::hidden2, 0.1f);
  some(Hand::hidden2 * Hand::classes, 0.21f), some(Hand::classes, 0.1f);
  const std::size_t images = std::size_t(microbatches * rows * devices), pixels = Hand::inputs;
  std::vector<float> x(images * pixels), mine;
  std::vector<int> labels(images), my_labels;
  for (float& v : x) v = std::max(0.f, random());
  for (int& v : labels) v = int(5 * (1 + random()));
  for (int m = 0; m < microbatches; ++m) {
    const std::size_t from = std::size_t((m * devices + world.rank()) * rows), to = from + std::size_t(rows);
    mine.insert(mine.end(), x.begin() + long(from * pixels), x.begin() + long(to * pixels));
    my_labels.insert(my_labels.end(), labels.begin() + long(from), labels.begin() + long(to));
  }

  auto net = bench::arrays<Parameters>(mesh, weights);
  auto xs = sw::device_put<"f32[microbatch,batch@data,784]">(mesh, x, {microbatches, rows * devices, Hand::inputs});
  auto ys = sw::device_put<"i32[microbatch,batch@data]">(mesh, labels, {microbatches, rows * devices});
  auto run = Step<sw::f32>::on(mesh);
  auto now = run(net, sw::zeros_like(net), xs, ys, rate, momentum);
  Hand by_hand(world.rank(), devices, world.backend() == "mpi", microbatches, rows);
  by_hand.set(weights, mine, my_labels);
  float hand_loss = by_hand.step(rate, momentum);
  const auto ours = [&] { now = run(std::move(now.net), std::move(now.velocity), xs, ys, rate, momentum); };
  const auto hands = [&] { hand_loss = by_hand.step(rate, momentum); };
  for (int i = 0; i < 2; ++i) ours(), hands();
  const bench::Difference difference(bench::flat(now.net), by_hand.weights(), weights);
  return bench::steps_agree(world, options, "mlp",
                            fmt::format("{}, {} microbatches of {}", bench::devices(world), microbatches, rows), ours,
                            hands, difference, now.loss.span()[0], hand_loss);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options(argc, argv);
  return sw::launch(argc, argv, [&](sw::World& world) {
    bool agree = true;
    for (int rows : {60, 240}) agree = compare(world, options, 2, rows) && agree;  // 60: the example's on 2 devices
    return agree ? 0 : 1;
  });
}
