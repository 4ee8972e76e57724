// From dtypes to C++ types, and arrays as seen along one dimension. Internal.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>

#include <type_traits>

namespace shardwise::kernels::detail {

/// Calls f(std::type_identity<T>{}) for the element type of numbers; other dtypes do nothing.
template <class F> void with_number(Dtype dtype, F f) {
  switch (dtype) {
    case Dtype::f32:
      return f(std::type_identity<float>{});
    case Dtype::f64:
      return f(std::type_identity<double>{});
    case Dtype::bf16:
      return f(std::type_identity<bf16>{});
    case Dtype::f16:
      return f(std::type_identity<f16>{});
    case Dtype::i32:
      return f(std::type_identity<std::int32_t>{});
    case Dtype::i64:
      return f(std::type_identity<std::int64_t>{});
    case Dtype::u32:
      return f(std::type_identity<std::uint32_t>{});
    default:
      return;
  }
}

template <class T> inline constexpr bool is_half = std::is_same_v<T, bf16> || std::is_same_v<T, f16>;

/// `outer` slabs of `extent` rows of `inner` elements.
struct Lines {
  std::size_t outer = 1, extent = 1, inner = 1;
  Lines(const Shape& shape, int dim) : extent(shape.dim[dim]) {
    for (int i = 0; i < dim; ++i) outer *= shape.dim[i];
    for (int i = dim + 1; i < shape.rank; ++i) inner *= shape.dim[i];
  }
};

}  // namespace shardwise::kernels::detail
