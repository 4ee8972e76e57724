// The tutorial's gradients: replicated weights, reduced weights, microbatches.
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^replicated 32, reduced 1 all-reduce a step$
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <iostream>

namespace sw = shardwise;
using namespace sw::literals;
using sw::P, sw::reduced, sw::unreduced;

inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto ws, auto x) {  // f32[layers,d,d], f32[batch@X,d]
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  static_assert(sw::spec(y) == P(X));
  return sw::mean(sw::square(y), P(unreduced(X)));
};

inline constexpr auto gradient = [](auto ws, auto x) { return sw::grad(loss)(ws, x); };

// Replicated weights: each layer's gradient is summed where it is made.
using Replicated = sw::Program<gradient, "f32[4,d,d]", "f32[batch@X,d]">;
static_assert(sw::testing::result<Replicated> == "f32[4,d,d]"_t);
static_assert(Replicated::collectives() == sw::Collectives{.all_reduce = 4});

// Reduced weights: the gradient stays a pending sum.
using Reduced = sw::Program<gradient, "f32[4,d,d]{R:X}", "f32[batch@X,d]">;
static_assert(sw::testing::result<Reduced> == "f32[4,d,d]{U:X}"_t);
static_assert(Reduced::collectives() == sw::Collectives{});

inline constexpr auto step = [](auto ws, auto xs) {  // f32[layers,d,d], f32[microbatches,batch@X,d]
  auto zero = sw::zeros_like_cotangent(ws);
  auto sum = sw::scan([&](auto sum, auto x) { return sum + gradient(ws, x); }, zero, xs);
  return ws - 0.01f * sw::reshard(sum / sw::size<0>(xs), sw::spec(ws));
};

using ReplicatedStep = sw::Program<step, "f32[4,d,d]", "f32[8,batch@X,d]">;
using ReducedStep = sw::Program<step, "f32[4,d,d]{R:X}", "f32[8,batch@X,d]">;
static_assert(ReplicatedStep::collectives() == sw::Collectives{.all_reduce = 4 * 8});
static_assert(ReducedStep::collectives() == sw::Collectives{.all_reduce = 1});

template <class Step, sw::fixed_string Weights> auto all_reduces(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto ws = sw::random::normal<Weights>(mesh, sw::random::key(1), {{"d", 16}});
  auto xs = sw::random::normal<"f32[8,batch@X,d]">(mesh, sw::random::key(2), {{"batch", 8}, {"d", 16}});
  auto run = Step::on(mesh);
  world.counts().reset();
  ws = run(std::move(ws), xs);
  return world.counts().all_reduce;
}

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    const auto replicated = all_reduces<ReplicatedStep, "f32[4,d,d]">(world);
    const auto reduced = all_reduces<ReducedStep, "f32[4,d,d]{R:X}">(world);
    if (world.rank() == 0)
      std::cout << "replicated " << replicated << ", reduced " << reduced << " all-reduce a step\n";
  });
}
