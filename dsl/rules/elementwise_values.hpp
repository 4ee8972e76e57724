// Elementwise ops on values: operators, literals, where and astype. They apply the rules and append the equation.
#pragma once

#include <shardwise/dsl/rules/elementwise_ops.hpp>
#include <shardwise/dsl/rules/varying.hpp>

#include <limits>

namespace shardwise {

namespace detail {
constexpr Value refuse_fraction(Value a) {
  const TypeDesc t = a.type();
  rules::Verdict v;
  v.reject("a floating literal meets values that are not floating, and its fraction would be lost",
           "astype the array first, or write a whole number");
  return a.builder->reject("literal", &t, 1, v), Value{a.builder, -1};
}
constexpr Value refuse_literal(Value a, const rules::LiteralNumber& literal, std::string_view why,
                               std::string_view repair, Name axis = {}) {
  const TypeDesc t = a.type();
  rules::Verdict v;
  v.literal = literal;
  v.reject(why, repair, axis);
  return a.builder->reject_literal(t, v) ? a : Value{a.builder, -1};
}
/// What a literal beside an element type must stay below to be held: from half a step beyond the largest number on it
/// is rounded to infinity.
constexpr double end_of(Dtype d) {
  return d == Dtype::f32    ? 3.4028235677973366e38
         : d == Dtype::bf16 ? 3.3961775292304957e38
         : d == Dtype::f16  ? 65520.0
                            : std::numeric_limits<double>::infinity();
}
inline constexpr std::string_view beyond[] = {"the literal %L is beyond f32", "the literal %L is beyond f64",
                                              "the literal %L is beyond bf16", "the literal %L is beyond f16"};
/// The operand if the literal can be an element of its dtype: in range, and without a fraction where elements are whole
/// numbers. An infinity that was written is meant.
constexpr Value beside(Value a, double literal) {
  if (!a.valid()) return a;
  const Dtype d = a.type().dtype;
  if (is_floating(d)) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const double size = literal < 0 ? -literal : literal;
    if (!(size >= end_of(d)) || size == infinite) return a;
    return refuse_literal(a, literal, beyond[int(d)],
                          size >= end_of(Dtype::f32) ? "astype<f64> the array first, or write INFINITY if it is meant"
                                                     : "astype<f32> the array first, or write INFINITY if it is meant");
  }
  double low = -9223372036854775808.0, high = 9223372036854774784.0;
  if (d == Dtype::i32) low = -2147483648.0, high = 2147483647.0;
  if (d == Dtype::u32) low = 0, high = 4294967295.0;
  if (!(literal >= low && literal <= high))
    return refuse_literal(a, literal,
                          d == Dtype::i32   ? "the literal %L is no i32"
                          : d == Dtype::u32 ? "the literal %L is no u32"
                                            : "the literal %L is no i64",
                          "astype<i64> the array first, or another type that holds it");
  return literal == double(std::int64_t(literal)) ? a : refuse_fraction(a);
}
/// The operand if the reciprocal of the literal can be a factor; bf16 and f16 are multiplied in f32.
constexpr Value beside_divisor(Value a, double literal) {
  a = beside(a, literal);
  const double inverse = 1 / literal, size = inverse < 0 ? -inverse : inverse;
  if (!a.valid() || literal == 0) return a;
  const bool wide = a.type().dtype == Dtype::f64;
  if (size < end_of(Dtype::f32) || (wide && size < end_of(Dtype::f64))) return a;
  return refuse_literal(a, literal,
                        wide ? "a sum pending over %X takes factors, and 1 / %L is beyond f64"
                             : "a sum pending over %X takes factors, and 1 / %L is beyond f32",
                        "reduce it first: %{a-}", a.type().unreduced.axes[0]);
}
constexpr Value scaled(Value a, double factor) {
  if (!a.valid()) return a;
  const Value scaled = apply_with<ops::scale>(a, factor);
  return factor == 1 && scaled.valid() ? a : scaled;  // judged like others
}
}  // namespace detail

constexpr Value scale(Value a, double factor) { return detail::scaled(detail::beside(a, factor), factor); }

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
  if (!a.valid() || a.type().unreduced.empty() || !is_floating(a.type().dtype)) return apply<ops::div>(a, b);
  return detail::scaled(detail::beside_divisor(a, b), 1 / b);
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
    if (!detail::refuse_literal(a, value,
                                t.pending == PendingKind::sum
                                    ? "a literal other than 0 meets a sum pending over %X, which would count it once "
                                      "per device"
                                    : rules::rows::no_minmax,
                                "reduce it first: %{a-}", t.unreduced.axes[0])
             .valid())
      return {a.builder, -1};
  }
  return full(*a.builder, t, value);
}

namespace detail {
constexpr Value literal_beside(const OpInfo* o, Value a, double value) {
  if (a.valid() && a.type().unreduced.size && a.type().pending == PendingKind::sum && value == 0 &&
      o->op_class == OpClass::linear_binary) {
    // Whether a step type-checks does not hang on a number: what 1 is refused, 0 is.
    const TypeDesc t = a.type();
    rules::Verdict v;
    v.reject("a literal meets a sum pending over %X, and a number would be counted once per device",
             "leave the 0 out, or reduce the sum first: %{a-}", t.unreduced.axes[0]);
    a.builder->reject("literal", &t, 1, v);
    return {a.builder, -1};
  }
  return full_like(a, value);
}

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
      (o->has_derivative && o->name != "abs" && o->name != "square") || o == op<ops::isfinite> || o == op<ops::relu>;
  rules::Verdict v = rules::judge_unary(t, o->op_class == OpClass::linear_unary);
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
  const TypeDesc given[] = {a.type(), b.type()};
  detail::vary_together({&a, &b}, [&](int k, Name x) {
    return rules::detail::scalar_casts(given[k], given[1 - k], x, o->op_class, k == 1);
  });
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
  if (!v.ok) return a.builder->reject(o->name, given, 2, v), Value{a.builder, -1};
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
  const TypeDesc given[] = {a.type(), b.type()};
  detail::vary_together({&mask, &a, &b}, [&](int k, Name x) {
    return k > 0 && rules::detail::scalar_casts(given[k - 1], given[2 - k], x, OpClass::linear_binary, k == 2);
  });
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
  const bool floating = is_floating(t.dtype) && (is_floating(dtype) || rules::fault(40));
  rules::Verdict v = rules::judge_unary(t, floating);
  if (v.ok && t.dtype == Dtype::key) v.reject("a key is no number");
  if (v.ok && dtype == Dtype::key) v.reject("a key is no number", "random::key(seed) makes one, outside of the step");
  if (!v.ok) return a.builder->reject("astype", &t, 1, v), Value{a.builder, -1};
  t.dtype = dtype;
  return {a.builder, a.builder->push({.op = op<ops::astype>, .a = a.id}, t)};
}

}  // namespace shardwise
