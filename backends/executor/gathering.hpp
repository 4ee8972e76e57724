// Sums of products over a loop, as gradients are over microbatches: the operands of some iterations are packed one
// after the other and multiplied together, so that a large result is read and written less often. Which sums:
// merged_values.cpp.
#pragma once

#include <shardwise/backends/executor/packing.hpp>

namespace shardwise::exec {

/// A contraction whose result is added to a carry, or to a part of it in each iteration of a loop inside.
struct GatheredSum {
  int product = -1, carry = -1;  ///< equations
  int loop = -1;                 ///< whose iterations are summed
  std::int64_t trip = 0;
  bool starts = false;  ///< the carry is zero before, and was not filled
  Dtype dtype = Dtype::f32;
  kernels::GatheredProduct form;
  std::int64_t results = 1;                 ///< parts of the carry
  std::size_t bytes = 0, packed_bytes = 0;  ///< of one part: the result, and its operands
};

/// Fills in the form and its bytes. False where the sum is of another kind, or gathering does not pay.
bool plan_gathering(GatheredSum& sum, const kernels::ContractPlan& plan, PackOperands which);

/// A sum while its loop runs.
class Gathering {
 public:
  Gathering() = default;
  Gathering(const GatheredSum& sum, std::byte* packed) : sum_(&sum), packed_(packed) {}
  void loop_begin() {
    iteration_ = filled_ = 0;
    written_ = !sum_->starts;
  }
  void iteration_end();
  /// One product of this iteration. `out` is a part of the carry that begins at `carry`.
  void add(const std::byte* left, const std::byte* right, std::byte* out, const std::byte* carry, double alpha);

 private:
  bool last() const { return filled_ + 1 == sum_->form.at_once || iteration_ + 1 == sum_->trip; }

  const GatheredSum* sum_ = nullptr;
  std::byte* packed_ = nullptr;
  std::int64_t iteration_ = 0, filled_ = 0;  ///< iterations that are packed
  bool written_ = false;                     ///< the result has a value
};

}  // namespace shardwise::exec
