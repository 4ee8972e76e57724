// The reduction inside a collective: several devices' arrays become one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise {

enum class ReduceOp : std::uint8_t { sum, max, min };

inline constexpr std::string_view reduce_op_names[3] = {"sum", "max", "min"};
constexpr std::string_view name_of(ReduceOp op) { return reduce_op_names[int(op)]; }

/// For i in [begin, begin + count): every targets[k][i] becomes sources[0][i] op sources[1][i] op ..., in this order,
/// so the result does not depend on how a caller cuts the range. A target may be a source; otherwise the arrays are
/// disjoint. bf16 and f16 are accumulated in f32 and rounded once (to nearest even); integers wrap; max and min
/// of floats give NaN where a source has one. dtype is no key; bool (bytes 0 and 1) takes max and min only.
void fold(const void* const* sources, std::size_t source_count, void* const* targets, std::size_t target_count,
          std::size_t begin, std::size_t count, Dtype dtype, ReduceOp op);

}  // namespace shardwise
