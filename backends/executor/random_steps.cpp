// Random numbers inside steps: each device draws the elements of its block.
#include <shardwise/backends/executor/steps.hpp>
#include <shardwise/backends/kernels/random.hpp>

#include <cstring>

namespace shardwise::exec {
namespace {

std::uint32_t low_word(Dtype dtype, const std::byte* integer) {
  if (dtype == Dtype::i64) {
    std::int64_t v;
    std::memcpy(&v, integer, sizeof v);
    return std::uint32_t(v);
  }
  std::uint32_t v;
  std::memcpy(&v, integer, sizeof v);
  return v;
}

}  // namespace

void step_random(Frame& f, int i, OpCode c) {
  const Plan& plan = *f.plan;
  const Eqn& e = plan.program().equations[std::size_t(i)];
  const TypeDesc& t = plan.program().type_of(i);
  const RandomKey key = *reinterpret_cast<const RandomKey*>(f.slot[e.a]);
  std::byte* out = f.slot[i];
  if (c == OpCode::random_split) {
    auto* keys = reinterpret_cast<RandomKey*>(out);
    for (std::size_t k = 0; k < f.step[i].count; ++k) keys[k] = kernels::split(key, std::uint32_t(k));
    return;
  }
  if (c == OpCode::random_fold_in) {
    const std::uint32_t data = low_word(plan.program().type_of(e.b).dtype, f.slot[e.b]);
    *reinterpret_cast<RandomKey*>(out) = kernels::fold_in(key, data);
    return;
  }
  const Shape& local = plan.local_shape(i);
  const kernels::Block block{plan.global_shape(i), block_offset(plan.mesh(), t, local, plan.mesh().rank()), local};
  switch (c) {
    case OpCode::random_bits:
      return kernels::random_bits(reinterpret_cast<std::uint32_t*>(out), key, block);
    case OpCode::random_uniform:
      return kernels::random_uniform(t.dtype, out, key, block);
    case OpCode::random_normal:
      return kernels::random_normal(t.dtype, out, key, block);
    default:
      return kernels::random_permutation(t.dtype, out, key, block, f.plan->kernel_scratch(i));
  }
}

}  // namespace shardwise::exec
