// What must not compile, asked by a concept: `requires { { op } -> value; }` is false, and true for the repaired call.
// The sentences are in the other files here; whole programs are in test/compile_fail.
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
using sw::P, sw::reduced, sw::unreduced;

inline constexpr sw::Axis<"X"> X;

namespace {

template <sw::fixed_string S> using T = sw::Tracer<sw::type<S>>;

template <class A>
concept Tanh = requires(A a) {
  { sw::tanh(a) } -> sw::value;
};
template <class A, class B>
concept Plus = requires(A a, B b) {
  { a + b } -> sw::value;
};
template <class A, class L>
concept PlusLiteral = requires(A a, L b) {
  { a + b } -> sw::value;
};
template <class A, class B>
concept Times = requires(A a, B b) {
  { a* b } -> sw::value;
};
template <class A, class B>
concept Matmul = requires(A a, B b) {
  { sw::matmul(a, b) } -> sw::value;
};
template <class A, class B, class S>
concept MatmulTo = requires(A a, B b, S s) {
  { sw::matmul(a, b, s) } -> sw::value;
};
template <class A, class S>
concept Reshard = requires(A a, S s) {
  { sw::reshard(a, s) } -> sw::value;
};

using Pending = T<"f32[8,4]{U:X}">;
using Replicated = T<"f32[8,4]">;
using Reduced = T<"f32[8,4]{R:X}">;
using Rows = T<"f32[8@X,4]">;
using Columns = T<"f32[8,4@X]">;

// A nonlinear op on a pending sum.
static_assert(!Tanh<Pending> && Tanh<Replicated> && Tanh<Reduced> && Tanh<Rows>);
// A pending sum plus what is none.
static_assert(!Plus<Pending, Replicated> && !Plus<Reduced, Pending> && !Plus<Pending, Rows> && Plus<Pending, Pending>);
static_assert(!PlusLiteral<Pending, float> && PlusLiteral<Rows, float>);
// Different splits.
static_assert(!Plus<Rows, Columns> && !Plus<Rows, Replicated> && Plus<Rows, Rows> && Plus<Rows, T<"f32[4]">>);
// The product of two pending sums.
static_assert(!Times<Pending, Pending> && !Times<Pending, Replicated> && Times<Pending, Reduced>);
// A contraction over a split dimension without `out`, and split on one side only.
static_assert(!Matmul<Columns, T<"f32[4@X,2]">> && MatmulTo<Columns, T<"f32[4@X,2]">, decltype(P())>);
static_assert(MatmulTo<Columns, T<"f32[4@X,2]">, decltype(P(unreduced(X)))>);
static_assert(!Matmul<Columns, T<"f32[4,2]">> && !Matmul<Replicated, T<"f32[4@X,2]">> && Matmul<Rows, T<"f32[4,2]">>);
// Reduced against replicated.
static_assert(!Plus<Reduced, Replicated> && !Times<Reduced, Replicated> && !Matmul<Reduced, T<"f32[4,2]">>);
static_assert(Plus<Reduced, Reduced> && Plus<Reduced, T<"f32[]">> && Matmul<Reduced, T<"f32[4,2]{R:X}">>);
// Extents that prove a mismatch.
static_assert(!Plus<T<"f32[8]">, T<"f32[9]">> && !Plus<T<"f32[d]">, T<"f32[e]">> && Plus<T<"f32[d]">, T<"f32[?]">>);
static_assert(!Matmul<T<"f32[8,4]">, T<"f32[5,2]">>);
// A spec beyond the rank, and an axis that would pass under another.
static_assert(!Reshard<T<"f32[8]">, decltype(P(sw::none, X))> && Reshard<T<"f32[8]">, decltype(P(X))>);
static_assert(!Reshard<T<"f32[8@(X,Y)]">, decltype(P(sw::Axis<"Y">{}))>);

}  // namespace
