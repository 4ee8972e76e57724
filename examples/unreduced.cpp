// The story of a pending sum. Device k holds column k of a and row k of b. Its product of the two is one term of a
// matrix product: the product is pending, U over X. Pending sums are added and scaled term by term. Nothing is sent
// until a reshard asks for the sum.
//
//   ./unreduced --devices 2
#include <shardwise/shardwise.hpp>
#include <shardwise/testing.hpp>

#include <iostream>
#include <numeric>

namespace sw = shardwise;
using namespace sw::literals;
using sw::P, sw::unreduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto multiply = [](auto a, auto b) { return sw::matmul(a, b, P(unreduced(X))); };
inline constexpr auto add = [](auto c, auto d) { return c + 2 * d; };
inline constexpr auto finish = [](auto c) { return sw::reshard(c, P()); };

// What would be wrong does not compile: the cosine of each term, a 10 added on each device.
static_assert(sw::testing::rejects<[](auto c) { return sw::cos(c); }>("f32[2,2]{U:X}"_t, "f(a+b) is not f(a)+f(b)"));
static_assert(sw::testing::rejects<[](auto c) { return c + 10; }>("f32[2,2]{U:X}"_t, "would count it once per device"));

template <class A> void show(sw::World& world, const char* what, const A& array) {
  const auto pieces = sw::to_host_pieces(array);  // all devices call it
  if (world.rank() != 0) return;
  std::cout << what << ": " << A::notation << '\n';
  for (std::size_t k = 0; k < pieces.size(); ++k) std::cout << "device " << k << ":\n" << pieces[k] << '\n';
}

int main(int argc, char** argv) {
  return sw::launch(argc, argv, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const int n = world.size();
    std::vector<float> numbers(std::size_t(4 * n));  // 0, 1, 2, ...: the first half is a, the second b
    std::iota(numbers.begin(), numbers.end(), 0.0f);
    auto a = sw::device_put<"f32[2,n@X]">(mesh, std::span(numbers).first(2 * n), {2, n});
    auto b = sw::device_put<"f32[n@X,2]">(mesh, std::span(numbers).last(2 * n), {n, 2});

    world.counts().reset();
    auto c = sw::jit<multiply>(mesh)(a, b);
    auto sum = sw::jit<add>(mesh)(c, c);
    const auto before = world.counts().total();
    auto whole = sw::jit<finish>(mesh)(sum);
    const auto after = world.counts().all_reduce;

    show(world, "a b", c);
    show(world, "a b + 2 a b", sum);
    sw::visualize_array_sharding(sum);
    show(world, "reduced", whole);
    if (world.rank() == 0) std::cout << before << " collectives before the reshard, " << after << " all-reduce in it\n";

    float expected = 0;  // row 0 of a with column 0 of b, three times
    for (int k = 0; k < n; ++k) expected += 3 * float(k) * float(2 * n + 2 * k);
    return before == 0 && after == 1 && sw::to_host(whole)(0, 0) == expected ? 0 : 1;
  });
}
