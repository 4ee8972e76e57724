// xsimd, and what version 8.1 lacks.
#pragma once

// GCC 12 warns of its own intrinsics' deliberately unset registers (GCC bug 105593).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <xsimd/xsimd.hpp>
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#include <cmath>
#include <cstring>
#include <type_traits>

namespace shardwise::kernels {

template <class T> using Batch = xsimd::batch<T>;

namespace detail {

/// The first n lanes from memory, n below the width; the others are 0.
template <class T> inline Batch<T> load_some(const T* p, std::size_t n) {
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, float>)
    return _mm512_maskz_loadu_ps(__mmask16((1u << n) - 1), p);
  else if constexpr (std::is_same_v<T, double>)
    return _mm512_maskz_loadu_pd(__mmask8((1u << n) - 1), p);
  else
#endif
  {
    alignas(64) T lane[Batch<T>::size] = {};
    std::memcpy(lane, p, n * sizeof(T));
    return Batch<T>::load_aligned(lane);
  }
}

/// The first n lanes to memory, n below the width.
template <class T> inline void store_some(T* p, const Batch<T>& v, std::size_t n) {
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, float>)
    _mm512_mask_storeu_ps(p, __mmask16((1u << n) - 1), v);
  else if constexpr (std::is_same_v<T, double>)
    _mm512_mask_storeu_pd(p, __mmask8((1u << n) - 1), v);
  else
#endif
  {
    alignas(64) T lane[Batch<T>::size];
    v.store_aligned(lane);
    std::memcpy(p, lane, n * sizeof(T));
  }
}

/// Whether all lanes are set; xsimd's asks the flags of a slower instruction.
inline bool all(const xsimd::batch_bool<float>& m) {
#if defined(__AVX__) && !defined(__AVX512F__)
  return _mm256_movemask_ps(m) == 0xff;
#else
  return xsimd::all(m);
#endif
}

inline bool all(const xsimd::batch_bool<double>& m) { return xsimd::all(m); }

/// a * b + c; rounded once where the CPU has an instruction for it.
inline Batch<float> fused(const Batch<float>& a, const Batch<float>& b, const Batch<float>& c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX__) && defined(__FMA__)
  return _mm256_fmadd_ps(a, b, c);
#else
  return a * b + c;
#endif
}
/// a * b + c rounded once; xsimd's fma rounds twice on AVX-512.
inline Batch<double> fused(const Batch<double>& a, const Batch<double>& b, const Batch<double>& c) {
#if defined(__AVX512F__)
  return _mm512_fmadd_pd(a, b, c);
#elif defined(__AVX__) && defined(__FMA__)
  return _mm256_fmadd_pd(a, b, c);
#else
  alignas(64) double x[3][Batch<double>::size];
  a.store_aligned(x[0]);
  b.store_aligned(x[1]);
  c.store_aligned(x[2]);
  for (std::size_t i = 0; i < Batch<double>::size; ++i) x[0][i] = std::fma(x[0][i], x[1][i], x[2][i]);
  return Batch<double>::load_aligned(x[0]);
#endif
}

}  // namespace detail
}  // namespace shardwise::kernels
