#include <validator/data.hpp>

namespace shardwise::rules {
void count_row(const void* row) { ++validator::row_counts()[row]; }
}  // namespace shardwise::rules
