// cond and while_loop: types, counts, gradients, predicates that vary.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced, sw::varying;
using sw::testing::result, sw::testing::has_type;

inline constexpr sw::Axis<"X"> X;

namespace {

// Both branches give one tree of types; only what a branch needs is in it.
constexpr auto choose = [](auto p, auto x, auto w) {
  return sw::cond(
      p, [&](auto x) { return sw::hana::make_tuple(sw::tanh(x) * w, sw::sum(x)); },
      [](auto x) { return sw::hana::make_tuple(2 * x, sw::sum(x) + 1); }, x);
};
using Choose = sw::Program<choose, "bool[]", "f32[8@X]{R:Y}", "f32[8@X]{R:Y}">;
static_assert(std::is_same_v<Choose::result_type, sw::hana::tuple<sw::type<"f32[8@X]{R:Y}">, sw::type<"f32[]{R:Y}">>>);
// One all-reduce in each branch: whichever runs, one runs.
static_assert(Choose::collectives() == Collectives{.all_reduce = 1});
// In one of them only: the count says so, and equals no number.
constexpr auto one_sided = [](auto p, auto x) {
  return sw::cond(
      p, [](auto x) { return sw::sum(x); }, [](auto x) { return sw::zeros_like(sw::sum(x)); }, x);
};
using OneSided = sw::Program<one_sided, "bool[]", "f32[8@X]">;
static_assert(!OneSided::collectives().exact && OneSided::collectives().all_reduce == 1 &&
              OneSided::collectives().why == sw::Inexact::branches);
static_assert(!(OneSided::collectives() == Collectives{.all_reduce = 1}));
// No arguments: branches capture.
constexpr auto captures = [](auto p, auto x, auto y) {
  return sw::cond(
      p, [&] { return x * 2; }, [&] { return y; });
};
static_assert(result<sw::Program<captures, "bool[]{R:X}", "f32[8]{U:X}", "f32[8]{U:X}">> == "f32[8]{U:X}"_t);
// The extents may be of sizes that only binding knows.
static_assert(result<sw::Program<captures, "bool[]", "f32[n]", "f32[?]">> == "f32[n]"_t);

// Gradients: cotangent types, in whichever branch the value is used; the rest of the step sees picks.
constexpr auto gradients = [](auto p, auto x, auto w, auto v) {
  return sw::grad<0, 1, 2>([&](auto x, auto w, auto v) {
    auto y = sw::cond(
        p, [&](auto x) { return sw::tanh(x * w); }, [&](auto x) { return x * v; }, x);
    return sw::sum(y, P(unreduced(X)));
  })(x, w, v);
};
using Gradients = sw::Program<gradients, "bool[]", "f32[8@X,4]", "f32[4]{R:X}", "f32[4]{R:X}">;
static_assert(
    std::is_same_v<Gradients::result_type,
                   sw::hana::tuple<sw::type<"f32[8@X,4]">, sw::type<"f32[4]{U:X}">, sw::type<"f32[4]{U:X}">>>);
static_assert(Gradients::collectives() == Collectives{});
// Replicated values that only one branch uses are summed in that branch.
using Replicated = sw::Program<gradients, "bool[]", "f32[8@X,4]", "f32[4]", "f32[4]">;
static_assert(Replicated::collectives() == Collectives{.all_reduce = 1});

// cond in scan, scan in cond, cond in cond, and the gradient of the gradient.
constexpr auto nested = [](auto p, auto h, auto ws) {
  auto loss = [&](auto ws) {
    auto y = sw::scan(
        [&](auto h, auto w) {
          return sw::cond(
              sw::sum(h) > 0, [](auto h, auto w) { return sw::tanh(h * w); },
              [&](auto h, auto w) {
                return sw::cond(
                    p,
                    [](auto h, auto w) { return sw::fori_loop<0, 2>([&](auto, auto c) { return sw::sin(c * w); }, h); },
                    [](auto h, auto) { return h; }, h, w);
              },
              h, w);
        },
        h, ws);
    return sw::sum(sw::square(y));
  };
  return sw::grad([&](auto ws) { return sw::sum(sw::square(sw::grad(loss)(ws))); })(ws);
};
static_assert(result<sw::Program<nested, "bool[]", "f32[8]", "f32[3,8]">> == "f32[3,8]"_t);

// Trees that are resharded in a branch are one collective.
constexpr auto groups = [](auto p, auto a, auto b) {
  return sw::cond(
      p, [](auto t) { return sw::reshard(t, P()); }, [](auto t) { return sw::reshard(2 * t, P()); },
      sw::hana::make_tuple(a, b));
};
static_assert(sw::Program<groups, "bool[]", "f32[8]{U:X}", "f32[4]{U:X}">::collectives() ==
              Collectives{.all_reduce = 1});

// while_loop: how often a collective in it runs is not known; around it, it is.
constexpr auto collatz = [](auto n) {
  return sw::while_loop([](auto c) { return c[sw::hana::size_c<0>] != 1; },
                        [](auto c) {
                          auto n = c[sw::hana::size_c<0>];
                          auto half = n / 2;
                          return sw::hana::make_tuple(
                              sw::cond(
                                  n == 2 * half, [&] { return half; }, [&] { return 3 * n + 1; }),
                              c[sw::hana::size_c<1>] + 1);
                        },
                        sw::hana::make_tuple(n, sw::zeros_like(n)));
};
static_assert(
    std::is_same_v<sw::Program<collatz, "i32[]">::result_type, sw::hana::tuple<sw::type<"i32[]">, sw::type<"i32[]">>>);
static_assert(sw::Program<collatz, "i32[]">::collectives() == Collectives{});
constexpr auto until_small = [](auto x) {
  return sw::while_loop([](auto x) { return sw::sum(sw::square(x)) > 1; }, [](auto x) { return 0.5f * x; }, x);
};
using UntilSmall = sw::Program<until_small, "f32[8@X]">;
static_assert(!UntilSmall::collectives().exact && UntilSmall::collectives().why == sw::Inexact::while_loop);
// A loop that the loss does not depend on is no hindrance.
constexpr auto not_through_while = [](auto w, auto x) {
  return sw::grad([&](auto w) { return sw::sum(w * until_small(x)); })(w);
};
static_assert(result<sw::Program<not_through_while, "f32[8@X]", "f32[8@X]">> == "f32[8@X]"_t);
constexpr auto stopped = [](auto x) {
  return sw::grad([](auto x) { return sw::sum(x * sw::stop_gradient(until_small(x))); })(x);
};
static_assert(result<sw::Program<stopped, "f32[8@X]">> == "f32[8@X]"_t);

// Manual mode: each device takes its own branch. Arguments and captures are cast before it, so that the sums over
// devices of their gradients stand outside; what a branch gives varies.
constexpr auto own_branch = [](auto x, auto w) {
  return sw::shard_map(
      [](auto x, auto w) {
        auto p = sw::sum(x) > 0;
        static_assert(has_type<decltype(p), "bool[]{V:X}">);
        auto y = sw::cond(
            p, [&](auto x) { return x * w; }, [](auto x) { return sw::zeros_like(x); }, x);
        auto z = sw::cond(
            p, [&] { return w; }, [&] { return 2 * w; });
        static_assert(has_type<decltype(z), "f32[4]{V:X}">);
        return y + z;
      },
      sw::hana::make_tuple(P(X), P()), P(X))(x, w);
};
static_assert(result<sw::Program<own_branch, "f32[4*X@X]", "f32[4]">> == "f32[4*X@X]"_t);
constexpr auto own_gradient = [](auto x, auto w) {
  return sw::grad<0, 1>([](auto x, auto w) { return sw::sum(own_branch(x, w), P(unreduced(X))); })(x, w);
};
using Own = sw::Program<own_gradient, "f32[4*X@X]", "f32[4]">;
static_assert(std::is_same_v<Own::result_type, sw::hana::tuple<sw::type<"f32[4*X@X]">, sw::type<"f32[4]">>>);
static_assert(Own::collectives().exact && Own::collectives().all_reduce >= 1);
// None of them stands in a branch.
constexpr bool a_collective_stands_in_a_branch(const sw::ProgramView& p) {
  for (int i = 0; i < int(p.equations.size()); ++i)
    if (p.equations[std::size_t(i)].op == sw::op<sw::ops::branch>)
      if (sw::detail::count_range(p, i + 1, p.equations[std::size_t(i)].a).total() > 0) return true;
  return false;
}
static_assert(!a_collective_stands_in_a_branch(Own::view()));
static_assert(a_collective_stands_in_a_branch(OneSided::view()));
constexpr auto own_trips = [](auto x) {
  return sw::shard_map(
      [](auto x) { return sw::while_loop([](auto x) { return sw::sum(x) < 10; }, [](auto x) { return 2 * x; }, x); },
      sw::hana::make_tuple(P(X)), P(X))(x);
};
static_assert(result<sw::Program<own_trips, "f32[4*X@X]">> == "f32[4*X@X]"_t);
static_assert(sw::Program<own_trips, "f32[4*X@X]">::collectives() == Collectives{});

// Sentences.
constexpr auto dynamic_cond = [](auto p, auto a, auto b) {
  return sw::cond(
      p, [&] { return a; }, [&] { return b; });
};
static_assert(sw::testing::result_of<dynamic_cond>("bool[]"_t, "f32[8@X]"_t, "f32[8@X]"_t) == "f32[8@X]"_t);
static_assert(sw::testing::rejects<dynamic_cond>(
    "f32[]"_t, "f32[8]"_t, "f32[8]"_t,
    "cond: the predicate is f32[]: it must be a bool scalar with no reduction pending: compare it with a number"));
static_assert(sw::testing::rejects<dynamic_cond>("bool[4]"_t, "f32[8]"_t, "f32[8]"_t, "reduce it to one value"));
static_assert(sw::testing::rejects<dynamic_cond>(
    "bool[]"_t, "f32[8]"_t, "f32[8]{U:X}"_t,
    "cond: the branches give f32[8] and f32[8]{U:X} (leaf 0): reshard the result of one, such as the first: "
    "reshard(y, P(unreduced(X)))"));
static_assert(sw::testing::rejects<dynamic_cond>("bool[]"_t, "f32[8]"_t, "i32[8]"_t, "astype the result of one"));
static_assert(sw::testing::rejects<dynamic_cond>("bool[]"_t, "f32[8]"_t, "f32[9]"_t, "the same extents"));

}  // namespace
