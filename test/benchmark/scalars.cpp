// What one equation costs at run time: a program of 100 equations on scalars, each of which needs the one before.
#include <shardwise/shardwise.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace sw = shardwise;

namespace {

inline constexpr sw::Axis<"X"> X;

template <int N> constexpr auto chain(auto x, auto a) {
  if constexpr (N == 0)
    return x;
  else if constexpr (N % 2)
    return chain<N - 1>(x * a, a);
  else
    return chain<N - 1>(x + a, a);
}
inline constexpr auto step = [](auto x, auto a) { return chain<100>(x, a); };
using Step = sw::Program<step, "f32[]", "f32[]">;
static_assert(Step::view().equations.size() == 102);  // with the two arguments

}  // namespace

int main() {
  return sw::launch(1, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto run = Step::on(mesh);
    auto x = sw::full<"f32[]">(mesh, 1);
    constexpr int calls = 2000, rounds = 15;
    std::vector<double> ns;
    for (int r = 0; r < rounds; ++r) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < calls; ++i) x = run(std::move(x), 0.5f);
      const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
      ns.push_back(time.count() / calls / 100);
    }
    std::sort(ns.begin(), ns.end());
    std::printf("100 dependent scalar equations: %.1f ns each, with the call\n", ns[rounds / 2]);
  });
}
