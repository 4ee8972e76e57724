// A number where a key is wanted.
// GCC: random::bernoulli: i32\[\]: the operand is no key: make one of it with random::key\(seed\), outside of the step
// CLANG: random::bernoulli: i32[]: the operand is no key: make one of it with random::key(seed), outside of the step
#include <shardwise/dsl/program/program.hpp>

namespace sw = shardwise;

inline constexpr auto step = [](auto a) { return sw::random::bernoulli<"bool[8]">(a, 0.5); };
#ifdef REPAIRED
using Step = sw::Program<step, "key[]">;
#else
using Step = sw::Program<step, "i32[]">;
#endif
static_assert(Step::view().inputs.size() < 9);
