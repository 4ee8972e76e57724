// What a row kernel holds while it runs.
#pragma once

#include <shardwise/backends/kernels/row_plan.hpp>

namespace shardwise::kernels {

template <class D> struct RowState : RowPlan<D> {
  using Plan = RowPlan<D>;
  using Plan::N, Plan::sources;
  using typename Plan::T, typename Plan::V, typename Plan::M, typename Plan::I;

  /// One number a row: reciprocals are used where a full value is divided by it, in two factors so that neither
  /// overflows where the quotient does not.
  struct Scalars {
    T v[std::size_t(N) + 1];
    bool m[std::size_t(N) + 1];
    I i[std::size_t(N) + 1];
    T inverse[std::size_t(N) + 1], rescale[std::size_t(N) + 1];
  };
  /// Where the arrays of a row lie, and its buffers; the sums of columns are those of all rows.
  struct Row {
    const void *along[std::size_t(sources()) + 1], *soon[std::size_t(sources()) + 1];  // of the row after the next ones
    void* output[std::size_t(N) + 1];
    RandomRun run[std::size_t(N) + 1];
    T* buffer;
    T* column_sums;
    double* column_totals;
    std::size_t pitch;
  };
  /// The registers of a step of a pass.
  struct Values {
    V v[std::size_t(N) + 1];
    M m[std::size_t(N) + 1];
    Batch<I> i[std::size_t(N) + 1];
  };

  /// What a pass over a row sums up: the last block's sums are in lanes still.
  struct Sums {
    V lanes[std::size_t(N) + 1];
    double wide[std::size_t(N) + 1];
  };
};

}  // namespace shardwise::kernels
