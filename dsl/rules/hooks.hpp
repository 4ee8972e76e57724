// Where the validator looks into the rules. Nothing of it is left in normal builds.
#pragma once

#include <type_traits>

namespace shardwise::rules {

#ifdef SHARDWISE_COUNT_ROWS
/// How often each row was used: the table of coverage. Counted at run time only.
void count_row(const void* row);
#define SHARDWISE_ROW_USED(row) \
  if (!std::is_constant_evaluated()) count_row(row)
#else
#define SHARDWISE_ROW_USED(row) (void)0
#endif

#ifdef SHARDWISE_SEEDED_FAULTS
/// The fault that the mutation test plants, by its number in test/mutation/faults.cpp; or 0.
inline int seeded_fault = 0;
constexpr bool fault(int n) { return !std::is_constant_evaluated() && seeded_fault == n; }
#else
constexpr bool fault(int) { return false; }
#endif

}  // namespace shardwise::rules
