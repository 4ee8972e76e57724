// The network of the Fashion-MNIST example, its training step, and how it is tested.
#pragma once

#include <shardwise/shardwise.hpp>

namespace fashion_mnist {

namespace sw = shardwise;
using sw::P;

/// The mesh has one axis: each device sees its part of every batch.
inline constexpr sw::Axis<"data"> data;

// ---- The network. A struct's members may be types, arrays, gradients, velocities: the shape stays.

template <class K, class B> struct Linear { BOOST_HANA_DEFINE_STRUCT(Linear, (K, kernel), (B, bias)); };
template <class K, class B> Linear(K, B) -> Linear<K, B>;

template <class L1, class L2, class L3> struct Net {
  BOOST_HANA_DEFINE_STRUCT(Net, (L1, hidden1), (L2, hidden2), (L3, out));
};
template <class L1, class L2, class L3> Net(L1, L2, L3) -> Net<L1, L2, L3>;

/// Reduced: each device holds a copy, and a gradient stays a pending sum over the devices until the step reshards it.
using Parameters = Net<Linear<sw::type<"f32[784,256]{R:data}">, sw::type<"f32[256]{R:data}">>,
                       Linear<sw::type<"f32[256,128]{R:data}">, sw::type<"f32[128]{R:data}">>,
                       Linear<sw::type<"f32[128,10]{R:data}">, sw::type<"f32[10]{R:data}">>>;
using Images = sw::type<"f32[microbatch,batch@data,784]">;
using Labels = sw::type<"i32[microbatch,batch@data]">;
using Scalar = sw::type<"f32[]">;

inline constexpr auto linear = [](auto layer, auto x) { return sw::matmul(x, layer.kernel) + layer.bias; };

inline constexpr auto logits = [](auto net, auto images) {
  auto h1 = sw::relu(linear(net.hidden1, images));
  auto h2 = sw::relu(linear(net.hidden2, h1));
  return linear(net.out, h2);
};

// ---- Training.

/// What a step takes, and what it returns with the loss.
template <class N, class V, class L> struct Trained {
  BOOST_HANA_DEFINE_STRUCT(Trained, (N, net), (V, velocity), (L, loss));
};
template <class N, class V, class L> Trained(N, V, L) -> Trained<N, V, L>;

/// Standard normal numbers become the first parameters: scaled by sqrt(2 / inputs), after He et al. (2015).
inline constexpr auto start = [](auto normal, auto no_loss) {
  auto scaled = [](double scale, auto layer) { return Linear{scale * layer.kernel, sw::zeros_like(layer.bias)}; };
  auto net = Net{scaled(0.0505, normal.hidden1), scaled(0.0884, normal.hidden2), scaled(0.125, normal.out)};
  return Trained{net, sw::zeros_like(net), no_loss};
};

inline constexpr auto loss = [](auto net, auto images, auto labels) {
  auto losses = sw::softmax_cross_entropy_with_integer_labels(logits(net, images), labels);
  return sw::mean(losses, P(sw::unreduced(data)));  // each device's part of the mean over a microbatch
};

/// SGD with momentum.
inline constexpr auto step = [](auto net, auto velocity, auto images, auto labels, auto rate, auto momentum) {
  // Loss and gradients add up over the microbatches, on each device alone ...
  auto zero =
      sw::ValueAndGrad{sw::reshard(sw::zeros_like(rate), P(sw::unreduced(data))), sw::zeros_like_cotangent(net)};
  auto sum = sw::scan([&](auto sum, auto x, auto y) { return sum + sw::value_and_grad(loss)(net, x, y); }, zero, images,
                      labels);
  // ... and then over the devices: one all-reduce, of the whole tree.
  auto mean = sw::reshard(sum / sw::size<0>(images), sw::ValueAndGrad{P(), sw::spec(net)});
  auto moved = momentum * velocity + mean.grad;
  return Trained{net - rate * moved, moved, mean.value};
};

// ---- Testing.

/// How many images are classified right. A label of -1 is never right: it stands beside what only fills a batch.
inline constexpr auto count_correct = [](auto net, auto images, auto labels) {
  return sw::sum(sw::astype<sw::i32>(sw::argmax<-1>(logits(net, images)) == labels));
};

// ---- The programs, traced and differentiated while this file is compiled; T is f32 or f64.

template <class T> inline constexpr auto cast = [](auto tree) { return sw::astype<T>(tree); };
/// A type or a tree of types in another precision: what a cast of it returns.
template <class T, class Tree> using in = typename sw::Program<cast<T>, sw::tree_of<Tree>>::result_type;

template <class T> using Start = sw::Program<start, sw::tree_of<in<T, Parameters>>, sw::tree_of<in<T, Scalar>>>;
template <class T>
using Step =
    sw::Program<step, sw::tree_of<in<T, Parameters>>, sw::tree_of<in<T, Parameters>>, sw::tree_of<in<T, Images>>,
                sw::tree_of<Labels>, sw::tree_of<in<T, Scalar>>, sw::tree_of<in<T, Scalar>>>;
template <class T>
using CountCorrect =
    sw::Program<count_correct, sw::tree_of<in<T, Parameters>>, sw::tree_of<in<T, Images>>, sw::tree_of<Labels>>;

static_assert(Step<sw::f32>::collectives() == sw::Collectives{.all_reduce = 1});
static_assert(CountCorrect<sw::f32>::collectives() == sw::Collectives{.all_reduce = 1});

}  // namespace fashion_mnist
