// Random arrays are the same on any mesh and for any split.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <mutex>

#include <shardwise/array.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/random.hpp>
#include <support/devices.hpp>

namespace {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

// What every mesh and layout must give.
template <class T> struct Same {
  std::mutex mutex;
  std::vector<T> first;
  void check(const std::vector<T>& got) {
    const std::lock_guard lock(mutex);
    if (first.empty()) first = got;
    CHECK_ON_DEVICE(std::memcmp(first.data(), got.data(), got.size() * sizeof(T)) == 0);
  }
};

template <sw::fixed_string... S, class M>
void draw(const M& mesh, Same<float>& normal, Same<double>& uniform, Same<std::uint32_t>& bits) {
  const auto key = sw::random::key(17);
  const auto keys = sw::random::split(key);
  (normal.check(sw::to_host(sw::random::normal<S>(mesh, keys[0])).data), ...);
  uniform.check(sw::to_host(sw::random::uniform<"f64[n@X,6]">(mesh, keys[1], {{"n", 8}})).data);
  bits.check(sw::to_host(sw::random::bits<"u32[8,12@X]">(mesh, sw::random::fold_in(key, 3))).data);
}

}  // namespace

TEST_CASE("case 27: the same numbers on 1, 2, 4 and 2x2 devices, split on either dimension or replicated") {
  Same<float> normal;
  Same<double> uniform;
  Same<std::uint32_t> bits;
  for (int n : {1, 2, 4})
    sw::launch(n, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      draw<"f32[8@X,4]", "f32[8,4@X]", "f32[8,4]", "f32[8,4]{R:X}">(mesh, normal, uniform, bits);
    });
  sw::launch(4, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2}, X, Y);
    draw<"f32[8@X,4@Y]", "f32[8@(Y,X),4]", "f32[8,4@(X,Y)]", "f32[8@Y,4]{R:X}">(mesh, normal, uniform, bits);
  });
  CHECK(normal.first.size() == 32);
  CHECK(bits.first.size() == 96);
}

TEST_CASE("the distributions have their moments") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    double sum = 0, squares = 0, low = 1, high = 0;
    const auto z = sw::to_host(sw::random::normal<"f32[100000@X]">(mesh, sw::random::key(1)));
    for (float v : z.data) sum += v, squares += double(v) * v;
    CHECK_ON_DEVICE(std::abs(sum / 1e5) < 0.02);
    CHECK_ON_DEVICE(std::abs(squares / 1e5 - 1) < 0.03);
    sum = 0;
    const auto u = sw::to_host(sw::random::uniform<"f32[100000@X]">(mesh, sw::random::key(2)));
    for (float v : u.data) sum += v, low = std::min(low, double(v)), high = std::max(high, double(v));
    CHECK_ON_DEVICE(std::abs(sum / 1e5 - 0.5) < 0.01);
    CHECK_ON_DEVICE(low >= 0);
    CHECK_ON_DEVICE(high < 1);
  });
}

TEST_CASE("of a pending sum index 0 holds the numbers") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto whole = sw::to_host(sw::random::normal<"f32[4]">(mesh, sw::random::key(5)));
    const auto term = sw::local(sw::random::normal<"f32[4]{U:X}">(mesh, sw::random::key(5)));
    for (std::size_t i = 0; i < 4; ++i) CHECK_ON_DEVICE(term(i) == (world.rank() == 0 ? whole(i) : 0.0f));
  });
}

TEST_CASE("keys are independent values") {
  const auto key = sw::random::key(0);
  const auto [a, b, c] = sw::random::split<3>(key);
  CHECK(a != b);
  CHECK(b != c);
  CHECK(sw::random::split(key, std::size_t(3))[2] == c);
  CHECK(sw::random::fold_in(key, 1) != sw::random::fold_in(key, 2));
  CHECK(sw::random::key(0) != sw::random::key(std::uint64_t(1) << 40));
}
