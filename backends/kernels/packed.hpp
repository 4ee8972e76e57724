// Matrix products by vector code of our own, for operands that BLAS is slow on: a few rows times a matrix that is used
// again and again, and so is packed once; and the product of two thin matrices that is added to a large one.
//
// Row-major throughout. The numbers that the choices rest on are in docs/step_compiler.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace shardwise::kernels {

/// A right operand [k, n] as it is stored: row-major with leading dimension `ld`, or, transposed, as [n, k].
struct RightOperand {
  std::int64_t k = 0, n = 0, ld = 0;
  bool transposed = false;
  bool operator==(const RightOperand&) const = default;
};

/// Bytes of it packed, a multiple of 64. T: float, double.
template <class T> std::size_t packed_bytes(const RightOperand& right);
/// Packs it; `packed` is aligned to 64 bytes.
template <class T> void pack(const RightOperand& right, const T* from, void* packed);
/// out[m, n] = alpha left[m, k] right + beta out. `right` is what was packed; with beta = 0, out is only written.
template <class T>
void packed_gemm(const RightOperand& right, std::int64_t m, T alpha, const T* left, std::int64_t left_ld,
                 const void* packed, T beta, T* out, std::int64_t out_ld);
/// Whether packing makes `uses` products with m rows each faster than BLAS does them, the packing counted.
bool packing_pays(const RightOperand& right, std::int64_t m, std::int64_t uses);

/// Products that pack both operands as they go, block by block.
struct BlockedProduct {
  std::int64_t m = 0, n = 0, k = 0;
  bool left_transposed = false;  ///< the left operand is stored [k, m]
  std::int64_t left_ld = 0;
  RightOperand right() const { return {k, n, right_ld, right_transposed}; }
  bool right_transposed = false;
  std::int64_t right_ld = 0, out_ld = 0;
};
/// Whether that is faster than BLAS.
bool blocking_pays(const BlockedProduct& product);
/// Bytes of scratch for it, aligned to 64. No extent is 0. T: float, double.
template <class T> std::size_t blocked_gemm_bytes(const BlockedProduct& product);
template <class T>
void blocked_gemm(const BlockedProduct& product, T alpha, const T* left, const T* right, T beta, T* out, void* scratch);

/// A sum of products with one result, sum_p left_p^T right_p, left_p [k, m] and right_p [k, n]: each packed when it is
/// there, and some multiplied at once, so that a result that comes from far is read and written less often.
struct GatheredProduct {
  std::int64_t m = 0, n = 0, k = 0;  ///< of one product
  std::int64_t left_ld = 0, right_ld = 0, out_ld = 0;
  std::int64_t at_once = 1;  ///< products
};
/// How many of `products` to multiply at once; 1: it does not pay. `results`: how many results are summed by turns.
std::int64_t gathered_at_once(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t products,
                              std::int64_t results, std::size_t element);
/// Bytes that `gather` fills, a multiple of 64; aligned to 64.
template <class T> std::size_t gathered_bytes(const GatheredProduct& product);
/// Packs the operands of product `which` of those that are multiplied at once.
template <class T>
void gather(const GatheredProduct& product, std::int64_t which, const T* left, const T* right, void* packed);
/// out = alpha * the sum of the first `count` + beta out.
template <class T>
void gathered_gemm(const GatheredProduct& product, std::int64_t count, T alpha, const void* packed, T beta, T* out);

}  // namespace shardwise::kernels
