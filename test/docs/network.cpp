// The tutorial's last program: a network as a tree, trained on devices that are threads or ranks.
// RUN: threads 2
// RUN: mpi 4
// EXPECT: ^1 all-reduce a step$
// EXPECT: ^step 300: loss 0\.00
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <cmath>
#include <cstdio>

namespace sw = shardwise;
using sw::P, sw::unreduced;

inline constexpr sw::Axis<"X"> X;

template <class K, class B> struct Linear { BOOST_HANA_DEFINE_STRUCT(Linear, (K, kernel), (B, bias)); };
template <class K, class B> Linear(K, B) -> Linear<K, B>;  // Clang 16 wants these guides
template <class H, class O> struct Net { BOOST_HANA_DEFINE_STRUCT(Net, (H, hidden), (O, out)); };
template <class H, class O> Net(H, O) -> Net<H, O>;

using Parameters = Net<Linear<sw::type<"f32[1,32]{R:X}">, sw::type<"f32[32]{R:X}">>,  //
                       Linear<sw::type<"f32[32,1]{R:X}">, sw::type<"f32[1]{R:X}">>>;

inline constexpr auto apply = [](auto layer, auto x) { return sw::matmul(x, layer.kernel) + layer.bias; };

inline constexpr auto loss = [](auto net, auto x, auto y) {
  auto error = apply(net.out, sw::tanh(apply(net.hidden, x))) - y;  // f32[batch@X,1]
  return sw::mean(sw::square(error), P(unreduced(X)));              // f32[]{U:X}
};

inline constexpr auto step = [](auto net, auto x, auto y, auto rate) {
  auto pending = sw::value_and_grad(loss)(net, x, y);                        // all of it {U:X}
  auto summed = sw::reshard(pending, sw::ValueAndGrad{P(), sw::spec(net)});  // one all-reduce
  return sw::hana::make_tuple(net - rate * summed.grad, summed.value);
};

using Step = sw::Program<step, sw::tree_of<Parameters>, "f32[batch@X,1]", "f32[batch@X,1]", "f32[]">;
static_assert(Step::collectives() == sw::Collectives{.all_reduce = 1});

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto [k1, k2] = sw::random::split(sw::random::key(1));
    auto hidden = Linear{sw::random::normal<"f32[1,32]{R:X}">(mesh, k1), sw::zeros<"f32[32]{R:X}">(mesh)};
    auto out = Linear{sw::zeros<"f32[32,1]{R:X}">(mesh), sw::zeros<"f32[1]{R:X}">(mesh)};
    auto net = Net{hidden, out};

    std::vector<float> x(64), y(64);  // y = sin(x); each device keeps its part
    for (int i = 0; i < 64; ++i) y[i] = std::sin(x[i] = float(i - 32) / 16);
    auto xs = sw::device_put<"f32[batch@X,1]">(mesh, x, {64, 1});
    auto ys = sw::device_put<"f32[batch@X,1]">(mesh, y, {64, 1});

    auto run = Step::on(mesh);
    world.counts().reset();
    for (int i = 1; i <= 300; ++i) {
      auto [next, value] = run(std::move(net), xs, ys, 0.1f);
      net = std::move(next);
      if ((i == 1 || i % 100 == 0) && world.rank() == 0)
        std::printf("step %d: loss %.4f\n", i, sw::to_host(value).item());
    }
    if (world.rank() == 0) std::printf("%d all-reduce a step\n", int(world.counts().all_reduce / 300));
  });
}
