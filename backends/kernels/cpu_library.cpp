// Compiled like all units of the library.
#include <shardwise/backends/kernels/cpu.hpp>

namespace shardwise::detail {

extern constinit const CpuSets library_cpu_sets = cpu_sets_of_this_unit;

}  // namespace shardwise::detail
