// Plain references for kernels, in double, and helpers to make and read arrays of any dtype.
#pragma once

#include <shardwise/backends/kernels/elementwise.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace shardwise::test {

/// A value as it is after storing it as T.
template <class T> T stored(double x) {
  if constexpr (std::is_same_v<T, bf16> || std::is_same_v<T, f16>)
    return T(x);
  else
    return static_cast<T>(x);
}
template <class T> double number(T x) {
  if constexpr (std::is_same_v<T, bf16> || std::is_same_v<T, f16>)
    return double(float(x));
  else
    return double(x);
}

/// Storage for n elements, with `skew` elements before them so that their alignment varies.
template <class T> class Buffer {
 public:
  explicit Buffer(std::size_t n, std::size_t skew = 0) : bytes_((n + skew) * sizeof(T) + 64), skew_(skew), size_(n) {}
  T* data() { return reinterpret_cast<T*>(bytes_.data()) + skew_; }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.data()) + skew_; }
  T& operator[](std::size_t i) { return data()[i]; }
  const T& operator[](std::size_t i) const { return data()[i]; }
  std::size_t size() const { return size_; }

 private:
  std::vector<unsigned char> bytes_;
  std::size_t skew_, size_;
};

inline std::mt19937_64& generator() {
  static std::mt19937_64 g(12345);
  return g;
}
inline double uniform(double low, double high) { return low + (high - low) * double(generator()() >> 11) * 0x1p-53; }

/// From `low` to `high`; of unsigned types not below 0, where the conversion means nothing.
template <class T> Buffer<T> random_array(std::size_t n, double low, double high, std::size_t skew = 0) {
  if (std::is_unsigned_v<T>) low = std::max(low, 0.0);
  Buffer<T> b(n, skew);
  for (std::size_t i = 0; i < n; ++i) b[i] = stored<T>(uniform(low, high));
  return b;
}
/// Small integers, exact in every dtype; negative ones where T has them.
template <class T> Buffer<T> small_integers(std::size_t n, std::size_t skew = 0) {
  Buffer<T> b(n, skew);
  for (std::size_t i = 0; i < n; ++i) {
    const int x = int(generator()() % 9);
    b[i] = stored<T>(std::is_same_v<T, bool> ? x % 2 : std::is_unsigned_v<T> ? x : x - 4);
  }
  return b;
}

template <class T> bool same_bits(const T* a, const T* b, std::size_t n) {
  return std::memcmp(a, b, n * sizeof(T)) == 0;
}

/// |got - want| in units of the last place that `want` has as a T; 0 if both are NaN. A result that is the want rounded
/// to the nearest T is within 0.5.
template <class T> double ulps(T got_, double want) {
  const double got = number(got_);
  if (std::isnan(want)) return std::isnan(got) ? 0 : INFINITY;
  if (got == want || got_ == stored<T>(want)) return 0;
  if (!std::isfinite(got) || !std::isfinite(want)) return INFINITY;
  if constexpr (std::is_integral_v<T>) return INFINITY;
  constexpr Dtype d = kernels::dtype_of<T>;
  constexpr int digits = d == Dtype::f32 ? 24 : d == Dtype::f64 ? 53 : d == Dtype::bf16 ? 8 : 11;
  constexpr int min_exponent = d == Dtype::f64 ? -1021 : d == Dtype::f16 ? -13 : -125;
  int e;
  std::frexp(want, &e);
  return std::abs(got - want) / std::ldexp(1.0, std::max(e, min_exponent) - digits);
}

}  // namespace shardwise::test
