// scan: counts, captures, stacks, unknown extents, and tracers that escape.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::result;

inline constexpr sw::Axis<"X"> X;

namespace {

constexpr auto loss = [](auto ws, auto x) {
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  return sw::sum(sw::square(y));
};
constexpr auto step = [](auto ws, auto xs) {
  auto zero = sw::zeros_like_cotangent(ws);
  auto acc = sw::scan([&](auto acc, auto x) { return acc + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - 0.01f * sw::reshard(acc, sw::spec(ws));
};
// One all-reduce against layers times microbatches.
static_assert(sw::Program<step, "f32[3,d,d]{R:X}", "f32[5,batch@X,d]">::collectives() == Collectives{.all_reduce = 1});
static_assert(sw::Program<step, "f32[3,d,d]", "f32[5,batch@X,d]">::collectives() == Collectives{.all_reduce = 15});
static_assert(sw::Program<step, "f32[3,d,d]", "f32[8,batch@X,d]">::collectives() == Collectives{.all_reduce = 24});
static_assert(sw::Program<step, "f32[3,d,d]{R:X}", "f32[8,batch@X,d]">::issued() == Collectives{.all_reduce = 1});
// A trip count that is no number: the count says so, and equals none.
using Unknown = sw::Program<step, "f32[layers,d,d]", "f32[5,batch@X,d]">;
static_assert(!Unknown::collectives().exact && !(Unknown::collectives() == Collectives{.all_reduce = 5}));
static_assert(!(Unknown::collectives() == Unknown::collectives()));
static_assert(sw::Program<step, "f32[layers,d,d]{R:X}", "f32[?,batch@X,d]">::collectives() ==
              Collectives{.all_reduce = 1});

// A captured weight: its cotangents are summed in its own cotangent type.
constexpr auto shared_weight = [](auto w, auto xs) {
  return sw::grad([](auto w, auto xs) {
    auto h = sw::scan([&](auto h, auto x) { return sw::tanh(sw::matmul(h, w) + x); },
                      sw::zeros_like(sw::reshape<"b,d">(sw::slice<0, 0, 1>(xs))), xs);
    return sw::sum(h);
  })(w, xs);
};
static_assert(result<sw::Program<shared_weight, "f32[d,d]{R:X}", "f32[5,b@X,d]">> == "f32[d,d]{U:X}"_t);
static_assert(sw::Program<shared_weight, "f32[d,d]{R:X}", "f32[5,b@X,d]">::collectives() == Collectives{});
static_assert(sw::Program<shared_weight, "f32[d,d]", "f32[5,b@X,d]">::collectives() == Collectives{.all_reduce = 5});

// Captures two loops out, and a carry that is a tree.
constexpr auto nested = [](auto w, auto xs, auto ys) {
  return sw::grad([](auto w, auto xs, auto ys) {
    auto total = sw::scan(
        [&](auto s, auto x) { return sw::scan([&](auto s, auto y) { return s + sw::sum(w * x * y); }, s, ys); },
        sw::zeros_like(sw::sum(w)), xs);
    return total;
  })(w, xs, ys);
};
static_assert(result<sw::Program<nested, "f32[4]{R:X}", "f32[3,4]{R:X}", "f32[2,4]{R:X}">> == "f32[4]{U:X}"_t);
constexpr auto tree_carry = [](auto x, auto xs) {
  auto out = sw::scan(
      [](auto c, auto x) {
        auto [a, b] = c;
        return sw::hana::make_tuple(a + x, sw::max(b, x));
      },
      sw::hana::make_tuple(x, x), xs);
  return out;
};
static_assert(std::is_same_v<sw::Program<tree_carry, "f32[4]", "f32[3,4]">::result_type,
                             sw::hana::tuple<sw::type<"f32[4]">, sw::type<"f32[4]">>>);

// scan_with_outputs stacks; several arrays to scan over.
constexpr auto running = [](auto x, auto xs, auto ys) {
  auto r = sw::scan_with_outputs([](auto c, auto x, auto y) { return sw::stacked(c + x * y, sw::sum(c)); }, x, xs, ys);
  static_assert(sw::testing::has_type<decltype(r.carry), "f32[4@X]"> && sw::testing::has_type<decltype(r.y), "f32[n]">);
  return sw::hana::make_tuple(r.carry, r.y);
};
using Running = sw::Program<running, "f32[4@X]", "f32[n,4@X]", "f32[n,4@X]">;
static_assert(!Running::collectives().exact && Running::collectives().all_reduce == 1);
static_assert(sw::Program<running, "f32[4@X]", "f32[n,4@X]", "f32[?,4@X]">::view().equalities.size() == 1);
constexpr auto gradient_of_stack = [](auto x, auto xs) {
  return sw::grad<0, 1>([](auto x, auto xs) {
    auto r = sw::scan_with_outputs([](auto c, auto x) { return sw::stacked(sw::tanh(c + x), c * x); }, x, xs);
    return sw::sum(r.carry) + sw::sum(r.y);
  })(x, xs);
};
static_assert(std::is_same_v<sw::Program<gradient_of_stack, "f32[4@X]", "f32[n,4@X]">::result_type,
                             sw::hana::tuple<sw::type<"f32[4@X]">, sw::type<"f32[n,4@X]">>>);

// Case 29: what the sentences say of a carry that changes its type.
constexpr bool says(const sw::Text& text, std::string_view part) {
  return text.view().find(part) != std::string_view::npos;
}
static_assert(
    says(sw::detail::carry_text<sw::type<"f32[8]">, sw::type<"f32[8@X]">, 0>,
         "scan: the carry starts as f32[8] and comes back as f32[8@X] (leaf 0): start from reshard(init, P(X))"));
static_assert(says(sw::detail::carry_text<sw::type<"f32[8]">, sw::type<"f32[8]{U:X}">, 2>,
                   "(leaf 2): start from reshard(init, P(unreduced(X)))"));
static_assert(says(sw::detail::carry_text<sw::type<"f32[8]">, sw::type<"bf16[8]">, 0>,
                   "astype the initial value or the result"));
static_assert(says(sw::detail::carry_text<sw::type<"f32[8]">, sw::type<"f32[9]">, 0>, "the extents must stay"));

// fori_loop: the number is an i32[], the bounds are static, or the upper one an extent.
constexpr auto powers = [](auto x) {
  return sw::grad([](auto x) {
    return sw::sum(sw::fori_loop<2, 5>([&](auto i, auto c) { return c * x * sw::astype<sw::f32>(i); }, x));
  })(x);
};
static_assert(result<sw::Program<[](auto x) {
                return sw::fori_loop<2, 5>(
                    [](auto i, auto c) {
                      static_assert(sw::testing::has_type<decltype(i), "i32[]">);
                      return c * sw::astype<sw::f32>(i);
                    },
                    x);
              },
                                 "f32[4@X]{R:Y}">> == "f32[4@X]{R:Y}"_t);
constexpr auto over_extent = [](auto x) {
  return sw::fori_loop(
      sw::size<0>(x),
      [](auto, auto c) { return sw::hana::make_tuple(sw::sum(c[sw::hana::size_c<1>]), c[sw::hana::size_c<1>]); },
      sw::hana::make_tuple(sw::sum(x), x));
};
static_assert(!sw::Program<over_extent, "f32[n@X]">::collectives().exact);
static_assert(sw::Program<over_extent, "f32[6@X]">::collectives() == Collectives{.all_reduce = 7});
static_assert(sw::Program<powers, "f32[4@X]">::collectives() == Collectives{});
static_assert(sw::Program<[](auto x) { return sw::fori_loop<5, 2>([](auto, auto c) { return c; }, x); },
                          "f32[4]">::collectives() == Collectives{});

// Loops in dynamic programs: a mistake is a sentence.
constexpr auto dynamic_scan = [](auto h, auto xs) {
  return sw::scan([](auto c, auto x) { return sw::tanh(c * x); }, h, xs);
};
static_assert(sw::testing::result_of<dynamic_scan>("f32[8@X]"_t, "f32[3,8@X]"_t) == "f32[8@X]"_t);
static_assert(sw::testing::rejects<dynamic_scan>("f32[8]"_t, "f32[3@X,8]"_t, "the leading dimension of xs is split"));
static_assert(sw::testing::rejects<dynamic_scan>("f32[8]"_t, "f32[]"_t, "xs has no leading dimension"));
static_assert(sw::testing::rejects<dynamic_scan>(
    "f32[1]"_t, "f32[3,8@X]"_t, "scan: the carry starts as f32[1] and comes back as f32[8@X] (leaf 0): the extents"));

constexpr auto dynamic_gradient = [](auto h, auto xs) {
  return sw::grad([](auto h, auto xs) { return sw::sum(dynamic_scan(h, xs), P(unreduced(X))); })(h, xs);
};
static_assert(sw::testing::result_of<dynamic_gradient>("f32[8@X]"_t, "f32[3,8@X]"_t) == "f32[8@X]"_t);
static_assert(sw::testing::result_of<[](auto w) { return sw::grad([](auto w) { return sw::sum(w * w); })(w); }>(
                  "f32[8]{R:X}"_t) == "f32[8]{U:X}"_t);
static_assert(sw::testing::rejects<[](auto w) { return sw::grad([](auto w) { return w * w; })(w); }>(
    "f32[8]"_t, "grad: the loss is f32[8]: it must be a floating scalar: sum it, or take its mean"));
static_assert(sw::testing::rejects<[](auto w) { return sw::grad([](auto w) { return sw::sum(w); })(w); }>(
    "i32[8]"_t, "grad: an argument is i32[8], which has no cotangent"));

// A tracer that escapes from its loop: in a dynamic program, an exception at the op that uses it.
constexpr bool escape_is_noticed() {
  sw::Builder g;
  const sw::Value xs{&g, g.input(sw::type_of("f32[3,4]"))};
  g.open(sw::extent(3), false);
  const sw::Value inside = sw::loop::item(xs);
  g.close();
  return !g.in_scope(g[inside.id].region);
}
static_assert(escape_is_noticed());

}  // namespace
