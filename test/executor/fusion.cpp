// Generated row kernels against the interpreter, which runs the program as it is written: every class of value, every
// way to read a source, rows that are no multiple of a register, and rows and columns of extent 0 and 1.
#include <catch2/catch.hpp>
#include <support/against_interpreter.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/random_arrays.hpp>
#include <shardwise/backends/executor/to_host.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
using sw::none, sw::P, sw::unreduced;
using sw::hana::make_tuple;

template <class Program> int fused_groups_of() { return int(sw::fused_groups(Program::compiled.view()).size()); }

/// On 1, 2 and 4 devices, for groups of equations as many as `groups`.
template <class Program> void check(int groups, double tolerance, double scale = 0.25) {
  CHECK(fused_groups_of<Program>() == groups);
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      CHECK_ON_DEVICE(test_support::run_compiled_against_interpreter<Program>(
          mesh.info(), 5, {.tolerance = tolerance, .scale = scale}));
      return 0;
    });
}
template <sw::fixed_string S> using F64 = sw::type<S>;

constexpr auto layer_norm = [](auto x, auto scale, auto bias) {
  auto centred = x - sw::mean<-1>(x, sw::keepdims);
  auto variance = sw::mean<-1>(sw::square(centred), sw::keepdims);
  return centred * sw::rsqrt(variance + 1e-5) * scale + bias;
};
constexpr auto normalised = [](auto x, auto scale, auto bias) { return layer_norm(x, scale, bias); };
constexpr auto normalised_gradient = [](auto x, auto scale, auto bias) {
  return sw::grad<0, 1, 2>(
      [](auto x, auto s, auto b) { return sw::sum(sw::sin(layer_norm(x, s, b)), P(unreduced(X))); })(x, scale, bias);
};
constexpr auto softmax = [](auto x) { return sw::softmax<-1>(x); };
constexpr auto softmax_gradient = [](auto x) {
  return sw::grad([](auto x) { return sw::sum(sw::square(sw::softmax<-1>(x)), P(unreduced(X))); })(x);
};
constexpr auto gelu_gradient = [](auto x, auto b) {
  return sw::value_and_grad<0, 1>([](auto x, auto b) { return sw::sum(sw::gelu(x + b), P(unreduced(X))); })(x, b);
};
}  // namespace

TEST_CASE("layer norm is one kernel, forward and backward") {
  check<sw::Program<normalised, "f64[8@X,5]", "f64[5]", "f64[5]">>(1, 1e-12);
  check<sw::Program<normalised, "f64[8@X,16]", "f64[16]", "f64[16]">>(1, 1e-12);
  check<sw::Program<normalised_gradient, "f64[8@X,3,19]", "f64[19]{R:X}", "f64[19]{R:X}">>(1, 1e-11);
  check<sw::Program<normalised_gradient, "f32[8@X,3,37]", "f32[37]{R:X}", "f32[37]{R:X}">>(1, 2e-5);
}
TEST_CASE("softmax is one kernel, forward and backward") {
  check<sw::Program<softmax, "f64[4@X,1]">>(1, 1e-14, 1);
  check<sw::Program<softmax, "f64[4@X,33]">>(1, 1e-14, 1);
  check<sw::Program<softmax_gradient, "f64[4@X,7]">>(1, 1e-12, 1);
  check<sw::Program<softmax_gradient, "f32[4@X,2,100]">>(1, 1e-6, 1);
}
TEST_CASE("a bias and an activation, with the sum of the gradient over the rows") {
  check<sw::Program<gelu_gradient, "f64[4@X,5]", "f64[5]{R:X}">>(1, 1e-12);
  check<sw::Program<gelu_gradient, "f64[400@X,9]", "f64[9]{R:X}">>(1, 1e-11);  // more rows than are summed at once
  check<sw::Program<gelu_gradient, "f32[256@X,64]", "f32[64]{R:X}">>(1, 1e-4);
}

namespace {
// Every way to repeat an operand that a kernel follows, and one that it does not (b: dimensions 0 and 2).
constexpr auto broadcasts = [](auto full, auto row, auto column, auto middle, auto outer, auto scalar, auto b) {
  auto x = full * sw::broadcast_to<"f64[8@X,3,4,5]">(column) + sw::broadcast_to<"f64[8@X,3,4,5]">(row);
  auto y = x - sw::broadcast_to<"f64[8@X,3,4,5]">(middle) * scalar;
  return sw::abs(y + sw::broadcast_to<"f64[8@X,3,4,5]">(outer)) + sw::broadcast_to<"f64[8@X,3,4,5]">(b) * y;
};
constexpr auto masks = [](auto x, auto mask) {  // a causal mask, and one that is computed
  auto seen = sw::where(sw::broadcast_to<"bool[4@X,6,6]">(mask), x, -1e30);
  auto w = sw::softmax<-1>(seen);
  auto large = w > 0.25;
  return make_tuple(w, large, sw::where(large && sw::isfinite(seen), w, 0.));
};
// Rows only, columns, everything, and what follows from a row's numbers.
constexpr auto sums = [](auto x) {
  auto y = sw::square(x) + 1.;
  auto largest = sw::max<-1>(y), smallest = sw::min<-1>(y);
  auto ratio = sw::log(largest / smallest);
  return make_tuple(sw::sum<-1>(y), ratio, sw::sum(ratio, P(unreduced(X))), sw::sum<0>(y, P(none, unreduced(X))),
                    sw::sum(y * y, P(unreduced(X))));
};
constexpr auto late = [](auto x, auto y) {  // y's own pass waits for a number of x's rows
  auto a = sw::tanh(x);
  auto s = sw::sum<-1>(a, sw::keepdims);
  auto b = sw::exp(y - s);
  auto t = sw::max<-1>(b * a, sw::keepdims);
  return make_tuple(a, b / t, a * y, sw::square(s));
};
}  // namespace

TEST_CASE("a kernel reads operands where they lie, however they repeat") {
  check<sw::Program<broadcasts, "f64[8@X,3,4,5]", "f64[8@X,3,4,1]", "f64[5]", "f64[3,1,1]", "f64[8@X,1,1,1]", "f64[]",
                    "f64[8@X,1,4,1]">>(1, 1e-13);
}
TEST_CASE("masks stay masks") { check<sw::Program<masks, "f64[4@X,6,6]", "bool[6,6]">>(1, 1e-13, 1); }
TEST_CASE("sums over rows, columns and everything") {
  check<sw::Program<sums, "f64[4@X,5]">>(1, 1e-12);
  check<sw::Program<sums, "f64[260@X,16]">>(1, 1e-12);
  check<sw::Program<sums, "f32[260@X,33]">>(1, 1e-5);
}
TEST_CASE("values of earlier passes are there in later ones") {
  check<sw::Program<late, "f64[4@X,11]", "f64[4@X,11]">>(1, 1e-12);
  check<sw::Program<late, "f32[4@X,16]", "f32[4@X,16]">>(1, 1e-5);
}

namespace {
constexpr auto wide = [](auto x) {  // one row longer than is summed at once
  auto y = x * 0.5f;
  return y / (1 + sw::sum<-1>(sw::abs(y), sw::keepdims));
};
constexpr auto empty = [](auto x) {
  auto y = sw::exp(x);
  return make_tuple(sw::sum<-1>(y), sw::sum<0>(y * 2., P(none, unreduced(X))), sw::sum(y, P(unreduced(X))), y);
};
// Loops: the kernel's outputs lie in slots of a stack, and its sources are a carry and an element.
constexpr auto loop = [](auto x, auto xs) {
  auto [last, all] = sw::scan_with_outputs(
      [](auto c, auto x) {
        auto y = sw::tanh(c + x);
        return sw::stacked(y * 0.5 + c, sw::softmax<-1>(y));
      },
      x, xs);
  return make_tuple(last, all);
};
constexpr auto loop_gradient = [](auto x, auto xs) {
  return sw::grad<0, 1>([](auto x, auto xs) {
    auto both = loop(x, xs);
    auto last = both[sw::hana::size_c<0>], all = both[sw::hana::size_c<1>];
    return sw::sum(sw::square(last), P(unreduced(X))) + sw::sum(all * all * all, P(unreduced(X)));
  })(x, xs);
};
constexpr auto branches = [](auto x, auto y) {
  auto z = sw::sin(x) * y;
  return sw::cond(
      sw::sum(y) > 0, [&] { return sw::exp(z) + 1.; }, [&] { return sw::softmax<-1>(z - 1.); });
};
constexpr auto shown = [](auto x) {  // broadcasts and other names of a kernel's values, for readers outside of it
  auto m = sw::mean<-1>(sw::exp(x), sw::keepdims);
  auto y = sw::stop_gradient(x - m) * 2.;
  auto wide = sw::broadcast_to<"f64[4@X,6]">(m);
  return make_tuple(sw::concat<1>(y, wide), sw::reshape<24>(sw::square(y)), sw::flip<1>(wide));
};
}  // namespace

TEST_CASE("long rows, and arrays without elements") {
  check<sw::Program<wide, "f32[4@X,9000]">>(1, 1e-5, 1e-3);
  check<sw::Program<empty, "f64[0@X,4]">>(1, 0);
  check<sw::Program<empty, "f64[4@X,0]">>(1, 0);
}
TEST_CASE("kernels in loops and branches") {
  check<sw::Program<loop, "f64[4@X,5]", "f64[3,4@X,5]">>(1, 1e-13);
  check<sw::Program<loop_gradient, "f64[4@X,5]", "f64[3,4@X,5]">>(4, 1e-12);
  check<sw::Program<branches, "f64[8,5]", "f64[8,5]">>(3, 1e-13);
}
TEST_CASE("who reads outside of a kernel finds values that it only shows") {
  check<sw::Program<shown, "f64[4@X,6]">>(1, 1e-13);
}

namespace {
constexpr auto divided = [](auto x) { return x / sw::max<-1>(x, sw::keepdims) + 0.f * x; };
}  // namespace
namespace {
// A broadcast of a row's number, or of a source, is summed: each element counts.
constexpr auto pooled = [](auto x, auto b) {
  return sw::grad<0, 1>([](auto x, auto b) {
    auto m = sw::sum<-1>(sw::sin(x) + b);
    return sw::sum(sw::square(m), P(unreduced(X)));
  })(x, b);
};
constexpr auto repeated = [](auto x, auto r) {
  auto wide = sw::broadcast_to<"f64[4,6]">(sw::sum<-1>(sw::exp(x), sw::keepdims));
  auto given = sw::broadcast_to<"f64[4,6]">(r);
  return make_tuple(sw::sum<-1>(wide), sw::sum<0>(wide), sw::sum(wide), sw::max<-1>(wide * 2.),
                    sw::sum<-1>(given, sw::keepdims) * 2. + r);
};
// f64[n,1] and f64[n] stand side by side.
constexpr auto head = [](auto x, auto w, auto b, auto t) {
  auto p = sw::reshape<8>(sw::matmul(x, w) + b);
  return make_tuple(sw::sum(sw::square(p - t)), sw::sin(sw::reshape<8>(sw::exp(p * 0.5))));
};
constexpr auto single = [](auto x) { return sw::sin(sw::reshape<4>(sw::exp(x))); };
// Two names of one array, of which a result may take the place.
constexpr auto twice = [](auto x, auto w) {
  auto h = sw::matmul(x, w);
  auto a = sw::exp(h);
  return make_tuple(a, a + sw::sin(sw::stop_gradient(h)));
};
constexpr auto not_a_number = [](auto x) {
  return sw::exp(sw::where(x > 0., x, std::numeric_limits<double>::quiet_NaN()));
};
constexpr auto quotient = [](auto x) { return sw::where(x / 49. >= 1., x, 0.) + sw::max(sw::sum<0>(x * 0.) * 2.); };
// What is compared with the largest of its row must be what that was taken from.
constexpr auto winners = [](auto a, auto b, auto c) {
  return sw::grad<0>([](auto a, auto b, auto c) {
    auto t = a * b;
    auto m = sw::max<-1>(t + c, sw::keepdims);
    return sw::sum(sw::sin(t) * m, P(unreduced(X)));
  })(a, b, c);
};
constexpr auto drop_path = [](auto key, auto x) {
  auto keep = sw::random::bernoulli<"bool[4@X,1]">(key, 0.5);
  return sw::where(keep, x * 2.f, 0.f) + 0.f * sw::random::uniform<"f32[4@X,1]">(key);
};
// One result may lie where another reads: with moved arguments each has a place among them.
constexpr auto momentum = [](auto w, auto v, auto g, auto rate) {
  auto moved = 0.5 * v + g;
  return make_tuple(w - rate * moved, moved);
};
constexpr auto crossed = [](auto w, auto v, auto g) {
  auto a = v * g;
  return make_tuple(a, w + a, g - w);
};
template <class Program> void same_as_interpreted(double tolerance = 1e-12) {
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      CHECK_ON_DEVICE(test_support::run_compiled_against_interpreter<Program>(mesh.info(), 9,
                                                                              {.tolerance = tolerance, .scale = 0.25}));
      return 0;
    });
}
}  // namespace
TEST_CASE("sums of what is repeated along a row count each element") {
  same_as_interpreted<sw::Program<pooled, "f64[8@X,5]", "f64[5]{R:X}">>();
  same_as_interpreted<sw::Program<repeated, "f64[4,6]", "f64[4,1]">>();
}
TEST_CASE("a last dimension of one element") {
  same_as_interpreted<sw::Program<head, "f64[8,3]", "f64[3,1]", "f64[1]", "f64[8]">>();
  same_as_interpreted<sw::Program<single, "f64[4,1]">>();
}
TEST_CASE("two names of one array are read before its place is taken") {
  same_as_interpreted<sw::Program<twice, "f64[4,3]", "f64[3,5]">>();
}
TEST_CASE("results take the places of arguments only after all are read") {
  same_as_interpreted<sw::Program<momentum, "f64[5,7]", "f64[5,7]", "f64[5,7]", "f64[]">>();
  same_as_interpreted<sw::Program<crossed, "f64[40]", "f64[40]", "f64[40]">>();
}
TEST_CASE("literals in kernels: no number, and divisors") {
  same_as_interpreted<sw::Program<not_a_number, "f64[5]">>();
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto y = sw::Program<quotient, "f64[3]">::on(mesh)(sw::full<"f64[3]">(mesh, 49.));
    CHECK_ON_DEVICE(y.span()[0] == 49);
    return 0;
  });
}
TEST_CASE("the largest of a row is found in it again") {
  same_as_interpreted<sw::Program<winners, "f32[4@X,33]", "f32[4@X,33]", "f32[4@X,33]">>(1e-4);
}
TEST_CASE("a number a row is drawn for rows") {
  sw::detail::run_threads(2, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto key = sw::device_put<"key[]">(mesh, sw::random::key(3));
    auto y = sw::Program<drop_path, "key[]", "f32[4@X,8]">::on(mesh)(key, sw::full<"f32[4@X,8]">(mesh, 1.f));
    for (std::size_t i = 0; i < y.span().size(); ++i) {
      CHECK_ON_DEVICE(y.span()[i] == 0 || y.span()[i] == 2);
      CHECK_ON_DEVICE(y.span()[i] == y.span()[i / 8 * 8]);
    }
    return 0;
  });
}

namespace {
constexpr auto dropout = [](auto key, auto x) {
  auto kept = sw::random::bernoulli<"bool[4@X,3,21]">(key, 0.75);
  return sw::where(kept, x / 0.75, -1.) + sw::random::normal<"f64[4@X,3,21]">(key);
};
constexpr auto drawn = [](auto key) {
  return make_tuple(sw::random::uniform<"f32[4@X,3,21]">(key), sw::random::normal<"f64[4@X,3,21]">(key));
};
constexpr auto dropped = [](auto key, auto x) {
  auto kept = sw::random::uniform<"f32[4@X,3,21]">(key);
  return sw::where(kept < 0.75f, x, -1.f) * 2.f;
};
}  // namespace
TEST_CASE("random numbers are drawn in the kernel that uses them") {
  using Dropped = sw::Program<dropped, "key[]", "f32[4@X,3,21]">;
  using Dropout = sw::Program<dropout, "key[]", "f64[4@X,3,21]">;
  CHECK(fused_groups_of<Dropped>() == 1);
  CHECK(fused_groups_of<Dropout>() >= 1);
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      auto key = sw::device_put<"key[]">(mesh, sw::random::key(7));
      auto [u, n] = sw::Program<drawn, "key[]">::on(mesh)(key);
      auto y = Dropped::on(mesh)(key, sw::full<"f32[4@X,3,21]">(mesh, 3.f));
      auto z = Dropout::on(mesh)(key, sw::full<"f64[4@X,3,21]">(mesh, 3.));
      for (std::size_t i = 0; i < y.span().size(); ++i)
        CHECK_ON_DEVICE(y.span()[i] == (u.span()[i] < 0.75f ? 6.f : -2.f));
      int kept = 0;
      for (std::size_t i = 0; i < z.span().size(); ++i) {
        const double rest = z.span()[i] - n.span()[i];
        CHECK_ON_DEVICE(std::abs(rest - 4) < 1e-12 || std::abs(rest + 1) < 1e-12);
        kept += rest > 0;
      }
      CHECK_ON_DEVICE(kept > 0 && kept < int(z.span().size()));
      return 0;
    });
}

TEST_CASE("infinities and what is no number pass through kernels") {
  using Program = sw::Program<softmax, "f32[2@X,20]">;
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    std::vector<float> x(40, 1.f);
    x[3] = std::numeric_limits<float>::infinity();
    x[25] = std::numeric_limits<float>::quiet_NaN();
    auto y = sw::to_host(Program::on(mesh)(sw::device_put<"f32[2@X,20]">(mesh, x, {2, 20})));
    for (int i = 20; i < 40; ++i) CHECK_ON_DEVICE(std::isnan(y.data[std::size_t(i)]));
    for (int i = 0; i < 20; ++i) CHECK_ON_DEVICE(std::isnan(y.data[std::size_t(i)]));  // inf - inf
    // A row's number that is so small or large that its reciprocal is none.
    for (float tiny : {1e-40f, 3e38f}) {
      std::vector<float> v(40, tiny);
      auto z =
          sw::to_host(sw::Program<divided, "f32[2@X,20]">::on(mesh)(sw::device_put<"f32[2@X,20]">(mesh, v, {2, 20})));
      for (float q : z.data) CHECK_ON_DEVICE(std::abs(q - 1) < 1e-3f);
    }
    return 0;
  });
}

namespace {
constexpr auto cross_entropy = [](auto x, auto labels) {
  return sw::value_and_grad([](auto x, auto labels) {
    return sw::sum(sw::softmax_cross_entropy_with_integer_labels(x, labels), P(unreduced(X)));
  })(x, labels);
};
// A label a row, one a column and one an element, on either side.
constexpr auto labels = [](auto x, auto rows, auto columns, auto all) {
  auto row = sw::broadcast_to<"i32[4@X,19]">(rows), column = sw::broadcast_to<"i32[4@X,19]">(columns);
  auto y = sw::where(row == column, x, 2 * x) + sw::where(row < all, x, 3 * x);
  auto z = sw::where(column >= all, x, 5 * x) + sw::where(all != 3, x, 7 * x);
  return make_tuple(y + z, sw::where(row > column, y, z), sw::where(column <= 2, y, z));
};
// A mask alone, read by nobody's numbers.
constexpr auto integers_only = [](auto a, auto b) { return (a < b) || (a == 4); };
// A column's index, where columns are split.
constexpr auto split_columns = [](auto x) {
  auto index = sw::broadcast_to<"i32[3,8@X]">(sw::iota<"i32[8@X]">(x));
  return sw::sum<0>(sw::where(index == 5, x, sw::square(x)));
};
constexpr auto adamw = [](auto w, auto m, auto v, auto g, auto count) {
  auto m1 = 0.9 * m + 0.1 * g;
  auto v1 = 0.999 * v + 0.001 * sw::square(g);
  auto unbias1 = 1 / (1 - sw::pow(0.9, count)), unbias2 = 1 / (1 - sw::pow(0.999, count));
  auto direction = (unbias1 * m1) / (sw::sqrt(unbias2 * v1) + 1e-3);
  return make_tuple(w - 1e-3 * (direction + 0.01 * w), m1, v1);
};
// What follows from a sum over everything is written where the next kernel needs it.
constexpr auto after_total = [](auto x) {
  auto total = sw::sum(sw::sin(x) + x);
  auto half = sw::exp(total / 2);
  auto y = sw::cos(x) * 2;
  auto scaled = y * half + x;
  return make_tuple(scaled, total * total, half);
};
}  // namespace

TEST_CASE("cross-entropy is one kernel, forward and backward") {
  check<sw::Program<cross_entropy, "f32[8@X,10]", "i32[8@X]">>(1, 1e-5, 1);
  check<sw::Program<cross_entropy, "f32[8@X,40]", "i32[8@X]">>(1, 1e-5, 1);
  check<sw::Program<cross_entropy, "f64[8@X,21]", "i32[8@X]">>(1, 1e-12, 1);
}
TEST_CASE("integers are compared in kernels") {
  check<sw::Program<labels, "f32[4@X,19]", "i32[4@X,1]", "i32[19]", "i32[4@X,19]">>(1, 1e-6, 1);
  check<sw::Program<labels, "f64[4@X,19]", "i32[4@X,1]", "i32[19]", "i32[4@X,19]">>(1, 1e-13, 1);
  check<sw::Program<integers_only, "i32[4@X,35]", "i32[4@X,35]">>(0, 0, 1);
  check<sw::Program<split_columns, "f32[3,8@X]">>(1, 1e-5, 1);
}
TEST_CASE("AdamW is one kernel") {
  check<sw::Program<adamw, "f32[8@X,17]", "f32[8@X,17]", "f32[8@X,17]", "f32[8@X,17]", "f32[]">>(1, 1e-5);
}
TEST_CASE("a total does not end the groups that do not need it") {
  check<sw::Program<after_total, "f64[4,5]">>(2, 1e-11);
}
