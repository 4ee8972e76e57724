// The BLAS calls that contractions need, row-major. Internal; the BLAS header stays in one unit.
#pragma once

#include <cstdint>

namespace shardwise::kernels::blas {

/// Whether OpenBLAS has kernels for this CPU. Where it does not know the CPU it takes those of the first ones with 64
/// bits, without AVX: 0.3.21 does so on Intel's of 2023, where products then take four to six times as long.
bool knows_cpu();

/// c[m, n] = alpha left[m, k] right[k, n] + beta c; a transposed operand is stored [k, m] or [n, k].
void gemm(bool left_transposed, bool right_transposed, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
          const float* left, std::int64_t left_ld, const float* right, std::int64_t right_ld, float beta, float* c,
          std::int64_t c_ld);
void gemm(bool left_transposed, bool right_transposed, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
          const double* left, std::int64_t left_ld, const double* right, std::int64_t right_ld, double beta, double* c,
          std::int64_t c_ld);

/// y[m] = alpha a[m, k] x[k] + beta y; a transposed matrix is stored [k, m].
void gemv(bool transposed, std::int64_t m, std::int64_t k, float alpha, const float* a, std::int64_t ld, const float* x,
          std::int64_t x_step, float beta, float* y, std::int64_t y_step);
void gemv(bool transposed, std::int64_t m, std::int64_t k, double alpha, const double* a, std::int64_t ld,
          const double* x, std::int64_t x_step, double beta, double* y, std::int64_t y_step);

}  // namespace shardwise::kernels::blas
