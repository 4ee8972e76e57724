// The code of docs/testing_a_step.md.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using namespace sw::testing;
using sw::none, sw::P, sw::unreduced;

inline constexpr sw::Axis<"X"> X;

inline constexpr auto add = [](auto a, auto b) { return a + b; };

static_assert(accepts<add>("f32[batch@X,d]"_t, "f32[d]"_t));
static_assert(result_of<add>("f32[batch@X,d]"_t, "f32[d]"_t) == "f32[batch@X,d]"_t);
static_assert(rejects<add>("f32[batch,d]{U:X}"_t, "f32[d]"_t, "would be counted once per device"));

static_assert(rejects<[](auto a) { return sw::tanh(a); }>("f32[8]{U:X}"_t, "reduce it first: reshard(a, P())"));
static_assert(accepts<[](auto a) { return sw::tanh(sw::reshard(a, P())); }>("f32[8]{U:X}"_t));
static_assert(
    sentence<add>("f32[8]"_t, "f32[9]"_t).starts_with("add: f32[8] and f32[9]: dimension 0: the extents differ"));

inline constexpr auto loss = [](auto w, auto x) {
  auto y = sw::matmul(x, w);
  static_assert(has_type<decltype(y), "f32[batch@X,10]">);
  static_assert(sw::spec(y) == P(X, none));
  return sw::sum(sw::square(y), P(unreduced(X)));
};
inline constexpr auto step = [](auto w, auto x) {
  auto g = sw::grad(loss)(w, x);
  static_assert(has_type<decltype(g), "f32[784,10]{U:X}">);
  return w - 0.1f * sw::reshard(g, sw::spec(w));
};
using Step = sw::Program<step, "f32[784,10]{R:X}", "f32[batch@X,784]">;

static_assert(result<Step> == "f32[784,10]{R:X}"_t);
static_assert(Step::collectives() == sw::Collectives{.all_reduce = 1});
static_assert(Step::issued() == sw::Collectives{.all_reduce = 1});

template <class A, class B>
concept Addable = requires(sw::Tracer<A> a, sw::Tracer<B> b) {
  { a + b } -> sw::value;
};
static_assert(Addable<sw::type<"f32[8@X,4]">, sw::type<"f32[4]">>);
static_assert(!Addable<sw::type<"f32[8]{U:X}">, sw::type<"f32[8]">>);
