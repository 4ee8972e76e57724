// Sums, maxima and minima over dimensions of a contiguous local array, and their positions.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::kernels {

enum class Reduction : std::uint8_t { sum, max, min };

/// Reduces the dimensions in `mask` (bit i for dimension i) of `in`; `out` is the contiguous array of the remaining
/// dimensions, in order, and does not overlap `in`.
///
/// f32, bf16 and f16 sum short blocks in f32 and the blocks in f64; f64 in several f64 lanes; integers wrap. Over
/// nothing a sum is 0, a max the lowest value (-inf) and a min the highest. NaN propagates. dtypes: floating, i32, i64,
/// u32; bool for max and min (any, all).
void reduce(Reduction op, Dtype dtype, void* out, const void* in, const Shape& shape, unsigned mask);

/// Position (i32) of the largest or smallest element along dimension `dim`, the lowest among equals; NaN counts as the
/// extreme, as in numpy. `out` has the other dimensions, in order. The extent along `dim` is at least 1.
void argmax(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim);
void argmin(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim);

}  // namespace shardwise::kernels
