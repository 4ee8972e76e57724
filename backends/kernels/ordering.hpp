// Sums along a dimension, and the order of elements along it.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::kernels {

/// out[.., j, ..] = the sum of in[.., i, ..] over i <= j along `dim`; over i >= j if `reverse`. `out` may be `in`.
/// f32 sums in f64, bf16 and f16 in f32; integers wrap. Floating dtypes, i32, i64, u32.
void cumsum(Dtype dtype, void* out, const void* in, const Shape& shape, int dim, bool reverse);

/// out[.., j, ..] (i32) = the position of the j-th smallest element along `dim`. Equal elements keep their order, -0
/// and 0 are equal, NaN comes last. Any dtype but key. The extent is below 2^31.
void argsort(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim, void* scratch);
/// Bytes of scratch that it needs, aligned for 8-byte integers.
std::size_t argsort_scratch(Dtype dtype, const Shape& shape, int dim);

}  // namespace shardwise::kernels
