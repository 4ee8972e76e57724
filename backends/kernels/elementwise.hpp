// Elementwise ops on contiguous local arrays, and casts between dtypes. No allocation, no exceptions.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>
#include <shardwise/backends/kernels/vector_table.hpp>

#include <array>

namespace shardwise::kernels {

using ElementwiseFn = void (*)(void* out, const Operand& a, const Operand& b, const Operand& c, std::size_t n,
                               double value);

namespace detail {
// Row r holds the kernel of the table's row r, or null where the op is not defined for the type.
using KernelColumn = std::array<ElementwiseFn, vector_table.size>;
extern const KernelColumn kernels_f32, kernels_f64, kernels_i32, kernels_i64, kernels_u32, kernels_bool;

/// Converts pieces of the operands to f32 and runs an f32 kernel on them.
void elementwise_half(ElementwiseFn f32_kernel, Dtype dtype, bool bool_result, void* out, const Operand& a,
                      const Operand& b, const Operand& c, std::size_t n, double value);
/// `where`: moves elements of `bytes` bytes.
void select_elements(std::size_t bytes, void* out, const Operand& mask, const Operand& b, const Operand& c,
                     std::size_t n);
void convert(Dtype from, Dtype to, void* out, const void* in, std::size_t n);

template <class T> constexpr const KernelColumn& kernels_of() {
  if constexpr (dtype_of<T> == Dtype::f32) return kernels_f32;
  if constexpr (dtype_of<T> == Dtype::f64) return kernels_f64;
  if constexpr (dtype_of<T> == Dtype::i32) return kernels_i32;
  if constexpr (dtype_of<T> == Dtype::i64) return kernels_i64;
  if constexpr (dtype_of<T> == Dtype::u32) return kernels_u32;
  if constexpr (dtype_of<T> == Dtype::boolean) return kernels_bool;
}
}  // namespace detail

/// Whether `elementwise<Op, T>` exists: the op is a row of the vector table and T lies in the row's domain.
template <class Op, class T>
concept ElementwiseOn = vector_table.template has<Op>&& vector_table.template in_domain<Op>(dtype_of<T>);

/// out[i] = Op(a[i], b[i], c[i]) for i < n, each operand read in its mode; operands that the op lacks are ignored.
///
/// T is the type of the operands' elements; comparisons and isfinite write bool. For `where`, a is the bool mask and
/// T the type of b, c and out. `value` is the factor of `scale` (integers: truncated to T) and the divisor of
/// `divide_by_size`. Integers wrap; integer division truncates, by zero it gives -1 (all bits set).
/// `out` may be an operand of mode full, exactly. An element's result depends on its operands alone, never on n,
/// its place or alignment.
template <class Op, class T>
  requires ElementwiseOn<Op, T>
inline void elementwise(void* out, const Operand& a, const Operand& b, const Operand& c, std::size_t n,
                        double value = 0) {
  constexpr int row = vector_table.template row_of<Op>;
  if constexpr (std::is_same_v<Op, ops::where>)
    detail::select_elements(sizeof(T), out, a, b, c, n);
  else if constexpr (dtype_of<T> == Dtype::bf16 || dtype_of<T> == Dtype::f16)
    detail::elementwise_half(detail::kernels_f32[row], dtype_of<T>,
                             vector_table.template at<row>().gives == Gives::boolean, out, a, b, c, n, value);
  else
    detail::kernels_of<T>()[row](out, a, b, c, n, value);
}

/// out[i] = To(in[i]). Floating to floating rounds to nearest, ties to even. Floating to integer truncates and
/// saturates, NaN gives 0. To bool: not equal to 0. Integer to integer wraps. `out` may be `in` if the sizes agree.
template <class From, class To> inline void astype(void* out, const void* in, std::size_t n) {
  detail::convert(dtype_of<From>, dtype_of<To>, out, in, n);
}

}  // namespace shardwise::kernels
