#include <shardwise/backends/kernels/elementwise_kernel.hpp>

namespace shardwise::kernels::detail {

constinit const KernelColumn kernels_i32 = kernels_for<std::int32_t>;
constinit const KernelColumn kernels_i64 = kernels_for<std::int64_t>;
constinit const KernelColumn kernels_u32 = kernels_for<std::uint32_t>;
constinit const KernelColumn kernels_bool = kernels_for<bool>;

}  // namespace shardwise::kernels::detail
