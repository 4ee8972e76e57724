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
    return 1.1283791670955126 * apply<exp>(-apply<square>(x[0]));  // 2 / sqrt(pi)
  }
};
/// The derivative at 0 is 0.
struct relu : Nonlinear<"relu"> {
  static double eval(double a, double, double, double) { return a > 0 || a != a ? a : 0; }
  static constexpr Value derivative(int, const auto* x, const auto&) {
    return shardwise::astype(apply<gt>(x[0], 0.0), x[0].type().dtype);
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
    const auto a = x[0], a2 = apply<square>(a);
    const auto t = apply<tanh>(k * (a * (cubic * a2 + 1)));
    const auto slope = a * (1 - apply<square>(t));
    const auto inner = (3 * cubic) * a2 + 1;
    const auto left = 0.5 * (t + 1);
    return left + (0.5 * k) * (slope * inner);
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

namespace shardwise {

namespace detail {
constexpr Value refuse_fraction(Value a) {
  const TypeDesc t = a.type();
  rules::Verdict v;
  v.reject("a floating literal meets values that are not floating, and its fraction would be lost",
           "astype the array first, or write a whole number");
  return a.builder->reject("literal", &t, 1, v), Value{a.builder, -1};
}
/// The operand if the literal can be an element of its dtype: no fraction, and in range, where elements are whole
/// numbers.
constexpr Value beside(Value a, double literal) {
  if (!a.valid() || is_floating(a.type().dtype)) return a;
  const TypeDesc t = a.type();
  double low = -9223372036854775808.0, high = 9223372036854774784.0;
  if (t.dtype == Dtype::i32) low = -2147483648.0, high = 2147483647.0;
  if (t.dtype == Dtype::u32) low = 0, high = 4294967295.0;
  if (!(literal >= low && literal <= high)) {
    if (std::is_constant_evaluated() && !a.builder->judging)
      throw std::logic_error("a literal is beyond the range of the elements: astype the array to a wider type first");
    rules::Verdict v;
    v.reject("a literal is beyond the range of the elements", "astype the array to a wider type first");
    return a.builder->reject("literal", &t, 1, v), Value{a.builder, -1};
  }
  return literal == double(std::int64_t(literal)) ? a : refuse_fraction(a);
}
}  // namespace detail

constexpr Value scale(Value a, double factor) {
  a = detail::beside(a, factor);
  return factor == 1 || !a.valid() ? a : apply_with<ops::scale>(a, factor);
}

constexpr Value operator+(Value a, Value b) { return apply<ops::add>(a, b); }
constexpr Value operator-(Value a, Value b) { return apply<ops::sub>(a, b); }
constexpr Value operator*(Value a, Value b) { return apply<ops::mul>(a, b); }
constexpr Value operator/(Value a, Value b) { return apply<ops::div>(a, b); }
constexpr Value operator-(Value a) { return apply<ops::neg>(a); }
constexpr Value operator+(Value a, double b) { return apply<ops::add>(a, b); }
constexpr Value operator+(double a, Value b) { return apply<ops::add>(a, b); }
constexpr Value operator-(Value a, double b) { return apply<ops::sub>(a, b); }
constexpr Value operator-(double a, Value b) { return apply<ops::sub>(a, b); }
constexpr Value operator*(double a, Value b) { return scale(b, a); }
constexpr Value operator*(Value a, double b) { return scale(a, b); }
constexpr Value operator/(Value a, double b) {
  // A pending sum takes factors only; else a true division, exact where the quotient is.
  return a.valid() && a.type().unreduced.size && is_floating(a.type().dtype) ? scale(a, 1 / b) : apply<ops::div>(a, b);
}
constexpr Value operator/(double a, Value b) { return apply<ops::div>(a, b); }

constexpr Value full(Builder& g, const TypeDesc& type, double value) {
  return {&g, g.push({.op = op<ops::constant>, .value = value}, type)};
}
constexpr Value full_like(Value a, double value) {
  a = detail::beside(a, value);
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  if (t.unreduced.size && value != 0) {
    // In a step the type cannot know the value; tracing does, and the compiler prints what is thrown.
    if (std::is_constant_evaluated() && !a.builder->judging)
      throw std::logic_error(
          "a literal other than 0 meets a pending sum, which would count it once per device: reshard the sum first");
    rules::Verdict v;
    v.reject("a literal other than 0 meets a sum pending over %X, which would count it once per device",
             "reduce it first: %{a-}", t.unreduced.axes[0]);
    a.builder->reject("literal", &t, 1, v);
    return {a.builder, -1};
  }
  return full(*a.builder, t, value);
}

namespace detail {
/// Brings an operand of an elementwise op to the result's dimensions: the free cast of a scalar, then a broadcast.
constexpr Value line_up(Value v, const TypeDesc& result, const TypeDesc& other) {
  const TypeDesc& t = v.type();
  if (t.rank == 0 && has_cotangent(t)) {
    SpecDesc spec = spec_of(t);
    for (const AxisList* list : {&other.reduced, &other.unreduced})
      for (Name x : *list)
        if (!spec.mentions(x)) spec.reduced.insert(x);
    // Over split axes too, so that the transpose sums over all of them in one all-reduce.
    if (!(spec.reduced == t.reduced))
      for (int i = 0; i < result.rank; ++i)
        for (Name x : result.dims[i].axes)
          if (!spec.mentions(x)) spec.reduced.insert(x);
    v = reshard(v, spec);
  }
  return broadcast(v, result);
}
}  // namespace detail

constexpr Value elementwise(const OpInfo* o, Value a, double value) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const bool floating_only =
      (o->derivative != nullptr && o->name != "abs" && o->name != "square") || o == op<ops::isfinite>;
  rules::Verdict v = rules::judge_unary(*o, t, o->op_class == OpClass::linear_unary);
  if (v.ok && floating_only && !is_floating(t.dtype)) v.reject("the operand is not floating", "astype it first");
  if (v.ok && o == op<ops::logical_not> && t.dtype != Dtype::boolean)
    v.reject("the operand is not bool", "compare it first");
  if (v.ok && (t.dtype == Dtype::key || (t.dtype == Dtype::boolean && o != op<ops::logical_not>)))
    v.reject("the operand is no number", "astype it first");
  if (!v.ok) return a.builder->reject(o->name, &t, 1, v), Value{a.builder, -1};
  if (o == op<ops::isfinite>) v.type.dtype = Dtype::boolean;
  return {a.builder, a.builder->push({.op = o, .a = a.id, .value = value}, v.type)};
}

constexpr Value elementwise(const OpInfo* o, Value a, Value b) {
  if (!a.valid()) return a;
  if (!b.valid()) return b;
  const TypeDesc types[] = {a.type(), b.type()};
  rules::Verdict v = rules::judge_binary(*o, types[0], types[1], o->op_class);
  const bool logical = o == op<ops::logical_and> || o == op<ops::logical_or>;
  const bool boolean = types[0].dtype == Dtype::boolean;
  if (v.ok && (types[0].dtype == Dtype::key || boolean != logical) &&
      !(boolean && (o == op<ops::eq> || o == op<ops::ne>)))
    v.reject(logical ? "the operands are not bool" : "the operands are no numbers",
             logical ? "compare them first" : "astype them first");
  if (v.ok && o == op<ops::pow> && !is_floating(types[0].dtype))
    v.reject("the operands are not floating", "astype them first");
  if (!v.ok) return a.builder->reject(o->name, types, 2, v), Value{a.builder, -1};
  Builder& g = *a.builder;
  for (int i = 0; i < v.type.rank; ++i) {
    const int ia = i - v.type.rank + types[0].rank, ib = i - v.type.rank + types[1].rank;
    if (ia >= 0 && ib >= 0 && unify(types[0].dims[ia].extent, types[1].dims[ib].extent, true).how == Agreement::at_bind)
      g.require_equal(types[0].dims[ia].extent, types[1].dims[ib].extent);
  }
  a = detail::line_up(a, v.type, types[1]);
  b = detail::line_up(b, v.type, types[0]);
  return {&g, g.push({.op = o, .a = a.id, .b = b.id}, v.type)};
}

constexpr Value where(Value mask, Value a, Value b) {
  for (Value v : {mask, a, b})
    if (!v.valid()) return v;
  const TypeDesc types[] = {mask.type(), a.type(), b.type()};
  Builder& g = *a.builder;
  rules::Verdict v = rules::judge_binary(op_info<ops::where>, types[1], types[2], OpClass::linear_binary);
  if (v.ok && types[0].dtype != Dtype::boolean) v.reject("the mask is not bool", "compare it first");
  if (!v.ok) {
    const TypeDesc values[] = {types[1], types[2]};
    return g.reject("where", values, 2, v), Value{&g, -1};
  }
  const TypeDesc common = v.type;
  v = rules::judge_binary(op_info<ops::where>, types[0], common, OpClass::select);
  if (!v.ok) {
    const TypeDesc both[] = {types[0], common};
    return g.reject("where", both, 2, v), Value{&g, -1};
  }
  a = detail::line_up(a, v.type, types[2]);
  b = detail::line_up(b, v.type, types[1]);
  mask = broadcast(mask, v.type);
  return {&g, g.push({.op = op<ops::where>, .a = mask.id, .b = a.id, .c = b.id}, v.type)};
}

constexpr Value astype(Value a, Dtype dtype) {
  if (!a.valid() || a.type().dtype == dtype) return a;
  TypeDesc t = a.type();
  const bool floating = is_floating(t.dtype) && is_floating(dtype);
  rules::Verdict v = rules::judge_unary(op_info<ops::astype>, t, floating);
  if (v.ok && (t.dtype == Dtype::key || dtype == Dtype::key)) v.reject("a key is no number");
  if (!v.ok) return a.builder->reject("astype", &t, 1, v), Value{a.builder, -1};
  t.dtype = dtype;
  return {a.builder, a.builder->push({.op = op<ops::astype>, .a = a.id}, t)};
}

}  // namespace shardwise
