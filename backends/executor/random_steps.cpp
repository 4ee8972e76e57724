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

/// The numbers of a block that an equation draws from a key.
void draw_block(Frame& f, int i, OpCode c, const kernels::Block& block, void* out) {
  const ProgramView& p = f.plan->program();
  const RandomKey key = *reinterpret_cast<const RandomKey*>(f.slot[p.equations[std::size_t(i)].a]);
  const Dtype dtype = p.type_of(i).dtype;
  switch (c) {
    case OpCode::random_bits:
      return kernels::random_bits(static_cast<std::uint32_t*>(out), key, block);
    case OpCode::random_uniform:
      return kernels::random_uniform(dtype, out, key, block);
    case OpCode::random_normal:
      return kernels::random_normal(dtype, out, key, block);
    default:
      return kernels::random_permutation(dtype, out, key, block, f.plan->kernel_scratch(i));
  }
}

kernels::Block block_of(const Plan& plan, int i) {
  const Shape& local = plan.local_shape(i);
  return {plan.global_shape(i), block_offset(plan.mesh(), plan.program().type_of(i), local, plan.mesh().rank()), local};
}

}  // namespace

void draw_row(Frame& f, int i, std::size_t row, void* out) {
  kernels::Block block = block_of(*f.plan, i);
  for (int d = block.local.rank - 1; d-- > 0;) {
    block.offset.dim[d] += row % block.local[d];
    row /= block.local[d];
    block.local.dim[d] = 1;
  }
  draw_block(f, i, code_of(*f.plan->program().equations[std::size_t(i)].op), block, out);
}

void step_random(Frame& f, int i, OpCode c) {
  const Plan& plan = *f.plan;
  const Eqn& e = plan.program().equations[std::size_t(i)];
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
  draw_block(f, i, c, block_of(plan, i), out);
}

}  // namespace shardwise::exec
