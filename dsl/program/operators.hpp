// The operators and named functions that users call on tracers.
#pragma once

#include <shardwise/dsl/program/contraction_functions.hpp>
#include <shardwise/dsl/program/functions.hpp>
#include <shardwise/dsl/program/indexing_functions.hpp>
#include <shardwise/dsl/program/random_functions.hpp>

namespace shardwise {

// ---- one operand, elementwise. See rules/elementwise_ops.hpp for meanings and derivatives.
#define SHARDWISE_UNARY(NAME, OP) \
  SHARDWISE_FUNCTION(NAME, (class A), (fn::unary<ops::OP>), (A), (Tracer<A> a), (fn::unary<ops::OP>{}), (a))
SHARDWISE_UNARY(operator-, neg)
SHARDWISE_UNARY(exp, exp)
SHARDWISE_UNARY(expm1, expm1)
SHARDWISE_UNARY(log, log)
SHARDWISE_UNARY(log1p, log1p)
SHARDWISE_UNARY(tanh, tanh)
SHARDWISE_UNARY(sin, sin)
SHARDWISE_UNARY(cos, cos)
SHARDWISE_UNARY(sqrt, sqrt)
SHARDWISE_UNARY(rsqrt, rsqrt)
SHARDWISE_UNARY(erf, erf)
SHARDWISE_UNARY(relu, relu)
SHARDWISE_UNARY(gelu, gelu)
SHARDWISE_UNARY(silu, silu)
SHARDWISE_UNARY(sigmoid, sigmoid)
SHARDWISE_UNARY(softplus, softplus)
SHARDWISE_UNARY(abs, abs)
SHARDWISE_UNARY(sign, sign)
SHARDWISE_UNARY(square, square)
SHARDWISE_UNARY(reciprocal, reciprocal)
SHARDWISE_UNARY(isfinite, isfinite)
SHARDWISE_UNARY(operator!, logical_not)
#undef SHARDWISE_UNARY

// ---- two operands, or one and a literal
#define SHARDWISE_BINARY(NAME, OP)                                                                        \
  SHARDWISE_FUNCTION(NAME, (class A, class B), (fn::binary<ops::OP>), (A, B), (Tracer<A> a, Tracer<B> b), \
                     (fn::binary<ops::OP>{}), (a, b))
#define SHARDWISE_WITH_LITERALS(NAME, OP)                                                                      \
  SHARDWISE_FUNCTION(NAME, (class A, Literal L), (fn::with_literal<ops::OP, is_fractional<L>>), (A),           \
                     (Tracer<A> a, L b), (fn::with_literal<ops::OP, is_fractional<L>>{literal_value(b)}), (a)) \
  SHARDWISE_FUNCTION(NAME, (class B, Literal L), (fn::literal_with<ops::OP, is_fractional<L>>), (B),           \
                     (L a, Tracer<B> b), (fn::literal_with<ops::OP, is_fractional<L>>{literal_value(a)}), (b))
#define SHARDWISE_BINARY_AND_LITERALS(NAME, OP) SHARDWISE_BINARY(NAME, OP) SHARDWISE_WITH_LITERALS(NAME, OP)
SHARDWISE_BINARY_AND_LITERALS(operator+, add)
SHARDWISE_BINARY_AND_LITERALS(operator-, sub)
SHARDWISE_BINARY(operator*, mul)
SHARDWISE_BINARY(operator/, div)
SHARDWISE_BINARY_AND_LITERALS(max, max)
SHARDWISE_BINARY_AND_LITERALS(min, min)
SHARDWISE_BINARY_AND_LITERALS(pow, pow)
SHARDWISE_BINARY_AND_LITERALS(operator==, eq)
SHARDWISE_BINARY_AND_LITERALS(operator!=, ne)
SHARDWISE_BINARY_AND_LITERALS(operator<, lt)
SHARDWISE_BINARY_AND_LITERALS(operator<=, le)
SHARDWISE_BINARY_AND_LITERALS(operator>, gt)
SHARDWISE_BINARY_AND_LITERALS(operator>=, ge)
SHARDWISE_BINARY(operator&&, logical_and)
SHARDWISE_BINARY(operator||, logical_or)
// Multiplying and dividing by a literal is linear: it fits U too.
SHARDWISE_FUNCTION(operator*, (class A, Literal L), (fn::scale<is_fractional<L>>), (A), (Tracer<A> a, L b),
                   (fn::scale<is_fractional<L>>{literal_value(b)}), (a))
SHARDWISE_FUNCTION(operator*, (class B, Literal L), (fn::scale<is_fractional<L>>), (B), (L a, Tracer<B> b),
                   (fn::scale<is_fractional<L>>{literal_value(a)}), (b))
SHARDWISE_FUNCTION(operator/, (class A, Literal L), (fn::divide<is_fractional<L>>), (A), (Tracer<A> a, L b),
                   (fn::divide<is_fractional<L>>{literal_value(b)}), (a))
SHARDWISE_FUNCTION(operator/, (class B, Literal L), (fn::literal_with<ops::div, is_fractional<L>>), (B),
                   (L a, Tracer<B> b), (fn::literal_with<ops::div, is_fractional<L>>{literal_value(a)}), (b))
#undef SHARDWISE_BINARY_AND_LITERALS
#undef SHARDWISE_WITH_LITERALS
#undef SHARDWISE_BINARY

// ---- x += y is x = x + y: x stays what it is, so that its layout cannot change unseen.
namespace detail {
template <class A, class R, fixed_string Op>
inline constexpr Text assignment_text = [] {
  Text t;
  t << "x " << Op.view() << "= y: x is " << A::desc << ", and x " << Op.view() << " y is " << R::desc
    << ": give it a name of its own, auto z = x " << Op.view() << " y";
  return t;
}();
template <fixed_string Op, class A, class R> constexpr Tracer<A>& assign(Tracer<A>& x, const Tracer<R>& y) {
  if constexpr (std::is_same_v<A, R>)
    x = y;
  else if constexpr (!is_poison<R> && !is_poison<A>)
    refuse<assignment_text<A, R, Op>>(*x.builder);
  return x;
}
template <class A>
inline constexpr Text truth_text = [] {
  Text t;
  t << "if (x): x is " << A::desc << ", which has no value while the step is traced: "
    << "where(mask, a, b) chooses by element, cond(mask, f, g) runs one of two functions";
  return t;
}();
template <class A>
inline constexpr Text remainder_text = [] {
  Text t;
  t << "x % y: x is " << A::desc << ", and arrays have no remainder: x - y * (x / y) is one of integers";
  return t;
}();
}  // namespace detail
#define SHARDWISE_ASSIGNMENT(OP)                 \
  template <class A, class Y>                    \
    requires(detail::is_tracer<Y> || Literal<Y>) \
  constexpr Tracer<A>& operator OP##=(Tracer<A>& x, const Y& y) { return detail::assign<#OP>(x, x OP y); }
SHARDWISE_ASSIGNMENT(+)
SHARDWISE_ASSIGNMENT(-)
SHARDWISE_ASSIGNMENT(*)
SHARDWISE_ASSIGNMENT(/)
#undef SHARDWISE_ASSIGNMENT
template <class A, class Y>
  requires(detail::is_tracer<Y> || Literal<Y>)
constexpr Tracer<A> operator%(const Tracer<A>& x, const Y&) {
  detail::refuse<detail::remainder_text<A>>(*x.builder);
  return x;
}

template <class A> constexpr Tracer<A>::operator bool() const {
  detail::refuse<detail::truth_text<A>>(*builder);
  return true;
}

/// where(mask, a, b): a where the mask is true, else b. A literal may stand for a or b; over U only 0.
SHARDWISE_FUNCTION(where, (class M, class A, class B), (fn::where), (M, A, B),
                   (Tracer<M> mask, Tracer<A> a, Tracer<B> b), (fn::where{}), (mask, a, b))
SHARDWISE_FUNCTION(where, (class M, class A, Literal L), (fn::where_literal<false, is_fractional<L>>), (M, A),
                   (Tracer<M> mask, Tracer<A> a, L b), (fn::where_literal<false, is_fractional<L>>{literal_value(b)}),
                   (mask, a))
SHARDWISE_FUNCTION(where, (class M, Literal L, class B), (fn::where_literal<true, is_fractional<L>>), (M, B),
                   (Tracer<M> mask, L a, Tracer<B> b), (fn::where_literal<true, is_fractional<L>>{literal_value(a)}),
                   (mask, b))

/// Casts elements: `astype<f64>(x)`. Between floating types linear: a U stays (each piece is rounded).
SHARDWISE_FUNCTION(astype, (class T, class A), (fn::astype<T>), (A), (Tracer<A> a), (fn::astype<T>{}), (a))
/// The same value, through which no gradient flows.
SHARDWISE_FUNCTION(stop_gradient, (class A), (fn::stop_gradient), (A), (Tracer<A> a), (fn::stop_gradient{}), (a))
/// Zeros of the type of a gradient with respect to a: what gradients are accumulated into.
SHARDWISE_FUNCTION(zeros_like_cotangent, (class A), (fn::zeros_like_cotangent), (A), (Tracer<A> a),
                   (fn::zeros_like_cotangent{}), (a))
SHARDWISE_FUNCTION(zeros_like, (class A), (fn::zeros_like), (A), (Tracer<A> a), (fn::zeros_like{}), (a))
SHARDWISE_FUNCTION(full_like, (class A, Literal L), (fn::full_like<is_fractional<L>>), (A), (Tracer<A> a, L value),
                   (fn::full_like<is_fractional<L>>{literal_value(value)}), (a))

// ---- layout
/// Moves an array to another layout: the only op here that communicates. `reshard(x, P(X, none))`.
SHARDWISE_FUNCTION(reshard, (class A, fixed_string S), (fn::reshard<Spec<S>>), (A), (Tracer<A> a, Spec<S>),
                   (fn::reshard<Spec<S>>{}), (a))
/// The spec of a value: `spec(y) == P(X, none)`.
template <class A> constexpr spec_t<A> spec(const Tracer<A>&) {
  // A silent P() would make a wrong test.
  static_assert(!detail::is_dynamic<A>, "spec: accepts and rejects know no layout before they run: write it as P(...)");
  return {};
}
/// Permutes dimensions: result dimension i is dimension `Permutation[i]`; none given: reversed.
SHARDWISE_FUNCTION(transpose, (int... Permutation, class A), (fn::transpose<Permutation...>), (A), (Tracer<A> a),
                   (fn::transpose<Permutation...>{}), (a))

namespace detail {
template <std::int64_t... E> constexpr fn::ShapeDesc shape_of_numbers() {
  fn::ShapeDesc s;
  s.mistake = sizeof...(E) > max_rank ? 1 : ((E < -1) || ...) ? 2 : ((E == -1) + ... + 0) > 1 ? 3 : 0;
  if (!s.mistake) ((s.inferred = E == -1 ? s.rank : s.inferred, s.extents[s.rank++] = extent(E == -1 ? 1 : E)), ...);
  return s;
}
template <fixed_string S> constexpr fn::ShapeDesc shape_of_text() {
  NotationParser p{S.view()};
  fn::ShapeDesc s;
  do {
    Dim d;
    const bool left = p.eat('-');  // -1: what is left
    std::int64_t one = 0;
    s.mistake = s.rank == max_rank         ? 1
                : left && s.inferred >= 0  ? 3
                : left                     ? !p.integer(one) || one != 1 ? 2 : 0
                : !p.dim(d) || d.axes.size ? 4
                                           : 0;
    if (s.mistake) return s;
    if (left) s.inferred = s.rank;
    s.extents[s.rank++] = left ? extent(1) : d.extent;
  } while (p.eat(','));
  if (p.peek()) s.mistake = 4;
  return s;
}
}  // namespace detail
/// Merges and splits dimensions: `reshape<2,5,1>(x)`, one extent may be -1. A split dimension must be the major factor.
SHARDWISE_FUNCTION(reshape, (std::int64_t... E, class A), (fn::reshape<detail::shape_of_numbers<E...>()>), (A),
                   (Tracer<A> a), (fn::reshape<detail::shape_of_numbers<E...>()>{}), (a))
/// The same with named extents: `reshape<"batch,28*28">(x)`, `reshape<"batch,-1">(x)`.
SHARDWISE_FUNCTION(reshape, (fixed_string S, class A), (fn::reshape<detail::shape_of_text<S>()>), (A), (Tracer<A> a),
                   (fn::reshape<detail::shape_of_text<S>()>{}), (a))
/// A new dimension of extent 1 at `Dim`.
SHARDWISE_FUNCTION(expand_dims, (int Dim, class A), (fn::expand_dims<Dim>), (A), (Tracer<A> a),
                   (fn::expand_dims<Dim>{}), (a))
/// Elements `Start` to `Stop` (exclusive) of an unsharded dimension: `slice<0, 2, 5>(x)`. Negative places count from
/// the end, and no stop is the end: `slice<0, -2>(x)`.
SHARDWISE_FUNCTION(slice,
                   (int Dim, std::int64_t Start, std::int64_t Stop = to_end, std::int64_t Stride = 1, class A = void),
                   (fn::slice<Dim, Start, Stop, Stride>), (A), (Tracer<A> a), (fn::slice<Dim, Start, Stop, Stride>{}),
                   (a))

// ---- reductions: `sum(x)`, `sum<0>(x)`, `sum<-1>(x, keepdims)`, `sum(x, P(unreduced(X)))`. No dimension: all.
#define SHARDWISE_REDUCTION(NAME)                                                                                      \
  SHARDWISE_FUNCTION(NAME, (int... Dims, class A, fn::ReductionOption... O),                                           \
                     (fn::reduce<fn::Reduction::NAME, fn::ReductionOptions<O...>, Dims...>), (A), (Tracer<A> a, O...), \
                     (fn::reduce<fn::Reduction::NAME, fn::ReductionOptions<O...>, Dims...>{}), (a))
SHARDWISE_REDUCTION(sum)
SHARDWISE_REDUCTION(mean)
SHARDWISE_REDUCTION(max)
SHARDWISE_REDUCTION(min)
#undef SHARDWISE_REDUCTION
/// The index of the largest (smallest) element along one unsharded dimension; the lowest among equals.
SHARDWISE_FUNCTION(argmax, (int Dim, class A), (fn::argmax<Dim>), (A), (Tracer<A> a), (fn::argmax<Dim>{}), (a))
SHARDWISE_FUNCTION(argmin, (int Dim, class A), (fn::argmin<Dim>), (A), (Tracer<A> a), (fn::argmin<Dim>{}), (a))

// ---- a user's own
/// Calls a function on values, such as `fn::unary<Op>{}` for an op that is defined outside the library.
SHARDWISE_FUNCTION(call, (class F, class... A), (F), (A...), (F f, Tracer<A>... operands), (f), (operands...))

// ---- composed
/// log(sum(exp(x))) along a dimension: `logsumexp(x)` along the last, `logsumexp<0>(x, keepdims)`.
SHARDWISE_FUNCTION(logsumexp, (int Dim = -1, class A = void, std::same_as<KeepDims>... O),
                   (fn::logsumexp<Dim, (sizeof...(O) > 0)>), (A), (Tracer<A> a, O...),
                   (fn::logsumexp<Dim, (sizeof...(O) > 0)>{}), (a))
SHARDWISE_FUNCTION(log_softmax, (int Dim = -1, class A = void), (fn::log_softmax<Dim>), (A), (Tracer<A> a),
                   (fn::log_softmax<Dim>{}), (a))
SHARDWISE_FUNCTION(softmax, (int Dim = -1, class A = void), (fn::softmax<Dim>), (A), (Tracer<A> a),
                   (fn::softmax<Dim>{}), (a))
/// `i32[batch]` to `f32[batch,Classes]`: 1 at the label, else 0. `one_hot<10>(labels, P(X, Y))`: split classes are
/// compared where they lie.
SHARDWISE_FUNCTION(one_hot, (std::int64_t Classes, class T = f32, class A = void, SpecValue... S),
                   (fn::one_hot<Classes, T, fn::ReductionOptions<S...>>), (A), (Tracer<A> a, S...),
                   (fn::one_hot<Classes, T, fn::ReductionOptions<S...>>{}), (a))
/// One loss an example: `f32[batch,classes], i32[batch] -> f32[batch]`. The name is Optax's.
SHARDWISE_FUNCTION(softmax_cross_entropy_with_integer_labels, (class A, class B), (fn::cross_entropy), (A, B),
                   (Tracer<A> logits, Tracer<B> labels), (fn::cross_entropy{}), (logits, labels))

}  // namespace shardwise
