// bf16 and f16 in kernels: computed in f32, rounded after each op, with the casts to and from f32 among them.
#include <executor/fusion_check.hpp>

namespace {
constexpr double bf16_bits = 0x1p-7, f16_bits = 0x1p-9;

constexpr auto layer_norm = [](auto x, auto scale) {
  auto centred = x - sw::mean<-1>(x, sw::keepdims);
  return centred * sw::rsqrt(sw::mean<-1>(sw::square(centred), sw::keepdims) + 0.5) * scale;
};
constexpr auto softmax = [](auto x) { return sw::softmax<-1>(x); };
constexpr auto gelu_gradient = [](auto x, auto b) {
  return sw::value_and_grad<0, 1>([](auto x, auto b) { return sw::sum(sw::gelu(x + b), P(unreduced(X))); })(x, b);
};
// Statistics in f32, the result in x's type again.
template <class H>
constexpr auto norm_in_f32 = [](auto x, auto scale) { return sw::astype<H>(layer_norm(sw::astype<float>(x), scale)); };
template <class H>
constexpr auto masked = [](auto x, auto y) {
  auto larger = sw::abs(x) > sw::abs(y);
  return make_tuple(sw::where(larger, x, 0.5 * y), larger, sw::sum<0>(sw::astype<H>(larger)), sw::max<-1>(x * y));
};
// Momentum with parameters in f32, their moments in half precision, and a copy of the parameters in that.
template <class H>
constexpr auto update = [](auto w, auto m, auto g) {
  auto next = 0.9 * sw::astype<float>(m) + 0.1 * sw::astype<float>(g);
  auto moved = w - 0.125 * (next / (sw::sqrt(sw::square(next)) + 1e-8) + 0.01 * w);
  return make_tuple(moved, sw::astype<H>(next), sw::astype<H>(moved));
};
}  // namespace

TEST_CASE("norms, softmax and activations of half precision are one kernel") {
  check<sw::Program<layer_norm, "bf16[8@X,5]", "bf16[5]">>(1, bf16_bits);
  check<sw::Program<layer_norm, "f16[8@X,37]", "f16[37]">>(1, f16_bits);
  check<sw::Program<softmax, "bf16[4@X,33]">>(1, bf16_bits, 1);
  check<sw::Program<softmax, "f16[4@X,2,100]">>(1, f16_bits, 1);
  check<sw::Program<gelu_gradient, "bf16[4@X,21]", "bf16[21]{R:X}">>(1, bf16_bits);
  check<sw::Program<gelu_gradient, "f16[4@X,16]", "f16[16]{R:X}">>(1, f16_bits);
}
TEST_CASE("casts between f32 and half precision are part of a kernel") {
  check<sw::Program<norm_in_f32<sw::bf16>, "bf16[8@X,19]", "f32[19]">>(1, bf16_bits);
  check<sw::Program<norm_in_f32<sw::f16>, "f16[8@X,19]", "f32[19]">>(1, f16_bits);
  check<sw::Program<update<sw::bf16>, "f32[8@X,21]", "bf16[8@X,21]", "bf16[8@X,21]">>(1, bf16_bits);
  check<sw::Program<update<sw::f16>, "f32[64,5]", "f16[64,5]", "bf16[64,5]">>(1, bf16_bits);
}
TEST_CASE("masks and extremes of half precision") {
  check<sw::Program<masked<sw::bf16>, "bf16[8@X,21]", "bf16[8@X,21]">>(2, bf16_bits);
  check<sw::Program<masked<sw::f16>, "f16[8@X,40]", "f16[8@X,40]">>(2, f16_bits);
}
