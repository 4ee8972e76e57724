// One struct per elementwise op: its name and class, what it computes, and how it transposes or its derivative.
// Adding one: a struct here, its name in program/op.hpp, a row in the kernels' vector table, a row in the tests.
#pragma once

#include <shardwise/dsl/rules/elementwise.hpp>

namespace shardwise::ops {

template <fixed_string Name, OpClass Class, int Operands> struct Elementwise {
  static constexpr std::string_view name = Name.view();
  static constexpr OpClass op_class = Class;
  static constexpr int operands = Operands;
};
template <fixed_string Name> using Linear = Elementwise<Name, OpClass::linear_unary, 1>;
template <fixed_string Name> using Nonlinear = Elementwise<Name, OpClass::nonlinear_unary, 1>;
template <fixed_string Name> using Nonlinear2 = Elementwise<Name, OpClass::nonlinear_binary, 2>;
template <fixed_string Name> struct Comparison : Elementwise<Name, OpClass::comparison, 2> {
  static constexpr bool blocks_gradient = true;
};

// ---- linear in their operand: U passes
struct neg : Linear<"neg"> {
  static double eval(double a, double, double, double) { return -a; }
  static constexpr void pull(auto& p) { p.add(0, -p.cotangent); }
};
struct scale : Linear<"scale"> {
  static double eval(double a, double, double, double value) { return a * value; }
  static constexpr void pull(auto& p) { p.add(0, shardwise::scale(p.cotangent, p.eqn().value)); }
};
/// Divides by an extent of the program, known when sizes are bound: the count of a mean.
struct divide_by_size : Linear<"divide_by_size"> {
  static double eval(double a, double, double, double value) { return a / value; }
  static constexpr void pull(auto& p) { p.add(0, p.emit(p.eqn().op, p.cotangent, p.cotangent.type(), p.eqn().k0)); }
};
/// Between floating types linear; the transpose casts back.
struct astype : Linear<"astype"> {
  static double eval(double a, double, double, double) { return a; }
  static constexpr void pull(auto& p) { p.add(0, shardwise::astype(p.cotangent, p.operand_type(0).dtype)); }
};

// ---- nonlinear in their operand: U is refused
struct exp : Nonlinear<"exp"> {
  static double eval(double a, double, double, double) { return std::exp(a); }
  static constexpr Value derivative(int, const auto*, const auto& y) { return y; }
};
struct expm1 : Nonlinear<"expm1"> {
  static double eval(double a, double, double, double) { return std::expm1(a); }
  static constexpr Value derivative(int, const auto*, const auto& y) { return y + 1; }
};
struct log : Nonlinear<"log"> {
  static double eval(double a, double, double, double) { return std::log(a); }
  static constexpr Value derivative(int, const auto* x, const auto&) { return apply<reciprocal>(x[0]); }
};
struct log1p : Nonlinear<"log1p"> {
  static double eval(double a, double, double, double) { return std::log1p(a); }
  static constexpr Value derivative(int, const auto* x, const auto&) { return apply<reciprocal>(x[0] + 1); }
};
struct tanh : Nonlinear<"tanh"> {
  static double eval(double a, double, double, double) { return std::tanh(a); }
  static constexpr Value derivative(int, const auto*, const auto& y) {
    return 1 - (rules::fault(15) ? y : apply<square>(y));
  }
};
struct sin : Nonlinear<"sin"> {
  static double eval(double a, double, double, double) { return std::sin(a); }
  static constexpr Value derivative(int, const auto* x, const auto&) { return apply<cos>(x[0]); }
};
struct cos : Nonlinear<"cos"> {
  static double eval(double a, double, double, double) { return std::cos(a); }
  static constexpr Value derivative(int, const auto* x, const auto&) { return -apply<sin>(x[0]); }
};
struct sqrt : Nonlinear<"sqrt"> {
  static double eval(double a, double, double, double) { return std::sqrt(a); }
  static constexpr Value derivative(int, const auto*, const auto& y) { return 0.5 / y; }
};
struct rsqrt : Nonlinear<"rsqrt"> {
  static double eval(double a, double, double, double) { return 1 / std::sqrt(a); }
  static constexpr Value derivative(int, const auto*, const auto& y) { return -0.5 * (y * apply<square>(y)); }
};
struct erf : Nonlinear<"erf"> {
  static double eval(double a, double, double, double) { return std::erf(a); }
  static constexpr Value derivative(int, const auto* x, const auto&) {
    return (rules::fault(28) ? 1 : 1.1283791670955126) * apply<exp>(-apply<square>(x[0]));  // 2 / sqrt(pi)
  }
};
/// The derivative at 0 is 0. Where it is 0, an infinite cotangent ends too: the gradient of sqrt(relu(x)) is 0 there.
struct relu : Nonlinear<"relu"> {
  static double eval(double a, double, double, double) { return a > 0 || a != a ? a : 0; }
  static constexpr void pull(auto& p) {
    const auto on = apply<gt>(p.operand(0), 0.0), zero = full_like(p.cotangent, 0);  // arguments have no order
    p.add(0, shardwise::where(on, p.cotangent, zero));
  }
};
/// The tanh approximation, as jax.nn.gelu: 0.5 x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) (Hendrycks and Gimpel,
/// 2016).
struct gelu : Nonlinear<"gelu"> {
  static constexpr double k = 0.7978845608028654, cubic = 0.044715;
  static double eval(double a, double, double, double) {
    return 0.5 * a * (1 + std::tanh(k * (a + cubic * a * a * a)));
  }
  static constexpr Value derivative(int, const auto* x, const auto&) {
    // gelu is x s(u) with the sigmoid s and u = 2 k (x + cubic x^3), so its slope is s + x s (1 - s) u'.
    const auto a = x[0], a2 = apply<square>(a);
    const auto s = apply<sigmoid>(a * (2 * k * cubic * a2 + 2 * k)), y = a * s;
    const auto slope = y * (1 - s), inner = 6 * k * cubic * a2 + 2 * k;  // 1 - s is exact where y - y s is not
    return s + slope * inner;
  }
};
struct sigmoid : Nonlinear<"sigmoid"> {
  static double eval(double a, double, double, double) { return 1 / (1 + std::exp(-a)); }
  static constexpr Value derivative(int, const auto*, const auto& y) { return y * (1 - y); }
};
/// x sigmoid(x), also called swish.
struct silu : Nonlinear<"silu"> {
  static double eval(double a, double, double, double) { return a / (1 + std::exp(-a)); }
  static constexpr Value derivative(int, const auto* x, const auto&) {
    const auto s = apply<sigmoid>(x[0]);
    return s * (x[0] * (1 - s) + 1);
  }
};
/// log(1 + exp(x)), without overflow.
struct softplus : Nonlinear<"softplus"> {
  static double eval(double a, double, double, double) {
    return std::max(a, 0.0) + std::log1p(std::exp(-std::fabs(a)));
  }
  static constexpr Value derivative(int, const auto* x, const auto&) { return apply<sigmoid>(x[0]); }
};
/// The derivative at 0 is 0.
struct abs : Nonlinear<"abs"> {
  static double eval(double a, double, double, double) { return std::fabs(a); }
  static constexpr Value derivative(int, const auto* x, const auto&) { return apply<sign>(x[0]); }
};
struct sign : Nonlinear<"sign"> {
  static double eval(double a, double, double, double) { return a != a ? a : double((a > 0) - (a < 0)); }
  static constexpr bool blocks_gradient = true;
};
struct square : Nonlinear<"square"> {
  static double eval(double a, double, double, double) { return a * a; }
  static constexpr Value derivative(int, const auto* x, const auto&) { return 2 * x[0]; }
};
struct reciprocal : Nonlinear<"reciprocal"> {
  static double eval(double a, double, double, double) { return 1 / a; }
  static constexpr Value derivative(int, const auto*, const auto& y) { return -apply<square>(y); }
};
struct logical_not : Nonlinear<"logical_not"> {
  static double eval(double a, double, double, double) { return a == 0; }
  static constexpr bool blocks_gradient = true;
};
/// False for infinities and NaN; the result is bool.
struct isfinite : Nonlinear<"isfinite"> {
  static double eval(double a, double, double, double) { return std::isfinite(a); }
  static constexpr bool blocks_gradient = true;
};

// ---- two operands
struct add : Elementwise<"add", OpClass::linear_binary, 2> {
  static double eval(double a, double b, double, double) { return a + b; }
  static constexpr void pull(auto& p) {
    p.add(0, p.cotangent);
    p.add(1, p.cotangent);
  }
};
struct sub : Elementwise<"sub", OpClass::linear_binary, 2> {
  static double eval(double a, double b, double, double) { return a - b; }
  static constexpr void pull(auto& p) {
    p.add(0, p.cotangent);
    if (p.wants(1)) p.add(1, -p.cotangent);
  }
};
struct mul : Elementwise<"mul", OpClass::bilinear, 2> {
  static double eval(double a, double b, double, double) { return a * b; }
  static constexpr void pull(auto& p) {
    if (p.wants(0)) p.add(0, p.cotangent * p.operand(1));
    if (p.wants(1)) p.add(1, p.cotangent * p.operand(0));
  }
};
struct div : Elementwise<"div", OpClass::linear_numerator, 2> {
  static double eval(double a, double b, double, double) { return a / b; }
  static constexpr void pull(auto& p) {
    if (p.wants(0)) p.add(0, p.cotangent / p.operand(1));
    if (!p.wants(1)) return;
    const auto scaled = p.cotangent * p.result();
    const auto c = scaled / p.operand(1);
    p.add(1, rules::fault(16) ? c : -c);
  }
};

namespace detail {
/// 1 where the chosen operand won, 1/2 where both are equal.
template <class Wins> constexpr Value winner(int i, const auto* x) {
  const Dtype d = x[0].type().dtype;
  const auto wins = shardwise::astype(apply<Wins>(x[i], x[1 - i]), d);
  const auto ties = shardwise::astype(apply<eq>(x[0], x[1]), d);
  return wins + 0.5 * ties;
}
}  // namespace detail
struct max : Nonlinear2<"max"> {
  static double eval(double a, double b, double, double) { return a != a || b != b ? std::nan("") : std::max(a, b); }
  static constexpr Value derivative(int i, const auto* x, const auto&) { return detail::winner<gt>(i, x); }
};
struct min : Nonlinear2<"min"> {
  static double eval(double a, double b, double, double) { return a != a || b != b ? std::nan("") : std::min(a, b); }
  static constexpr Value derivative(int i, const auto* x, const auto&) { return detail::winner<lt>(i, x); }
};
/// a to the power b. The derivative in a is 0 where b is 0, that in b takes log(a) as 0 where a is 0.
struct pow : Nonlinear2<"pow"> {
  static double eval(double a, double b, double, double) { return std::pow(a, b); }
  static constexpr Value derivative(int i, const auto* x, const auto& y) {
    if (i == 0) {
      const auto constant = apply<eq>(x[1], 0.0);
      const auto less = x[1] - 1;
      return x[1] * apply<pow>(x[0], shardwise::where(constant, full_like(x[1], 1), less));
    }
    const auto is_zero = apply<eq>(x[0], 0.0);
    if (rules::fault(29)) return y;
    return y * apply<log>(shardwise::where(is_zero, full_like(x[0], 1), x[0]));
  }
};
struct eq : Comparison<"eq"> {
  static double eval(double a, double b, double, double) { return a == b; }
};
struct ne : Comparison<"ne"> {
  static double eval(double a, double b, double, double) { return a != b; }
};
struct lt : Comparison<"lt"> {
  static double eval(double a, double b, double, double) { return a < b; }
};
struct le : Comparison<"le"> {
  static double eval(double a, double b, double, double) { return a <= b; }
};
struct gt : Comparison<"gt"> {
  static double eval(double a, double b, double, double) { return a > b; }
};
struct ge : Comparison<"ge"> {
  static double eval(double a, double b, double, double) { return a >= b; }
};
struct logical_and : Comparison<"logical_and"> {
  static double eval(double a, double b, double, double) { return a != 0 && b != 0; }
};
struct logical_or : Comparison<"logical_or"> {
  static double eval(double a, double b, double, double) { return a != 0 || b != 0; }
};
/// where(mask, a, b): a where the mask is true.
struct where : Elementwise<"where", OpClass::select, 3> {
  static double eval(double mask, double a, double b, double) { return mask != 0 ? a : b; }
  static constexpr void pull(auto& p) {
    const auto zero = full_like(p.cotangent, 0);
    if (p.wants(1)) p.add(1, shardwise::where(p.operand(0), p.cotangent, zero));
    if (p.wants(2)) p.add(2, rules::fault(20) ? p.cotangent : shardwise::where(p.operand(0), zero, p.cotangent));
  }
};

}  // namespace shardwise::ops
