#include <shardwise/backends/kernels/elementwise_kernel.hpp>

namespace shardwise::kernels::detail {

constinit const KernelColumn kernels_f64 = kernels_for<double>;

}  // namespace shardwise::kernels::detail
