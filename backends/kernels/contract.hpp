// Contractions of two arrays (einsum), planned once and run as matrix products.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/backends/kernels/packed.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::kernels {

/// How one contraction runs. A plain value: made when a step is bound, used on every call.
struct ContractPlan {
  enum class Kind : std::uint8_t {
    nothing,  ///< an empty result
    gemm,     ///< matrix products
    gemv,     ///< matrices times vectors: n is 1
    strided,  ///< no matrix product in it, or integers: loops over all labels
  };
  Kind kind = Kind::nothing;
  Dtype a = Dtype::f32, b = Dtype::f32, out = Dtype::f32;
  bool swapped = false;  ///< the caller's b is the left operand, a the right

  // One matrix product out[m, n] = left[m, k] right[k, n], row-major; leading dimensions in elements.
  std::int64_t m = 1, n = 1, k = 1;
  bool left_transposed = false, right_transposed = false;
  std::int64_t left_ld = 1, right_ld = 1, out_ld = 1;

  // Loops over the labels that the product leaves (`strided`: over all), outermost first: `result_loops` that the
  // result has, then those that are summed. Strides in elements.
  struct Loop {
    std::int64_t extent = 1, left = 0, right = 0, out = 0;
  };
  int loops = 0, result_loops = 0;
  Loop loop[15];

  std::size_t size_a = 0, size_b = 0, size_out = 0;  ///< elements
  std::size_t scratch_bytes = 0;                     ///< what `contract` needs as scratch, aligned to 64 bytes
  std::size_t block_bytes = 0;                       ///< of these, at the end: for blocked products; 0: BLAS does them

  RightOperand right_operand() const { return {k, n, right_ld, right_transposed}; }
  GatheredProduct gathered(std::int64_t at_once) const { return {m, n, k, left_ld, right_ld, out_ld, at_once}; }
};

/// Plans out[labels_out] = sum over the other labels of a[labels_a] b[labels_b]. Labels are packed as in an equation:
/// 4 bits each, from 1, the first dimension lowest. A label of the result stands in a or b; a label is used once in
/// an array. `shape_a` and `shape_b` are local extents; those of one label agree. Types: f32, bf16 and f16 in any
/// mixture, or one of f64, i32, i64, u32 for all three. Summing a label of one operand alone is allowed. `blocks`: in
/// blocks of our own where that pays.
ContractPlan plan_contract(std::uint32_t labels_a, std::uint32_t labels_b, std::uint32_t labels_out,
                           const Shape& shape_a, const Shape& shape_b, Dtype a, Dtype b, Dtype out, bool blocks = true);

inline ContractPlan plan_contract(std::uint32_t labels_a, std::uint32_t labels_b, std::uint32_t labels_out,
                                  const Shape& shape_a, const Shape& shape_b, Dtype dtype) {
  return plan_contract(labels_a, labels_b, labels_out, shape_a, shape_b, dtype, dtype, dtype);
}

/// out = alpha * contraction + beta * out; with beta = 0, out is only written. `out` overlaps no operand. bf16 and f16
/// accumulate in f32 and round once. Integers wrap. `scratch` holds plan.scratch_bytes.
void contract(const ContractPlan& plan, const void* a, const void* b, void* out, double alpha = 1, double beta = 0,
              void* scratch = nullptr);

/// Whether the right operand (b, or a where the plan swaps them) may be packed before: one product of f32 or f64.
bool can_pack(const ContractPlan& plan);
/// The same with the right operand packed as `plan.right_operand()`; `left` is the other one.
void contract_packed(const ContractPlan& plan, const void* left, const void* packed, void* out, double alpha = 1,
                     double beta = 0);

/// Whether sums of it may be gathered: one product left^T right of f32 or f64, both stored by rows.
bool can_gather(const ContractPlan& plan);

/// Lets every BLAS call run on the calling thread only: a device is one thread. Called by `plan_contract`.
void use_one_blas_thread();

}  // namespace shardwise::kernels
