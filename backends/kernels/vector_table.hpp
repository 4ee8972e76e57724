// The vector table: one row per elementwise op, its formula written once for numbers and for SIMD registers alike.
// Adding an op is adding a row. The functions in `math` are declared here only, so that this header stays light;
// <shardwise/backends/kernels/vector_math.hpp> defines them for units that run formulas.
#pragma once

#include <shardwise/dsl/program/op.hpp>

#include <type_traits>
#include <utility>

namespace shardwise::kernels {

namespace math {
// V is a number or a register of numbers.
template <class V> V constant(double x);
template <class V> V neg(const V& a);
template <class V> V add(const V& a, const V& b);
template <class V> V sub(const V& a, const V& b);
template <class V> V mul(const V& a, const V& b);
template <class V> V div(const V& a, const V& b);
template <class V> V max(const V& a, const V& b);  // NaN propagates
template <class V> V min(const V& a, const V& b);
template <class V> V abs(const V& a);
template <class V> V sign(const V& a);
template <class V> V sqrt(const V& a);
template <class V> V exp(const V& a);
template <class V> V expm1(const V& a);
template <class V> V log(const V& a);
template <class V> V log1p(const V& a);
template <class V> V tanh(const V& a);
template <class V> V sigmoid(const V& a);
template <class V> V silu(const V& a);
template <class V> V sin(const V& a);
template <class V> V cos(const V& a);
template <class V> V erf(const V& a);
template <class V> V pow(const V& a, const V& b);
template <class V> bool is_finite(const V& a);
template <class M, class V> V select(const M& mask, const V& a, const V& b);
}  // namespace math

/// The dtypes that an op is defined for: bit i for dtype i.
using Domain = unsigned;
namespace domain {
constexpr Domain of(Dtype d) { return 1u << unsigned(d); }
inline constexpr Domain floating = of(Dtype::f32) | of(Dtype::f64) | of(Dtype::bf16) | of(Dtype::f16);
inline constexpr Domain integer = of(Dtype::i32) | of(Dtype::i64) | of(Dtype::u32);
inline constexpr Domain boolean = of(Dtype::boolean);
inline constexpr Domain numeric = floating | integer;
inline constexpr Domain comparable = numeric | boolean;
inline constexpr Domain any = comparable | of(Dtype::key);
}  // namespace domain

enum class Gives : std::uint8_t { same, boolean };    ///< the result's dtype: the operands', or bool
enum class Takes : std::uint8_t { operands, value };  ///< with `value`, the equation's value is the second operand

template <class Op, int Operands, class F> struct Row {
  using op = Op;
  static constexpr int operands = Operands;  ///< arrays; of three, the first is a mask
  Domain domain;
  F formula;
  Gives gives;
  Takes takes;
};
template <class Op, int Operands, class F>
constexpr Row<Op, Operands, F> row(Domain domain, F formula, Gives gives = Gives::same, Takes takes = Takes::operands) {
  return {domain, formula, gives, takes};
}

/// A list of ops as a type.
template <class... Ops> struct OpList { static constexpr int size = int(sizeof...(Ops)); };

namespace detail {
template <int I, class R> struct Slot { R row; };
template <int I, class R> constexpr const R& slot(const Slot<I, R>& s) { return s.row; }
}  // namespace detail

template <class Indices, class... Rows> struct Table;
template <int... I, class... Rows> struct Table<std::integer_sequence<int, I...>, Rows...> : detail::Slot<I, Rows>... {
  constexpr explicit Table(Rows... rows) : detail::Slot<I, Rows>{rows}... {}

  using ops = OpList<typename Rows::op...>;
  static constexpr int size = int(sizeof...(Rows));

  /// The row of an op, or -1.
  template <class Op>
  static constexpr int row_of = [] {
    int found = -1;
    ((std::is_same_v<Op, typename Rows::op> ? void(found = I) : void()), ...);
    return found;
  }();
  template <class Op> static constexpr bool has = row_of<Op> >= 0;

  template <int N> constexpr const auto& at() const { return detail::slot<N>(*this); }
  template <class Op> constexpr bool in_domain(Dtype d) const { return (at<row_of<Op>>().domain & domain::of(d)) != 0; }
  template <class Op>
  static constexpr int operands =
      std::remove_cvref_t<decltype(std::declval<Table>().template at<row_of<Op>>())>::operands;
};
template <class... Rows> constexpr auto make_table(Rows... rows) {
  return Table<std::make_integer_sequence<int, int(sizeof...(Rows))>, Rows...>(rows...);
}

// clang-format off
inline constexpr auto vector_table = make_table(
    row<ops::neg, 1>(domain::numeric, [](auto a) { return math::neg(a); }),
    row<ops::scale, 1>(domain::numeric, [](auto a, auto value) { return math::mul(a, value); }, Gives::same, Takes::value),
    row<ops::divide_by_size, 1>(domain::floating, [](auto a, auto value) { return math::div(a, value); }, Gives::same, Takes::value),
    row<ops::abs, 1>(domain::numeric, [](auto a) { return math::abs(a); }),
    row<ops::sign, 1>(domain::numeric, [](auto a) { return math::sign(a); }),
    row<ops::square, 1>(domain::numeric, [](auto a) { return math::mul(a, a); }),
    row<ops::reciprocal, 1>(domain::floating, [](auto a) { return math::constant<decltype(a)>(1) / a; }),
    row<ops::sqrt, 1>(domain::floating, [](auto a) { return math::sqrt(a); }),
    row<ops::rsqrt, 1>(domain::floating, [](auto a) { return math::constant<decltype(a)>(1) / math::sqrt(a); }),
    row<ops::exp, 1>(domain::floating, [](auto a) { return math::exp(a); }),
    row<ops::expm1, 1>(domain::floating, [](auto a) { return math::expm1(a); }),
    row<ops::log, 1>(domain::floating, [](auto a) { return math::log(a); }),
    row<ops::log1p, 1>(domain::floating, [](auto a) { return math::log1p(a); }),
    row<ops::sin, 1>(domain::floating, [](auto a) { return math::sin(a); }),
    row<ops::cos, 1>(domain::floating, [](auto a) { return math::cos(a); }),
    row<ops::tanh, 1>(domain::floating, [](auto a) { return math::tanh(a); }),
    row<ops::erf, 1>(domain::floating, [](auto a) { return math::erf(a); }),
    row<ops::relu, 1>(domain::floating, [](auto a) {
      auto zero = math::constant<decltype(a)>(0);
      return math::select(a <= zero, zero, a);  // NaN stays
    }),
    row<ops::sigmoid, 1>(domain::floating, [](auto a) { return math::sigmoid(a); }),
    row<ops::silu, 1>(domain::floating, [](auto a) { return math::silu(a); }),
    // x (1 + tanh u) / 2 with u = sqrt(2 / pi) (x + 0.044715 x^3) is x / (1 + exp(-2u)), which keeps the left tail.
    row<ops::gelu, 1>(domain::floating, [](auto a) {
      auto c = [](double x) { return math::constant<decltype(a)>(x); };
      return a / (c(1) + math::exp(-a * (c(1.5957691216057308) + c(0.07135481627260025) * a * a)));
    }),
    // max(x, 0) + log(1 + exp(-|x|)) overflows nowhere.
    row<ops::softplus, 1>(domain::floating, [](auto a) {
      return math::max(a, math::constant<decltype(a)>(0)) + math::log1p(math::exp(-math::abs(a)));
    }),
    row<ops::isfinite, 1>(domain::floating, [](auto a) { return math::is_finite(a); }, Gives::boolean),
    row<ops::logical_not, 1>(domain::boolean, [](auto a) { return !a; }, Gives::boolean),

    row<ops::add, 2>(domain::numeric, [](auto a, auto b) { return math::add(a, b); }),
    row<ops::sub, 2>(domain::numeric, [](auto a, auto b) { return math::sub(a, b); }),
    row<ops::mul, 2>(domain::numeric, [](auto a, auto b) { return math::mul(a, b); }),
    row<ops::div, 2>(domain::numeric, [](auto a, auto b) { return math::div(a, b); }),
    row<ops::max, 2>(domain::numeric, [](auto a, auto b) { return math::max(a, b); }),
    row<ops::min, 2>(domain::numeric, [](auto a, auto b) { return math::min(a, b); }),
    row<ops::pow, 2>(domain::floating, [](auto a, auto b) { return math::pow(a, b); }),
    row<ops::eq, 2>(domain::comparable, [](auto a, auto b) { return a == b; }, Gives::boolean),
    row<ops::ne, 2>(domain::comparable, [](auto a, auto b) { return a != b; }, Gives::boolean),
    row<ops::lt, 2>(domain::numeric, [](auto a, auto b) { return a < b; }, Gives::boolean),
    row<ops::le, 2>(domain::numeric, [](auto a, auto b) { return a <= b; }, Gives::boolean),
    row<ops::gt, 2>(domain::numeric, [](auto a, auto b) { return a > b; }, Gives::boolean),
    row<ops::ge, 2>(domain::numeric, [](auto a, auto b) { return a >= b; }, Gives::boolean),
    row<ops::logical_and, 2>(domain::boolean, [](auto a, auto b) { return a && b; }, Gives::boolean),
    row<ops::logical_or, 2>(domain::boolean, [](auto a, auto b) { return a || b; }, Gives::boolean),
    row<ops::where, 3>(domain::any, [](auto mask, auto a, auto b) { return math::select(mask, a, b); }));
// clang-format on

/// All ops of the table, as a list of tags.
using ElementwiseOps = std::remove_cv_t<decltype(vector_table)>::ops;

namespace detail {
template <const OpInfo* O, class List> struct FindTag;
template <const OpInfo* O, class... Ops> struct FindTag<O, OpList<Ops...>> {
  static constexpr int index = [] {
    int i = 0, found = -1;
    ((O == op<Ops> ? void(found = i) : void(), ++i), ...);
    return found;
  }();
};
}  // namespace detail

/// Row of the op that equations call O, or -1 if O is not elementwise. The ops' rules must be included.
template <const OpInfo* O> inline constexpr int row_of_op = detail::FindTag<O, ElementwiseOps>::index;

/// The tag of the op that equations call O: `tag_of<op<ops::tanh>>` is `ops::tanh`.
template <const OpInfo* O>
  requires(row_of_op<O> >= 0)
using tag_of = typename std::remove_cvref_t<decltype(vector_table.template at<row_of_op<O>>())>::op;

}  // namespace shardwise::kernels
