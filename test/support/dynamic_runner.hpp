// Runs programs that only a run knows with the executor's own plans and steps: what straight-line code does, through a
// table.
#pragma once

#include <support/dynamic_rows.hpp>

#include <shardwise/backends/executor/runner.hpp>

namespace test_support {

namespace exec = shardwise::exec;
using exec::OpCode;
using shardwise::Dtype;

template <OpCode C> void elementwise_of(exec::Frame& f, int i, Dtype d) {
  using Tag = typename exec::TagOf<C>::type;
  const auto one = [&]<Dtype D>() {
    if constexpr (shardwise::kernels::ElementwiseOn<Tag, shardwise::kernels::storage<D>>)
      exec::step_elementwise<C, D>(f, i);
  };
  switch (d) {
    case Dtype::f32:
      return one.template operator()<Dtype::f32>();
    case Dtype::f64:
      return one.template operator()<Dtype::f64>();
    case Dtype::bf16:
      return one.template operator()<Dtype::bf16>();
    case Dtype::f16:
      return one.template operator()<Dtype::f16>();
    case Dtype::i32:
      return one.template operator()<Dtype::i32>();
    case Dtype::i64:
      return one.template operator()<Dtype::i64>();
    case Dtype::u32:
      return one.template operator()<Dtype::u32>();
    case Dtype::boolean:
      return one.template operator()<Dtype::boolean>();
    default:
      return;
  }
}

inline void run_range(exec::Frame& f, int begin, int end, std::int64_t it) {
  const shardwise::ProgramView& p = f.plan->program();
  for (int i = begin; i < end; ++i) {
    const shardwise::Eqn& e = p.equations[std::size_t(i)];
    const auto dtype = [&](int v) { return p.type_of(v).dtype; };
    if (e.fused) {
      const shardwise::FusedGroup& group = *f.plan->fused_groups().group(i);
      DynamicRows(f, group, f.plan->fused_call(f.step[i].extra)).run();
      i = group.end - 1;
      continue;
    }
    const OpCode c = exec::code_of(*e.op);
    switch (c) {
#define SHARDWISE_X(name)                                                                 \
  case OpCode::name:                                                                      \
    elementwise_of<OpCode::name>(f, i, dtype(OpCode::name == OpCode::where ? e.b : e.a)); \
    break;
      SHARDWISE_ELEMENTWISE_OPS(SHARDWISE_X)
#undef SHARDWISE_X
      case OpCode::scan: {
        const exec::LoopPlan& loop = f.plan->loop(f.step[i].extra);
        exec::loop_begin(f, loop);
        for (std::int64_t t = 0; t < loop.trip; ++t) {
          const std::int64_t at = loop.backwards ? loop.trip - 1 - t : t;
          exec::iteration_begin(f, loop, at);
          run_range(f, i + 1, e.a, at);
          exec::iteration_end(f, loop);
        }
        i = e.a - 1;
        break;
      }
      case OpCode::repeat: {
        const exec::LoopPlan& loop = f.plan->loop(f.step[i].extra);
        int guard = i + 1;
        while (exec::code_of(*p.equations[std::size_t(guard)].op) != OpCode::guard)
          guard = exec::is_header(exec::code_of(*p.equations[std::size_t(guard)].op))
                      ? p.equations[std::size_t(guard)].a
                      : guard + 1;
        exec::loop_begin(f, loop);
        for (;;) {
          exec::iteration_begin(f, loop, 0);
          run_range(f, i + 1, guard, 0);
          if (!exec::is_true(f, p.equations[std::size_t(guard)].a)) break;
          run_range(f, guard + 1, e.a, 0);
          exec::iteration_end(f, loop);
        }
        i = e.a - 1;
        break;
      }
      case OpCode::branch:
        if (exec::is_true(f, e.b) == (e.k0 != 0)) run_range(f, i + 1, e.a, it);
        i = e.a - 1;
        break;
      case OpCode::pick:
        exec::step_pick(f, i);
        break;
      case OpCode::constant:
      case OpCode::axis_index:
      case OpCode::axis_size:
        exec::step_constant(f, i);
        break;
      case OpCode::iota:
        exec::step_iota(f, i);
        break;
      case OpCode::astype:
        exec::step_astype(f, i, dtype(e.a), dtype(i));
        break;
      case OpCode::reduce_sum:
        exec::step_reduce(f, i, shardwise::kernels::Reduction::sum);
        break;
      case OpCode::reduce_max:
        exec::step_reduce(f, i, shardwise::kernels::Reduction::max);
        break;
      case OpCode::reduce_min:
        exec::step_reduce(f, i, shardwise::kernels::Reduction::min);
        break;
      case OpCode::argmax:
        exec::step_argmax(f, i, true);
        break;
      case OpCode::argmin:
        exec::step_argmax(f, i, false);
        break;
      case OpCode::contract:
        exec::step_contract(f, i);
        break;
      case OpCode::broadcast:
        exec::step_broadcast(f, i);
        break;
      case OpCode::transpose:
        exec::step_transpose(f, i);
        break;
      case OpCode::slice:
        exec::step_slice(f, i);
        break;
      case OpCode::pad:
        exec::step_pad(f, i);
        break;
      case OpCode::take:
        exec::step_take(f, i);
        break;
      case OpCode::scatter_add:
        exec::step_scatter_add(f, i);
        break;
      case OpCode::take_along_axis:
        exec::step_take_along_axis(f, i);
        break;
      case OpCode::scatter_add_along_axis:
        exec::step_scatter_add_along_axis(f, i);
        break;
      case OpCode::clamp_index:
        exec::step_clamp_index(f, i);
        break;
      case OpCode::argsort:
        exec::step_argsort(f, i);
        break;
      case OpCode::cumsum:
        exec::step_cumsum(f, i);
        break;
      case OpCode::concat:
        exec::step_concat(f, i);
        break;
      case OpCode::flip:
        exec::step_flip(f, i);
        break;
      case OpCode::tril:
        exec::step_triangle(f, i, true);
        break;
      case OpCode::triu:
        exec::step_triangle(f, i, false);
        break;
      case OpCode::dynamic_slice:
        exec::step_dynamic_slice(f, i);
        break;
      case OpCode::dynamic_update_slice:
        exec::step_dynamic_update_slice(f, i);
        break;
      case OpCode::reshard:
        exec::step_reshard(f, i);
        break;
      case OpCode::permute:
        exec::step_permute(f, i);
        break;
      case OpCode::own:
        exec::step_own(f, i);
        break;
      case OpCode::stack:
        exec::step_stack(f, i, it);
        break;
      case OpCode::item:
        exec::step_item(f, i, it);
        break;
      case OpCode::alias:
      case OpCode::checkpoint_name:
      case OpCode::stop_gradient:
      case OpCode::reshape:
      case OpCode::view:
      case OpCode::result:
        exec::step_alias(f, i);
        break;
      default:
        break;
    }
  }
}

/// Begins, runs and finishes one call.
inline void run_plan(exec::Plan& plan, std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
  plan.begin(inputs, outputs);
  run_range(plan.frame(), 0, int(plan.program().equations.size()), 0);
  plan.finish();
}

/// The same by the code that is generated for the program P, which the plan is of.
template <class P>
void run_compiled(exec::Plan& plan, std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
  plan.begin(inputs, outputs);
  exec::Runner<P>::run(plan.frame());
  plan.finish();
}

}  // namespace test_support
