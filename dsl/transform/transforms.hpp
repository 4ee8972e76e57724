// The transforms of the step compiler: each a function from program value to program value, in a file of its own. None
// changes what a program means; each can be switched off.
#pragma once

#include <shardwise/dsl/transform/freeze.hpp>

namespace shardwise {

/// Which transforms run. Those that merge equal equations and drop dead ones belong to freezing and always run.
struct Transforms {
  bool operator==(const Transforms&) const = default;
};
/// No transform.
inline constexpr Transforms no_transforms{};

/// The program as it runs, from the program as it is written.
constexpr DynamicProgram optimise(DynamicProgram p, [[maybe_unused]] const Transforms& which = {}) { return p; }

}  // namespace shardwise
