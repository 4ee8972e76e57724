// A transformer block and its training step, data parallel: layer norm, causal attention, layer norm, an MLP with gelu,
// a squared error, and AdamW. The weights are reduced, so that their gradients stay pending sums until one all-reduce
// of the whole tree.
#pragma once

#include <shardwise/shardwise.hpp>

namespace transformer_block {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

template <class S, class B> struct Norm { BOOST_HANA_DEFINE_STRUCT(Norm, (S, scale), (B, bias)); };
template <class S, class B> Norm(S, B) -> Norm<S, B>;
template <class K, class B> struct Linear { BOOST_HANA_DEFINE_STRUCT(Linear, (K, kernel), (B, bias)); };
template <class K, class B> Linear(K, B) -> Linear<K, B>;

template <class N1, class Q, class O, class N2, class U, class D> struct Block {
  BOOST_HANA_DEFINE_STRUCT(Block, (N1, norm1), (Q, qkv), (O, out), (N2, norm2), (U, up), (D, down));
};
template <class N1, class Q, class O, class N2, class U, class D>
Block(N1, Q, O, N2, U, D) -> Block<N1, Q, O, N2, U, D>;

template <sw::fixed_string Kernel, sw::fixed_string Bias> using LinearOf = Linear<sw::type<Kernel>, sw::type<Bias>>;
using NormOf256 = Norm<sw::type<"f32[256]{R:X}">, sw::type<"f32[256]{R:X}">>;
using Parameters =  // 4 heads of 64
    Block<NormOf256, LinearOf<"f32[256,768]{R:X}", "f32[768]{R:X}">, LinearOf<"f32[256,256]{R:X}", "f32[256]{R:X}">,
          NormOf256, LinearOf<"f32[256,1024]{R:X}", "f32[1024]{R:X}">, LinearOf<"f32[1024,256]{R:X}", "f32[256]{R:X}">>;

// ---- The block: f32[batch@X,t,256] to the same.

inline constexpr auto linear = [](auto layer, auto x) { return sw::matmul(x, layer.kernel) + layer.bias; };

inline constexpr auto layer_norm = [](auto norm, auto x) {
  auto centred = x - sw::mean<-1>(x, sw::keepdims);
  auto variance = sw::mean<-1>(sw::square(centred), sw::keepdims);
  return centred * sw::rsqrt(variance + 1e-5f) * norm.scale + norm.bias;
};

inline constexpr auto attention = [](auto qkv) {  // f32[batch@X,t,768]
  auto heads = [](auto a) { return sw::reshape<"batch,t,4,64">(a); };
  auto parts = sw::split<-1, 3>(qkv);
  auto q = heads(parts[sw::hana::size_c<0>]), k = heads(parts[sw::hana::size_c<1>]);
  auto v = heads(parts[sw::hana::size_c<2>]);
  auto scores = sw::einsum<"bihc,bjhc->bhij">(q, k) / 8.f;  // f32[batch@X,4,t,t]; 8 is the root of 64
  auto past = sw::iota<"i32[t,1]", 0>(qkv) >= sw::iota<"i32[1,t]", 1>(qkv);
  auto weights = sw::softmax<-1>(sw::where(past, scores, -1e30f));
  return sw::reshape<"batch,t,256">(sw::einsum<"bhij,bjhc->bihc">(weights, v));
};

inline constexpr auto block = [](auto p, auto x) {
  auto h = x + linear(p.out, attention(linear(p.qkv, layer_norm(p.norm1, x))));
  return h + linear(p.down, sw::gelu(linear(p.up, layer_norm(p.norm2, h))));
};

// ---- Training.

inline constexpr auto loss = [](auto p, auto x, auto target) {
  return sw::mean(sw::square(block(p, x) - target), sw::P(sw::unreduced(X)));  // each device's part of the mean
};

/// What a step takes and returns: parameters, and the moments of their gradients.
template <class P, class M, class V> struct State { BOOST_HANA_DEFINE_STRUCT(State, (P, parameters), (M, m), (V, v)); };
template <class P, class M, class V> State(P, M, V) -> State<P, M, V>;
template <class S, class L> struct Trained { BOOST_HANA_DEFINE_STRUCT(Trained, (S, state), (L, loss)); };
template <class S, class L> Trained(S, L) -> Trained<S, L>;

inline constexpr float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0.01f;

/// AdamW (Loshchilov and Hutter, 2019). `count` is 1 in the first step.
inline constexpr auto step = [](auto state, auto x, auto target, auto count) {
  auto pending = sw::value_and_grad(loss)(state.parameters, x, target);
  auto sums = sw::reshard(pending, sw::ValueAndGrad{sw::P(), sw::spec(state.parameters)});
  auto m = sw::tree_map([](auto m, auto g) { return beta1 * m + (1 - beta1) * g; }, state.m, sums.grad);
  auto v = sw::tree_map([](auto v, auto g) { return beta2 * v + (1 - beta2) * sw::square(g); }, state.v, sums.grad);
  auto unbias1 = 1 / (1 - sw::pow(beta1, count)), unbias2 = 1 / (1 - sw::pow(beta2, count));
  auto moved = sw::tree_map(
      [&](auto w, auto m, auto v) {
        auto direction = (unbias1 * m) / (sw::sqrt(unbias2 * v) + epsilon);
        return w - rate * (direction + decay * w);
      },
      state.parameters, m, v);
  return Trained{State{moved, m, v}, sums.value};
};

using Step = sw::Program<step, sw::tree_of<State<Parameters, Parameters, Parameters>>, "f32[batch@X,t,256]",
                         "f32[batch@X,t,256]", "f32[]">;
static_assert(Step::collectives() == sw::Collectives{.all_reduce = 1});  // of all gradients and the loss

}  // namespace transformer_block
