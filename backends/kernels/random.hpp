// Counter-based random numbers (Threefry 2x32, 20 rounds): element i of a global array is a function of the key and i
// alone, so that results are bitwise the same on any mesh.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>

namespace shardwise::kernels {

RandomKey key_from_seed(std::uint64_t seed);
/// The i-th of the keys split from `key`: independent of `key`'s own stream, of its other splits and its fold-ins.
RandomKey split(RandomKey key, std::uint32_t i);
/// A key that mixes in `data`, such as a step number or a device index.
RandomKey fold_in(RandomKey key, std::uint32_t data);

/// A block of a global row-major array: `local` elements at `offset`. All ranks agree.
struct Block {
  Shape global, offset, local;
  /// All of an array.
  static constexpr Block whole(const Shape& shape) {
    Block b{shape, shape, shape};
    for (std::size_t& e : b.offset.dim) e = 0;
    return b;
  }
};

/// Numbers first, first + 1, ... of an array of one dimension, whose length does not matter.
constexpr Block run_of(std::uint64_t first, std::size_t n) {
  return {Shape{std::size_t(first) + n}, Shape{std::size_t(first)}, Shape{n}};
}

/// Uniform 32-bit words.
void random_bits(std::uint32_t* out, RandomKey key, const Block& block);
/// Uniform in [0, 1): multiples of 2^-24 (f32), 2^-53 (f64), 2^-8 (bf16), 2^-11 (f16).
void random_uniform(Dtype dtype, void* out, RandomKey key, const Block& block);
/// Standard normal numbers, by Box and Muller's formula in f64. f32, bf16 and f16 round it and draw from 32 bits, so
/// that they stay within 6.7; f64 draws from 53 bits.
void random_normal(Dtype dtype, void* out, RandomKey key, const Block& block);

/// The numbers 0 to n - 1 in random order; the array has one dimension, of n elements, and a dtype of integers. All are
/// sorted by 64 random bits, whatever the block; `scratch` holds permutation_scratch(n) bytes.
void random_permutation(Dtype dtype, void* out, RandomKey key, const Block& block, void* scratch);
constexpr std::size_t permutation_scratch(std::size_t n) { return n * 2 * sizeof(std::uint64_t); }

}  // namespace shardwise::kernels
