// Threefry 2x32 of 20 rounds, on words or on registers of them: element i of a stream of random numbers is a function
// of its key and i alone. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
#pragma once

#include <shardwise/backends/kernels/scalar_types.hpp>
#include <shardwise/backends/kernels/simd.hpp>

#include <bit>
#include <cstdint>

namespace shardwise::kernels {

/// Where numbers that follow one another lie in the stream of a key.
struct RandomRun {
  RandomKey key;
  std::uint64_t first = 0;
};

/// The bits of a uniform number that f32, bf16 and f16 hold.
template <class T> constexpr int uniform_bits = std::is_same_v<T, float> ? 24 : std::is_same_v<T, f16> ? 11 : 8;

namespace detail {

/// Counters (low, high) become their words, several at a time: each is a long chain of operations on its own.
template <class... W> [[gnu::always_inline]] inline void threefry(RandomKey key, W&... counters) {
  const std::uint32_t words[] = {key.word[0], key.word[1], 0x1BD11BDAu ^ key.word[0] ^ key.word[1]};
  const auto round = [&](int turn) __attribute__((always_inline)) {
    ((counters.low += counters.high), ...);
    ((counters.high = ((counters.high << turn) | (counters.high >> (32 - turn))) ^ counters.low), ...);
  };
  const auto add = [&](std::uint32_t i) __attribute__((always_inline)) {
    ((counters.low += words[i % 3], counters.high += words[(i + 1) % 3] + i), ...);
  };
  const auto four_and_four = [&](std::uint32_t i) __attribute__((always_inline)) {
    round(13), round(15), round(26), round(6), add(i);
    if (i < 5) round(17), round(29), round(16), round(24), add(i + 1);
  };
  add(0), four_and_four(1), four_and_four(3), four_and_four(5);
}
template <class Word> struct Counter { Word low, high; };

/// out[i] are the uniform f32 numbers of a key from element first + i Batch<float>::size on, as random_uniform writes
/// them.
template <class... Out> [[gnu::always_inline]] inline void uniform(const RandomRun& run, Out&... out) {
  using Register = Batch<float>::register_type;
  typedef std::uint32_t Words __attribute__((vector_size(sizeof(Register))));
  typedef std::int32_t Numbers __attribute__((vector_size(sizeof(Register))));
  typedef float Floats __attribute__((vector_size(sizeof(Register))));
  Words lane;
  for (std::uint32_t i = 0; i < Batch<float>::size; ++i) lane[i] = i;
  const auto counters = [&](std::uint64_t first) __attribute__((always_inline)) {
    const Words low = lane + std::uint32_t(first);
    // Less by -1 where the lower word has passed 2^32.
    return Counter<Words>{low, Words{} + std::uint32_t(first >> 32) - Words(low < lane)};
  };
  const auto number = [](const Counter<Words>& c) __attribute__((always_inline)) {
    constexpr int bits = uniform_bits<float>;
    const Floats x = __builtin_convertvector(Numbers(c.low >> (32 - bits)), Floats) * (1.0f / float(1 << bits));
    return Batch<float>(std::bit_cast<Register>(x));
  };
  [&]<std::size_t... I>(std::index_sequence<I...>) __attribute__((always_inline)) {
    Counter<Words> c[] = {counters(run.first + I * Batch<float>::size)...};
    threefry(run.key, c[I]...);
    ((out = number(c[I])), ...);
  }
  (std::index_sequence_for<Out...>{});
}

}  // namespace detail
}  // namespace shardwise::kernels
