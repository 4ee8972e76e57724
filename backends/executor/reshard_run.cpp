#include <shardwise/backends/executor/reshard.hpp>

#include <cstring>

namespace shardwise::exec {

using Kind = ReshardPlan::Kind;
using Action = ReshardPlan::Action;

void run_reshard(const ReshardPlan& plan, std::byte* const* slots, std::byte* scratch) {
  const auto at = [&](int slot, std::size_t offset) { return (slot < 0 ? scratch : slots[slot]) + offset; };
  for (const Action& a : plan.actions) {
    std::byte* out = at(a.out, a.out_offset);
    const std::byte* in = a.kind == Kind::zero ? nullptr : at(a.in, a.in_offset);
    switch (a.kind) {
      case Kind::copy:
        if (in != out) std::memcpy(out, in, a.count);
        break;
      case Kind::strided: {
        const auto& c = plan.copies[std::size_t(a.strided)];
        kernels::copy_strided(out, c.out, in, c.in, c.shape, c.element);
        break;
      }
      case Kind::zero:
        std::memset(out, 0, a.count);
        break;
      case Kind::all_reduce:
        a.group->all_reduce(in, out, a.count, a.dtype, a.op);
        break;
      case Kind::reduce_scatter:
        a.group->reduce_scatter(in, out, a.count, a.dtype, a.op, a.continues);
        break;
      case Kind::all_to_all:
        a.group->all_to_all(in, out, a.count, a.continues);
        break;
      case Kind::all_gather:
        a.group->all_gather(in, out, a.count, a.continues);
        break;
    }
  }
}

}  // namespace shardwise::exec
