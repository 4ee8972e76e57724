// What tutorials on JAX show of pmap and shard_map, as they are spelled here: types, and counts of collectives.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::invarying, sw::reduced, sw::tiled, sw::unreduced, sw::varying,
    sw::shard_map;
using sw::testing::has_type, sw::testing::result, sw::testing::rejects;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"data"> data;
inline constexpr sw::Axis<"model"> model;

namespace {

constexpr auto own_loss = [](auto w, auto x, auto y) { return sw::mean(sw::square(sw::matmul(x, w) - y)); };

// pmap's training step: each device's gradient of its own loss, then the mean of both. The weights are the same on all
// devices: made varying, they have a gradient of their own on each.
constexpr auto pmap_step = [](auto w, auto x, auto y) {
  return shard_map(
      [](auto w, auto x, auto y) {
        auto own = sw::value_and_grad(own_loss)(sw::pcast<varying>(w, X), x, y);
        static_assert(has_type<decltype(own.grad), "f32[10,5]{V:X}">);
        auto [loss, grad] = sw::pmean(own, X);  // a tree: one all-reduce
        return hana::make_tuple(w - 0.01f * grad, loss);
      },
      hana::make_tuple(P(), P(X), P(X)), P())(w, x, y);
};
using PmapStep = sw::Program<pmap_step, "f32[10,5]", "f32[n@X,10]", "f32[n@X,5]">;
static_assert(result<PmapStep> == hana::make_tuple("f32[10,5]"_t, "f32[]"_t));
static_assert(PmapStep::collectives() == Collectives{.all_reduce = 1});

// The classic mistake: the gradient of what is the same on all devices is their sum already, and pmean of it would be
// a mean of equal values (in pmap's ports: larger by the number of devices).
constexpr auto summed_already = [](auto w, auto x, auto y) {
  return shard_map(
      [](auto w, auto x, auto y) {
        auto grad = sw::grad(own_loss)(w, x, y);
        static_assert(has_type<decltype(grad), "f32[10,5]">);
        return grad;
      },
      hana::make_tuple(P(), P(X), P(X)), P())(w, x, y);
};
using SummedAlready = sw::Program<summed_already, "f32[10,5]", "f32[n@X,10]", "f32[n@X,5]">;
static_assert(SummedAlready::collectives() == Collectives{.all_reduce = 1});
static_assert(rejects<[](auto g) { return sw::pmean(g, X); }>("f32[10,5]"_t, "the same on all devices along X"));

// Accumulation under pmap: the sum of all batches' gradients on each device, then one pmean.
constexpr auto accumulate = [](auto w, auto xs, auto ys) {
  return shard_map(
      [](auto w, auto xs, auto ys) {
        auto own = sw::pcast<varying>(w, X);
        auto add = [&](auto sum, auto x, auto y) { return sum + sw::grad(own_loss)(own, x, y); };
        auto sum = sw::scan(add, sw::zeros_like(own), xs, ys);
        return w - 0.01f * sw::pmean(sum / sw::size<0>(xs), X);
      },
      hana::make_tuple(P(), P(none, X), P(none, X)), P())(w, xs, ys);
};
using Accumulate = sw::Program<accumulate, "f32[10,5]", "f32[4,n@X,10]", "f32[4,n@X,5]">;
static_assert(result<Accumulate> == "f32[10,5]"_t && Accumulate::collectives() == Collectives{.all_reduce = 1});

// FSDP by hand: gathered weights; the transpose of an all-gather is a reduce-scatter, so gradients lie as the weights
// do.
constexpr auto fsdp_loss = [](auto w1, auto w2, auto x, auto y) {
  return shard_map(
      [](auto w1, auto w2, auto x, auto y) {
        auto h = sw::relu(sw::matmul(x, sw::all_gather<0>(w1, X, tiled)));
        return sw::pmean(own_loss(sw::all_gather<0>(w2, X, tiled), h, y), X);
      },
      P(X), P())(w1, w2, x, y);
};
constexpr auto fsdp = [](auto w1, auto w2, auto x, auto y) { return sw::grad<0, 1>(fsdp_loss)(w1, w2, x, y); };
using Fsdp = sw::Program<fsdp, "f32[64@X,256]", "f32[256@X,64]", "f32[n@X,64]", "f32[n@X,64]">;
static_assert(result<Fsdp> == hana::make_tuple("f32[64@X,256]"_t, "f32[256@X,64]"_t));
static_assert(Fsdp::collectives() == Collectives{.all_gather = 2, .reduce_scatter = 2});

// The same with explicit sharding: to R, whose gradient is a pending sum.
constexpr auto explicit_fsdp_loss = [](auto w1, auto w2, auto x, auto y) {
  auto full1 = sw::reshard(w1, P(reduced(X)));
  auto full2 = sw::reshard(w2, P(reduced(X)));
  return sw::mean(sw::square(sw::matmul(sw::relu(sw::matmul(x, full1)), full2) - y));
};
constexpr auto explicit_fsdp = [](auto w1, auto w2, auto x, auto y) {
  return sw::grad<0, 1>(explicit_fsdp_loss)(w1, w2, x, y);
};
using ExplicitFsdp = sw::Program<explicit_fsdp, "f32[64@X,256]", "f32[256@X,64]", "f32[n@X,64]", "f32[n@X,64]">;
static_assert(result<ExplicitFsdp> == result<Fsdp> && ExplicitFsdp::collectives() == Fsdp::collectives());

// One weight used twice: both gradients are pending, and one all-reduce ends their sum.
constexpr auto fan_out = [](auto w, auto x1, auto x2) {
  return sw::grad([](auto w, auto x1, auto x2) {
    auto copy = sw::reshard(w, P(reduced(X)));
    return sw::sum(sw::matmul(x1, copy)) + sw::sum(sw::matmul(x2, copy));
  })(w, x1, x2);
};
using FanOut = sw::Program<fan_out, "f32[4,2]", "f32[8@X,4]", "f32[8@X,4]">;
static_assert(result<FanOut> == "f32[4,2]"_t && FanOut::collectives() == Collectives{.all_reduce = 1});

// Shapes inside are those of a block.
constexpr auto shapes = [](auto w1, auto w2, auto x) {
  return shard_map(
      [](auto w1, auto w2, auto x) {
        static_assert(has_type<decltype(w1), "f32[64,256/model]{V:model}">);
        static_assert(has_type<decltype(w2), "f32[256/model,64]{V:model}">);
        static_assert(has_type<decltype(x), "f32[32/data,64]{V:data}">);
        return hana::make_tuple(w1, w2, x);
      },
      hana::make_tuple(P(none, model), P(model), P(data)),
      hana::make_tuple(P(none, model), P(model), P(data)))(w1, w2, x);
};
using Shapes = sw::Program<shapes, "f32[64,256@model]", "f32[256@model,64]", "f32[32@data,64]">;
static_assert(result<Shapes> == hana::make_tuple("f32[64,256@model]"_t, "f32[256@model,64]"_t, "f32[32@data,64]"_t));
static_assert(Shapes::collectives() == Collectives{});

// A ring of four: each device's block goes around, and each device has seen them all.
constexpr auto ring = [](auto x) {
  auto body = [](auto, auto state) {
    auto [sum, block] = state;
    auto next = sw::ppermute<sw::shift(1)>(block, X);
    return hana::make_tuple(sum + next, next);
  };
  return shard_map([=](auto x) { return sw::fori_loop<0, 3>(body, hana::make_tuple(x, x))[hana::size_c<0>]; }, P(X),
                   P(X))(x);
};
using Ring = sw::Program<ring, "f32[8@X,4]">;
static_assert(result<Ring> == "f32[8@X,4]"_t && Ring::collectives() == Collectives{.permute = 3});
constexpr auto grad_of_ring = [](auto x) { return sw::grad([](auto x) { return sw::sum(sw::square(ring(x))); })(x); };
static_assert(sw::Program<grad_of_ring, "f32[8@X,4]">::collectives() == Collectives{.permute = 6});

}  // namespace
