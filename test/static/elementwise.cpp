// Elementwise ops: one line a row of their tables, result types and rejections.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::testing::accepts, sw::testing::rejects, sw::testing::result_of;

namespace {

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto sub = [](auto a, auto b) { return a - b; };
constexpr auto mul = [](auto a, auto b) { return a * b; };
constexpr auto div = [](auto a, auto b) { return a / b; };
constexpr auto max = [](auto a, auto b) { return sw::max(a, b); };
constexpr auto min = [](auto a, auto b) { return sw::min(a, b); };
constexpr auto pow = [](auto a, auto b) { return sw::pow(a, b); };
constexpr auto less = [](auto a, auto b) { return a < b; };

/// The rows that all binary ops share.
template <auto Op> constexpr bool common_rows() {
  return result_of<Op>("f32[8,4]"_t, "f32[8,4]"_t) == "f32[8,4]"_t &&
         result_of<Op>("f32[8@X,4]"_t, "f32[8@X,4]"_t) == "f32[8@X,4]"_t &&
         result_of<Op>("f32[8]{R:X}"_t, "f32[8]{R:X}"_t) == "f32[8]{R:X}"_t &&
         result_of<Op>("f32[8]{V:X}"_t, "f32[8]{V:X}"_t) == "f32[8]{V:X}"_t &&
         // Row 4: a bias, a scale, a positional embedding.
         result_of<Op>("f32[8@X,4]"_t, "f32[4]"_t) == "f32[8@X,4]"_t &&
         result_of<Op>("f32[4]"_t, "f32[8@X,4]"_t) == "f32[8@X,4]"_t &&
         result_of<Op>("f32[8@X,4]"_t, "f32[1,4]"_t) == "f32[8@X,4]"_t &&
         result_of<Op>("f32[8@X,4]"_t, "f32[4]{R:X}"_t) == "f32[8@X,4]"_t &&
         result_of<Op>("f32[1,4]{R:X}"_t, "f32[8@X,4]"_t) == "f32[8@X,4]"_t &&
         // A replicated scalar meets reduced: cast, free.
         result_of<Op>("f32[]"_t, "f32[8]{R:X}"_t) == "f32[8]{R:X}"_t &&
         result_of<Op>("f32[8]{R:X}"_t, "f32[]"_t) == "f32[8]{R:X}"_t &&
         // Extents.
         result_of<Op>("f32[batch@X,t,d]"_t, "f32[t,1]"_t) == "f32[batch@X,t,d]"_t &&
         result_of<Op>("f32[?,4]"_t, "f32[8,4]"_t) == "f32[8,4]"_t &&
         result_of<Op>("f32[?]"_t, "f32[?]"_t) == "f32[?]"_t &&
         // One axis on each of two operands.
         result_of<Op>("f32[8@X,4@Y]"_t, "f32[4@Y]"_t) == "f32[8@X,4@Y]"_t;
}
static_assert(common_rows<add>() && common_rows<sub>() && common_rows<mul>() && common_rows<div>());
static_assert(common_rows<max>() && common_rows<min>() && common_rows<pow>());

template <auto Op> constexpr bool common_refusals() {
  return rejects<Op>(
             "f32[8]{R:X}"_t, "f32[8]"_t,
             "reduced over X against replicated: make the other reduced too (free): reshard(b, P(reduced(X)))") &&
         rejects<Op>("f32[8]"_t, "f32[8]{R:X}"_t, "reshard(a, P(reduced(X)))") &&
         rejects<Op>("f32[8@X]"_t, "f32[8]{R:X}"_t, "slice the reduced one (free): reshard(b, P(X))") &&
         rejects<Op>("f32[8@X,4]"_t, "f32[8,4]"_t, "slice the replicated one (free): reshard(b, P(X))") &&
         rejects<Op>("f32[8,4]"_t, "f32[8@X,4]"_t, "slice the replicated one (free): reshard(a, P(X))") &&
         rejects<Op>("f32[8@X,8]"_t, "f32[8,8@X]"_t, "split over X differently") &&
         rejects<Op>("f32[8@(X,Y)]"_t, "f32[8@(Y,X)]"_t, "differently") &&
         rejects<Op>("f32[8@X,1]"_t, "f32[1,8@X]"_t, "axis X would split two dimensions of the result: gather one") &&
         rejects<Op>("f32[1@X,8]"_t, "f32[8,8]"_t, "a dimension of extent 1 is split over X and would be broadcast") &&
         rejects<Op>("f32[8]{Umax:X}"_t, "f32[8]"_t, "pending maximum or minimum over X") &&
         rejects<Op>("f32[8]"_t, "f32[9]"_t, "dimension 0: the extents differ") &&
         rejects<Op>("f32[d]"_t, "f32[e]"_t, "the extents differ") &&
         rejects<Op>("f32[8]"_t, "f32[d]"_t, "the extents differ") &&
         rejects<Op>("f32[8]"_t, "bf16[8]"_t, "the dtypes differ: astype one of them") &&
         rejects<Op>("bool[8]"_t, "bool[8]"_t, "no numbers") && rejects<Op>("key[]"_t, "key[]"_t, "no numbers");
}
static_assert(common_refusals<add>() && common_refusals<sub>() && common_refusals<mul>() && common_refusals<div>());
static_assert(common_refusals<pow>() && common_refusals<less>());

// + and -: U with U only.
static_assert(result_of<add>("f32[8]{U:X}"_t, "f32[8]{U:X}"_t) == "f32[8]{U:X}"_t);
static_assert(result_of<sub>("f32[8,4]{U:X}"_t, "f32[4]{U:X}"_t) == "f32[8,4]{U:X}"_t);
static_assert(result_of<add>("i32[8]{U:X}"_t, "i32[8]{U:X}"_t) == "i32[8]{U:X}"_t);
static_assert(rejects<add>("f32[8]{U:X}"_t, "f32[8]"_t,
                           "would be counted once per device: reduce it first: reshard(a, P()), or make the other "
                           "unreduced: reshard(b, P(unreduced(X)))"));
static_assert(rejects<add>("f32[8]"_t, "f32[8]{U:X}"_t, "reshard(b, P())") &&
              rejects<add>("f32[8]{U:X}"_t, "f32[8]{R:X}"_t, "a sum pending over X"));
static_assert(rejects<add>("f32[8@X]"_t, "f32[8]{U:X}"_t, "a sum pending over X") &&
              rejects<add>("f32[]"_t, "f32[8]{U:X}"_t, "pending over X"));
static_assert(rejects<sub>("f32[8]{U:X, R:Y}"_t, "f32[8]{U:Y, R:X}"_t, "a sum pending over X"));

// *: U with R, or with a replicated scalar.
static_assert(result_of<mul>("f32[8]{U:X}"_t, "f32[8]{R:X}"_t) == "f32[8]{U:X}"_t);
static_assert(result_of<mul>("f32[4]{R:X}"_t, "f32[8,4]{U:X}"_t) == "f32[8,4]{U:X}"_t);
static_assert(result_of<mul>("f32[]"_t, "f32[8]{U:X}"_t) == "f32[8]{U:X}"_t &&
              result_of<mul>("f32[8]{U:X}"_t, "f32[]"_t) == "f32[8]{U:X}"_t);
static_assert(rejects<mul>("f32[8]{U:X}"_t, "f32[8]{U:X}"_t,
                           "the product of two sums pending over X is not the sum of the products"));
static_assert(rejects<mul>("f32[8]{U:X}"_t, "f32[8]"_t, "make the other reduced (free): reshard(b, P(reduced(X)))"));
static_assert(rejects<mul>("f32[8]{U:X}"_t, "f32[8@X]"_t,
                           "a sum pending over X times a value that is split or varies over X"));

// /: U in the numerator only.
static_assert(result_of<div>("f32[8]{U:X}"_t, "f32[8]{R:X}"_t) == "f32[8]{U:X}"_t &&
              result_of<div>("f32[8]{U:X}"_t, "f32[]"_t) == "f32[8]{U:X}"_t);
static_assert(rejects<div>("f32[8]{R:X}"_t, "f32[8]{U:X}"_t, "1/(a+b) is not 1/a + 1/b") &&
              rejects<div>("f32[]"_t, "f32[8]{U:X}"_t, "1/(a+b)"));
static_assert(rejects<div>("f32[8]{U:X}"_t, "f32[8]{U:X}"_t, "1/(a+b)") &&
              rejects<div>("f32[8]{U:X}"_t, "f32[8]"_t, "make the divisor reduced"));

// The others refuse U; max and min pass Umax and Umin of their own kind.
static_assert(rejects<max>("f32[8]{U:X}"_t, "f32[8]{U:X}"_t,
                           "f(a+b) is not f(a)+f(b): reduce it first: reshard(a, P())"));
static_assert(rejects<pow>("f32[8]"_t, "f32[8]{U:X}"_t, "f(a+b)") &&
              rejects<less>("f32[8]{U:X}"_t, "f32[8]{R:X}"_t, "f(a+b)"));
static_assert(result_of<max>("f32[8]{Umax:X}"_t, "f32[8]{Umax:X}"_t) == "f32[8]{Umax:X}"_t);
static_assert(result_of<min>("f32[8]{Umin:X}"_t, "f32[8]{Umin:X}"_t) == "f32[8]{Umin:X}"_t);
static_assert(rejects<min>("f32[8]{Umax:X}"_t, "f32[8]{Umax:X}"_t, "pending maximum") &&
              rejects<max>("f32[8]{Umax:X}"_t, "f32[8]{Umin:X}"_t, "pending maximum"));

// Over two axes the first repair is one that can be made: maxima before splits, minor axes before major ones.
static_assert(rejects<add>("f32[8@X,4]{Umax:Y}"_t, "f32[8,4]"_t, "reshard it first: reshard(a, P(X))"));
static_assert(rejects<add>("f32[8@(X,Y),1]"_t, "f32[1,8@X]"_t, "gather") &&
              rejects<[](auto a) { return sw::flip<0>(a); }>("f32[8@(X,Y),4]"_t, "reshard(a, P())") &&
              rejects<[](auto a) { return sw::argmax<0>(a); }>("f32[8@(Y,X),4]"_t, "reshard(a, P())"));

// Comparisons give bool. Without cotangents replicated and R are the same.
static_assert(result_of<less>("f32[8@X,4]"_t, "f32[4]"_t) == "bool[8@X,4]"_t);
static_assert(result_of<[](auto a, auto b) { return a == b; }>("i32[8]"_t, "i32[8]{R:X}"_t) == "bool[8]{R:X}"_t);
static_assert(result_of<[](auto a, auto b) { return a != b; }>("bool[8]"_t, "bool[8]"_t) == "bool[8]"_t);
static_assert(result_of<[](auto a, auto b) { return a <= b; }>("f32[8]{R:X}"_t, "f32[8]{R:X}"_t) == "bool[8]{R:X}"_t);
static_assert(result_of<[](auto a, auto b) { return (a > b); }>("f32[8]"_t, "f32[8]"_t) == "bool[8]"_t);
static_assert(result_of<[](auto a, auto b) { return a >= b; }>("f32[8]"_t, "f32[]"_t) == "bool[8]"_t);
static_assert(result_of<[](auto a, auto b) { return (a && b) || !a; }>("bool[8@X]"_t, "bool[8@X]"_t) == "bool[8@X]"_t);
static_assert(rejects<[](auto a, auto b) { return a && b; }>("f32[8]"_t, "f32[8]"_t, "not bool: compare them first"));
static_assert(rejects<[](auto a) { return !a; }>("f32[8]"_t, "not bool"));

// One operand. Nonlinear: all but U; linear: U too.
template <auto Op> constexpr bool passes_all_but_u() {
  return result_of<Op>("f32[8@X,4]"_t) == "f32[8@X,4]"_t && result_of<Op>("f32[8]{R:X}"_t) == "f32[8]{R:X}"_t &&
         result_of<Op>("bf16[8]{V:X}"_t) == "bf16[8]{V:X}"_t && result_of<Op>("f64[]"_t) == "f64[]"_t &&
         rejects<Op>("f32[8]{U:X}"_t,
                     ": a sum is pending over X, and f(a+b) is not f(a)+f(b): reduce it first: reshard(a, P())") &&
         rejects<Op>("f32[8@Y]{U:X}"_t, "reshard(a, P(Y))") && rejects<Op>("f32[8]{Umax:X}"_t, "pending maximum") &&
         rejects<Op>("bool[8]"_t, "");
}
static_assert(passes_all_but_u<[](auto a) { return sw::exp(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::expm1(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::log(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::log1p(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::tanh(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::sin(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::cos(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::sqrt(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::rsqrt(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::erf(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::relu(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::gelu(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::silu(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::sigmoid(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::softplus(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::abs(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::sign(a); }>() &&
              passes_all_but_u<[](auto a) { return sw::square(a); }>());
static_assert(passes_all_but_u<[](auto a) { return sw::reciprocal(a); }>());
static_assert(result_of<[](auto a) { return sw::pow(a, 2); }>("f32[8@X]"_t) == "f32[8@X]"_t);
static_assert(rejects<[](auto a) { return sw::pow(a, 2); }>("f32[8]{U:X}"_t, "a literal other than 0"));
static_assert(rejects<[](auto a) { return sw::exp(a); }>("i32[8]"_t, "the operand is not floating: astype it first"));
static_assert(result_of<[](auto a) { return sw::isfinite(a); }>("f32[8@X]"_t) == "bool[8@X]"_t);

template <auto Op> constexpr bool passes_u() {
  return result_of<Op>("f32[8]{U:X}"_t) == "f32[8]{U:X}"_t && result_of<Op>("f32[8@Y]{U:X}"_t) == "f32[8@Y]{U:X}"_t &&
         result_of<Op>("f32[8]{R:X}"_t) == "f32[8]{R:X}"_t &&
         rejects<Op>("f32[8]{Umin:X}"_t, "pending maximum or minimum");
}
static_assert(passes_u<[](auto a) { return -a; }>() && passes_u<[](auto a) { return 2 * a; }>() &&
              passes_u<[](auto a) { return a * 0.5f; }>());
static_assert(passes_u<[](auto a) { return a / 3; }>());

// Literals: any type without U; with U, 0 as the other branch of where.
static_assert(result_of<[](auto a) { return 1 + a - 2; }>("f32[8@X]{R:Y}"_t) == "f32[8@X]{R:Y}"_t);
static_assert(rejects<[](auto a) { return a + 10; }>("f32[10]{U:X}"_t,
                                                     "a literal other than 0 meets a sum pending over X, which would "
                                                     "count it once per device: reduce it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return 1 - a; }>("f32[]{U:X}"_t, "a literal other than 0") &&
              rejects<[](auto a) { return 1 / a; }>("f32[]{U:X}"_t, "pending over X"));
static_assert(rejects<[](auto a) { return a + 0; }>("f32[]{U:X}"_t, "leave the 0 out") &&
              rejects<[](auto a) { return 0 - a; }>("f32[]{U:X}"_t, "leave the 0 out"));
static_assert(rejects<[](auto a) { return a < 1; }>("f32[]{U:X}"_t, "pending over X"));

// where: as + for the values; the mask without U.
constexpr auto where = [](auto m, auto a, auto b) { return sw::where(m, a, b); };
static_assert(result_of<where>("bool[8@X]"_t, "f32[8@X]"_t, "f32[8@X]"_t) == "f32[8@X]"_t);
static_assert(result_of<where>("bool[8]"_t, "f32[8]{U:X}"_t, "f32[8]{U:X}"_t) == "f32[8]{U:X}"_t);
static_assert(result_of<where>("bool[8]{R:X}"_t, "f32[8]{U:X}"_t, "f32[8]{U:X}"_t) == "f32[8]{U:X}"_t);
static_assert(result_of<where>("bool[8]"_t, "f32[8]{R:X}"_t, "f32[8]{R:X}"_t) == "f32[8]{R:X}"_t);
static_assert(result_of<where>("bool[8@X,4]"_t, "f32[4]"_t, "f32[4]"_t) == "f32[8@X,4]"_t);
static_assert(result_of<[](auto m, auto a) { return sw::where(m, a, 0); }>("bool[8]"_t, "f32[8]{U:X}"_t) ==
              "f32[8]{U:X}"_t);
static_assert(result_of<[](auto m, auto a) { return sw::where(m, 1, a); }>("bool[8]"_t, "f32[8]{R:X}"_t) ==
              "f32[8]{R:X}"_t);
static_assert(rejects<[](auto m, auto a) { return sw::where(m, a, 1); }>("bool[8]"_t, "f32[8]{U:X}"_t,
                                                                         "a literal other than 0"));
static_assert(rejects<where>("f32[8]"_t, "f32[8]"_t, "f32[8]"_t, "the mask is not bool: compare it first"));
static_assert(rejects<where>("bool[8]"_t, "f32[8]{U:X}"_t, "f32[8]"_t, "a sum pending over X"));
static_assert(rejects<where>("bool[8@X]"_t, "f32[8]{U:X}"_t, "f32[8]{U:X}"_t, "gather the mask"));

// astype: between floating types linear, else U is refused.
static_assert(result_of<[](auto a) { return sw::astype<sw::bf16>(a); }>("f32[8]{U:X}"_t) == "bf16[8]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::astype<sw::f32>(a); }>("i32[8@X]"_t) == "f32[8@X]"_t);
static_assert(rejects<[](auto a) { return sw::astype<sw::i32>(a); }>("f32[8]{U:X}"_t,
                                                                     "astype: f32[8]{U:X}: a sum is pending over X"));
static_assert(rejects<[](auto a) { return sw::astype<sw::f32>(a); }>("key[]"_t, "a key is no number"));
static_assert(result_of<[](auto a) { return sw::stop_gradient(a); }>("f32[8]{U:X}"_t) == "f32[8]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::zeros_like(a); }>("f32[8]{U:X}"_t) == "f32[8]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::zeros_like_cotangent(a); }>("f32[8]{R:X}"_t) == "f32[8]{U:X}"_t);

// Typed and dynamic tracers give one answer: the function objects are judged without a lambda.
static_assert(accepts<sw::fn::binary<sw::ops::add>{}>("f32[8@X,4]"_t, "f32[4]"_t));
static_assert(rejects<sw::fn::unary<sw::ops::tanh>{}>("f32[8]{U:X}"_t, "tanh: f32[8]{U:X}: a sum is pending over X"));

// The division of integers rounds each piece.
static_assert(rejects<[](auto a, auto b) { return a / b; }>("i32[2]{U:X}"_t, "i32[2]{R:X}"_t, "rounds each piece"));
static_assert(rejects<[](auto logits, auto labels) {
  return sw::softmax_cross_entropy_with_integer_labels(logits, labels);
}>("f32[8,10]"_t, "i32[3,8]"_t, "give one label for each row"));

// ---- extent 1 against a split extent 1: the split one keeps its axis
static_assert(result_of<[](auto a, auto b) { return a + b; }>("f32[1@X,4]"_t, "f32[1,4]"_t) == "f32[1@X,4]"_t);
static_assert(result_of<[](auto a, auto b) { return a * b; }>("f32[1,4]{R:X}"_t, "f32[1@X,4]"_t) == "f32[1@X,4]"_t);

// ---- a floating literal beside integers would lose its fraction
static_assert(accepts<[](auto n) { return n * 2; }>("i32[4]"_t));
static_assert(accepts<[](auto x) { return x * 2; }>("f32[4]"_t));
static_assert(rejects<[](auto n) { return n * 2.5; }>("i32[4]"_t, "its fraction would be lost"));
static_assert(rejects<[](auto n) { return 1.f + n; }>("i32[4]"_t, "its fraction would be lost"));
static_assert(rejects<[](auto n) { return (n > 0.5); }>("i64[4]"_t, "its fraction would be lost"));

static_assert(rejects<[](auto a) { return sw::softmax(a); }>("f32[]"_t, "beyond the rank"));

// In templates a concept asks; outside it would be an error.
template <class A, class B>
concept Addable = requires(sw::Tracer<A> a, sw::Tracer<B> b) {
  { a + b } -> sw::value;
};
static_assert(Addable<sw::type<"f32[8@X,4]">, sw::type<"f32[4]">>);
static_assert(!Addable<sw::type<"f32[8]{U:X}">, sw::type<"f32[8]">>);

}  // namespace
