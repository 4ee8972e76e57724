// Registers of a row: read, written, and cut off at the row's end. `Tail`: only the first `rest` elements are there.
#pragma once

#include <shardwise/backends/kernels/simd.hpp>

#include <bit>
#include <cstdint>

namespace shardwise::kernels::detail {

/// The reciprocal of a row's number in two factors, so that neither overflows where a quotient does not.
template <class T> void invert(T x, T& inverse, T& rescale) {
  constexpr T far = sizeof(T) == 4 ? T(0x1p64) : T(0x1p512);
  constexpr T low = sizeof(T) == 4 ? T(0x1p-100) : T(0x1p-1000), high = sizeof(T) == 4 ? T(0x1p100) : T(0x1p1000);
  const T size = x < 0 ? -x : x;
  rescale = size < low ? far : size > high ? 1 / far : T(1);
  inverse = 1 / (x * rescale);
}

/// The largest or the smallest lane; NaN if there is one.
template <bool Largest, class T> [[gnu::always_inline]] inline T extreme(const Batch<T>& v) {
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, float>)
    if (_mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q) == 0) return Largest ? _mm512_reduce_max_ps(v) : _mm512_reduce_min_ps(v);
#endif
  alignas(64) T lane[Batch<T>::size];
  v.store_aligned(lane);
  T best = lane[0];
  for (T l : lane) best = (Largest ? l > best : l < best) || l != l ? l : best;
  return best;
}

template <bool Tail, class T>
[[gnu::always_inline]] inline Batch<T> read_row(const T* p, [[maybe_unused]] std::size_t rest) {
  if constexpr (Tail)
    return detail::load_some(p, rest);
  else
    return Batch<T>::load_unaligned(p);
}
template <bool Tail, class T>
[[gnu::always_inline]] inline void write_row(T* p, const Batch<T>& v, [[maybe_unused]] std::size_t rest) {
  if constexpr (Tail)
    detail::store_some(p, v, rest);
  else
    v.store_unaligned(p);
}
template <bool Tail, class T>
[[gnu::always_inline]] inline xsimd::batch_bool<T> read_mask(const bool* p, [[maybe_unused]] std::size_t rest) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  if constexpr (sizeof(T) == 4 && !Tail)
    return _mm_cmpneq_epi8_mask(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), _mm_setzero_si128());
#endif
  alignas(64) T lane[Batch<T>::size];
  for (std::size_t i = 0; i < Batch<T>::size; ++i) lane[i] = !Tail || i < rest ? T(p[i]) : T(0);
  return Batch<T>::load_aligned(lane) != Batch<T>(T(0));
}
template <bool Tail, class T>
[[gnu::always_inline]] inline void write_mask(bool* p, const xsimd::batch_bool<T>& m,
                                              [[maybe_unused]] std::size_t rest) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  if constexpr (sizeof(T) == 4 && !Tail)
    return _mm_storeu_si128(reinterpret_cast<__m128i*>(p), _mm_maskz_set1_epi8(__mmask16(m), 1));
#endif
  alignas(64) T lane[Batch<T>::size];
  xsimd::select(m, Batch<T>(T(1)), Batch<T>(T(0))).store_aligned(lane);
  for (std::size_t i = 0; i < (Tail ? rest : Batch<T>::size); ++i) p[i] = lane[i] != T(0);
}
/// The mask of as many integers, as one of T; xsimd 8.1 has no cast.
template <class T, class I> [[gnu::always_inline]] inline xsimd::batch_bool<T> mask_of(const xsimd::batch_bool<I>& m) {
#ifdef __AVX512F__
  return static_cast<typename xsimd::batch_bool<T>::register_type>(m);
#else
  const Batch<I> bits = xsimd::select(m, Batch<I>(std::bit_cast<I>(T(1))), Batch<I>(I(0)));
  return xsimd::bitwise_cast<Batch<T>>(bits) == Batch<T>(T(1));
#endif
}
/// i32 numbers in lanes of I.
template <bool Tail, class I>
[[gnu::always_inline]] inline Batch<I> read_integers(const std::int32_t* p, [[maybe_unused]] std::size_t rest) {
  if constexpr (sizeof(I) == 4 && !Tail) {
    return Batch<I>::load_unaligned(p);
  } else {
    alignas(64) I lane[Batch<I>::size] = {};
    for (std::size_t i = 0; i < (Tail ? rest : Batch<I>::size); ++i) lane[i] = p[i];
    return Batch<I>::load_aligned(lane);
  }
}
template <class T> [[gnu::always_inline]] inline auto first_lanes(std::size_t n) {
  alignas(64) T lane[Batch<T>::size];
  for (std::size_t i = 0; i < Batch<T>::size; ++i) lane[i] = T(i);
  return Batch<T>::load_aligned(lane) < Batch<T>(T(n));
}

}  // namespace shardwise::kernels::detail
