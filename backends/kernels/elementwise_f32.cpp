#include <shardwise/backends/kernels/elementwise_kernel.hpp>

namespace shardwise::kernels::detail {

constinit const KernelColumn kernels_f32 = kernels_for<float>;

}  // namespace shardwise::kernels::detail
