// A double as the nearest value of a dtype, and as its bytes.
#pragma once

#include <shardwise/backends/interpreter/simulated_mesh.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::interpreter {

/// Floating types round to nearest, ties to even; integers truncate and wrap; booleans are 0 and 1.
double round_to(Dtype dtype, double x);

/// Values of an array as stored elements of a dtype (not key), and back.
std::vector<std::byte> to_bytes(Dtype dtype, const HostArray& a);
HostArray from_bytes(Dtype dtype, const std::byte* bytes, const Shape& shape);

}  // namespace shardwise::interpreter
