// A notation with an axis mentioned twice: what is wrong, and at which character.
// GCC: bad_type_notation<.*"f32\[8@X,4@X\]".*"an axis is mentioned twice".*, 11>
// CLANG: an axis is mentioned twice
#include <shardwise/dsl/type/array_type.hpp>

#ifdef REPAIRED
static_assert(sizeof(shardwise::type<"f32[8@X,4@Y]">) == 1);
#else
static_assert(sizeof(shardwise::type<"f32[8@X,4@X]">) == 1);
#endif
