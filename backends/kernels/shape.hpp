// Moving elements: broadcast, transpose, slice, pad, blocks of arrays, constants. Elements of 1, 2, 4 or 8 bytes.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::kernels {

/// Distance, in elements, between neighbours along each dimension. 0 repeats an element.
struct Strides {
  std::ptrdiff_t dim[Shape::max_rank] = {};
};

/// Strides of a contiguous row-major array.
constexpr Strides row_major(const Shape& shape) {
  Strides s;
  std::ptrdiff_t step = 1;
  for (int i = shape.rank; i-- > 0; step *= std::ptrdiff_t(shape.dim[i])) s.dim[i] = step;
  return s;
}

/// out[sum i_d * out_strides_d] = in[sum i_d * in_strides_d] for all indices below `shape`. The two do not overlap.
void copy_strided(void* out, const Strides& out_strides, const void* in, const Strides& in_strides, const Shape& shape,
                  std::size_t element_bytes);

/// `out` of shape `result` from `in`, whose dimensions are those of the result without the ones in `added`, and with
/// extent 1 for the ones in `stretched` (bit i for result dimension i).
void broadcast(void* out, const void* in, const Shape& result, unsigned added, unsigned stretched,
               std::size_t element_bytes);

/// Result dimension i is operand dimension `field(permutation, i)` (4 bits each, first lowest); `shape` is the
/// operand's.
void transpose(void* out, const void* in, const Shape& shape, std::uint32_t permutation, std::size_t element_bytes);

/// Elements start, start + stride, ... below stop along `dim`. `shape` is the operand's; stride is at least 1.
void slice(void* out, const void* in, const Shape& shape, int dim, std::size_t start, std::size_t stop,
           std::size_t stride, std::size_t element_bytes);

/// Zeros around and between: along `dim` the operand's elements stand at before, before + stride, ... and `after`
/// zeros follow the last. The result's extent is before + after + (extent ? (extent - 1) * stride + 1 : 0).
/// The transpose of a slice. `shape` is the operand's.
void pad(void* out, const void* in, const Shape& shape, int dim, std::size_t before, std::size_t after,
         std::size_t stride, std::size_t element_bytes);

/// Copies the block of extents `block` at `in_offset` of `in` to `out_offset` of `out`. Offsets count elements per
/// dimension; all ranks agree.
void copy_block(void* out, const Shape& out_shape, const Shape& out_offset, const void* in, const Shape& in_shape,
                const Shape& in_offset, const Shape& block, std::size_t element_bytes);

/// Copies `rows` rows of `row_bytes` each, which lie one after the other in `in` and `pitch` bytes apart in `out`.
void copy_rows(void* out, std::size_t pitch, const void* in, std::size_t row_bytes, std::size_t rows);

/// The dimensions of a mask in reverse order.
void flip(void* out, const void* in, const Shape& shape, unsigned dims, std::size_t element_bytes);

/// Zeros where the last index is greater (`lower`; else smaller) than the one before it plus `diagonal`. `out` may be
/// `in`.
void triangle(void* out, const void* in, const Shape& shape, bool lower, std::int64_t diagonal,
              std::size_t element_bytes);

/// Where a part begins in an array: `places` has an integer for each dimension in `dims`, in order, and is moved so
/// that the part, which is not larger than the array, fits.
Shape window_start(const Shape& whole, const Shape& part, unsigned dims, Dtype dtype, const void* places);

/// n elements of `value`, converted to the dtype (not key) as `astype` does from f64.
void fill(Dtype dtype, void* out, double value, std::size_t n);
/// n copies of an element of 1, 2, 4 or 8 bytes.
void repeat(void* out, const void* element, std::size_t bytes, std::size_t n);

/// out[..., i, ...] = offset + i along `dim`, for any dtype but key and bool.
void iota(Dtype dtype, void* out, const Shape& shape, int dim, std::int64_t offset);

}  // namespace shardwise::kernels
