// What the system knows of an op: its name, how it treats pending sums, what it computes, how it transposes.
#pragma once

#include <shardwise/dsl/program/equation.hpp>
#include <shardwise/dsl/program/kernel.hpp>

namespace shardwise {

struct Pullback;
struct Value;

/// How an elementwise op treats states: which table of rows types it.
enum class OpClass : std::uint8_t {
  structural,        ///< types itself: shape ops, contractions, loops, reshard
  linear_unary,      ///< f(a + b) = f(a) + f(b): U passes
  nonlinear_unary,   ///< U is refused
  linear_binary,     ///< + -
  bilinear,          ///< *
  linear_numerator,  ///< /
  nonlinear_binary,  ///< max min pow
  comparison,        ///< as nonlinear_binary, gives bool
  select,            ///< where
};

template <class... Ops> struct OpList {
  template <class Op> static constexpr bool has = (std::is_same_v<Op, Ops> || ...);
};
namespace ops {
/// The ops whose rules stand in dsl/rules, named (and declared) here so that backends can speak of them without their
/// rules.
using Listed = OpList<
    // unary elementwise
    struct neg, struct scale, struct divide_by_size, struct astype, struct exp, struct expm1, struct log, struct log1p,
    struct tanh, struct sin, struct cos, struct sqrt, struct rsqrt, struct erf, struct relu, struct gelu, struct silu,
    struct sigmoid, struct softplus, struct abs, struct sign, struct square, struct reciprocal, struct logical_not,
    struct isfinite,
    // binary and ternary elementwise
    struct add, struct sub, struct mul, struct div, struct max, struct min, struct pow, struct eq, struct ne, struct lt,
    struct le, struct gt, struct ge, struct logical_and, struct logical_or, struct where,
    // reductions
    struct reduce_sum, struct reduce_max, struct reduce_min,
    // contraction
    struct contract, struct conv,
    // random numbers
    struct random_split, struct random_fold_in, struct random_bits, struct random_uniform, struct random_normal,
    struct random_permutation,
    // shape
    struct broadcast, struct transpose, struct reshape, struct slice, struct pad, struct concat, struct flip,
    struct tril, struct triu, struct dynamic_slice, struct dynamic_update_slice,
    // indexing and order
    struct take, struct scatter_add, struct take_along_axis, struct scatter_add_along_axis, struct clamp_index,
    struct argsort, struct cumsum,
    // layout and gradients
    struct reshard,
    // manual mode
    struct view, struct permute, struct alias, struct result>;
template <fixed_string Name> struct checkpoint_name;
}  // namespace ops

/// An op's gradient. Used while steps are compiled. A program that runs points to that of no listed op, else it would
/// carry the functions of all its ops' rules, and their compilation.
struct OpRules {
  /// Unary and binary elementwise ops that are nonlinear: d f / d operand i, from the operands and the result.
  Value (*derivative)(int operand, const Value* operands, const Value& result) = nullptr;
  /// Transposition: adds the operands' cotangents. Null: the op has no gradient rule (an error, not a zero).
  void (*pull)(Pullback&) = nullptr;
};

/// One op. Equations point to it, so comparing ops is comparing addresses.
struct OpInfo {
  std::string_view name;
  std::string_view label{};  ///< of checkpoint_name
  OpClass op_class = OpClass::structural;
  int operands = 0;
  /// Elementwise ops: the meaning on numbers, used by the interpreter. Booleans are 0 and 1.
  double (*eval)(double a, double b, double c, double value) = nullptr;
  /// Of an op that the library does not list: its gradient. See rules_of.
  const OpRules* rules = nullptr;
  /// An elementwise op that is nonlinear.
  bool has_derivative = false;
  /// True for ops through which no gradient flows: comparisons, argmax, stop_gradient.
  bool blocks_gradient = false;

  /// On one device's blocks, of an op that is defined outside of the library; see kernel.hpp.
  void (*kernel)(const OutBlock& out, const InBlock* in) = nullptr;

  constexpr bool elementwise() const { return op_class != OpClass::structural; }
};

/// A user's gradient rule for an op: `static constexpr void pull(Pullback&)`. An op's own rule is its member `pull`.
template <class Op> struct transpose_rule;

namespace detail {
template <class Op>
concept HasTransposeRule = requires {
  &transpose_rule<Op>::pull;
};
template <class Op>
concept HasOwnPull = requires {
  &Op::template pull<Pullback>;
};
template <class Op>
concept HasDerivative = requires {
  &Op::template derivative<Value, Value>;
};
template <class Op>
concept HasEval = requires {
  &Op::eval;
};
template <class Op>
concept BlocksGradient = requires {
  requires Op::blocks_gradient;
};
}  // namespace detail

/// Collects what an op's struct says of its gradient.
template <class Op> constexpr OpRules make_op_rules() {
  OpRules rules;
  if constexpr (detail::HasDerivative<Op>) rules.derivative = &Op::template derivative<Value, Value>;
  if constexpr (detail::HasTransposeRule<Op>)
    rules.pull = &transpose_rule<Op>::pull;
  else if constexpr (detail::HasOwnPull<Op>)
    rules.pull = &Op::template pull<Pullback>;
  return rules;
}
template <class Op> inline constexpr OpRules op_rules = make_op_rules<Op>();

/// Collects what an op's struct says of the rest. One struct an op, in the rules file of its family.
template <class Op> constexpr OpInfo make_op_info() {
  OpInfo info;
  info.name = Op::name;
  info.op_class = Op::op_class;
  if constexpr (requires { Op::label; }) info.label = Op::label;
  info.operands = Op::operands;
  if constexpr (detail::HasEval<Op>) info.eval = &Op::eval;
  if constexpr (!ops::Listed::has<Op>) info.rules = &op_rules<Op>;
  info.has_derivative = detail::HasDerivative<Op>;
  if constexpr (detail::HasKernel<Op>) info.kernel = &detail::run_kernel<Op>;
  info.blocks_gradient = detail::BlocksGradient<Op>;
  return info;
}

template <class Op> inline constexpr OpInfo op_info = make_op_info<Op>();
/// The identity of an op in equations: `eqn.op == op<ops::tanh>`.
template <class Op> inline constexpr const OpInfo* op = &op_info<Op>;

/// The rules of an op. To be asked where all rules are known: in dsl/transform.
template <class... Ops> constexpr OpRules rules_of(const OpInfo* o, OpList<Ops...>) {
  if (o->rules) return *o->rules;
  OpRules rules;
  (void)((o == op<Ops> && (rules = op_rules<Ops>, true)) || ...);
  return rules;
}

namespace ops {
template <fixed_string Name, int Operands> struct Structural {
  static constexpr std::string_view name = Name.view();
  static constexpr OpClass op_class = OpClass::structural;
  static constexpr int operands = Operands;
};
template <fixed_string Name, int Operands> struct WithoutGradient : Structural<Name, Operands> {
  static constexpr bool blocks_gradient = true;
};

// Ops that need no transposition rule of their own.
struct input : Structural<"input", 0> {};
struct constant : Structural<"constant", 0> {};
struct iota : WithoutGradient<"iota", 0> {};
struct argmax : WithoutGradient<"argmax", 1> {};
struct argmin : WithoutGradient<"argmin", 1> {};
struct axis_index : WithoutGradient<"axis_index", 0> {};
struct axis_size : WithoutGradient<"axis_size", 0> {};
struct stop_gradient : WithoutGradient<"stop_gradient", 1> {};
// A result of a function with a gradient rule of its own; k0 = the rule's index in the builder.
struct custom_result : Structural<"custom_result", 1> {};
// Loops are transposed as a whole: transform/backward.hpp.
struct scan : Structural<"scan", 0> {};
struct carry : Structural<"carry", 2> {};
struct item : Structural<"item", 1> {};
struct stack : Structural<"stack", 1> {};
// Branches and loops that a predicate ends: the same, and program/control.hpp.
struct branch : Structural<"branch", 0> {};
struct pick : Structural<"pick", 3> {};
struct repeat : Structural<"while", 0> {};
struct guard : WithoutGradient<"guard", 1> {};
}  // namespace ops

/// The equation is the header of a region: a loop's or a branch's body. It makes no value.
constexpr bool opens_region(const OpInfo* o) {
  return o == op<ops::scan> || o == op<ops::branch> || o == op<ops::repeat>;
}

}  // namespace shardwise
