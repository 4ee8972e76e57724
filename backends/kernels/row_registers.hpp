// Registers of a row: read, written, and cut off at the row's end. `Tail`: only the first `rest` elements are there.
#pragma once

#include <shardwise/backends/kernels/half.hpp>
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

#ifdef __AVX__
#ifdef __AVX512F__
// With a mask of all lanes: GCC 12 takes what intrinsics without one leave undefined for a mistake of the user's.
template <int Half> __m256d half(__m512d v) { return _mm512_maskz_extractf64x4_pd(__mmask8(-1), v, Half); }
template <int Half> __m256 half(__m512 v) { return _mm256_castpd_ps(half<Half>(_mm512_castps_pd(v))); }
#endif
template <int Half> __m128 half(__m256 v) { return _mm256_extractf128_ps(v, Half); }
template <int Half> __m128d half(__m256d v) { return _mm256_extractf128_pd(v, Half); }

/// The lanes of a register put together by f of two registers.
template <class F> [[gnu::always_inline]] inline float folded(__m128 x, const F& f) {
  x = f(x, _mm_movehl_ps(x, x));
  return _mm_cvtss_f32(f(x, _mm_movehdup_ps(x)));
}
template <class F> [[gnu::always_inline]] inline double folded(__m128d x, const F& f) {
  return _mm_cvtsd_f64(f(x, _mm_unpackhi_pd(x, x)));
}
template <class Register, class F> [[gnu::always_inline]] inline auto folded(Register v, const F& f) {
  return folded(f(half<0>(v), half<1>(v)), f);
}

struct Larger {
  __m128 operator()(__m128 a, __m128 b) const { return _mm_max_ps(a, b); }
  __m256 operator()(__m256 a, __m256 b) const { return _mm256_max_ps(a, b); }
};
struct Smaller {
  __m128 operator()(__m128 a, __m128 b) const { return _mm_min_ps(a, b); }
  __m256 operator()(__m256 a, __m256 b) const { return _mm256_min_ps(a, b); }
};
#endif

/// The sum of the lanes.
template <class T> [[gnu::always_inline]] inline T total(const Batch<T>& v) {
#ifdef __AVX__
  if constexpr (std::is_floating_point_v<T>)
    return folded(typename Batch<T>::register_type(v), [](auto a, auto b) { return a + b; });
#endif
  return xsimd::hadd(v);
}

/// The largest or the smallest lane; NaN if there is one.
template <bool Largest, class T> [[gnu::always_inline]] inline T extreme(const Batch<T>& v) {
#ifdef __AVX__
  if constexpr (std::is_same_v<T, float>)
    if (all(v == v)) return folded(typename Batch<T>::register_type(v), std::conditional_t<Largest, Larger, Smaller>{});
#endif
  alignas(64) T lane[Batch<T>::size];
  v.store_aligned(lane);
  T best = lane[0];
  for (T l : lane) best = (Largest ? l > best : l < best) || l != l ? l : best;
  return best;
}

// read<Tail, T>(p, rest) and write<Tail, T>(p, register, rest), for lanes of T.
template <bool Tail, class T>
[[gnu::always_inline]] inline Batch<T> read(const T* p, [[maybe_unused]] std::size_t rest) {
  if constexpr (Tail)
    return detail::load_some(p, rest);
  else
    return Batch<T>::load_unaligned(p);
}
template <bool Tail, class T>
[[gnu::always_inline]] inline void write(T* p, const Batch<T>& v, [[maybe_unused]] std::size_t rest) {
  if constexpr (Tail)
    detail::store_some(p, v, rest);
  else
    v.store_unaligned(p);
}
/// bool of an array are masks.
template <bool Tail, class T>
[[gnu::always_inline]] inline xsimd::batch_bool<T> read(const bool* p, [[maybe_unused]] std::size_t rest) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  if constexpr (sizeof(T) == 4 && !Tail)
    return _mm_cmpneq_epi8_mask(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)), _mm_setzero_si128());
#endif
  alignas(64) T lane[Batch<T>::size];
  for (std::size_t i = 0; i < Batch<T>::size; ++i) lane[i] = !Tail || i < rest ? T(p[i]) : T(0);
  return Batch<T>::load_aligned(lane) != Batch<T>(T(0));
}
template <bool Tail, class T>
[[gnu::always_inline]] inline void write(bool* p, const xsimd::batch_bool<T>& m, [[maybe_unused]] std::size_t rest) {
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
#if defined(__AVX512F__)
  return static_cast<typename xsimd::batch_bool<T>::register_type>(m);
#elif defined(__AVX__)
  if constexpr (sizeof(T) == 4)
    return _mm256_castsi256_ps(m);
  else
    return _mm256_castsi256_pd(m);
#else
  const Batch<I> bits = xsimd::select(m, Batch<I>(std::bit_cast<I>(T(1))), Batch<I>(I(0)));
  return xsimd::bitwise_cast<Batch<T>>(bits) == Batch<T>(T(1));
#endif
}
/// i32 numbers, in lanes as wide as T.
template <bool Tail, class T>
[[gnu::always_inline]] inline auto read(const std::int32_t* p, [[maybe_unused]] std::size_t rest) {
  using I = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
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

// ---- bf16 and f16 in lanes of f32: read, rounded to nearest even, and written once they are rounded.

template <bool Tail, class T, class H>
  requires(std::is_same_v<H, bf16> || std::is_same_v<H, f16>)
[[gnu::always_inline]] inline Batch<float> read(const H* p, [[maybe_unused]] std::size_t rest) {
  constexpr std::size_t width = Batch<float>::size;
#ifdef __AVX512F__
  if constexpr (!Tail) {
    const __m256i bits = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
    if constexpr (std::is_same_v<H, f16>)
      return _mm512_cvtph_ps(bits);
    else
      return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(bits), 16));
  }
#endif
  alignas(64) float lane[width] = {};
  to_float(lane, p, Tail ? rest : width);
  return Batch<float>::load_aligned(lane);
}
template <bool Tail, class T, class H>
  requires(std::is_same_v<H, bf16> || std::is_same_v<H, f16>)
[[gnu::always_inline]] inline void write(H* p, const Batch<float>& v, [[maybe_unused]] std::size_t rest) {
  constexpr std::size_t width = Batch<float>::size;
#ifdef __AVX512F__
  if constexpr (!Tail) {
    const __m256i bits = std::is_same_v<H, f16> ? _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
                                                : _mm512_cvtepi32_epi16(_mm512_srli_epi32(_mm512_castps_si512(v), 16));
    return _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), bits);
  }
#endif
  alignas(64) float lane[width];
  v.store_aligned(lane);
  from_float(p, lane, Tail ? rest : width);
}
/// v as an array of E holds it.
template <class E, class T> [[gnu::always_inline]] inline Batch<T> rounded(const Batch<T>& v) {
  if constexpr (std::is_same_v<E, T>) {
    return v;
  } else {
#ifdef __AVX512F__
    if constexpr (std::is_same_v<E, f16>) {
      return _mm512_cvtph_ps(_mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
    } else {
      const __m512i bits = _mm512_castps_si512(v);
      const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
      const __m512i up = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7fff)), odd);
      const __m512i quiet = _mm512_or_si512(bits, _mm512_set1_epi32(0x400000));
      const __m512i whole = _mm512_mask_mov_epi32(up, _mm512_cmp_ps_mask(v, v, _CMP_UNORD_Q), quiet);
      return _mm512_castsi512_ps(_mm512_and_si512(whole, _mm512_set1_epi32(int(0xffff0000))));
    }
#else
    alignas(64) float lane[Batch<T>::size];
    v.store_aligned(lane);
    for (float& x : lane) x = E(x);
    return Batch<float>::load_aligned(lane);
#endif
  }
}

}  // namespace shardwise::kernels::detail
