// Defines the functions that formulas of the vector table use, for numbers and for xsimd registers. A number goes
// through a register too, so that both give the same bits. No lane's result depends on its neighbours.
#pragma once

#include <shardwise/backends/kernels/trigonometry.hpp>
#include <shardwise/backends/kernels/vector_table.hpp>

namespace shardwise::kernels::math {

namespace detail {
template <class V> inline constexpr bool is_number = std::is_arithmetic_v<V>;

/// A function of registers, on a register or on a number.
template <class F, class V> inline V in_register(F f, const V& a) {
  if constexpr (is_number<V>)
    return f(Batch<V>(a)).get(0);
  else
    return f(a);
}

/// Overflow must wrap, which only unsigned numbers do.
template <class T> constexpr auto as_unsigned(T x) { return std::make_unsigned_t<T>(x); }

#ifdef __AVX512F__
/// exp(x) = 2^n p, x = n ln 2 + r and p = 1 + r + r^2 q(r); one instruction scales to either end of the range, and what
/// p is multiplied with before that loses nothing there.
struct ScaledExp {
  __m512 p, n;
  [[gnu::always_inline]] explicit ScaledExp(__m512 x) {
    // Of two operands these give the second one if either is NaN. Below the range it stays 0 for any factor.
    const __m512 a = _mm512_min_ps(_mm512_set1_ps(89), _mm512_max_ps(_mm512_set1_ps(-277), x));
    n = _mm512_roundscale_ps(_mm512_mul_ps(a, _mm512_set1_ps(1.44269504f)), 0);
    // ln 2 in two parts.
    __m512 r = _mm512_fnmadd_ps(n, _mm512_set1_ps(0x1.62e43p-1f), a);
    r = _mm512_fnmadd_ps(n, _mm512_set1_ps(-0x1.05c61p-29f), r);
    // The polynomial of xsimd's exp.
    p = _mm512_set1_ps(1.3997796e-3f);
    for (const float c : {8.3955629e-3f, 4.1665401e-2f, 1.6666277e-1f, 0.5f})
      p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(c));
    p = _mm512_add_ps(_mm512_fmadd_ps(p, _mm512_mul_ps(r, r), r), _mm512_set1_ps(1));
  }
};
#endif

/// xsimd's exp gives 0 and infinity a little early: near the ends of the range, exp(x) = exp(x / 2)^2.
template <class T> [[gnu::always_inline]] inline Batch<T> exp(const Batch<T>& x) {
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, float>) {
    const ScaledExp e(x);
    return _mm512_scalef_ps(e.p, e.n);
  }
#endif
  const auto near_end = xsimd::abs(x) > Batch<T>(sizeof(T) == 4 ? T(87) : T(708));
  const Batch<T> y = xsimd::exp(xsimd::select(near_end, x * Batch<T>(T(0.5)), x));
  return xsimd::select(near_end, y * y, y);
}

template <class T> [[gnu::always_inline]] inline Batch<T> expm1(const Batch<T>& x) {
  const Batch<T> y = xsimd::select(x > Batch<T>(T(80)), exp(x), xsimd::expm1(x));
  return xsimd::select(x == Batch<T>(T(0)), x, y);  // keeps -0
}

/// xsimd's log of f64 is wrong below the normal numbers. With AVX-512 and without optimisation GCC cannot compile it.
template <class T> [[gnu::always_inline]] inline Batch<T> log(const Batch<T>& x) {
#if defined(__AVX512F__) && !defined(__OPTIMIZE__) && !defined(__clang__)
  return by_lanes([](T t) { return std::log(t); }, x);
#else
  if constexpr (sizeof(T) == 4) {
    return xsimd::log(x);
  } else {
    const auto tiny = x < Batch<T>(std::numeric_limits<T>::min());
    const Batch<T> y = xsimd::log(xsimd::select(tiny, x * Batch<T>(0x1p54), x));
    return xsimd::select(tiny, y - Batch<T>(54 * 0.69314718055994531), y);
  }
#endif
}

template <class T> [[gnu::always_inline]] inline Batch<T> log1p(const Batch<T>& x) {
  return xsimd::select(x == Batch<T>(T(0)), x, xsimd::log1p(x));  // keeps -0
}

/// xsimd's erf of f64 loses 68 ulp and gives NaN far out. Its erf of f32 errs by 2.4 near 0: there it is the series
/// 2 / sqrt(pi) sum (-1)^k x^(2k+1) / (k! (2k+1)), NIST DLMF 7.6.1.
template <class T> [[gnu::always_inline]] inline Batch<T> erf(const Batch<T>& x) {
  if constexpr (sizeof(T) == 4) {
    constexpr double c = 1.1283791670955126;  // 2 / sqrt(pi)
    const Batch<T> z = x * x;
    Batch<T> q(T(-c / 75600));
    for (const double term : {c / 9360, -c / 1320, c / 216, -c / 42, c / 10, -c / 3, c - 1})
      q = xsimd::fma(z, q, Batch<T>(T(term)));
    return xsimd::select(xsimd::abs(x) < Batch<T>(T(0.66)), xsimd::fma(x, q, x), xsimd::erf(x));
  } else {
    return by_lanes([](T t) { return std::erf(t); }, x);
  }
}

/// Far out 1 / (1 + exp(-x)) is y - y^2 with y = exp(x), which overflows nowhere and is rounded less often. Few numbers
/// lie there.
template <class T> [[gnu::always_inline]] inline Batch<T> sigmoid(const Batch<T>& x) {
  const auto far = x < Batch<T>(sizeof(T) == 4 ? T(-10) : T(-20));
  const Batch<T> s = Batch<T>(T(1)) / (Batch<T>(T(1)) + exp(-x));
  if (!xsimd::any(far)) [[likely]]
    return s;
  const Batch<T> y = exp(x);
  return xsimd::select(far, xsimd::fnma(y, y, y), s);
}
/// The same times x; near the end in halves, since exp(x) alone leaves the normal numbers before the product does.
template <class T> [[gnu::always_inline]] inline Batch<T> silu(const Batch<T>& x) {
  const auto far = x < Batch<T>(sizeof(T) == 4 ? T(-14) : T(-20));
  const Batch<T> s = x / (Batch<T>(T(1)) + exp(-x));
  if (!xsimd::any(far)) [[likely]]
    return s;
#ifdef __AVX512F__
  if constexpr (std::is_same_v<T, float>) {
    const ScaledExp e(x);
    const Batch<T> half = x * (Batch<T>(e.p) * Batch<T>(0.5f));  // x p may overflow
    const Batch<T> y = _mm512_scalef_ps(xsimd::fnma(half, exp(x), half), _mm512_add_ps(e.n, _mm512_set1_ps(1)));
    return xsimd::select(far, y, s);
  }
#endif
  const auto near_end = x < Batch<T>(sizeof(T) == 4 ? T(-87) : T(-708));
  const Batch<T> y = exp(xsimd::select(near_end, x * Batch<T>(T(0.5)), x));
  return xsimd::select(near_end, x * y * y, xsimd::select(far, xsimd::fnma(x * y, y, x * y), s));
}
}  // namespace detail

template <class V> [[gnu::always_inline]] inline V constant(double x) {
  if constexpr (detail::is_number<V>)
    return V(x);
  else
    return V(typename V::value_type(x));
}

template <class V> [[gnu::always_inline]] inline V neg(const V& a) {
  if constexpr (std::is_integral_v<V>)
    return V(0 - detail::as_unsigned(a));
  else
    return -a;
}
template <class V> [[gnu::always_inline]] inline V add(const V& a, const V& b) {
  if constexpr (std::is_integral_v<V>)
    return V(detail::as_unsigned(a) + detail::as_unsigned(b));
  else
    return a + b;
}
template <class V> [[gnu::always_inline]] inline V sub(const V& a, const V& b) {
  if constexpr (std::is_integral_v<V>)
    return V(detail::as_unsigned(a) - detail::as_unsigned(b));
  else
    return a - b;
}
template <class V> [[gnu::always_inline]] inline V mul(const V& a, const V& b) {
  if constexpr (std::is_integral_v<V>)
    return V(detail::as_unsigned(a) * detail::as_unsigned(b));
  else
    return a * b;
}
template <class V> [[gnu::always_inline]] inline V div(const V& a, const V& b) {
  if constexpr (std::is_integral_v<V>) {
    if (b == 0) return V(-1);
    if constexpr (std::is_signed_v<V>)
      if (b == -1) return neg(a);
    return a / b;
  } else {
    return a / b;
  }
}
template <class V> [[gnu::always_inline]] inline V max(const V& a, const V& b) {
  if constexpr (std::is_integral_v<V>)
    return a > b ? a : b;
  else if constexpr (detail::is_number<V>)
    return a > b || a != a ? a : b;
  else
    return xsimd::select(a == a, xsimd::max(a, b), a);  // of a NaN and a number, xsimd's gives the second
}
template <class V> [[gnu::always_inline]] inline V min(const V& a, const V& b) {
  if constexpr (std::is_integral_v<V>)
    return a < b ? a : b;
  else if constexpr (detail::is_number<V>)
    return a < b || a != a ? a : b;
  else
    return xsimd::select(a == a, xsimd::min(a, b), a);
}
template <class V> [[gnu::always_inline]] inline V abs(const V& a) {
  if constexpr (std::is_unsigned_v<V>)
    return a;
  else if constexpr (std::is_integral_v<V>)
    return a < 0 ? neg(a) : a;
  else
    return detail::in_register([](const auto& x) { return xsimd::abs(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V sign(const V& a) {
  if constexpr (std::is_integral_v<V>)
    return V(a > 0) - V(a < 0);
  else if constexpr (detail::is_number<V>)
    return a > 0 ? V(1) : a < 0 ? V(-1) : a;
  else  // zeros and NaN stay
    return xsimd::select(a > V(0), V(1), xsimd::select(a < V(0), V(-1), a));
}
template <class V> [[gnu::always_inline]] inline V sqrt(const V& a) {
  return detail::in_register([](const auto& x) { return xsimd::sqrt(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V exp(const V& a) {
  return detail::in_register([](const auto& x) { return detail::exp(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V expm1(const V& a) {
  return detail::in_register([](const auto& x) { return detail::expm1(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V log(const V& a) {
  return detail::in_register([](const auto& x) { return detail::log(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V log1p(const V& a) {
  return detail::in_register([](const auto& x) { return detail::log1p(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V sigmoid(const V& a) {
  return detail::in_register([](const auto& x) { return detail::sigmoid(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V silu(const V& a) {
  return detail::in_register([](const auto& x) { return detail::silu(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V tanh(const V& a) {
  return detail::in_register([](const auto& x) { return xsimd::tanh(x); }, a);
}
template <class V> [[gnu::always_inline]] inline V sin(const V& a) {
  return detail::in_register([](const auto& x) { return detail::sine(x, 0); }, a);
}
template <class V> [[gnu::always_inline]] inline V cos(const V& a) {
  return detail::in_register([](const auto& x) { return detail::sine(x, 1); }, a);
}
template <class V> [[gnu::always_inline]] inline V erf(const V& a) {
  return detail::in_register([](const auto& x) { return detail::erf(x); }, a);
}
/// xsimd's pow errs by many ulp for large exponents and in the special cases of the standard.
template <class V> [[gnu::always_inline]] inline V pow(const V& a, const V& b) {
  if constexpr (detail::is_number<V>)
    return std::pow(a, b);
  else
    return detail::by_lanes([](auto x, auto y) { return std::pow(x, y); }, a, b);
}
template <class V> bool is_finite(const V& a) { return (a < 0 ? -a : a) <= std::numeric_limits<V>::max(); }
template <class M, class V> V select(const M& mask, const V& a, const V& b) {
  if constexpr (std::is_same_v<M, bool>)
    return mask ? a : b;
  else
    return xsimd::select(mask, a, b);
}

}  // namespace shardwise::kernels::math
