// A step of one parameter, given two types.
// GCC: Program: the step cannot be called with 2 arguments, f32\[8\] and i32\[4\]: name a type for each of its parameters
// CLANG: Program: the step cannot be called with 2 arguments, f32[8] and i32[4]: name a type for each of its parameters
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;
#ifdef REPAIRED
inline constexpr auto step = [](auto a, auto) { return a; };
#else
inline constexpr auto step = [](auto a) { return a; };
#endif
using Step = sw::Program<step, "f32[8]", "i32[4]">;
static_assert(Step::collectives() == sw::Collectives{} && Step::view().inputs.size() < 9);
