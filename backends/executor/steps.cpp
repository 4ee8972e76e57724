#include <shardwise/backends/executor/steps.hpp>

#include <algorithm>
#include <cstring>

namespace shardwise::exec {
namespace {

struct Context {
  const Eqn& e;
  const Step& s;
  const Shape& shape;  ///< the operand's local extents
  std::byte* out;
  const std::byte* in;
  Dtype dtype;  ///< the operand's
  std::size_t element;
};

Context context(Frame& f, int i) {
  const ProgramView& p = f.plan->program();
  const Eqn& e = p.equations[std::size_t(i)];
  const Dtype dtype = p.type_of(e.a).dtype;
  return {e, f.step[i], f.plan->local_shape(e.a), f.slot[i], f.slot[e.a], dtype, size_of(dtype)};
}

std::size_t stride_of(const Eqn& e) { return e.value > 1 ? std::size_t(e.value) : 1; }

}  // namespace

void step_constant(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Step& s = f.step[i];
  kernels::fill(f.plan->program().type_of(i).dtype, f.slot[i], s.value, s.count);
}

void step_iota(Frame& f, int i) {
  const ProgramView& p = f.plan->program();
  kernels::iota(p.type_of(i).dtype, f.slot[i], f.plan->local_shape(i), int(p.equations[std::size_t(i)].k0),
                std::int64_t(f.step[i].offset));
}

void step_reduce(Frame& f, int i, kernels::Reduction op) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  kernels::reduce(op, c.dtype, c.out, c.in, c.shape, c.e.k0);
}

void step_argmax(Frame& f, int i, bool largest) {
  const Context c = context(f, i);
  auto* out = reinterpret_cast<std::int32_t*>(c.out);
  if (largest)
    kernels::argmax(c.dtype, out, c.in, c.shape, int(c.e.k0));
  else
    kernels::argmin(c.dtype, out, c.in, c.shape, int(c.e.k0));
}

void step_contract(Frame& f, int i) {
  step_alias(f, i);
  const Step& s = f.step[i];
  if (s.packed >= 0) {
    const kernels::ContractPlan& plan = f.plan->contraction(s.extra);
    const std::byte *left = f.slot[s.operand[plan.swapped]], *right = f.slot[s.operand[!plan.swapped]];
    return kernels::contract_packed(plan, left, f.plan->packed(s.packed, right), f.slot[i], s.value, s.accumulate);
  }
  if (s.gathered >= 0) {
    const bool swapped = f.plan->contraction(s.extra).swapped;
    return f.plan->gathering(s.gathered)
        .add(f.slot[s.operand[swapped]], f.slot[s.operand[!swapped]], f.slot[i], f.plan->gathered_carry(s.gathered),
             s.value);
  }
  kernels::contract(f.plan->contraction(s.extra), f.slot[s.operand[0]], f.slot[s.operand[1]], f.slot[i], s.value,
                    s.accumulate ? 1 : 0, f.plan->kernel_scratch(i));
}

void step_conv(Frame& f, int i) {
  const Step& s = f.step[i];
  kernels::convolve(f.plan->convolution(s.extra), f.slot[s.operand[0]], f.slot[s.operand[1]], f.slot[i],
                    f.plan->kernel_scratch(i));
}

void step_broadcast(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  kernels::broadcast(c.out, c.in, f.plan->local_shape(i), c.e.k0, c.e.k1, c.element);
}

void step_transpose(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  kernels::transpose(c.out, c.in, c.shape, c.e.k0, c.element);
}

void step_slice(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  const std::size_t count = f.plan->local_shape(i)[int(c.e.k0)], stride = stride_of(c.e);
  const std::size_t start = c.e.k1 == from_end ? c.shape[int(c.e.k0)] - count : c.e.k1;
  kernels::slice(c.out, c.in, c.shape, int(c.e.k0), start, count ? start + (count - 1) * stride + 1 : start, stride,
                 c.element);
}

void step_pad(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  const std::size_t count = c.shape[int(c.e.k0)], stride = stride_of(c.e), whole = f.plan->local_shape(i)[int(c.e.k0)];
  const std::size_t before = c.e.k1 == from_end ? whole - count : c.e.k1;
  const std::size_t after = whole - before - (count ? (count - 1) * stride + 1 : 0);
  kernels::pad(c.out, c.in, c.shape, int(c.e.k0), before, after, stride, c.element);
}

void step_concat(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const ConcatPlan& plan = f.plan->concat(f.step[i].extra);
  for (const ConcatPlan::Part& part : plan.parts)
    kernels::copy_rows(f.slot[i] + part.offset, plan.pitch, f.slot[part.value], part.bytes, plan.rows);
}

void step_flip(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  kernels::flip(c.out, c.in, c.shape, c.e.k0, c.element);
}

void step_triangle(Frame& f, int i, bool lower) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  kernels::triangle(c.out, c.in, c.shape, lower, std::int64_t(c.e.value), c.element);
}

void step_dynamic_slice(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  const Shape& part = f.plan->local_shape(i);
  const Shape start =
      kernels::window_start(c.shape, part, c.e.k0, f.plan->program().type_of(c.e.b).dtype, f.slot[c.e.b]);
  Shape none = part;
  for (int d = 0; d < none.rank; ++d) none.dim[d] = 0;
  kernels::copy_block(c.out, part, none, c.in, c.shape, start, part, c.element);
}

void step_dynamic_update_slice(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const Context c = context(f, i);
  const Shape& part = f.plan->local_shape(c.e.b);
  const Shape start =
      kernels::window_start(c.shape, part, c.e.k0, f.plan->program().type_of(c.e.c).dtype, f.slot[c.e.c]);
  Shape none = part;
  for (int d = 0; d < none.rank; ++d) none.dim[d] = 0;
  if (c.out != c.in && f.step[i].count) std::memcpy(c.out, c.in, f.step[i].count * c.element);
  kernels::copy_block(c.out, c.shape, start, f.slot[c.e.b], part, none, part, c.element);
}

void step_reshard(Frame& f, int i) {
  if (step_alias(f, i)) return;
  const int g = f.step[i].extra;
  if (g >= 0) run_reshard(f.plan->group(g).plan, f.slot, f.plan->group_scratch(g));
}

void step_permute(Frame& f, int i) {
  const Permute& p = f.plan->permute(f.step[i].extra);
  p.group->permute(f.slot[f.step[i].operand[0]], f.slot[i], f.plan->bytes(i), p.source, p.target);
}

namespace {
/// An elementwise op without a kernel: its meaning on numbers, some elements at a time.
void by_meaning(const OpInfo& op, const OwnCall& call, double value) {
  constexpr std::size_t chunk = 256;
  double in[3][chunk] = {}, out[chunk];
  for (std::size_t begin = 0, n = call.out.size(); begin < n; begin += chunk) {
    const std::size_t count = std::min(chunk, n - begin);
    for (int k = 0; k < op.operands; ++k) {
      const InBlock& b = call.in[std::size_t(k)];
      kernels::detail::convert(b.dtype, Dtype::f64, in[k], b.data + begin * size_of(b.dtype), count);
    }
    for (std::size_t i = 0; i < count; ++i) out[i] = op.eval(in[0][i], in[1][i], in[2][i], value);
    kernels::detail::convert(Dtype::f64, call.out.dtype, call.out.data + begin * size_of(call.out.dtype), out, count);
  }
}
}  // namespace

void step_own(Frame& f, int i) {
  OwnCall& call = f.plan->own_call(f.step[i].extra);
  call.out.data = f.slot[i];
  const OpInfo& op = *f.plan->program().equations[std::size_t(i)].op;
  for (int k = 0; k < op.operands; ++k) call.in[std::size_t(k)].data = f.slot[f.step[i].operand[k]];
  if (call.out.size() == 0) return;
  if (op.kernel)
    op.kernel(call.out, call.in.data());
  else
    by_meaning(op, call, f.step[i].value);
}

void step_stack(Frame& f, int i, std::int64_t it) {
  const Step& s = f.step[i];
  if (s.stride) std::memcpy(f.slot[i] + std::size_t(it) * s.stride, f.slot[s.operand[0]], s.stride);
}

void step_pick(Frame& f, int i) {
  const int from = f.step[i].operand[is_true(f, f.step[i].operand[0]) ? 1 : 2];
  const std::size_t bytes = f.plan->bytes(i);
  if (bytes == 0 || (from >= 0 && f.slot[from] == f.slot[i])) return;
  if (from >= 0)
    std::memcpy(f.slot[i], f.slot[from], bytes);
  else
    std::memset(f.slot[i], 0, bytes);
}

void step_astype(Frame& f, int i, Dtype from, Dtype to) {
  if (step_alias(f, i)) return;
  const Step& s = f.step[i];
  kernels::detail::convert(from, to, f.slot[i], f.slot[s.operand[0]], s.count);
}

void run_fused(Frame& f, const FusedCall& call, void (*kernel)(const kernels::RowArguments&)) {
  kernels::RowSource source[FusedCall::most_arrays];
  void* output[FusedCall::most_arrays];
  for (std::size_t k = 0; k < call.sources.size(); ++k) {
    const FusedCall::Source& s = call.sources[k];
    source[k] = {f.slot[s.value], s.repeat, s.rows, s.stride};
  }
  for (std::size_t k = 0; k < call.outputs.size(); ++k) output[k] = f.slot[call.outputs[k]];
  struct Context {
    const Frame* frame;
    const Drawing* drawings;
  } context{&f, call.drawings.data()};
  const auto run = [](const void* c, int equation, std::size_t element) {
    const auto* at = static_cast<const Context*>(c);
    return run_from(*at->frame, at->drawings[equation], element);
  };
  kernel(
      {call.rows, call.columns, source, output, call.values.data(), f.plan->kernel_scratch(call.begin), run, &context});
}

void loop_begin(Frame& f, const LoopPlan& loop) {
  for (int operand : loop.packs) f.plan->pack(operand);
  for (const auto& c : loop.begin_pointers) f.slot[c.to] = f.slot[c.from];
  for (const auto& c : loop.fills) kernels::fill(c.dtype, f.slot[c.to], c.value, c.count);
  for (const auto& c : loop.begin_copies)
    if (c.bytes && f.slot[c.to] != f.slot[c.from]) std::memcpy(f.slot[c.to], f.slot[c.from], c.bytes);
  for (int contraction : loop.starts) f.plan->accumulate(contraction, false);
  for (int g : loop.gathers) f.plan->gathering(g).loop_begin();
}

void iteration_begin(Frame& f, const LoopPlan& loop, std::int64_t it) {
  for (const auto& s : loop.slots) f.slot[s.value] = f.slot[s.stack] + std::size_t(it) * s.stride;
}

void iteration_end(Frame& f, const LoopPlan& loop) {
  for (const auto& c : loop.stage)
    if (c.bytes) std::memcpy(f.plan->stage(c.to), f.slot[c.from], c.bytes);
  for (const auto& c : loop.copies)
    if (c.bytes) std::memcpy(f.slot[c.to], f.slot[c.from], c.bytes);
  for (const auto& c : loop.staged)
    if (c.bytes) std::memcpy(f.slot[c.to], f.plan->stage(c.from), c.bytes);
  for (const auto& c : loop.pointers) f.slot[c.to] = f.slot[c.from];
  for (int contraction : loop.starts) f.plan->accumulate(contraction, true);
  for (int g : loop.gathers) f.plan->gathering(g).iteration_end();
}

}  // namespace shardwise::exec
