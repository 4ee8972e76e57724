// Rows and elements by number, and adding to them. Indices are i32, i64 or u32; those out of range are clamped.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/dsl/type/dtype.hpp>

#include <optional>

namespace shardwise::kernels {

/// Indices of any integer type.
struct Indices {
  Dtype dtype;
  const void* data;
  std::size_t count;
};

/// The first index that is not within 0 to extent - 1.
std::optional<std::int64_t> out_of_range(const Indices& ids, std::size_t extent);

/// out[i] = ids[i] brought into 0 to extent - 1, of the ids' type. `out` may be the ids.
void clamp(void* out, const Indices& ids, std::size_t extent);

/// The rows of a table that lie here: `held` rows from row `first` on, of `all` in all.
struct Rows {
  std::size_t first, held, all;
  std::size_t elements;  ///< of a row
};

/// out[i] = the table's row ids[i]; zeros if it does not lie here. `out` has ids.count rows.
void take(void* out, const void* table, const Indices& ids, const Rows& rows, std::size_t element_bytes);

/// out = base, with updates[i] added to row ids[i] where it lies here, for i = 0, 1, ... in this order. `out` may be
/// `base`. bf16 and f16 are summed in f32 and rounded once. Floating dtypes, i32, i64, u32.
void scatter_add(Dtype dtype, void* out, const void* base, const Indices& ids, const void* updates, const Rows& rows,
                 void* scratch);
/// Bytes of scratch that it needs, aligned for 8-byte integers.
std::size_t scatter_add_scratch(Dtype dtype, std::size_t ids);

/// out[.., j, ..] = in[.., ids[.., j, ..], ..] along `dim`. The shapes agree in the other dimensions.
void take_along_axis(void* out, const void* in, const Shape& shape, const Indices& ids, const Shape& ids_shape, int dim,
                     std::size_t element_bytes);

/// out = base, with out[.., ids[.., j, ..], ..] += updates[.., j, ..], in the order of the updates. As scatter_add.
void scatter_add_along_axis(Dtype dtype, void* out, const void* base, const Shape& shape, const Indices& ids,
                            const void* updates, const Shape& ids_shape, int dim, void* scratch);
std::size_t scatter_add_along_axis_scratch(Dtype dtype, const Shape& shape, int dim);

}  // namespace shardwise::kernels
