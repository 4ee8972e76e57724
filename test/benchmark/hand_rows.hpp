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

// AdamW of the example, with its constants, in one pass.
inline void adamw_pass(float* w, float* m, float* v, const float* g, std::size_t n, int count) {
  constexpr float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0.01f;
  const Vec unbias1(1 / (1 - std::pow(beta1, float(count)))), unbias2(1 / (1 - std::pow(beta2, float(count))));
  for (std::size_t i = 0; i < n; i += lanes) {
    const Vec d = at(g + i), weight = at(w + i);
    const Vec m1 = xsimd::fma(Vec(beta1), at(m + i), Vec(1 - beta1) * d);
    const Vec v1 = xsimd::fma(Vec(beta2), at(v + i), Vec(1 - beta2) * (d * d));
    put(m + i, m1);
    put(v + i, v1);
    const Vec direction = (unbias1 * m1) / (xsimd::sqrt(unbias2 * v1) + Vec(epsilon));
    put(w + i, xsimd::fnma(Vec(rate), xsimd::fma(Vec(decay), weight, direction), weight));
  }
}

}  // namespace
}  // namespace hand
