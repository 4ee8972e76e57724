// Generated row kernels at their edges: every class of value, every way to read a source, rows that are no multiple of
// a register, rows and columns of extent 0 and 1, results that lie where sources are.
#include <executor/fusion_check.hpp>

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
  check<sw::Program<sums, "f32[260@X,33]">>(1, 1e-5);  // 65 rows of a device: by two, and one
  check<sw::Program<sums, "f32[12@X,1000]">>(1, 1e-5);
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
constexpr auto softmax = [](auto x) { return sw::softmax<-1>(x); };
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
// Many equal terms: their rounding does not cancel.
TEST_CASE("sums of many terms keep the precision of the type") {
  constexpr auto sums = [](auto x) {
    auto y = sw::square(x);
    return make_tuple(sw::sum<0>(y), sw::sum(y));
  };
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const std::size_t rows = 200000;
    using Program = sw::Program<sums, "f32[n,3]">;
    CHECK_ON_DEVICE(fused_groups_of<Program>() == 1);
    auto [columns, total] =
        Program::on(mesh)(sw::device_put<"f32[n,3]">(mesh, std::vector<float>(rows * 3, 0.1f), {rows, 3}));
    const double term = double(0.1f * 0.1f), n = double(rows);
    for (float sum : columns.span()) CHECK_ON_DEVICE(std::abs(double(sum) - n * term) < 1e-6 * n * term);
    CHECK_ON_DEVICE(std::abs(double(total.span()[0]) - 3 * n * term) < 1e-6 * 3 * n * term);
    return 0;
  });
}
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
// A kernel of comparisons only, read by numbers of another type in a loop.
constexpr auto only_masks = [](auto a, auto b, auto xs) {
  auto mask = (a < b) && (a != 3);
  return sw::scan([&](auto sum, auto x) { return sum + sw::where(mask, x, 2 * x); }, sw::zeros_like(sw::sum<0>(xs)),
                  xs);
};
}  // namespace

TEST_CASE("a kernel may compare integers and do no more") {
  check<sw::Program<only_masks, "i32[4@X,19]", "i32[4@X,19]", "f64[3,4@X,19]">>(2, 1e-13, 1);
  check<sw::Program<only_masks, "i32[4@X,19]", "i32[4@X,19]", "f32[3,4@X,19]">>(2, 1e-6, 1);
}
