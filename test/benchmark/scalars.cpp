// What an equation costs where there is next to nothing to compute: 100 dependent equations on scalars.
#include "bench.hpp"

namespace sw = shardwise;

namespace {

inline constexpr sw::Axis<"X"> X;

template <int N, class H, class A, class B> constexpr auto chain(H h, A a, B b) {
  if constexpr (N == 0)
    return h;
  else
    return chain<N - 1>(h * a + b, a, b);
}
inline constexpr auto step = [](auto h, auto a, auto b) { return chain<50>(h, a, b); };
using Step = sw::Program<step, "f32[]", "f32[]", "f32[]">;
inline constexpr auto nothing = [](auto h, auto a, auto b) { return h * a + b; };
using Nothing = sw::Program<nothing, "f32[]", "f32[]", "f32[]">;

template <class P, class M> double nanoseconds_per_call(const M& mesh) {
  auto run = P::on(mesh);
  auto h = sw::full<"f32[]">(mesh, 1.0), a = sw::full<"f32[]">(mesh, 0.5), b = sw::full<"f32[]">(mesh, 0.25);
  std::vector<double> rounds;
  for (int r = 0; r < 21; ++r) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < 2000; ++i) h = run(std::move(h), a, b);
    const std::chrono::duration<double, std::nano> t = std::chrono::steady_clock::now() - start;
    rounds.push_back(t.count() / 2000);
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[rounds.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const bench::Options options(argc, argv);
  return sw::launch(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    bench::pin(world);
    const double with = nanoseconds_per_call<Step>(mesh), without = nanoseconds_per_call<Nothing>(mesh);
    bench::report(options, {"scalars",
                            "100 dependent scalar equations",
                            with / 1e6,
                            0,
                            0,
                            {{"ns_an_equation", (with - without) / 98}, {"ns_of_2_equations", without}},
                            ""});
  });
}
