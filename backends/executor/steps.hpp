// What single equations do when a program runs. Ordinary functions with run-time sizes: a user's program compiles only
// their sequence.
#pragma once

#include <shardwise/backends/executor/plan.hpp>
#include <shardwise/backends/kernels/elementwise.hpp>
#include <shardwise/backends/kernels/reduce.hpp>
#include <shardwise/backends/kernels/row_arguments.hpp>

namespace shardwise::exec {

// Each writes the value of equation i; `it` is the current iteration of the loop around it.
void step_constant(Frame& f, int i);
void step_iota(Frame& f, int i);
void step_reduce(Frame& f, int i, kernels::Reduction op);
void step_argmax(Frame& f, int i, bool largest);
void step_contract(Frame& f, int i);
void step_conv(Frame& f, int i);
void step_broadcast(Frame& f, int i);
void step_transpose(Frame& f, int i);
void step_slice(Frame& f, int i);
void step_pad(Frame& f, int i);
void step_concat(Frame& f, int i);
void step_flip(Frame& f, int i);
void step_triangle(Frame& f, int i, bool lower);
void step_dynamic_slice(Frame& f, int i);
void step_dynamic_update_slice(Frame& f, int i);
void step_reshard(Frame& f, int i);
void step_permute(Frame& f, int i);
void step_own(Frame& f, int i);
void step_stack(Frame& f, int i, std::int64_t it);
void step_random(Frame& f, int i, OpCode c);
void step_astype(Frame& f, int i, Dtype from, Dtype to);
void step_pick(Frame& f, int i);

/// What a random equation draws, and where it is in the stream at an element of this device's block.
Drawing drawing_of(const Plan& plan, int i);
kernels::RandomRun run_from(const Frame& f, const Drawing& drawing, std::size_t element);
/// Runs the kernel of a fused group where its arrays lie.
void run_fused(Frame& f, const FusedCall& call, void (*kernel)(const kernels::RowArguments&));

/// What a predicate says.
inline bool is_true(const Frame& f, int value) { return *f.slot[value] != std::byte{0}; }

/// Before the first iteration, before each, after each.
void loop_begin(Frame& f, const LoopPlan& loop);
void iteration_begin(Frame& f, const LoopPlan& loop, std::int64_t it);
void iteration_end(Frame& f, const LoopPlan& loop);

/// True if the value lies in another's memory; its pointer is then set.
inline bool step_alias(Frame& f, int i) {
  const Step& s = f.step[i];
  if (s.alias < 0) return false;
  f.slot[i] = f.slot[s.alias] + s.offset;
  return true;
}

inline void step_item(Frame& f, int i, std::int64_t it) {
  const Step& s = f.step[i];
  f.slot[i] = f.slot[s.operand[0]] + std::size_t(it) * s.stride;
}

namespace detail {
/// One element, for the ops whose result the C++ operators give exactly as the kernels do.
template <OpCode C, class T>
inline constexpr bool has_scalar_form = std::is_floating_point_v<T> &&
                                        (C == OpCode::add || C == OpCode::sub || C == OpCode::mul || C == OpCode::div ||
                                         C == OpCode::neg || C == OpCode::scale || C == OpCode::square);
template <OpCode C, class T> inline T scalar_form(T a, T b, [[maybe_unused]] double value) {
  if constexpr (C == OpCode::add) return a + b;
  if constexpr (C == OpCode::sub) return a - b;
  if constexpr (C == OpCode::mul) return a * b;
  if constexpr (C == OpCode::div) return a / b;
  if constexpr (C == OpCode::neg) return -a;
  if constexpr (C == OpCode::scale) return a * T(value);
  if constexpr (C == OpCode::square) return a * a;
}
}  // namespace detail

/// One elementwise equation on operands of dtype D (of `where`: the second's).
template <OpCode C, Dtype D>
[[gnu::noinline]] void step_elementwise(Frame& f,
                                        int i) {  // inlined a thousand times, it would take seconds to compile
  using T = kernels::storage<D>;
  using Tag = typename TagOf<C>::type;
  const Step& s = f.step[i];
  if constexpr (C == OpCode::add)
    if (step_alias(f, i)) return;  // done by the contraction before it
  constexpr int operands = kernels::vector_table.template operands<Tag>;
  if constexpr (detail::has_scalar_form<C, T>) {
    if (s.count == 1) {
      const T a = *reinterpret_cast<const T*>(f.slot[s.operand[0]]);
      const T b = operands > 1 ? *reinterpret_cast<const T*>(f.slot[s.operand[operands > 1]]) : a;
      *reinterpret_cast<T*>(f.slot[i]) = detail::scalar_form<C, T>(a, b, s.value);
      return;
    }
  }
  const auto operand = [&](int k) {
    return k < operands ? kernels::Operand{f.slot[s.operand[k]], s.mode[k], s.period[k]} : kernels::Operand{};
  };
  kernels::elementwise<Tag, T>(f.slot[i], operand(0), operand(1), operand(2), s.count, s.value);
}

}  // namespace shardwise::exec
