#include <shardwise/backends/kernels/blas.hpp>

#include <shardwise/backends/kernels/contract.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>

#include <cblas.h>

namespace shardwise::kernels {

namespace blas {
namespace {
CBLAS_TRANSPOSE flag(bool transposed) { return transposed ? CblasTrans : CblasNoTrans; }
}  // namespace

bool knows_cpu() {
#ifndef __AVX__  // then our own products are no wider than OpenBLAS's
  return true;
#endif
  static const bool known = [] {
    // Some builds write the names in capitals.
    constexpr std::string_view without_avx[] = {"prescott",  "core2",  "penryn",  "dunnington",   "nehalem",
                                                "atom",      "athlon", "opteron", "opteron_sse3", "opteron(sse3)",
                                                "barcelona", "bobcat", "nano",    "generic"};
    std::string name = openblas_get_corename();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return std::ranges::find(without_avx, name) == std::end(without_avx);
  }();
  return known;
}

void gemm(bool left_transposed, bool right_transposed, std::int64_t m, std::int64_t n, std::int64_t k, float alpha,
          const float* left, std::int64_t left_ld, const float* right, std::int64_t right_ld, float beta, float* c,
          std::int64_t c_ld) {
  cblas_sgemm(CblasRowMajor, flag(left_transposed), flag(right_transposed), blasint(m), blasint(n), blasint(k), alpha,
              left, blasint(left_ld), right, blasint(right_ld), beta, c, blasint(c_ld));
}
void gemm(bool left_transposed, bool right_transposed, std::int64_t m, std::int64_t n, std::int64_t k, double alpha,
          const double* left, std::int64_t left_ld, const double* right, std::int64_t right_ld, double beta, double* c,
          std::int64_t c_ld) {
  cblas_dgemm(CblasRowMajor, flag(left_transposed), flag(right_transposed), blasint(m), blasint(n), blasint(k), alpha,
              left, blasint(left_ld), right, blasint(right_ld), beta, c, blasint(c_ld));
}

// BLAS takes the extents of the matrix as it is stored.
void gemv(bool transposed, std::int64_t m, std::int64_t k, float alpha, const float* a, std::int64_t ld, const float* x,
          std::int64_t x_step, float beta, float* y, std::int64_t y_step) {
  cblas_sgemv(CblasRowMajor, flag(transposed), blasint(transposed ? k : m), blasint(transposed ? m : k), alpha, a,
              blasint(ld), x, blasint(x_step), beta, y, blasint(y_step));
}
void gemv(bool transposed, std::int64_t m, std::int64_t k, double alpha, const double* a, std::int64_t ld,
          const double* x, std::int64_t x_step, double beta, double* y, std::int64_t y_step) {
  cblas_dgemv(CblasRowMajor, flag(transposed), blasint(transposed ? k : m), blasint(transposed ? m : k), alpha, a,
              blasint(ld), x, blasint(x_step), beta, y, blasint(y_step));
}
}  // namespace blas

void use_one_blas_thread() { openblas_set_num_threads(1); }

}  // namespace shardwise::kernels
