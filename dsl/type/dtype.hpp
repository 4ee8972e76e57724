// Element types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace shardwise {

enum class Dtype : std::uint8_t { f32, f64, bf16, f16, i32, i64, u32, boolean, key };

inline constexpr int dtype_count = 9;
inline constexpr std::string_view dtype_names[dtype_count] = {"f32", "f64", "bf16", "f16", "i32",
                                                              "i64", "u32", "bool", "key"};
inline constexpr std::size_t dtype_sizes[dtype_count] = {4, 8, 2, 2, 4, 8, 4, 1, 8};

constexpr std::string_view name_of(Dtype d) { return dtype_names[int(d)]; }
/// Bytes of one element.
constexpr std::size_t size_of(Dtype d) { return dtype_sizes[int(d)]; }
constexpr bool is_floating(Dtype d) { return d <= Dtype::f16; }
constexpr bool is_integer(Dtype d) { return d == Dtype::i32 || d == Dtype::i64 || d == Dtype::u32; }

// The C++ types that stand for element types in `astype<f32>(x)` and on the host.
using f32 = float;
using f64 = double;
struct bf16;
struct f16;
using i32 = std::int32_t;
using i64 = std::int64_t;
using u32 = std::uint32_t;

namespace detail {
template <class T> constexpr Dtype dtype_named() {
  if constexpr (std::is_same_v<T, f32>)
    return Dtype::f32;
  else if constexpr (std::is_same_v<T, f64>)
    return Dtype::f64;
  else if constexpr (std::is_same_v<T, bf16>)
    return Dtype::bf16;
  else if constexpr (std::is_same_v<T, f16>)
    return Dtype::f16;
  else if constexpr (std::is_same_v<T, i32>)
    return Dtype::i32;
  else if constexpr (std::is_same_v<T, i64>)
    return Dtype::i64;
  else if constexpr (std::is_same_v<T, u32>)
    return Dtype::u32;
  else {
    static_assert(std::is_same_v<T, bool>, "an element type is f32, f64, bf16, f16, i32, i64, u32 or bool");
    return Dtype::boolean;
  }
}
}  // namespace detail
/// The dtype that a C++ type stands for.
template <class T> inline constexpr Dtype dtype_for = detail::dtype_named<T>();

}  // namespace shardwise
