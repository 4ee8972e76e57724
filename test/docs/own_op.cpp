// The ops of docs/add_an_op.md: typed, differentiated, and run by the interpreter.
// RUN: threads 1
// EXPECT: ^gradient of softsign: 0\.25 0\.25 1 0\.25$
// EXPECT: ^gradient of binarize: 1 1 1 1$
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <cmath>
#include <cstdio>

namespace sw = shardwise;
using namespace sw::literals;

// ---- What goes into dsl/rules/elementwise_ops.hpp, and the function into dsl/program/operators.hpp.
namespace shardwise::ops {
/// x / (1 + |x|), as jax.nn.soft_sign.
struct softsign : Nonlinear<"softsign"> {
  static double eval(double a, double, double, double) { return a / (1 + std::fabs(a)); }
  static constexpr Value derivative(int, const auto* x, const auto&) {
    return apply<reciprocal>(apply<square>(1 + apply<abs>(x[0])));
  }
};
}  // namespace shardwise::ops
namespace shardwise {
SHARDWISE_FUNCTION(softsign, (class A), (fn::unary<ops::softsign>), (A), (Tracer<A> a), (fn::unary<ops::softsign>{}),
                   (a))
}  // namespace shardwise

// ---- An op with a gradient rule of its own, in a project of its own.
namespace mine {
/// 1 or -1. Its gradient passes straight through (Bengio et al., 2013), which no derivative would say.
struct binarize_op : sw::ops::Nonlinear<"binarize"> {
  static double eval(double a, double, double, double) { return a < 0 ? -1 : 1; }
};
constexpr auto binarize(auto x) { return sw::call(sw::fn::unary<binarize_op>{}, x); }
}  // namespace mine

template <> struct sw::transpose_rule<mine::binarize_op> {
  static constexpr void pull(Pullback& p) { p.add(0, p.cotangent); }
};

// ---- The rules of its class type it.
constexpr auto softsign = [](auto x) { return sw::softsign(x); };
static_assert(sw::testing::result_of<softsign>("f32[8@X,4]{R:Y}"_t) == "f32[8@X,4]{R:Y}"_t);
static_assert(sw::testing::rejects<softsign>("f32[8]{U:X}"_t, "softsign: f32[8]{U:X}: a sum is pending over X"));

inline constexpr auto f = [](auto x) { return sw::sum(sw::softsign(x)); };
inline constexpr auto g = [](auto x) { return sw::sum(mine::binarize(x)); };
inline constexpr auto df = [](auto x) { return sw::grad(f)(x); };
inline constexpr auto dg = [](auto x) { return sw::grad(g)(x); };

/// The gradient at four points, on two simulated devices.
template <class Program> void print(const char* name) {
  sw::interpreter::Interpreter two(Program::view(), {{sw::Name("X"), 2}});
  std::printf("gradient of %s:", name);
  const auto results = two.run_global({xt::xarray<double>{1, -1, 0, 1}});
  for (double d : results[0]) std::printf(" %g", d);
  std::printf("\n");
}

int main() {
  print<sw::Program<df, "f64[4@X]">>("softsign");
  print<sw::Program<dg, "f64[4@X]">>("binarize");
}
