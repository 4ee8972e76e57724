// Sine and cosine of registers. xsimd's choose their reduction by the largest lane, so that an element's last bit
// would depend on its neighbours, and with them on how an array is split.
#pragma once

#include <shardwise/backends/kernels/simd.hpp>

#include <cmath>
#include <initializer_list>
#include <limits>

namespace shardwise::kernels::math::detail {

/// Lane by lane, where no vector function is good enough.
template <class F, class T, class... Vs> inline Batch<T> by_lanes(F f, const Batch<T>& a, const Vs&... more) {
  struct alignas(64) Lanes {
    explicit Lanes(const Batch<T>& v) { v.store_aligned(lane); }
    T lane[Batch<T>::size];
  };
  return [&](Lanes x, auto... xs) {
    for (std::size_t i = 0; i < Batch<T>::size; ++i) x.lane[i] = f(x.lane[i], xs.lane[i]...);
    return Batch<T>::load_aligned(x.lane);
  }(Lanes(a), Lanes(more)...);
}

/// Beyond, the reduction below loses bits.
inline constexpr double trigonometry_far = 1 << 20;

/// sin(x + quadrant pi / 2): reduced to [-pi/4, pi/4] by Cody and Waite's method, then Taylor's series, whose first
/// omitted terms are below 1e-19.
inline Batch<double> sine_near(const Batch<double>& x, int quadrant) {
  using V = Batch<double>;
  using kernels::detail::fused;
  const V k = xsimd::nearbyint(x * V(0.63661977236758134));  // 2 / pi
  // pi / 2 is the sum of three doubles. x - k * the first is exact with fma; `low` is what r cannot hold.
  const V first = fused(k, V(-1.5707963267948966), x);
  const V r = fused(k, V(-6.1232339957367660e-17), first);
  const V low = fused(k, V(-6.1232339957367660e-17), first - r) + k * V(1.4973849048591698e-33);

  const V z = r * r;
  auto series = [&](std::initializer_list<double> coefficients) {
    V p(0.0);
    for (double c : coefficients) p = fused(p, z, V(c));
    return p;
  };
  const V s = series({1 / 355687428096000., -1 / 1307674368000., 1 / 6227020800., -1 / 39916800., 1 / 362880.,
                      -1 / 5040., 1 / 120., -1 / 6.});
  const V c = series({-1 / 6402373705728000., 1 / 20922789888000., -1 / 87178291200., 1 / 479001600., -1 / 3628800.,
                      1 / 40320., -1 / 720., 1 / 24.});
  const V sine = r + fused(s * z, r, low);
  const V half = V(0.5) * z;
  const V head = V(1.0) - half;
  const V cosine = head + (((V(1.0) - head) - half) + fused(-r, low, z * z * c));

  const V q = k + V(double(quadrant));
  const V q4 = q - V(4.0) * xsimd::floor(q * V(0.25));
  const V odd = q4 - V(2.0) * xsimd::floor(q4 * V(0.5));
  const V magnitude = xsimd::select(odd == V(0.0), sine, cosine);
  const V result = xsimd::select(q4 >= V(2.0), -magnitude, magnitude);
  return quadrant == 0 ? xsimd::select(x == V(0.0), x, result) : result;  // sin(-0) is -0
}

inline Batch<double> sine(const Batch<double>& x, int quadrant) {
  const auto far = !(xsimd::abs(x) <= Batch<double>(trigonometry_far));
  const Batch<double> near = sine_near(x, quadrant);
  if (!xsimd::any(far)) return near;
  auto exact = [quadrant](double t) { return quadrant == 0 ? std::sin(t) : std::cos(t); };
  return xsimd::select(far, by_lanes(exact, x), near);
}

/// f32 in f64, rounded once at the end.
inline Batch<float> sine(const Batch<float>& x, int quadrant) {
  constexpr std::size_t width = Batch<float>::size, half = Batch<double>::size;
  alignas(64) float lane[width];
  alignas(64) double wide[width];
  x.store_aligned(lane);
  for (std::size_t i = 0; i < width; ++i) wide[i] = double(lane[i]);
  for (std::size_t i = 0; i < width; i += half)
    sine(Batch<double>::load_aligned(wide + i), quadrant).store_aligned(wide + i);
  for (std::size_t i = 0; i < width; ++i) lane[i] = float(wide[i]);
  return Batch<float>::load_aligned(lane);
}

}  // namespace shardwise::kernels::math::detail
