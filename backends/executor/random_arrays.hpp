// Random arrays, and keys as host values. Element i of the global array is a function of the key and i alone, so the
// numbers are the same on any mesh and for any split.
#pragma once

#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/kernels/random.hpp>

namespace shardwise {

namespace detail {
enum class Distribution : std::uint8_t { bits, uniform, normal };
ArrayStorage draw(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, Distribution how, RandomKey key,
                  const Sizes& sizes);

template <class A> struct BitsProblem {
  static constexpr Text text = [] {
    Text t;
    if (A::desc.dtype != Dtype::u32) t << "random::bits: " << A::desc << ": the dtype of random bits is u32";
    return t;
  }();
};
}  // namespace detail

namespace random {

/// A key from a seed. Use a key once: draw with it, or split it.
inline RandomKey key(std::uint64_t seed) { return kernels::key_from_seed(seed); }
/// N independent keys.
template <std::size_t N = 2> std::array<RandomKey, N> split(RandomKey key) {
  std::array<RandomKey, N> keys;
  for (std::size_t i = 0; i < N; ++i) keys[i] = kernels::split(key, std::uint32_t(i));
  return keys;
}
/// As many keys as a run wants.
inline std::vector<RandomKey> split(RandomKey key, std::size_t n) {
  std::vector<RandomKey> keys(n);
  for (std::size_t i = 0; i < n; ++i) keys[i] = kernels::split(key, std::uint32_t(i));
  return keys;
}
/// A key that mixes in a number, such as a step's.
inline RandomKey fold_in(RandomKey key, std::uint32_t data) { return kernels::fold_in(key, data); }

/// `normal<"f32[8@X,4]">(mesh, key)`: standard normal numbers; sizes as for zeros. A type with U holds them at index 0.
template <fixed_string S, MeshLike M> Array<type<S>> normal(const M& mesh, RandomKey key, const Sizes& sizes = {}) {
  detail::accept<detail::MakingProblem<detail::Making::random, type<S>, M>>();
  return Array<type<S>>(detail::draw(mesh.info(), type<S>::desc, detail::Distribution::normal, key, sizes));
}
/// Uniform numbers in [0, 1).
template <fixed_string S, MeshLike M> Array<type<S>> uniform(const M& mesh, RandomKey key, const Sizes& sizes = {}) {
  detail::accept<detail::MakingProblem<detail::Making::random, type<S>, M>>();
  return Array<type<S>>(detail::draw(mesh.info(), type<S>::desc, detail::Distribution::uniform, key, sizes));
}
/// Uniform words: `bits<"u32[8@X]">(mesh, key)`.
template <fixed_string S, MeshLike M> Array<type<S>> bits(const M& mesh, RandomKey key, const Sizes& sizes = {}) {
  detail::accept<detail::MakingProblem<detail::Making::fill, type<S>, M>>();
  detail::accept<detail::BitsProblem<type<S>>>();
  return Array<type<S>>(detail::draw(mesh.info(), type<S>::desc, detail::Distribution::bits, key, sizes));
}

}  // namespace random
}  // namespace shardwise
