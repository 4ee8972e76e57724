// The step of examples/transformer_block_step.hpp (D 256, 4 heads, 128 tokens) against the same step written by hand.
// The weights of both must agree after some steps.
#include "../../examples/transformer_block_step.hpp"

#include "hand_transformer.hpp"
#include "trees.hpp"

namespace {

using namespace transformer_block;
using bench::Options, bench::Random;

/// Kernels uniform with deviation about 1 / root(inputs), biases small, scales about 1.
std::vector<float> first_weights() {
  Random random;
  std::vector<float> w;
  const auto some = [&](std::size_t n, float centre, float spread) {
    for (std::size_t i = 0; i < n; ++i) w.push_back(centre + spread * random());
  };
  constexpr std::size_t d = hand::TransformerBlock::width, f = hand::TransformerBlock::hidden;
  some(d, 1, 0.2f), some(d, 0, 0.2f);
  some(d * 3 * d, 0, 1.7f / 16), some(3 * d, 0, 0.2f);
  some(d * d, 0, 1.7f / 16), some(d, 0, 0.2f);
  some(d, 1, 0.2f), some(d, 0, 0.2f);
  some(d * f, 0, 1.7f / 16), some(f, 0, 0.2f);
  some(f * d, 0, 1.7f / 32), some(d, 0, 0.2f);
  return w;
}

/// Whether the weights of both agree.
bool compare(sw::World& world, const Options& options, int batch) {
  using Hand = hand::TransformerBlock;
  auto mesh = sw::make_mesh(world, X);
  const int devices = world.size(), checked = 5;
  const std::size_t piece = std::size_t(batch) * Hand::t * Hand::width;
  Random random;
  std::vector<float> inputs(piece * std::size_t(devices)), targets(inputs.size());
  for (float& v : inputs) v = random();
  for (float& v : targets) v = random();
  const auto mine = [&](const std::vector<float>& v) {
    const auto begin = v.begin() + long(piece * std::size_t(world.rank()));
    return std::vector<float>(begin, begin + long(piece));
  };
  const std::vector<float> weights = first_weights();

  const sw::Shape extents{std::size_t(batch * devices), Hand::t, Hand::width};
  auto x = sw::device_put<"f32[batch@X,t,256]">(mesh, inputs, extents);
  auto target = sw::device_put<"f32[batch@X,t,256]">(mesh, targets, extents);
  auto parameters = bench::arrays<Parameters>(mesh, weights);
  auto zeros = sw::zeros_like(parameters);
  auto state = State{parameters, zeros, zeros};
  auto run = Step::on(mesh);
  Hand by_hand(world.rank(), devices, world.backend() == "mpi", batch);
  by_hand.set(weights, mine(inputs), mine(targets));

  int ours_count = 0, hand_count = 0;
  float ours_loss = 0, hand_loss = 0;
  const auto ours = [&] {
    auto result = run(std::move(state), x, target, ++ours_count);
    state = std::move(result.state);
    ours_loss = result.loss.span()[0];
  };
  const auto hands = [&] { hand_loss = by_hand.step(++hand_count); };
  for (int i = 0; i < checked; ++i) ours(), hands();
  const bench::Difference difference(bench::flat(state.parameters), by_hand.weights(), weights);
  return bench::steps_agree(world, options, "transformer", fmt::format("{}, batch {}", bench::devices(world), batch),
                            ours, hands, difference, ours_loss, hand_loss);
}

}  // namespace

int main(int argc, char** argv) {
  const Options options(argc, argv);
  return sw::launch(argc, argv, [&](sw::World& world) {
    bool agree = true;
    for (int batch : {8, 16}) agree = compare(world, options, batch) && agree;
    return agree ? 0 : 1;
  });
}
