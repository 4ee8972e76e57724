// Random numbers inside steps: each device draws the elements of its block.
#include <shardwise/backends/executor/steps.hpp>

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

void draw(const Drawing& d, RandomKey key, void* out, void* scratch) {
  switch (d.code) {
    case OpCode::random_bits:
      return kernels::random_bits(static_cast<std::uint32_t*>(out), key, d.block);
    case OpCode::random_uniform:
      return kernels::random_uniform(d.dtype, out, key, d.block);
    case OpCode::random_normal:
      return kernels::random_normal(d.dtype, out, key, d.block);
    default:
      return kernels::random_permutation(d.dtype, out, key, d.block, scratch);
  }
}

}  // namespace

Drawing drawing_of(const Plan& plan, int i) {
  const TypeDesc& type = plan.program().type_of(i);
  const Shape& local = plan.local_shape(i);
  const Eqn& e = plan.program().equations[std::size_t(i)];
  return {code_of(*e.op),
          type.dtype,
          e.a,
          {plan.global_shape(i), block_offset(plan.mesh(), type, local, plan.mesh().rank()), local}};
}

kernels::RandomRun run_from(const Frame& f, const Drawing& d, std::size_t element) {
  const kernels::Block& block = d.block;
  std::uint64_t first = 0, stride = 1;
  for (int k = block.local.rank; k-- > 0; stride *= block.global[k]) {
    first += (block.offset[k] + element % block.local[k]) * stride;
    element /= block.local[k];
  }
  return {*reinterpret_cast<const RandomKey*>(f.slot[d.key]), first};
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
  draw(drawing_of(plan, i), key, out, f.plan->kernel_scratch(i));
}

}  // namespace shardwise::exec
