// An op of a user's own: a struct that says what it is and its gradient, and a function that calls it.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::testing::rejects, sw::testing::result, sw::testing::result_of;

namespace user {

// Nonlinear: the derivative is enough, for reverse and forward mode.
struct cube : sw::ops::Nonlinear<"cube"> {
  static double eval(double a, double, double, double) { return a * a * a; }
  static constexpr sw::Value derivative(int, const auto* x, const auto&) {
    return 3 * sw::apply<sw::ops::square>(x[0]);
  }
};
constexpr auto cubed(auto x) { return sw::call(sw::fn::unary<cube>{}, x); }

// Linear: U passes, and the transpose is a specialisation.
struct twice : sw::ops::Linear<"twice"> {
  static double eval(double a, double, double, double) { return 2 * a; }
};
constexpr auto doubled(auto x) { return sw::call(sw::fn::unary<twice>{}, x); }

// Two operands.
struct weigh : sw::ops::Elementwise<"weigh", sw::OpClass::bilinear, 2> {
  static double eval(double a, double b, double, double) { return a * b; }
};
constexpr auto weighed(auto a, auto b) { return sw::call(sw::fn::binary<weigh>{}, a, b); }

}  // namespace user

template <> struct shardwise::transpose_rule<user::twice> {
  static constexpr void pull(Pullback& p) { p.add(0, apply<user::twice>(p.cotangent)); }
};
template <> struct shardwise::transpose_rule<user::weigh> {
  static constexpr void pull(Pullback& p) {
    for (int i = 0; i < 2; ++i)
      if (p.wants(i)) p.add(i, apply<user::weigh>(p.cotangent, p.operand(1 - i)));
  }
};

namespace {

constexpr auto cubed = [](auto x) { return user::cubed(x); };
static_assert(result_of<cubed>("f32[8@X]"_t) == "f32[8@X]"_t);
static_assert(rejects<cubed>("f32[8]{U:X}"_t, "cube: f32[8]{U:X}: a sum is pending over X"));
constexpr auto doubled = [](auto x) { return user::doubled(x); };
static_assert(result_of<doubled>("f32[8]{U:X}"_t) == "f32[8]{U:X}"_t);
constexpr auto weighed = [](auto a, auto b) { return user::weighed(a, b); };
static_assert(result_of<weighed>("f32[8]{U:X}"_t, "f32[8]{R:X}"_t) == "f32[8]{U:X}"_t);
static_assert(rejects<weighed>("f32[8]{U:X}"_t, "f32[8]{U:X}"_t,
                               "weigh: f32[8]{U:X} and f32[8]{U:X}: the product of two sums"));

constexpr auto step = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) { return sw::sum(user::weighed(user::cubed(w), user::doubled(x))); })(w, x);
};
using Step = sw::Program<step, "f32[4]{R:X}", "f32[8@X,4]">;
static_assert(result<Step> == "f32[4]{U:X}"_t && Step::collectives() == sw::Collectives{});
static_assert(sw::Program<step, "f32[4]", "f32[8@X,4]">::collectives() == sw::Collectives{.all_reduce = 1});

}  // namespace
