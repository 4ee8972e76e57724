// The vector table holds elementwise ops only, and generic code can go from an equation's op back to its tag.
#include <shardwise/shardwise.hpp>

#include <shardwise/backends/kernels/elementwise.hpp>

namespace {

using namespace shardwise;

template <class... Ops> constexpr bool every_row(kernels::OpList<Ops...>) {
  return (std::is_same_v<kernels::tag_of<op<Ops>>, Ops> && ...) && (op<Ops>->elementwise() && ...) &&
         ((kernels::vector_table.operands<Ops> == op<Ops>->operands) && ...);
}
static_assert(every_row(kernels::ElementwiseOps{}));
static_assert(kernels::row_of_op<op<ops::reduce_sum>> == -1);

static_assert(kernels::ElementwiseOn<ops::tanh, bf16>);
static_assert(!kernels::ElementwiseOn<ops::tanh, int>);
static_assert(!kernels::ElementwiseOn<ops::add, bool>);
static_assert(kernels::ElementwiseOn<ops::where, RandomKey>);

}  // namespace
