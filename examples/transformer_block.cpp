// Trains the transformer block of transformer_block_step.hpp to give what another block gives, data parallel.
//
//   ./transformer_block                  threads, one device a core
//   mpiexec -n 4 ./transformer_block     ranks
#include "transformer_block_step.hpp"

#include <chrono>
#include <cstdio>

using namespace transformer_block;

/// Standard normal numbers become parameters: kernels scaled by 1 / sqrt(inputs), biases near 0, scales near 1.
inline constexpr auto start = [](auto noise) {
  auto scaled = [](float scale, auto layer) { return Linear{scale * layer.kernel, 0.1f * layer.bias}; };
  auto near1 = [](auto norm) { return Norm{1 + 0.1f * norm.scale, 0.1f * norm.bias}; };
  return Block{near1(noise.norm1), scaled(1 / 16.f, noise.qkv), scaled(1 / 16.f, noise.out),
               near1(noise.norm2), scaled(1 / 16.f, noise.up),  scaled(1 / 32.f, noise.down)};
};

template <class Mesh> auto random_block(const Mesh& mesh, std::uint32_t seed) {
  auto noise = sw::tree_map(
      [&, n = 0u]<sw::fixed_string S>(sw::ArrayType<S>) mutable {
        return sw::random::normal<S>(mesh, sw::random::fold_in(sw::random::key(seed), n++));
      },
      Parameters{});
  return sw::jit<start>(mesh)(noise);
}

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    constexpr int batch = 4, t = 32, steps = 20;
    auto mesh = sw::make_mesh(world, X);
    auto x = sw::random::normal<"f32[batch@X,t,256]">(mesh, sw::random::key(1), {{"batch", batch}, {"t", t}});
    auto target = sw::jit<block>(mesh)(random_block(mesh, 2), x);

    auto parameters = random_block(mesh, 3);
    auto zeros = sw::zeros_like(parameters);
    auto state = State{parameters, zeros, zeros};
    auto run = Step::on(mesh);
    float first = 0, last = 0;
    world.counts().reset();
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 1; i <= steps; ++i) {
      auto result = run(std::move(state), x, target, i);
      state = std::move(result.state);
      last = sw::to_host(result.loss).item();
      if (i == 1) first = last;
    }
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    if (world.rank() == 0)
      std::printf("proved %d counted %d all-reduce per step\nloss %.3f, after %d steps %.3f; %.2f ms a step\n",
                  int(Step::collectives().all_reduce), int(world.counts().all_reduce / steps), first, steps, last,
                  time.count() / steps);
    return last < first / 2 ? 0 : 1;
  });
}
