// C++ types of stored elements. bf16 and f16 are storage only: kernels compute them in f32.
#pragma once

#include <shardwise/dsl/type/dtype.hpp>

#include <bit>
#include <concepts>

namespace shardwise {

/// bfloat16: the upper half of an f32. Conversion rounds to nearest, ties to even; NaN stays NaN (quiet).
struct bf16 {
  std::uint16_t bits = 0;

  constexpr bf16() = default;
  constexpr explicit bf16(float x) : bits(round(std::bit_cast<std::uint32_t>(x))) {}
  /// Rounds once: through f32 rounded to odd, so that no tie is broken twice.
  constexpr explicit bf16(double x) : bf16(to_odd(x)) {}
  constexpr explicit bf16(std::integral auto x) : bf16(double(x)) {}
  constexpr operator float() const { return std::bit_cast<float>(std::uint32_t(bits) << 16); }
  static constexpr bf16 from_bits(std::uint16_t b) {
    bf16 r;
    r.bits = b;
    return r;
  }

 private:
  static constexpr std::uint16_t round(std::uint32_t u) {
    const std::uint32_t rounded = (u + 0x7fff + ((u >> 16) & 1)) >> 16;
    const std::uint32_t quiet_nan = (u >> 16) | 0x40;
    return std::uint16_t((u & 0x7fffffff) > 0x7f800000 ? quiet_nan : rounded);
  }
  static constexpr float to_odd(double x) {
    const float y = float(x);
    const std::uint32_t u = std::bit_cast<std::uint32_t>(y);
    if (double(y) == x || x != x || (u & 0x7fffffff) == 0x7f800000 || (u & 1)) return y;
    const bool too_large = (double(y) > x) == (x > 0);
    return std::bit_cast<float>(too_large ? u - 1 : u + 1);
  }
};

/// IEEE binary16. Conversion rounds to nearest, ties to even; overflow gives infinity.
struct f16 {
  std::uint16_t bits = 0;

  constexpr f16() = default;
  constexpr explicit f16(float x) : bits(std::bit_cast<std::uint16_t>(_Float16(x))) {}
  constexpr explicit f16(double x) : bits(std::bit_cast<std::uint16_t>(_Float16(x))) {}
  constexpr explicit f16(std::integral auto x) : f16(double(x)) {}
  constexpr operator float() const { return float(std::bit_cast<_Float16>(bits)); }
  static constexpr f16 from_bits(std::uint16_t b) {
    f16 r;
    r.bits = b;
    return r;
  }
};

/// A key of the counter-based random generator: what an array of dtype `key` holds.
struct RandomKey {
  std::uint32_t word[2] = {0, 0};
  constexpr bool operator==(const RandomKey&) const = default;
};

namespace kernels {

namespace detail {
template <Dtype D> struct Storage;
// clang-format off
template <> struct Storage<Dtype::f32>     { using type = float; };
template <> struct Storage<Dtype::f64>     { using type = double; };
template <> struct Storage<Dtype::bf16>    { using type = bf16; };
template <> struct Storage<Dtype::f16>     { using type = f16; };
template <> struct Storage<Dtype::i32>     { using type = std::int32_t; };
template <> struct Storage<Dtype::i64>     { using type = std::int64_t; };
template <> struct Storage<Dtype::u32>     { using type = std::uint32_t; };
template <> struct Storage<Dtype::boolean> { using type = bool; };
template <> struct Storage<Dtype::key>     { using type = RandomKey; };

template <class T> struct DtypeOf;
template <> struct DtypeOf<float>         { static constexpr Dtype value = Dtype::f32; };
template <> struct DtypeOf<double>        { static constexpr Dtype value = Dtype::f64; };
template <> struct DtypeOf<bf16>          { static constexpr Dtype value = Dtype::bf16; };
template <> struct DtypeOf<f16>           { static constexpr Dtype value = Dtype::f16; };
template <> struct DtypeOf<std::int32_t>  { static constexpr Dtype value = Dtype::i32; };
template <> struct DtypeOf<std::int64_t>  { static constexpr Dtype value = Dtype::i64; };
template <> struct DtypeOf<std::uint32_t> { static constexpr Dtype value = Dtype::u32; };
template <> struct DtypeOf<bool>          { static constexpr Dtype value = Dtype::boolean; };
template <> struct DtypeOf<RandomKey>     { static constexpr Dtype value = Dtype::key; };
// clang-format on
}  // namespace detail

/// The C++ type of an element of dtype D in memory: `storage<Dtype::bf16>` is `bf16`.
template <Dtype D> using storage = typename detail::Storage<D>::type;

/// The dtype whose elements are stored as T.
template <class T> inline constexpr Dtype dtype_of = detail::DtypeOf<T>::value;

static_assert(sizeof(bool) == 1 && sizeof(RandomKey) == size_of(Dtype::key));

}  // namespace kernels
}  // namespace shardwise
