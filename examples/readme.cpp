// The program of the README: a linear model, data parallel, with gradient accumulation over 4 microbatches.
#include <shardwise/shardwise.hpp>

#include <iostream>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;  // an axis of the mesh

inline constexpr auto predict = [](auto w, auto x) { return sw::matmul(x, w); };

inline constexpr auto loss = [](auto w, auto x, auto y) {       // f32[d]{R:X}, f32[batch@X,d], f32[batch@X]
  auto error = predict(w, x) - y;                               // f32[batch@X]
  return sw::mean(sw::square(error), sw::P(sw::unreduced(X)));  // f32[]{U:X}: each device's part of the mean
};

inline constexpr auto step = [](auto w, auto xs, auto ys) {
  auto zero = sw::zeros_like_cotangent(w);  // f32[d]{U:X}
  auto sum = sw::scan([&](auto sum, auto x, auto y) { return sum + sw::grad(loss)(w, x, y); }, zero, xs, ys);
  auto mean = sw::reshard(sum / sw::size<0>(xs), sw::spec(w));  // U to R: the one all-reduce
  return w - 0.1f * mean;
};

using Step = sw::Program<step, "f32[d]{R:X}", "f32[4,batch@X,d]", "f32[4,batch@X]">;
static_assert(Step::collectives() == sw::Collectives{.all_reduce = 1});  // proved by the compiler

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {  // threads, or ranks under mpiexec
    auto mesh = sw::make_mesh(world, X);
    auto truth = sw::device_put<"f32[d]{R:X}">(mesh, {1, 2, 3});
    auto xs =
        sw::random::normal<"f32[4,batch@X,d]">(mesh, sw::random::key(1), {{"batch", 32 * world.size()}, {"d", 3}});
    auto ys = sw::jit<predict>(mesh)(truth, xs);

    auto w = sw::zeros<"f32[d]{R:X}">(mesh, {{"d", 3}});
    auto run = Step::on(mesh);
    for (int i = 0; i < 100; ++i) w = run(std::move(w), xs, ys);  // a moved argument is donated
    if (world.rank() == 0) std::cout << w << '\n' << world.counts().all_reduce << " all-reduces in 100 steps\n";
  });
}
