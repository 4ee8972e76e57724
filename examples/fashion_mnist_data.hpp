// Batches of images for the Fashion-MNIST example: shuffled, cut into microbatches, each device its part.
#pragma once

#include "fashion_mnist_step.hpp"

#include <shardwise/io/idx.hpp>

#include <numeric>
#include <random>

namespace fashion_mnist {

/// The numbers 0 to n-1 in an order that depends on the seed and the epoch alone.
inline std::vector<std::size_t> shuffled(std::size_t n, std::uint32_t seed, std::uint32_t epoch) {
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::seed_seq mixed{seed, epoch};
  std::shuffle(order.begin(), order.end(), std::mt19937_64(mixed));
  return order;
}

template <class T> struct Batch {
  sw::Array<in<T, Images>> images;
  sw::Array<Labels> labels;
};

/// The images with these numbers as one batch over all devices. A number beyond the set gives a black image with label
/// -1, to fill a batch that the devices do not divide. Each device reads its own images only.
template <class T, class Mesh>
Batch<T> put_batch(const Mesh& mesh, const sw::io::LabelledImages& set, std::span<const std::size_t> numbers,
                   std::size_t microbatches) {
  const std::size_t pixels = set.images.size() / set.count(), devices = std::size_t(mesh.size(data));
  const std::size_t batch = numbers.size() / microbatches, mine = batch / devices;
  if (microbatches * mine * devices != numbers.size())
    throw sw::Error("a batch of " + std::to_string(numbers.size()) + " images does not divide into " +
                    std::to_string(microbatches) + " microbatches on " + std::to_string(devices) + " devices");
  sw::HostArray<T> images(sw::Shape{microbatches, mine, pixels});
  sw::HostArray<sw::i32> labels(sw::Shape{microbatches, mine});
  for (std::size_t m = 0; m < microbatches; ++m)
    for (std::size_t k = 0; k < mine; ++k) {
      const std::size_t to = m * mine + k, from = numbers[m * batch + std::size_t(mesh.coordinate(data)) * mine + k];
      labels.data[to] = from < set.count() ? sw::i32(set.labels.data[from]) : -1;
      if (from < set.count())
        std::transform(&set.images.data[from * pixels], &set.images.data[from * pixels] + pixels,
                       &images.data[to * pixels], [](std::uint8_t grey) { return T(grey) / T(255); });
    }
  const auto put = [&]<sw::fixed_string S>(sw::ArrayType<S>, const auto& host) {
    return sw::from_local<S>(mesh, host);
  };
  return {put(in<T, Images>{}, images), put(Labels{}, labels)};
}

/// All images in one batch, filled up to what the devices divide.
template <class T, class Mesh> Batch<T> put_all(const Mesh& mesh, const sw::io::LabelledImages& set) {
  const std::size_t devices = std::size_t(mesh.size(data));
  std::vector<std::size_t> numbers((set.count() + devices - 1) / devices * devices);
  std::iota(numbers.begin(), numbers.end(), std::size_t(0));
  return put_batch<T>(mesh, set, numbers, 1);
}

/// The first parameters, the same numbers on any mesh, and a velocity of zero.
template <class T, class Mesh> auto first_parameters(const Mesh& mesh, std::uint64_t seed) {
  std::uint32_t leaf = 0;
  const auto normal = [&]<sw::fixed_string S>(sw::ArrayType<S>) {
    return sw::random::normal<S>(mesh, sw::random::fold_in(sw::random::key(seed), leaf++));
  };
  return Start<T>::on(mesh)(sw::tree_map(normal, in<T, Parameters>{}), 0);
}

}  // namespace fashion_mnist
