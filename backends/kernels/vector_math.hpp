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

/// exp(x) = 2^n p, x = n ln 2 + r and p = 1 + r + r^2 q(r), q being the polynomial of xsimd's exp. It is scaled last,
/// so that what p is multiplied with before loses nothing near the ends of the range.
struct ScaledExp {
  using V = Batch<float>;
  static constexpr float rounder = 0x1.8p23f;  // what it is added to loses its fraction, and ends in its integer's bits
  V p, n_and_rounder;
  [[gnu::always_inline]] explicit ScaledExp(const V& a) {
    n_and_rounder = kernels::detail::fused(a, V(1.44269504f), V(rounder));
    const V n = n_and_rounder - V(rounder);
    // ln 2 in two parts, of which the first has so few bits that its products are exact.
    V r = kernels::detail::fused(n, V(-0.693359375f), a);
    r = kernels::detail::fused(n, V(2.12194440e-4f), r);
    // In pairs: a chain half as long.
    const V square = r * r;
    const auto pair = [&](float a, float b) { return kernels::detail::fused(V(a), r, V(b)); };
    p = kernels::detail::fused(pair(1.9875691500e-4f, 1.3981999507e-3f), square,
                               pair(8.3334519073e-3f, 4.1665795894e-2f));
    p = kernels::detail::fused(p, square, pair(1.6666665459e-1f, 5.0000001201e-1f));
    const V whole = V(1.f) + r;
    p = whole + kernels::detail::fused(p, square, r - (whole - V(1.f)));
  }
  /// Outside of it exp(x) is 0, infinity or NaN. Of two operands these give the second one if either is NaN.
  [[gnu::always_inline]] static V clamped(const V& x) { return xsimd::min(V(89.f), xsimd::max(V(-170.f), x)); }
  /// v 2^(n + more), rounded once.
  [[gnu::always_inline]] V scaled(const V& v, int more = 0) const {
#ifdef __AVX512F__
    return _mm512_maskz_scalef_ps(__mmask16(-1), v, n_and_rounder - V(rounder - float(more)));
#else
    using I = Batch<std::int32_t>;
    const I all = xsimd::to_int(n_and_rounder - V(rounder)) + I(more), half = all >> 1;  // 2^all may be no float
    const auto power = [](const I& k) { return xsimd::bitwise_cast<V>((k + I(127)) << 23); };
    return v * power(half) * power(all - half);
#endif
  }
  /// exp(x), where all |x| are at most 87: added to the exponents.
  [[gnu::always_inline]] V near_zero() const {
    using I = Batch<std::int32_t>;
    return xsimd::bitwise_cast<V>(xsimd::bitwise_cast<I>(p) + (xsimd::bitwise_cast<I>(n_and_rounder) << 23));
  }
};

/// xsimd's exp of f64 gives 0 and infinity a little early: near the ends of the range, exp(x) = exp(x / 2)^2.
template <class T> [[gnu::always_inline]] inline Batch<T> exp(const Batch<T>& x) {
  if constexpr (std::is_same_v<T, float>) {
#ifdef __AVX512F__
    const ScaledExp e(ScaledExp::clamped(x));
    return e.scaled(e.p);
#else
    const auto near = xsimd::abs(x) <= Batch<T>(87.f);
    if (kernels::detail::all(near)) [[likely]]
      return ScaledExp(x).near_zero();
    const auto gone = x < Batch<T>(-104.f);  // 0; a row of scores is full of them where it is masked
    if (kernels::detail::all(near | gone))
      return xsimd::select(gone, Batch<T>(0.f), ScaledExp(xsimd::max(Batch<T>(-87.f), x)).near_zero());
    const ScaledExp e(ScaledExp::clamped(x));
    return e.scaled(e.p);
#endif
  } else {
    const auto near_end = xsimd::abs(x) > Batch<T>(T(708));
    const Batch<T> y = xsimd::exp(xsimd::select(near_end, x * Batch<T>(T(0.5)), x));
    return xsimd::select(near_end, y * y, y);
  }
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

/// f(x), out of the way of a loop that seldom comes here.
template <class F, class T> [[gnu::noinline, gnu::cold]] Batch<T> seldom(F f, const Batch<T>& x) { return f(x); }
/// exp(-x), for x of at least -87; above 87 it is exp(-87), which is nothing beside 1.
[[gnu::always_inline]] inline Batch<float> exp_of_negative(const Batch<float>& x) {
  return ScaledExp(xsimd::max(Batch<float>(-87.f), -x)).near_zero();
}

/// 1 / (1 + e) for e = exp(-x): what the sum loses is given back to first order.
template <class T> [[gnu::always_inline]] inline Batch<T> sigmoid_of(const Batch<T>& e) {
  const Batch<T> sum = Batch<T>(T(1)) + e, lost = Batch<T>(T(1)) - (sum - e), inverse = Batch<T>(T(1)) / sum;
  return kernels::detail::fused(-inverse * inverse, lost, inverse);
}
/// Far out it is y - y^2 with y = exp(x), which overflows nowhere and is rounded less often. Few numbers lie there.
template <class T> [[gnu::always_inline]] inline Batch<T> sigmoid_anywhere(const Batch<T>& x) {
  const auto far = x < Batch<T>(sizeof(T) == 4 ? T(-10) : T(-20));
  const Batch<T> s = sigmoid_of(exp(-x));
  if (!xsimd::any(far)) [[likely]]
    return s;
  const Batch<T> y = exp(x);
  return xsimd::select(far, xsimd::fnma(y, y, y), s);
}
template <class T> [[gnu::always_inline]] inline Batch<T> sigmoid(const Batch<T>& x) {
#ifndef __AVX512F__
  if constexpr (std::is_same_v<T, float>) {
    if (kernels::detail::all(x >= Batch<T>(-10.f))) [[likely]]
      return sigmoid_of(exp_of_negative(x));
    return seldom([](const Batch<T>& a) { return sigmoid_anywhere(a); }, x);
  }
#endif
  return sigmoid_anywhere(x);
}

/// x sigmoid(x) for e = exp(-x).
template <class T> [[gnu::always_inline]] inline Batch<T> silu_of(const Batch<T>& x, const Batch<T>& e) {
  const Batch<T> sum = Batch<T>(T(1)) + e, lost = Batch<T>(T(1)) - (sum - e), inverse = Batch<T>(T(1)) / sum;
  const Batch<T> quotient = x * inverse;
  const Batch<T> rest = kernels::detail::fused(-quotient, lost, kernels::detail::fused(-quotient, sum, x));
  return kernels::detail::fused(rest, inverse, quotient);
}
/// Far out it is scaled last: exp(x) alone leaves the normal numbers before the product does.
template <class T> [[gnu::always_inline]] inline Batch<T> silu_anywhere(const Batch<T>& x) {
  using V = Batch<T>;
  const auto far = x < V(sizeof(T) == 4 ? T(-14) : T(-20));
  const V s = xsimd::select(x > V(T(90)), x, silu_of(x, exp(-x)));  // infinity has no rest
  if (!xsimd::any(far)) [[likely]]
    return s;
  if constexpr (std::is_same_v<T, float>) {
    const ScaledExp end(ScaledExp::clamped(x));
    const V half = x * (end.p * V(0.5f));  // x p may overflow
    const V y = end.scaled(xsimd::fnma(half, end.scaled(end.p), half), 1);
    return xsimd::select(x < V(-150.f), x * V(0.f), xsimd::select(far, y, s));
  } else {
    const auto near_end = x < V(T(-708));
    const V y = exp(xsimd::select(near_end, x * V(T(0.5)), x));
    return xsimd::select(near_end, x * y * y, xsimd::select(far, xsimd::fnma(x * y, y, x * y), s));
  }
}
template <class T> [[gnu::always_inline]] inline Batch<T> silu(const Batch<T>& x) {
#ifndef __AVX512F__
  if constexpr (std::is_same_v<T, float>) {
    if (kernels::detail::all(x >= Batch<T>(-14.f) && x <= Batch<T>(87.f))) [[likely]]
      return silu_of(x, exp_of_negative(x));
    return seldom([](const Batch<T>& a) { return silu_anywhere(a); }, x);
  }
#endif
  return silu_anywhere(x);
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
  else if constexpr (detail::is_number<V>)
    return -a;
  else
    return a ^ constant<V>(-0.0);  // xsimd subtracts from 0, whose negative would be 0
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
/// x / d of many x and one d between 2^-100 and 2^100, by its reciprocal: q = x (1 / d), and what q d lacks of x is
/// exact where product and sum are rounded once, so that the result has the same bits as x / d (P. W. Markstein, IBM J.
/// Res. Dev. 34, 1990). Where the quotient is no normal number, or |x| below 2^-100 (f64: 2^-960) and the remainder
/// none, it is within one unit.
template <class T> [[gnu::always_inline]] inline Batch<T> quotient(const Batch<T>& x, T d) {
#if defined(__AVX512F__) || (defined(__AVX__) && defined(__FMA__))
  using V = Batch<T>;
  using kernels::detail::fused;
  const V q = x * V(1 / d);
  const V better = fused(fused(q, V(d), -x), V(-1 / d), q);  // in this order -0 stays -0
  if (const auto finite = better == better; !kernels::detail::all(finite))
    return xsimd::select(finite, better, x / V(d));
  return better;
#else
  return x / Batch<T>(d);
#endif
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
