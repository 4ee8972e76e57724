// What the kernel of a user's op sees: one device's blocks of the operands and of the result.
#pragma once

#include <shardwise/dsl/type/type_desc.hpp>

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace shardwise {

/// A row-major block of one device. Elements are of the C++ type of the dtype: float, double, bf16, f16, std::int32_t,
/// std::int64_t, std::uint32_t, bool.
template <class Byte> struct KernelBlock {
  Byte* data = nullptr;
  Dtype dtype = Dtype::f32;
  int rank = 0;
  std::size_t extents[max_rank]{};  ///< of the block
  std::size_t begin[max_rank]{};    ///< where it begins in the array

  std::size_t size() const {
    std::size_t n = 1;
    for (int d = 0; d < rank; ++d) n *= extents[d];
    return n;
  }
  /// All elements. Throws std::logic_error if T is not the dtype's type.
  template <class T> auto as() const {
    if (dtype != dtype_for<T>)
      throw std::logic_error("a kernel reads a block of " + std::string(name_of(dtype)) + " as " +
                             std::string(name_of(dtype_for<T>)));
    using Element = std::conditional_t<std::is_const_v<Byte>, const T, T>;
    return std::span<Element>(reinterpret_cast<Element*>(data), size());
  }
};
/// An operand's block, and the result's, of which nothing is written yet.
using InBlock = KernelBlock<const std::byte>;
using OutBlock = KernelBlock<std::byte>;

namespace detail {
template <class Op, class... In>
concept KernelTakes = requires(const OutBlock& out, const In&... in) {
  Op::kernel(out, in...);
};
/// The struct of an op has a kernel on local blocks: `static void kernel(OutBlock out, InBlock a)`.
template <class Op>
concept HasKernel = KernelTakes<Op> || KernelTakes<Op, InBlock> || KernelTakes<Op, InBlock, InBlock> ||
    KernelTakes<Op, InBlock, InBlock, InBlock>;

template <class Op> void run_kernel(const OutBlock& out, const InBlock* in) {
  if constexpr (Op::operands == 0 && KernelTakes<Op>)
    Op::kernel(out);
  else if constexpr (Op::operands == 1 && KernelTakes<Op, InBlock>)
    Op::kernel(out, in[0]);
  else if constexpr (Op::operands == 2 && KernelTakes<Op, InBlock, InBlock>)
    Op::kernel(out, in[0], in[1]);
  else {
    static_assert(Op::operands == 3 && KernelTakes<Op, InBlock, InBlock, InBlock>,
                  "kernel: the parameters are an OutBlock and one InBlock for each operand of the op");
    Op::kernel(out, in[0], in[1], in[2]);
  }
}
}  // namespace detail

}  // namespace shardwise
