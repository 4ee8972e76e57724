// What models are made of, each one kernel: norms, softmax, activations, losses, dropout, an optimizer.
#include <executor/fusion_check.hpp>

namespace {
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
constexpr auto softmax_pulled = [](auto x, auto dy) { return sw::vjp(softmax, x).pullback(dy); };
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
  check<sw::Program<softmax_pulled, "f64[4@X,9]", "f64[4@X,9]">>(1, 1e-12, 1);
  check<sw::Program<softmax_gradient, "f32[4@X,2,100]">>(1, 1e-6, 1);
}
TEST_CASE("a bias and an activation, with the sum of the gradient over the rows") {
  check<sw::Program<gelu_gradient, "f64[4@X,5]", "f64[5]{R:X}">>(1, 1e-12);
  check<sw::Program<gelu_gradient, "f64[400@X,9]", "f64[9]{R:X}">>(1, 1e-11);  // more rows than are summed at once
  check<sw::Program<gelu_gradient, "f32[256@X,64]", "f32[64]{R:X}">>(1, 1e-4);
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
  CHECK(fused_groups_of<Dropout>() == 2);  // the mask is drawn in f32
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
template <int N> constexpr auto chain(auto x, auto y) {
  if constexpr (N == 0)
    return x;
  else
    return chain<N - 1>(sw::sin(x) + y, y);
}
constexpr auto long_chain = [](auto x, auto y) { return chain<60>(x, y); };
// What follows from a sum over everything is written where the next kernel needs it.
constexpr auto after_total = [](auto x) {
  auto total = sw::sum(sw::sin(x) + x);
  auto half = sw::exp(total / 2);
  auto y = sw::cos(x) * 2;
  auto scaled = y * half + x;
  return make_tuple(scaled, total * total, half);
};
}  // namespace

TEST_CASE("kernels pass over their rows as seldom as their sums allow") {
  CHECK(passes_of<sw::Program<normalised, "f32[8@X,16]", "f32[16]", "f32[16]">>() == 3);
  CHECK(passes_of<sw::Program<normalised_gradient, "f32[8@X,16]", "f32[16]{R:X}", "f32[16]{R:X}">>() == 5);
  CHECK(passes_of<sw::Program<softmax, "f32[4@X,33]">>() == 3);
  CHECK(passes_of<sw::Program<softmax_gradient, "f32[4@X,33]">>() == 4);
  CHECK(passes_of<sw::Program<softmax_pulled, "f32[4@X,33]", "f32[4@X,33]">>() == 3);
  CHECK(passes_of<sw::Program<gelu_gradient, "f32[256@X,64]", "f32[64]{R:X}">>() == 1);
  CHECK(passes_of<sw::Program<cross_entropy, "f32[8@X,40]", "i32[8@X]">>() == 3);
  CHECK(passes_of<sw::Program<adamw, "f32[8@X,17]", "f32[8@X,17]", "f32[8@X,17]", "f32[8@X,17]", "f32[]">>() == 1);
}
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
TEST_CASE("a kernel has at most 48 equations") {
  check<sw::Program<long_chain, "f32[8@X,5]", "f32[8@X,5]">>(3, 1e-5);
  for (const sw::FusedGroup& g : sw::fused_groups(sw::Program<long_chain, "f32[8@X,5]", "f32[8@X,5]">::compiled.view()))
    CHECK(g.end - g.begin <= 48);
}
TEST_CASE("a total does not end the groups that do not need it") {
  check<sw::Program<after_total, "f64[4,5]">>(2, 1e-11);
}
