// LoRA, tensor parallel: a frozen weight W and a learned correction A B of low rank. x W and x A B are pending sums (U
// over X): they are added as such, and one all-reduce ends the layer. B is reduced (R): its gradient stays pending.
#include <shardwise/shardwise.hpp>

#include <cmath>
#include <cstdio>

namespace sw = shardwise;
using sw::P, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

template <class A, class B> struct Adapter { BOOST_HANA_DEFINE_STRUCT(Adapter, (A, a), (B, b)); };
template <class A, class B> Adapter(A, B) -> Adapter<A, B>;
inline constexpr auto layer = [](auto adapter, auto w, auto x) {  // f32[d@X,r], f32[r,h]{R:X}; f32[d@X,h]; f32[n,d@X]
  auto xw = sw::matmul(x, w, P(unreduced(X)));                    // f32[n,h]{U:X}
  auto xa = sw::matmul(x, adapter.a, P(unreduced(X)));            // f32[n,r]{U:X}
  return sw::reshard(xw + sw::matmul(xa, adapter.b), P());        // U + U, then the one all-reduce
};
inline constexpr auto at_once = [](auto adapter, auto w, auto x) {  // each product is reduced where it is made
  return sw::matmul(x, w, P()) + sw::matmul(sw::matmul(x, adapter.a, P()), adapter.b);
};

template <auto Layer>
inline constexpr auto step = [](auto adapter, auto w, auto xs, auto ys) {
  constexpr auto loss = [](auto adapter, auto w, auto x, auto y) { return mean(square(Layer(adapter, w, x) - y)); };
  auto add = [&](auto sum, auto x, auto y) { return sum + sw::grad(loss)(adapter, w, x, y); };
  auto sum = sw::scan(add, sw::zeros_like_cotangent(adapter), xs, ys);  // f32[d@X,r], f32[r,h]{U:X}
  return adapter - 0.02f * sw::reshard(sum, sw::spec(adapter));
};

// Eight microbatches: an all-reduce for each forward pass, none for the backward passes, one for the gradient of B.
template <auto Layer, sw::fixed_string B>
using Step = sw::Program<step<Layer>, sw::tree_of<Adapter<sw::type<"f32[12@X,2]">, sw::type<B>>>, "f32[12@X,5]",
                         "f32[8,16,12@X]", "f32[8,16,5]">;
static_assert(Step<layer, "f32[2,5]{R:X}">::collectives() == sw::Collectives{.all_reduce = 8 + 1});
static_assert(Step<at_once, "f32[2,5]">::collectives() == sw::Collectives{.all_reduce = 2 * 8});

/// Ten steps from one start; gives B[0,0].
template <auto Layer, sw::fixed_string B> double train(const char* name, sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto [ka, kb, kw, kx, ky] = sw::random::split<5>(sw::random::key(1));
  auto adapter = Adapter{sw::random::normal<"f32[12@X,2]">(mesh, ka), sw::random::normal<B>(mesh, kb)};
  auto w = sw::random::normal<"f32[12@X,5]">(mesh, kw);
  auto xs = sw::random::normal<"f32[8,16,12@X]">(mesh, kx);
  auto ys = sw::random::normal<"f32[8,16,5]">(mesh, ky);
  auto run = Step<Layer, B>::on(mesh);
  world.counts().reset();
  for (int i = 0; i < 10; ++i) adapter = run(std::move(adapter), w, xs, ys);
  if (world.rank() == 0) std::printf("%s: %d all-reduces a step\n", name, int(world.counts().all_reduce / 10));
  return sw::to_host(adapter.b)(0, 0);
}

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    const double a = train<layer, "f32[2,5]{R:X}">("pending sums", world);
    const double b = train<at_once, "f32[2,5]">("each product reduced", world);
    if (world.rank() == 0) std::printf("B[0,0] after 10 steps: %.4f and %.4f\n", a, b);
    return std::abs(a - b) < 1e-4 ? 0 : 1;
  });
}
