// The page of the step compiler: what the transforms do, how they are switched off, what gradients keep.
// RUN: threads 2
// EXPECT: ^f32\[3,batch@X,8\]  288 bytes  contract, stacked over a loop of 3, named hidden$
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <iostream>

namespace sw = shardwise;
using namespace sw::literals;
using sw::none, sw::P, sw::reduced, sw::unreduced;

inline constexpr sw::Axis<"X"> X;

inline constexpr auto step = [](auto w, auto a, auto b) {
  auto y = sw::scan([&](auto h, auto x) { return h + sw::matmul(x, sw::reshard(w, P())); }, a, b);
  return sw::sum<0>(y, P()) - 2 * sw::sum<0>(sw::tanh(y), P());
};
using Step = sw::Program<step, "f32[8@X,8]", "f32[16@X,8]", "f32[4,16@X,8]">;
static_assert(Step::collectives() == sw::Collectives{.all_reduce = 2, .all_gather = 4});
static_assert(Step::issued() == sw::Collectives{.all_reduce = 1, .all_gather = 1});

// One transform less, and none.
using Looped = sw::Program<sw::with_transforms<sw::Transforms{.hoist = false}>(step), "f32[8@X,8]", "f32[16@X,8]",
                           "f32[4,16@X,8]">;
static_assert(Looped::issued() == sw::Collectives{.all_reduce = 1, .all_gather = 4});
using AsWritten = sw::Program<sw::with_transforms<sw::no_transforms>(step), "f32[8@X,8]", "f32[16@X,8]",
                              "f32[4,16@X,8]">;
static_assert(AsWritten::issued() == AsWritten::collectives());

inline constexpr auto layer = [](auto h, auto w) {
  return sw::tanh(sw::checkpoint_name<"hidden">(sw::matmul(sw::sin(h), w)));
};
inline constexpr auto gradient = [](auto ws, auto x) {
  return sw::grad([](auto ws, auto x) {
    auto saves_hidden = sw::checkpoint<sw::save_only_these_names<"hidden">>(layer);
    return sw::sum(sw::square(sw::scan(saves_hidden, x, ws)), P(unreduced(X)));
  })(ws, x);
};
using Gradient = sw::Program<gradient, "f32[3,8,8]{R:X}", "f32[batch@X,8]">;

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto ws = sw::random::normal<"f32[3,8,8]{R:X}">(mesh, sw::random::key(1), {});
    auto x = sw::random::normal<"f32[batch@X,8]">(mesh, sw::random::key(2), {{"batch", 6}});
    auto run = Gradient::on(mesh);
    run(ws, x);
    if (world.rank() == 0) {
      std::cout << "written\n" << to_string(Step::view()) << "runs\n" << to_string(Step::compiled_view());
      std::cout << Gradient::saved_residuals() << "on two devices\n" << run.saved_residuals();
    }
  });
}
