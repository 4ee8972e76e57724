// Element types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

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

}  // namespace shardwise
