// Programs that tutorials on JAX show of pmap, shard_map and explicit sharding, as they are spelled here.
#pragma once

#include <shardwise/testing.hpp>

namespace tutorials {

namespace sw = shardwise;
namespace hana = boost::hana;
using sw::none, sw::P, sw::reduced, sw::shard_map, sw::tiled, sw::varying;
using sw::testing::has_type;

inline constexpr sw::Axis<"X"> X;

inline constexpr auto own_loss = [](auto w, auto x, auto y) { return sw::mean(sw::square(sw::matmul(x, w) - y)); };

// pmap's training step: each device's gradient of its own loss, then the mean of both. The weights are the same on all
// devices: made varying, they have a gradient of their own on each.
inline constexpr auto pmap_step = [](auto w, auto x, auto y) {
  return shard_map(
      [](auto w, auto x, auto y) {
        auto own = sw::value_and_grad(own_loss)(sw::pcast<varying>(w, X), x, y);
        static_assert(has_type<decltype(own.grad), "f32[10,5]{V:X}">);
        auto [loss, grad] = sw::pmean(own, X);  // a tree: one all-reduce
        return hana::make_tuple(w - 0.01f * grad, loss);
      },
      hana::make_tuple(P(), P(X), P(X)), P())(w, x, y);
};
// The same with explicit sharding: one mean over the whole batch.
inline constexpr auto explicit_step = [](auto w, auto x, auto y) {
  auto pending = sw::value_and_grad([](auto w, auto x, auto y) {
    return sw::mean(sw::square(sw::matmul(x, w) - y), P(sw::unreduced(X)));
  })(sw::reshard(w, P(reduced(X))), x, y);
  auto [loss, grad] = sw::reshard(pending, P());  // a tree: one all-reduce
  return hana::make_tuple(w - 0.01f * grad, loss);
};

// Accumulation under pmap: the sum of all batches' gradients on each device, then one pmean.
inline constexpr auto pmap_accumulate = [](auto w, auto xs, auto ys) {
  return shard_map(
      [](auto w, auto xs, auto ys) {
        auto own = sw::pcast<varying>(w, X);
        auto add = [&](auto sum, auto x, auto y) { return sum + sw::grad(own_loss)(own, x, y); };
        auto sum = sw::scan(add, sw::zeros_like(own), xs, ys);
        return w - 0.01f * sw::pmean(sum / sw::size<0>(xs), X);
      },
      hana::make_tuple(P(), P(none, X), P(none, X)), P())(w, xs, ys);
};
inline constexpr auto explicit_accumulate = [](auto w, auto xs, auto ys) {
  auto add = [&](auto sum, auto x, auto y) { return sum + sw::grad(own_loss)(sw::reshard(w, P(reduced(X))), x, y); };
  auto sum = sw::scan(add, sw::reshard(sw::zeros_like(w), P(sw::unreduced(X))), xs, ys);
  return w - 0.01f * sw::reshard(sum / sw::size<0>(xs), P());
};

// FSDP by hand: gathered weights; the transpose of an all-gather is a reduce-scatter, so gradients lie as the weights
// do.
inline constexpr auto fsdp = [](auto w1, auto w2, auto x, auto y) {
  auto loss = [](auto w1, auto w2, auto x, auto y) {
    return shard_map(
        [](auto w1, auto w2, auto x, auto y) {
          auto h = sw::relu(sw::matmul(x, sw::all_gather<0>(w1, X, tiled)));
          return sw::pmean(own_loss(sw::all_gather<0>(w2, X, tiled), h, y), X);
        },
        P(X), P())(w1, w2, x, y);
  };
  return sw::grad<0, 1>(loss)(w1, w2, x, y);
};
// The same with explicit sharding: gathered to R, whose gradient is a pending sum.
inline constexpr auto explicit_fsdp = [](auto w1, auto w2, auto x, auto y) {
  auto loss = [](auto w1, auto w2, auto x, auto y) {
    auto full1 = sw::reshard(w1, P(reduced(X)));
    auto full2 = sw::reshard(w2, P(reduced(X)));
    return sw::mean(sw::square(sw::matmul(sw::relu(sw::matmul(x, full1)), full2) - y));
  };
  return sw::grad<0, 1>(loss)(w1, w2, x, y);
};

// A ring of N: each device's block goes around, and each device has seen them all.
template <int N>
inline constexpr auto ring = [](auto x) {
  auto body = [](auto, auto state) {
    auto [sum, block] = state;
    auto next = sw::ppermute<sw::shift(1)>(block, X);
    return hana::make_tuple(sum + next, next);
  };
  return shard_map([=](auto x) { return sw::fori_loop<1, N>(body, hana::make_tuple(x, x))[hana::size_c<0>]; }, P(X),
                   P(X))(x);
};

template <auto Step> using OnBatch = sw::Program<Step, "f32[10,5]", "f32[n@X,10]", "f32[n@X,5]">;
template <auto Step> using OnBatches = sw::Program<Step, "f32[10,5]", "f32[4,n@X,10]", "f32[4,n@X,5]">;
template <auto Step>
using OnSplitWeights = sw::Program<Step, "f32[16@X,24]", "f32[24@X,16]", "f32[n@X,16]", "f32[n@X,16]">;

}  // namespace tutorials
