// A mistake in a step that the program also calls: what calls it is no second error.
// GCC: sqrt: f32\[\]\{U:X\}: a sum is pending over X, and f\(a\+b\) is not f\(a\)\+f\(b\): reduce it first: reshard\(a, P\(\)\)
// CLANG: sqrt: f32[]{U:X}: a sum is pending over X, and f(a+b) is not f(a)+f(b): reduce it first: reshard(a, P())
#include <shardwise/shardwise.hpp>

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto w, auto x) {
  auto mean = sw::mean(sw::square(sw::matmul(x, w)), sw::P(sw::unreduced(X)));
#ifdef REPAIRED
  return sw::sqrt(sw::reshard(mean, sw::P()));
#else
  return sw::sqrt(mean);
#endif
};
inline constexpr auto step = [](auto w, auto xs) {
  auto zero = sw::zeros_like_cotangent(w);
  auto sum = sw::scan([&](auto sum, auto x) { return sum + sw::grad(loss)(w, x); }, zero, xs);
  return w - 0.1f * sw::reshard(sum, sw::spec(w));
};
using Step = sw::Program<step, "f32[d]{R:X}", "f32[4,batch@X,d]">;

void train(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto w = sw::zeros<"f32[d]{R:X}">(mesh, {{"d", 3}});
  auto xs = sw::zeros<"f32[4,batch@X,d]">(mesh, {{"batch", 8}, {"d", 3}});
  auto run = Step::on(mesh);
  for (int i = 0; i < 3; ++i) w = run(std::move(w), xs);
  auto values = sw::to_host(w);
}
