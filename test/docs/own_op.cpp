// The ops of docs/add_an_op.md: typed, differentiated, and run by the interpreter and on devices.
// RUN: threads 1
// RUN: threads 2
// RUN: mpi 2
// EXPECT: ^gradient of softsign: 0\.25 0\.25 1 0\.25$
// EXPECT: ^gradient of binarize: 1 1 1 1$
// EXPECT: ^gradient of softsign on devices: 0\.25 0\.25 1 0\.25$
// EXPECT: ^differences: 1 2 3 4 5 6 7 8$
// EXPECT: ^their gradient: -2 -2 -2 8$
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

// ---- An op that is not elementwise, with a kernel of its own.
namespace mine {
/// Each element of a row minus the one before it; or, transposed, minus the one after it.
template <bool Transposed> struct difference_op : sw::ops::Own<"difference", 1> {
  /// The result's type, or why not. Rows are whole; all else passes, pending sums too: the op is linear.
  static constexpr sw::rules::Verdict judge(const sw::TypeDesc& a) {
    sw::rules::Verdict v;
    v.type = a;
    if (a.rank == 0) return v.reject("a scalar has no rows");
    if (a.dtype != sw::Dtype::f32) return v.reject("the kernel is written for f32", "astype it");
    if (a.pending != sw::PendingKind::sum) return v.reject("a difference of maxima is no maximum of differences");
    for (sw::Name x : a.dims[a.rank - 1].axes)
      v.reject("the rows are split over %X", "gather them: %{a-}", x, a.rank - 1);
    return v;
  }
  /// On one device's blocks.
  static void kernel(sw::OutBlock out, sw::InBlock a) {
    const auto x = a.as<float>();
    const auto y = out.as<float>();
    const std::size_t n = a.extents[a.rank - 1];
    for (std::size_t row = 0; row < x.size(); row += n)
      for (std::size_t i = 0; i < n; ++i) {
        const float neighbour = Transposed ? (i + 1 < n ? x[row + i + 1] : 0) : (i > 0 ? x[row + i - 1] : 0);
        y[row + i] = x[row + i] - neighbour;
      }
  }
  static constexpr void pull(auto& p) { p.add(0, sw::own<difference_op<!Transposed>>(p.cotangent)); }
};
constexpr auto difference(auto x) { return sw::call(sw::fn::own<difference_op<false>>{}, x); }
}  // namespace mine

constexpr auto difference = [](auto x) { return mine::difference(x); };
static_assert(sw::testing::result_of<difference>("f32[8@X,4]{U:Y}"_t) == "f32[8@X,4]{U:Y}"_t);
static_assert(sw::testing::rejects<difference>("f32[8,4@X]"_t,
                                               "the rows are split over X: gather them: reshard(a, P())"));
static_assert(sw::testing::rejects<difference>("f64[8,4]"_t, "written for f32: astype it"));
static_assert(sw::testing::rejects<difference>("f32[8,4]{Umax:X}"_t, "no maximum of differences"));

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

inline constexpr sw::Axis<"X"> X;
inline constexpr auto weighted = [](auto x) { return sw::sum(sw::square(mine::difference(x))); };
inline constexpr auto step = [](auto x) { return boost::hana::make_tuple(mine::difference(x), sw::grad(weighted)(x)); };

int on_devices(sw::World& world) {
  const auto mesh = sw::make_mesh(world, X);
  const sw::HostArray<float> x(sw::Shape{2, 4}, {1, 3, 6, 10, 5, 11, 18, 26}), points(sw::Shape{4}, {1, -1, 0, 1});
  const auto show = [&](const char* name, const auto& array, std::size_t n) {
    const auto values = sw::to_host(array);
    if (world.rank() != 0) return;
    std::printf("%s:", name);
    for (std::size_t i = 0; i < n; ++i) std::printf(" %g", double(values.data[i]));
    std::printf("\n");
  };
  auto slopes = sw::Program<df, "f32[4@X]">::on(mesh);
  show("gradient of softsign on devices", slopes(sw::device_put<"f32[4@X]">(mesh, points)), 4);
  auto run = sw::Program<step, "f32[2@X,4]">::on(mesh);
  const auto results = run(sw::device_put<"f32[2@X,4]">(mesh, x));
  show("differences", results[boost::hana::size_c<0>], 8);
  show("their gradient", results[boost::hana::size_c<1>], 4);
  return 0;
}

int main(int argc, char** argv) {
  print<sw::Program<df, "f64[4@X]">>("softsign");
  print<sw::Program<dg, "f64[4@X]">>("binarize");
  return sw::launch(argc, argv, on_devices);
}
