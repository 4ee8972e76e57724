// One function, written twice: with explicit sharding, where shapes are global and a spec says where to reduce, and in
// manual mode, where shapes are local and a psum reduces. Types outside, values and collectives are the same.
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <iostream>

namespace sw = shardwise;
using sw::P, sw::testing::has_type;
inline constexpr sw::Axis<"data"> data;
inline constexpr sw::Axis<"model"> model;

// A Megatron MLP: columns of w1 and rows of w2 are split over `model`, the batch over `data`.
inline constexpr auto explicit_mlp = [](auto w1, auto w2, auto x) {
  auto h = sw::relu(sw::matmul(x, w1));
  static_assert(has_type<decltype(h), "f32[batch@data,h@model]">);  // the global shape
  return sw::matmul(h, w2, P(data));                                // the sum over `model`
};
inline constexpr auto manual_mlp = [](auto w1, auto w2, auto x) {
  auto local = [](auto w1, auto w2, auto x) {
    auto h = sw::relu(sw::matmul(x, w1));
    static_assert(has_type<decltype(h), "f32[batch/data,h/model]{V:(data,model)}">);  // this device's block
    return sw::psum(sw::matmul(h, w2), model);
  };
  return sw::shard_map(local, sw::hana::make_tuple(sw::spec(w1), sw::spec(w2), P(data)), P(data))(w1, w2, x);
};
template <auto Mlp>
inline constexpr auto step = [](auto w1, auto w2, auto x) {
  auto loss = [](auto w1, auto w2, auto x) { return sw::mean(sw::square(Mlp(w1, w2, x))); };
  return sw::value_and_grad<0, 1>(loss)(w1, w2, x);
};
template <auto F> using On = sw::Program<F, "f32[d,h@model]{R:data}", "f32[h@model,d]{R:data}", "f32[batch@data,d]">;
using Explicit = On<step<explicit_mlp>>;
using Manual = On<step<manual_mlp>>;
static_assert(std::is_same_v<Explicit::result_type, Manual::result_type>);
static_assert(Explicit::collectives() == Manual::collectives());
static_assert(Manual::collectives() == sw::Collectives{.all_reduce = 2});  // the layer's sum, and the loss's

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    const int n = world.size(), m = n % 2 ? 1 : 2;
    auto mesh = sw::make_mesh(world, {n / m, m}, data, model);
    const auto [k1, k2, k3] = sw::random::split<3>(sw::random::key(1));
    auto w1 = sw::random::normal<"f32[d,h@model]{R:data}">(mesh, k1, {{"d", 3}, {"h", 8}});
    auto w2 = sw::random::normal<"f32[h@model,d]{R:data}">(mesh, k2, {{"d", 3}, {"h", 8}});
    auto x = sw::random::normal<"f32[batch@data,d]">(mesh, k3, {{"batch", 4 * n}, {"d", 3}});
    auto a = Explicit::on(mesh)(w1, w2, x);
    world.counts().reset();
    auto b = Manual::on(mesh)(w1, w2, x);
    const auto counted = world.counts().all_reduce;
    const auto da = sw::local(a.grad[sw::hana::size_c<0>]), db = sw::local(b.grad[sw::hana::size_c<0>]);
    float differ = std::abs(sw::to_host(a.value).item() - sw::to_host(b.value).item());
    for (std::size_t i = 0; i < da.data.size(); ++i) differ = std::max(differ, std::abs(da.data[i] - db.data[i]));
    if (world.rank() == 0)
      std::cout << "explicit:\n"
                << sw::to_string(On<explicit_mlp>{}) << "manual:\n"
                << sw::to_string(On<manual_mlp>{}) << "both: " << counted
                << " all-reduces, largest difference of a gradient " << differ << '\n';
    return differ < 1e-5f && counted == 2 ? 0 : 1;
  });
}
