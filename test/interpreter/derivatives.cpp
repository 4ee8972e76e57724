// jvp, Hessian products and custom_vjp: values on simulated devices against formulas and differences.
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/testing.hpp>

#include <catch2/catch.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::interpreter::HostArray, sw::interpreter::Interpreter;
using sw::testing::result;

namespace {

inline constexpr sw::Axis<"X"> X;

template <class Program> std::vector<HostArray> run(const std::vector<HostArray>& arguments, int devices = 2) {
  Interpreter i(Program::view(), {{X.name, devices}});
  return i.run_global(arguments);
}
bool near(const HostArray& a, const HostArray& b, double tolerance = 1e-9) {
  if (a.shape() != b.shape()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (std::fabs(a.data()[i] - b.data()[i]) > tolerance * (1 + std::fabs(b.data()[i]))) return false;
  return true;
}
const HostArray x8{0.5, -1, 2, 0.25, 1.5, -0.75, 3, 1}, t8{1, 2, -1, 0.5, 0, 1, -2, 1};

constexpr auto cube = [](auto x) { return sw::sum(x * sw::square(x)); };
constexpr auto tangent_of_cube = [](auto x, auto t) {
  auto [y, dy] = sw::jvp(cube, hana::make_tuple(x), hana::make_tuple(t));
  return hana::make_tuple(y, dy);
};
constexpr auto hessian_product = [](auto x, auto t) {
  return sw::jvp(sw::grad(cube), hana::make_tuple(x), hana::make_tuple(t)).tangent;
};

// A tangent has the type of its value, and moves as the value does.
using Tangent = sw::Program<tangent_of_cube, "f64[8@X]", "f64[8@X]">;
static_assert(result<Tangent> == hana::make_tuple("f64[]"_t, "f64[]"_t));
static_assert(Tangent::collectives() == Collectives{.all_reduce = 2});
using Hessian = sw::Program<hessian_product, "f64[8@X]", "f64[8@X]">;
static_assert(result<Hessian> == "f64[8@X]"_t && Hessian::collectives() == Collectives{});

// Through a loop, of a reduced weight: the tangent is reduced too.
constexpr auto deep = [](auto w, auto x) {
  return sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, w);
};
constexpr auto tangent_of_deep = [](auto w, auto x, auto tw) {
  auto f = [&](auto w) { return deep(w, x); };
  return sw::jvp(f, hana::make_tuple(w), hana::make_tuple(tw)).tangent;
};
using Deep = sw::Program<tangent_of_deep, "f64[3,2,2]{R:X}", "f64[4@X,2]", "f64[3,2,2]{R:X}">;
static_assert(result<Deep> == "f64[4@X,2]"_t && Deep::collectives() == Collectives{});

}  // namespace

TEST_CASE("jvp is the derivative in a direction") {
  for (int devices : {1, 2, 4}) {
    const auto r = run<Tangent>({x8, t8}, devices);
    double y = 0, dy = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      y += std::pow(x8(i), 3);
      dy += 3 * x8(i) * x8(i) * t8(i);
    }
    CHECK(r[0]() == Approx(y));
    CHECK(r[1]() == Approx(dy));
  }
}
TEST_CASE("jvp of grad is a product with the Hessian") {
  CHECK(near(run<Hessian>({x8, t8})[0], HostArray(6 * x8 * t8)));
}
TEST_CASE("jvp through a loop equals differences") {
  HostArray w = HostArray::from_shape({3, 2, 2}), x = HostArray::from_shape({4, 2}), tw = w;
  for (std::size_t i = 0; i < 12; ++i) {
    w.data()[i] = std::sin(1.0 + double(i));
    tw.data()[i] = std::cos(2.0 * double(i));
  }
  for (std::size_t i = 0; i < 8; ++i) x.data()[i] = std::sin(3.0 * double(i));
  using Value = sw::Program<deep, "f64[3,2,2]{R:X}", "f64[4@X,2]">;
  const double h = 1e-6;
  const auto up = run<Value>({HostArray(w + h * tw), x})[0], down = run<Value>({HostArray(w - h * tw), x})[0];
  CHECK(near(run<Deep>({w, x, tw})[0], HostArray((up - down) / (2 * h)), 1e-7));
}

namespace {

// A straight-through estimator: the gradient of the identity, though the value has none.
constexpr auto rounded = sw::custom_vjp([](auto x) { return sw::sign(x); },
                                        [](auto x) { return hana::make_tuple(sw::sign(x), hana::make_tuple()); },
                                        [](auto, auto ct) { return ct; });
using Straight =
    sw::Program<[](auto x, auto k) { return sw::grad([&](auto x) { return sw::sum(k * rounded(x)); })(x); }, "f64[8@X]",
                "f64[8@X]">;

// A gradient clipped on its way back; the rule sees what fwd kept, and each argument.
constexpr auto scaled = sw::custom_vjp([](auto x, auto s) { return x * s; },
                                       [](auto x, auto s) { return hana::make_tuple(x * s, hana::make_tuple(x, s)); },
                                       [](auto kept, auto ct) {
                                         auto x = kept[hana::size_c<0>];
                                         auto s = kept[hana::size_c<1>];
                                         return hana::make_tuple(sw::max(sw::min(ct * s, 1.0), -1.0), sw::sum(ct * x));
                                       });
constexpr auto scaled_gradients = [](auto x, auto s, auto k) {
  return sw::grad<0, 1>([&](auto x, auto s) { return sw::sum(k * scaled(x, s)); })(x, s);
};
using Scaled = sw::Program<scaled_gradients, "f64[8@X]", "f64[]", "f64[8@X]">;
static_assert(result<Scaled> == hana::make_tuple("f64[8@X]"_t, "f64[]"_t));
// Not differentiated, the rule and what it keeps are dead code.
static_assert(sw::Program<[](auto x, auto s) { return scaled(x, s); }, "f64[8]", "f64[]">::view().equations.size() <=
              4);

// Called in a loop on a captured value and on the carry: gradients sum over the iterations.
constexpr auto doubled = sw::custom_vjp([](auto h, auto w) { return h * w; },
                                        [](auto h, auto w) { return hana::make_tuple(h * w, hana::make_tuple(h, w)); },
                                        [](auto kept, auto ct) {
                                          auto h = kept[hana::size_c<0>];
                                          auto w = kept[hana::size_c<1>];
                                          return hana::make_tuple(ct * w, 2.0 * (ct * h));  // twice the gradient of w
                                        });
constexpr auto in_a_loop = [](auto w, auto x) {
  return sw::grad<0, 1>([](auto w, auto x) {
    return sw::sum(sw::scan([&](auto h, auto) { return doubled(h, w); }, x, sw::zeros_like(x)));
  })(w, x);
};
using Looped = sw::Program<in_a_loop, "f64[3]", "f64[3]">;

}  // namespace

TEST_CASE("custom_vjp: a gradient where the value has none") { CHECK(near(run<Straight>({x8, t8})[0], t8)); }
TEST_CASE("custom_vjp: residuals, several arguments") {
  const auto r = run<Scaled>({x8, HostArray(2.0), t8});
  HostArray expected = t8;
  double ds = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    expected(i) = std::max(-1.0, std::min(1.0, 2 * t8(i)));
    ds += t8(i) * x8(i);
  }
  CHECK(near(r[0], expected));
  CHECK(r[1]() == Approx(ds));
}
TEST_CASE("custom_vjp in a loop") {
  // h = x w^3: dx = w^3, dw = 2 * 3 x w^2.
  const HostArray w{0.5, 2, -1}, x{1, 3, -2};
  const auto r = run<Looped>({w, x});
  CHECK(near(r[0], HostArray(6 * x * w * w)));
  CHECK(near(r[1], HostArray(w * w * w)));
}
