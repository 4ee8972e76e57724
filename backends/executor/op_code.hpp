// Ops as an enumeration: what plans and runners switch over. Ops are known by name and class, so that the executor
// needs no rules.
#pragma once

#include <shardwise/dsl/program/op.hpp>

namespace shardwise::exec {

// clang-format off
#define SHARDWISE_ELEMENTWISE_OPS(X) \
  X(neg) X(scale) X(divide_by_size) X(exp) X(expm1) X(log) X(log1p) X(tanh) X(sin) X(cos) X(sqrt) X(rsqrt) X(erf)    \
  X(relu) X(gelu) X(silu) X(sigmoid) X(softplus) X(abs) X(sign) X(square) X(reciprocal) X(logical_not) X(isfinite)   \
  X(add) X(sub) X(mul) X(div) X(max) X(min) X(pow) X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(logical_and) X(logical_or)  \
  X(where)
#define SHARDWISE_STRUCTURAL_OPS(X) \
  X(input, "input") X(constant, "constant") X(iota, "iota") X(astype, "astype") X(reduce_sum, "sum")                 \
  X(reduce_max, "max") X(reduce_min, "min") X(argmax, "argmax") X(argmin, "argmin") X(contract, "contract") X(conv, "conv")          \
  X(broadcast, "broadcast") X(transpose, "transpose") X(reshape, "reshape") X(slice, "slice") X(pad, "pad")          \
  X(take, "take") X(scatter_add, "scatter_add") X(take_along_axis, "take_along_axis")                                \
  X(scatter_add_along_axis, "scatter_add_along_axis") X(clamp_index, "clamp_index") X(argsort, "argsort")            \
  X(cumsum, "cumsum")                                                                                                \
  X(concat, "concat") X(flip, "flip") X(tril, "tril") X(triu, "triu") X(dynamic_slice, "dynamic_slice")              \
  X(dynamic_update_slice, "dynamic_update_slice")                                                                    \
  X(reshard, "reshard") X(alias, "alias") X(stop_gradient, "stop_gradient") X(scan, "scan") X(carry, "carry")        \
  X(item, "item") X(stack, "stack") X(result, "result") X(view, "view") X(permute, "permute")                         \
  X(axis_index, "axis_index") X(axis_size, "axis_size")                                                               \
  X(random_split, "random::split") X(random_fold_in, "random::fold_in") X(random_bits, "random::bits")               \
  X(random_uniform, "random::uniform") X(random_normal, "random::normal")                                            \
  X(random_permutation, "random::permutation")                                                                       \
  X(branch, "branch") X(pick, "pick") X(repeat, "while") X(guard, "guard") X(checkpoint_name, "checkpoint_name")
// clang-format on

/// Elementwise ops come first, with the names of their tags in `ops`.
enum class OpCode : std::uint8_t {
#define SHARDWISE_X(name) name,
  SHARDWISE_ELEMENTWISE_OPS(SHARDWISE_X)
#undef SHARDWISE_X
#define SHARDWISE_X(name, text) name,
      SHARDWISE_STRUCTURAL_OPS(SHARDWISE_X)
#undef SHARDWISE_X
          own,  ///< of a user: with a kernel of its own, or by its meaning on numbers
  unknown
};

constexpr bool is_elementwise(OpCode c) { return c < OpCode::input; }

/// The code of an op, or `unknown` where the executor has no kernel for it.
constexpr OpCode code_of(const OpInfo& op) {
  const std::string_view name = op.name;
  if (op.kernel) return OpCode::own;
  if (op.elementwise()) {
#define SHARDWISE_X(n) \
  if (name == #n) return OpCode::n;
    SHARDWISE_ELEMENTWISE_OPS(SHARDWISE_X)
#undef SHARDWISE_X
  }
#define SHARDWISE_X(n, text) \
  if (name == text) return OpCode::n;
  SHARDWISE_STRUCTURAL_OPS(SHARDWISE_X)
#undef SHARDWISE_X
  return op.elementwise() && op.eval ? OpCode::own : OpCode::unknown;
}

/// Headers of regions: the equations up to theirs are a body. They make no value.
constexpr bool is_header(OpCode c) { return c == OpCode::scan || c == OpCode::branch || c == OpCode::repeat; }
/// Headers of bodies that run again and again.
constexpr bool is_loop(OpCode c) { return c == OpCode::scan || c == OpCode::repeat; }

/// Ops whose result is their operand's bytes (or a part of them), whatever the sizes.
constexpr bool is_view(OpCode c) {
  return c == OpCode::alias || c == OpCode::stop_gradient || c == OpCode::reshape || c == OpCode::result ||
         c == OpCode::checkpoint_name || c == OpCode::item || c == OpCode::view;
}

/// The tag in `ops` of an elementwise code, for the kernels' templates.
template <OpCode C> struct TagOf;
#define SHARDWISE_X(n) \
  template <> struct TagOf<OpCode::n> { using type = ops::n; };
SHARDWISE_ELEMENTWISE_OPS(SHARDWISE_X)
#undef SHARDWISE_X

}  // namespace shardwise::exec
