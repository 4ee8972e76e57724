// Operands of contractions that loops do not change are packed once, where the outermost of these loops begins, and
// used packed inside.
#pragma once

#include <shardwise/backends/executor/operands.hpp>
#include <shardwise/backends/executor/plan_options.hpp>
#include <shardwise/backends/kernels/contract.hpp>

namespace shardwise::exec {

/// One packed matrix, or one for each element of the arrays that loops inside take their elements from.
struct PackedOperand {
  int source = -1;  ///< the value that has the matrices, one after the other
  int loop = -1;    ///< the loop where they are packed
  kernels::RightOperand right;
  Dtype dtype = Dtype::f32;
  std::int64_t count = 1;                   ///< matrices
  std::size_t bytes = 0, packed_bytes = 0;  ///< of one, as it is and packed; the latter a multiple of 64
  std::int64_t uses = 0;                    ///< of each, while `loop` runs
  bool operator==(const PackedOperand&) const = default;
};

struct Packing {
  std::vector<PackedOperand> operands;
  std::vector<int> of;  ///< per equation: the operand that its contraction uses packed, or -1
};

/// `contraction_of`: per equation, its plan among `contractions`, or -1.
Packing plan_packing(const ProgramView& program, const Shapes& shapes, const Operands& operands,
                     const std::vector<kernels::ContractPlan>& contractions, const std::vector<int>& contraction_of,
                     PackOperands which);

}  // namespace shardwise::exec
