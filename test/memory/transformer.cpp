// The step of examples/transformer_block.cpp: it allocates nothing once it is steady, and its kernels are counted.
#include <catch2/catch.hpp>
#include <memory/steady.hpp>

#include <transformer_block_step.hpp>

namespace sw = shardwise;
using namespace transformer_block;

namespace {

template <class Mesh> auto parameters(const Mesh& mesh) {
  return sw::tree_map(
      [&, n = 0u]<sw::fixed_string S>(sw::ArrayType<S>) mutable {
        return sw::random::normal<S>(mesh, sw::random::fold_in(sw::random::key(1), n++));
      },
      Parameters{});
}

/// How many kernels of fused equations a program has, and how many equations that are no part of one.
struct Kernels {
  int fused = 0, products = 0;
};
constexpr Kernels kernels_of(const sw::ProgramView& p) {
  Kernels n;
  int last = 0;
  for (const sw::Eqn& e : p.equations) {
    n.fused += e.fused && e.fused != last;
    n.products += e.op == sw::op<sw::ops::contract>;
    last = e.fused;
  }
  return n;
}

}  // namespace

TEST_CASE("a steady step of a transformer block allocates nothing", "[memory]") {
  sw::launch(2, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto start = parameters(mesh);
    auto zeros = sw::zeros_like(start);
    auto state = State{start, zeros, zeros};
    auto x = sw::random::normal<"f32[batch@X,t,256]">(mesh, sw::random::key(1), {{"batch", 4}, {"t", 16}});
    auto run = Step::on(mesh);
    // The gradients of two norms and four biases are sums over rows, in f32 and in f64.
    constexpr long long columns = 2 * 2 * 256 + 3 * 256 + 256 + 1024 + 256;
    memory_tests::check_steady(
        [&] {
          auto result = run(std::move(state), x, x, 1);
          state = std::move(result.state);
        },
        columns * (4 + 8));
  });
}

TEST_CASE("the kernels of a transformer block") {
  constexpr Kernels n = kernels_of(Step::compiled_view());
  // Two layer norms (the second with the residual), softmax, gelu and the loss; all of these but the loss backwards;
  // and one update for each of 12 parameters.
  CHECK(n.fused == 5 + 4 + 12);
  // Of four layers, scores and values; each has two more backwards.
  CHECK(n.products == 3 * 6);
}
