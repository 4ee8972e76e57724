// A double as the nearest value of a dtype.
#pragma once

#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::interpreter {

/// Floating types round to nearest, ties to even; integers truncate and wrap; booleans are 0 and 1.
double round_to(Dtype dtype, double x);

}  // namespace shardwise::interpreter
