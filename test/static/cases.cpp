// Cases from practice, as types and counts of collectives. Their numbers are those of cases.md; values are tested
// by running them.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

// 1: a replicated scalar meets split data: its gradient is summed once; reduced, it stays in pieces.
constexpr auto case1 = [](auto w, auto d) {
  return sw::grad([](auto w, auto d) { return sw::sum((w * w + 1) * d); })(w, d);
};
using Case1 = sw::Program<case1, "f32[]", "f32[2@X]">;
static_assert(result<Case1> == "f32[]"_t && Case1::collectives() == Collectives{.all_reduce = 1});
using Case1Reduced = sw::Program<case1, "f32[]{R:X}", "f32[2@X]">;
static_assert(result<Case1Reduced> == "f32[]{U:X}"_t && Case1Reduced::collectives() == Collectives{});

// 2: the identity of a replicated value transposes with no collective, and so does its transpose.
constexpr auto case2 = [](auto w) {
  auto y = sw::vjp([](auto w) { return w; }, w);
  return y.pullback(w);
};
constexpr auto case2_twice = [](auto w) {
  auto y = sw::vjp([](auto w) { return sw::vjp([](auto w) { return w; }, w).pullback(w)[sw::hana::size_c<0>]; }, w);
  return y.pullback(w);
};
static_assert(sw::Program<case2, "f32[4]">::collectives() == Collectives{} &&
              sw::Program<case2_twice, "f32[4]">::collectives() == Collectives{});

// 3: a replicated scale on activations split along the sequence.
constexpr auto case3 = [](auto g, auto x) { return sw::grad([](auto g, auto x) { return sw::sum(g * x); })(g, x); };
static_assert(sw::Program<case3, "f32[1]", "f32[2@X]">::collectives() == Collectives{.all_reduce = 1});
static_assert(result<sw::Program<case3, "f32[1]{R:X}", "f32[2@X]">> == "f32[1]{U:X}"_t);

// 4: the gradient of a stack of split arrays has their type, and costs nothing.
constexpr auto case4 = [](auto a, auto b, auto c) {
  return sw::vjp([](auto a, auto b) { return sw::stack<0>(a, b); }, a, b).pullback(c);
};
using Case4 = sw::Program<case4, "f32[2,2@X]", "f32[2,2@X]", "f32[2,2,2@X]">;
static_assert(result<Case4>[sw::hana::size_c<0>] == "f32[2,2@X]"_t &&
              result<Case4>[sw::hana::size_c<1>] == "f32[2,2@X]"_t);
static_assert(Case4::collectives() == Collectives{});

// 5: dimensions of extent 1 keep their names.
constexpr auto case5 = [](auto x) { return sw::grad([](auto x) { return sw::sum(sw::expand_dims<0>(x)); })(x); };
static_assert(result<sw::Program<case5, "f32[1@X]">> == "f32[1@X]"_t);
static_assert(sw::testing::result_of<[](auto x) { return sw::reshape<1, 4, 128>(x); }>("f32[1@X,512@Y]"_t) ==
              "f32[1@X,4@Y,128]"_t);

// 16: a split dimension stays the major factor.
static_assert(rejects<[](auto x) { return sw::reshape<16, 6>(x); }>("f32[12,8@X]"_t,
                                                                    "no major factor of one of [16,6]"));
static_assert(sw::testing::result_of<[](auto x) { return sw::reshape<2, 5, 1>(x); }>("f32[10@X,1]"_t) ==
              "f32[2@X,5,1]"_t);

// 7a: the seed of an R loss is a U worth 1: made by a reshard of R 1, so that index 0 alone holds it.
constexpr auto case7a = [](auto w) { return sw::grad([](auto w) { return sw::sum(w); })(w); };
using Case7a = sw::Program<case7a, "f32[4]{R:X}">;
constexpr bool seeds_by_reshard() {
  for (const sw::Eqn& q : Case7a::view().equations)
    if (q.op == sw::op<sw::ops::reshard>)
      return Case7a::view().type_of(q.a) == sw::type_of("f32[]{R:X}") &&
             Case7a::view().type_of(q.a + 1) == sw::type_of("f32[]{U:X}");
  return false;
}
static_assert(seeds_by_reshard() && result<Case7a> == "f32[4]{U:X}"_t && Case7a::collectives() == Collectives{});
// f(w, w), and a w that is an argument and captured.
constexpr auto case7a_twice = [](auto w) {
  auto [a, b] = sw::grad<0, 1>([](auto a, auto b) { return sw::sum(a * b); })(w, w);
  return a + b;
};
constexpr auto case7a_captured = [](auto w) {
  return sw::grad([&](auto a) { return sw::sum(a * a * sw::stop_gradient(w)); })(w);
};
static_assert(result<sw::Program<case7a_twice, "f32[4]{R:X}">> == "f32[4]{U:X}"_t);
static_assert(result<sw::Program<case7a_captured, "f32[4]{R:X}">> == "f32[4]{U:X}"_t);

// 7b: a cotangent that nothing produced is zeros with no collective, also after the user's reshard of it.
constexpr auto case7b = [](auto w, auto v) {
  return sw::reshard(sw::grad<1>([](auto w, auto) { return sw::sum(w); })(w, v), P());
};
static_assert(sw::Program<case7b, "f32[4@X]", "f32[3]{R:X}">::collectives() == Collectives{});
static_assert(result<sw::Program<case7b, "f32[4@X]", "f32[3]{R:X}">> == "f32[3]"_t);

// 7: the gradient through a tiled all-to-all has the argument's type; explicit it costs the same.
constexpr auto exchanged = [](auto x) {
  return sw::shard_map([](auto x) { return sw::all_to_all<1, 0>(x, X, sw::tiled); }, P(X), P(none, X))(x);
};
constexpr auto resharded = [](auto x) { return sw::reshard(x, P(none, X)); };
template <auto F>
constexpr auto case7 = [](auto x) {
  static_assert(sw::testing::has_type<decltype(F(x)), "f32[8,8@X]">);
  return sw::grad([](auto x) { return sw::sum(F(x)); })(x);
};
using Case7 = sw::Program<case7<exchanged>, "f32[8@X,8]">;
static_assert(result<Case7> == "f32[8@X,8]"_t && Case7::collectives() == Collectives{.all_to_all = 1});
using Case7Explicit = sw::Program<case7<resharded>, "f32[8@X,8]">;
static_assert(result<Case7Explicit> == result<Case7> && Case7Explicit::collectives() == Case7::collectives());

// 8: adding 10 to a pending sum must not compile; adding reshard(10, U) does.
constexpr auto add_ten = [](auto s) { return s + 10; };
static_assert(rejects<add_ten>("f32[]{U:X}"_t, "which would count it once per device"));
constexpr auto case8 = [](auto a, auto ten) {
  return sw::reshard(sw::sum(a, P(unreduced(X))) + sw::reshard(ten, P(unreduced(X))), P());
};
static_assert(result<sw::Program<case8, "f32[10@X]", "f32[]">> == "f32[]"_t);
static_assert(sw::Program<case8, "f32[10@X]", "f32[]">::collectives() == Collectives{.all_reduce = 1});

// 9: abs and relu of pieces must not compile; after the reduction they do.
static_assert(rejects<[](auto a) { return sw::abs(a); }>("f32[]{U:X}"_t, "reduce it first") &&
              rejects<[](auto a) { return sw::relu(a); }>("f32[]{U:X}"_t, "reduce it first"));

// 10: row-parallel linear: the bias is added after the reduction, and its gradient is the column sum, once.
constexpr auto linear = [](auto w, auto b, auto x) { return sw::matmul(x, w, P()) + b; };
static_assert(rejects<[](auto w, auto b, auto x) { return sw::matmul(x, w, P(none, none, unreduced(X))) + b; }>(
    "f32[4@X,2]"_t, "f32[2]"_t, "f32[3,4@X]"_t, "a sum pending over X meets a value that is not pending"));
constexpr auto case10 = [](auto w, auto b, auto x) {
  return sw::grad<1>([](auto w, auto b, auto x) { return sw::sum(linear(w, b, x)); })(w, b, x);
};
using Case10 = sw::Program<case10, "f32[4@X,2]", "f32[2]", "f32[3,4@X]">;
static_assert(result<Case10> == "f32[2]"_t && Case10::collectives() == Collectives{});

// 11: a replicated integer to U and back: one all-reduce, and no division.
constexpr auto case11 = [](auto n) { return sw::reshard(sw::reshard(n, P(unreduced(X))), P()); };
using Case11 = sw::Program<case11, "i32[]">;
static_assert(result<Case11> == "i32[]"_t && Case11::collectives() == Collectives{.all_reduce = 1} &&
              Case11::view().equations.size() == 3);

// 17: a contraction over one axis that keeps another, U over two axes, a scalar U; and their gradients, all for free.
constexpr auto kept = [](auto a, auto b) { return sw::einsum<"ij,i->j">(a, b, P(X, unreduced(Y))); };
constexpr auto two_axes = [](auto a, auto b) { return sw::einsum<"ij,jk->ik">(a, b, P(unreduced(X, Y))); };
constexpr auto pending_scalar = [](auto a, auto b) { return sw::einsum<"ij,ij->">(a, b, P(unreduced(X, Y))); };
template <auto F>
constexpr auto with_gradients = [](auto a, auto b) {
  auto y = sw::vjp(F, a, b);
  return sw::hana::make_tuple(y.value, y.pullback(sw::zeros_like_cotangent(y.value)));
};
using Kept = sw::Program<with_gradients<kept>, "f32[4@Y,6@X]", "f32[4@Y]{R:X}">;
static_assert(result<Kept> ==
              sw::hana::make_tuple("f32[6@X]{U:Y}"_t, sw::hana::make_tuple("f32[4@Y,6@X]"_t, "f32[4@Y]{U:X}"_t)));
static_assert(Kept::collectives() == Collectives{});
using TwoAxes = sw::Program<with_gradients<two_axes>, "f32[3,8@(X,Y)]", "f32[8@(X,Y),5]">;
static_assert(result<TwoAxes> == sw::hana::make_tuple("f32[3,5]{U:(X,Y)}"_t,
                                                      sw::hana::make_tuple("f32[3,8@(X,Y)]"_t, "f32[8@(X,Y),5]"_t)));
static_assert(TwoAxes::collectives() == Collectives{});
using PendingScalar = sw::Program<with_gradients<pending_scalar>, "f32[4@X,6@Y]", "f32[4@X,6@Y]">;
static_assert(result<PendingScalar> ==
              sw::hana::make_tuple("f32[]{U:(X,Y)}"_t, sw::hana::make_tuple("f32[4@X,6@Y]"_t, "f32[4@X,6@Y]"_t)));
static_assert(PendingScalar::collectives() == Collectives{});

}  // namespace
