// Manual mode: types inside and outside of shard_map, and what the collectives cost, forward and backward.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
namespace hana = boost::hana;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying, sw::invarying, sw::tiled,
    sw::shard_map;
using sw::testing::has_type, sw::testing::result, sw::testing::accepts, sw::testing::rejects;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

// One function, explicit and manual: the same types outside, the same collectives, forward and backward.
constexpr auto explicit_product = [](auto x, auto w) { return sw::matmul(x, w, P()); };
constexpr auto manual_product = [](auto x, auto w) {
  return shard_map([](auto x, auto w) { return sw::psum(sw::matmul(x, w), X); }, hana::make_tuple(P(none, X), P(X)),
                   P())(x, w);
};
using Explicit = sw::Program<explicit_product, "f32[4,8@X]", "f32[8@X,3]">;
using Manual = sw::Program<manual_product, "f32[4,8@X]", "f32[8@X,3]">;
static_assert(result<Explicit> == result<Manual> && result<Manual> == "f32[4,3]"_t);
static_assert(Manual::collectives() == Explicit::collectives() &&
              Manual::collectives() == Collectives{.all_reduce = 1});

template <auto Product>
constexpr auto both_gradients = [](auto x, auto w) {
  return sw::grad<0, 1>([](auto x, auto w) { return sw::sum(sw::square(Product(x, w))); })(x, w);
};
using ExplicitGrad = sw::Program<both_gradients<explicit_product>, "f32[4,8@X]", "f32[8@X,3]">;
using ManualGrad = sw::Program<both_gradients<manual_product>, "f32[4,8@X]", "f32[8@X,3]">;
static_assert(result<ExplicitGrad> == result<ManualGrad>);
static_assert(ManualGrad::collectives() == ExplicitGrad::collectives());

// A weight that meets varying data: replicated it is summed there and then, reduced it gives U at no cost.
constexpr auto loss = [](auto w, auto x) {
  return shard_map([](auto w, auto x) { return sw::psum(sw::sum(sw::tanh(sw::matmul(x, w))), X); },
                   hana::make_tuple(sw::spec(w), sw::spec(x)), P())(w, x);
};
constexpr auto grad_of_loss = [](auto w, auto x) { return sw::grad(loss)(w, x); };
using Replicated = sw::Program<grad_of_loss, "f32[4,3]", "f32[8@X,4]">;
using Reduced = sw::Program<grad_of_loss, "f32[4,3]{R:X}", "f32[8@X,4]">;
static_assert(result<Replicated> == "f32[4,3]"_t && Replicated::collectives() == Collectives{.all_reduce = 1});
static_assert(result<Reduced> == "f32[4,3]{U:X}"_t && Reduced::collectives() == Collectives{});

// grad inside of shard_map: of each device's own loss.
constexpr auto inside = [](auto w, auto x) {
  return shard_map(
      [](auto w, auto x) {
        auto own = [](auto w, auto x) { return sw::sum(sw::tanh(sw::matmul(x, w))); };
        return sw::grad(own)(w, x);
      },
      hana::make_tuple(sw::spec(w), sw::spec(x)), P(unreduced(X)))(w, x);
};
using Inside = sw::Program<inside, "f32[4,3]{R:X}", "f32[8@X,4]">;
static_assert(result<Inside> == "f32[4,3]{U:X}"_t && Inside::collectives() == Collectives{});

// Inside of a loop, under grad: one psum for each microbatch, and none where the weight is reduced.
constexpr auto looped = [](auto w, auto xs) {
  return sw::grad([](auto w, auto xs) {
    return sw::scan([&](auto total, auto x) { return total + loss(w, x); }, sw::zeros_like(sw::sum(w, P())), xs);
  })(w, xs);
};
static_assert(sw::Program<looped, "f32[4,3]", "f32[5,8@X,4]">::collectives() == Collectives{.all_reduce = 5});

// What each collective makes.
constexpr auto types = [](auto x) {
  return shard_map(
      [](auto x) {
        static_assert(has_type<decltype(x), "f32[8/X,4]{V:X}">);
        auto gathered = sw::all_gather<0>(x, X, tiled);
        static_assert(has_type<decltype(gathered), "f32[8,4]{V:X}">);
        static_assert(has_type<decltype(sw::all_gather<1, reduced>(x, X)), "f32[8/X,X,4]{R:X}">);
        static_assert(has_type<decltype(sw::all_gather<0, invarying>(x, X, tiled)), "f32[8,4]">);
        static_assert(has_type<decltype(sw::psum_scatter<0>(gathered, X, tiled)), "f32[8/X,4]{V:X}">);
        static_assert(has_type<decltype(sw::all_to_all<1, 0>(x, X, tiled)), "f32[8,4/X]{V:X}">);
        static_assert(has_type<decltype(sw::ppermute<sw::shift(-1)>(x, X)), "f32[8/X,4]{V:X}">);
        static_assert(has_type<decltype(sw::axis_index(x, X)), "i32[]{V:X}">);
        static_assert(has_type<decltype(sw::axis_size(x, X)), "i32[]">);
        static_assert(has_type<decltype(sw::pcast<unreduced>(x, X)), "f32[8/X,4]{U:X}">);
        static_assert(
            has_type<decltype(sw::local_block<1>(sw::pmax(sw::stop_gradient(x), X), X, tiled)), "f32[8/X,4/X]{V:X}">);
        return hana::make_tuple(sw::psum(hana::make_tuple(x, gathered), X), sw::pmean(x, X));
      },
      P(X), P())(x);
};
using Types = sw::Program<types, "f32[8@X,4]">;
static_assert(Types::collectives() == Collectives{.all_reduce = 2, .all_gather = 1});  // a tree's psum is one

// Several axes, and a dimension that two of them split.
constexpr auto two_axes = [](auto x) {
  return shard_map(
      [](auto x) {
        static_assert(has_type<decltype(x), "f32[16/X/Y,4]{V:(X,Y)}">);
        static_assert(has_type<decltype(sw::psum(x, Y)), "f32[16/X/Y,4]{V:X}">);
        return hana::make_tuple(sw::psum(x, X, Y), sw::all_gather<0, invarying>(x, Y, X, tiled), x);
      },
      P(sw::axes(Y, X)), hana::make_tuple(P(), P(), P(sw::axes(Y, X))))(x);
};
using TwoAxes = sw::Program<two_axes, "f32[16@(Y,X),4]">;
static_assert(result<TwoAxes> == hana::make_tuple("f32[16/X/Y,4]"_t, "f32[16,4]"_t, "f32[16@(Y,X),4]"_t));
static_assert(TwoAxes::collectives() == Collectives{.all_reduce = 1, .all_gather = 1});

// Varying meets the rest.
constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto mul = [](auto a, auto b) { return a * b; };
static_assert(accepts<add>("f32[4]{V:X}"_t, "f32[4]"_t) && accepts<mul>("f32[4]{V:X}"_t, "f32[4]{R:X}"_t));
static_assert(rejects<add>("f32[4]{V:X}"_t, "f32[4]{U:X}"_t,
                           "reduce it first: psum(b, X), or make the other unreduced (free): pcast<unreduced>(a, X)"));
static_assert(rejects<add>("f32[4]{V:X}"_t, "f32[4@X]"_t, "split over X against varying over X: gather it"));
static_assert(rejects<[](auto a) { return sw::psum(a, X); }>("f32[4]"_t, "would multiply it by their number"));
static_assert(rejects<[](auto a) { return sw::psum(a, Y); }>("f32[4]{V:X}"_t, "would multiply it by their number"));
static_assert(rejects<[](auto a) { return sw::psum(a, X); }>("f32[4@X]"_t, "X splits a dimension"));
static_assert(rejects<[](auto a) { return sw::reshard(a, P()); }>("f32[4]{V:X}"_t, "use psum(a, X)"));
static_assert(rejects<[](auto a) { return sw::pmean(a, X); }>("i32[4]{V:X}"_t, "astype them first"));
static_assert(rejects<[](auto a) { return sw::all_to_all<0, 0>(a, X, tiled); }>("f32[4]{V:X}"_t, "the same"));
static_assert(rejects<[](auto a) { return sw::psum_scatter<0>(a, X); }>("f32[n]{V:X}"_t, "tiled cuts it into blocks"));
static_assert(rejects<[](auto a) {
  return sw::ppermute<sw::pairs({{0, 1}, {2, 1}})>(a, X);
}>("f32[4]{V:X}"_t, "a device is twice a target"));

// What a refusal of pending maxima and of reduced values names does compile.
template <auto Op> constexpr bool names_minmax() {
  return rejects<Op>("f32[4]{Umin:X}"_t, "pmax(a, X) or pmin(a, X)") &&
         rejects<Op>("f32[4]{Umax:X}"_t, "pmax(a, X) or pmin(a, X)");
}
static_assert(names_minmax<[](auto a) { return sw::pcast<varying>(a, X); }>() &&
              names_minmax<[](auto a) { return sw::local_block<0>(a, X, tiled); }>() &&
              names_minmax<[](auto a) { return sw::all_to_all<0, 0>(a, X); }>() &&
              names_minmax<[](auto a) { return sw::ppermute<sw::shift(1)>(a, X); }>());
static_assert(rejects<[](auto a) { return sw::pcast<reduced>(a, X); }>("f32[4]{Umin:X}"_t, "or with pmin"));
static_assert(accepts<[](auto a) { return sw::pcast<varying>(sw::pmin(a, X), X); }>("f32[4]{Umin:X}"_t) &&
              accepts<[](auto a) { return sw::pcast<reduced>(sw::pmin(a, X), X); }>("f32[4]{Umin:X}"_t));
static_assert(rejects<[](auto a) { return sw::psum_scatter<0>(a, X, tiled); }>(
    "f32[4]{R:X}"_t, "local_block(reshard(a, P()), X, tiled)"));
static_assert(accepts<[](auto a) { return sw::local_block<0>(sw::reshard(a, P()), X, tiled); }>("f32[4]{R:X}"_t));
// What out_specs says to be split is scattered if a reduction is pending, and a block of a replicated value.
template <auto In>
constexpr auto split_by_out_specs = [](auto a) { return shard_map([](auto x) { return x; }, In, P(X))(a); };
static_assert(rejects<split_by_out_specs<P(unreduced(X))>>("f32[8]{U:X}"_t,
                                                           "a reduction is pending: psum_scatter(a, X, tiled), or") &&
              rejects<split_by_out_specs<P(sw::unreduced_min(X))>>("f32[8]{Umin:X}"_t, "pmax(a, X) or pmin(a, X)") &&
              rejects<split_by_out_specs<P(reduced(X))>>("f32[8]{R:X}"_t, "local_block(reshard(a, P()), X, tiled)") &&
              rejects<split_by_out_specs<P()>>("f32[8]"_t, "local_block(a, X, tiled)"));

}  // namespace
