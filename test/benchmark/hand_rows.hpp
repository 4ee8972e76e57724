// Passes over rows that several hand-written steps need. After hand_common.hpp.
#pragma once

#include "hand_common.hpp"

namespace hand {
namespace {

constexpr int lanes = int(Vec::size);

inline Vec at(const float* p) { return Vec::load_aligned(p); }
inline void put(float* p, Vec v) { v.store_aligned(p); }
inline float largest(Vec v) {
#ifdef __AVX512F__
  return _mm512_reduce_max_ps(v);
#else
  alignas(64) float a[lanes];
  put(a, v);
  return *std::max_element(a, a + lanes);
#endif
}

// C = alpha op(A) op(B) + beta C on strided matrices
inline void gemm(bool ta, bool tb, int m, int n, int k, float alpha, const float* a, int lda, const float* b, int ldb,
                 float beta, float* c, int ldc) {
  cblas_sgemm(CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda, b,
              ldb, beta, c, ldc);
}

// The bias on each row: what a product is then added to.
template <int N> void lay_bias(const float* bias, float* out, int rows) {
  for (int r = 0; r < rows; ++r, out += N)
    for (int i = 0; i < N; i += lanes) put(out + i, at(bias + i));
}
// Four rows a pass: the sums are read and written a quarter as often.
template <int N> void add_columns(const float* x, float* sum, int rows) {
  int r = 0;
  for (; r + 4 <= rows; r += 4, x += 4 * N)
    for (int i = 0; i < N; i += lanes)
      put(sum + i, at(sum + i) + ((at(x + i) + at(x + N + i)) + (at(x + 2 * N + i) + at(x + 3 * N + i))));
  for (; r < rows; ++r, x += N)
    for (int i = 0; i < N; i += lanes) put(sum + i, at(sum + i) + at(x + i));
}

}  // namespace
}  // namespace hand
