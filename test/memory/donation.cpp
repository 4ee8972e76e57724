// A moved argument's memory becomes its result's, where nothing can be seen of it.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <utility>
#include <vector>

#include <shardwise/shardwise.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;

namespace {

inline constexpr sw::Axis<"X"> X;

constexpr auto update = [](auto w, auto g) { return w - 0.5f * g; };
using Update = sw::Program<update, "f32[n]", "f32[n]">;
constexpr auto product = [](auto w, auto x) { return sw::matmul(w, x); };  // reads all of w for each row it writes
using Product = sw::Program<product, "f32[n,n]", "f32[n,n]">;
constexpr auto returned = [](auto w, auto g) { return hana::make_tuple(w + g, w); };
using Returned = sw::Program<returned, "f32[n]", "f32[n]">;
constexpr auto exchanged = [](auto a, auto b) { return hana::make_tuple(b + 1.f, a * 2.f); };
using Exchanged = sw::Program<exchanged, "f32[n]", "f32[n]">;
// The update of a step's state: equal sizes, one kernel.
constexpr auto momentum = [](auto w, auto m, auto v, auto g) {
  auto m1 = 0.9f * m + 0.1f * g, v1 = 0.9f * v + 0.1f * sw::square(g);
  return hana::make_tuple(w - m1 / (sw::sqrt(v1) + 1.f), m1, v1);
};
using Momentum = sw::Program<momentum, "f32[n]", "f32[n]", "f32[n]", "f32[n]">;

template <class F> void on_two(F f) {
  sw::launch(2, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    const auto make = [&](float x) { return sw::full<"f32[n]">(mesh, x, {{"n", 1000}}); };
    f(mesh, make);
  });
}

}  // namespace

TEST_CASE("an elementwise update is written over its argument", "[memory]") {
  on_two([](auto& mesh, auto make) {
    auto run = Update::on(mesh);
    auto g = make(2), w = sw::device_put<"f32[n]">(mesh, std::vector<float>(1000, 8));
    const float* place = w.data();
    for (int i = 0; i < 5; ++i) {
      w = run(std::move(w), g);
      CHECK_ON_DEVICE(w.data() == place);
    }
    CHECK_ON_DEVICE(w.span()[999] == 3 && g.span()[0] == 2);
  });
}

TEST_CASE("each part of a step's state is updated where it lies", "[memory]") {
  on_two([](auto& mesh, auto make) {
    auto run = Momentum::on(mesh);
    auto w = make(1), m = make(0), v = make(0), g = make(1);
    const float* places[] = {w.data(), m.data(), v.data()};
    for (int i = 0; i < 5; ++i) {
      auto next = run(std::move(w), std::move(m), std::move(v), g);
      w = std::move(hana::at_c<0>(next)), m = std::move(hana::at_c<1>(next)), v = std::move(hana::at_c<2>(next));
      CHECK_ON_DEVICE(w.data() == places[0] && m.data() == places[1] && v.data() == places[2]);
    }
  });
}

// An array that was the result of another output is given away as well.
TEST_CASE("results may change places", "[memory]") {
  on_two([](auto& mesh, auto make) {
    auto run = Momentum::on(mesh);
    auto w = make(1), m = make(0), v = make(0), g = make(1);
    for (int i = 0; i < 5; ++i) {
      const float *first = w.data(), *second = m.data();
      auto next = run(std::move(w), std::move(m), v, g);
      CHECK_ON_DEVICE(hana::at_c<0>(next).data() == first && hana::at_c<1>(next).data() == second);
      m = std::move(hana::at_c<0>(next)), w = std::move(hana::at_c<1>(next));
    }
  });
}

TEST_CASE("what somebody else holds is not written over", "[memory]") {
  on_two([](auto& mesh, auto make) {
    auto run = Update::on(mesh);
    auto w = make(8), g = make(2);
    auto copy = w;
    auto next = run(std::move(w), g);
    CHECK_ON_DEVICE(next.data() != copy.data() && copy.span()[0] == 8 && next.span()[0] == 7);
    auto kept = run(copy, g);  // not moved
    CHECK_ON_DEVICE(kept.data() != copy.data() && copy.span()[0] == 8);
    auto both = run(next, std::move(next));  // one array, twice
    CHECK_ON_DEVICE(both.span()[0] == 3.5f);
    auto twice = run(std::move(both), std::move(both));
    CHECK_ON_DEVICE(twice.span()[0] == 1.75f);
    const auto constant = make(4);
    auto from_constant = run(std::move(constant), g);  // a const array cannot be moved
    CHECK_ON_DEVICE(constant.span()[0] == 4 && from_constant.span()[0] == 3);
  });
}

TEST_CASE("a result of another reader or kind is not written over its argument", "[memory]") {
  on_two([](auto& mesh, auto make) {
    auto w = sw::full<"f32[n,n]">(mesh, 1, {{"n", 64}}), x = sw::full<"f32[n,n]">(mesh, 1, {{"n", 64}});
    const float *first = w.data(), *second = x.data();
    auto y = Product::on(mesh)(std::move(w), std::move(x));
    CHECK_ON_DEVICE(y.data() != first && y.data() != second && y.span()[64 * 64 - 1] == 64);

    auto a = make(3), b = make(4);
    auto pair = Returned::on(mesh)(std::move(a), b);
    const auto &sum = hana::at_c<0>(pair), &same = hana::at_c<1>(pair);
    CHECK_ON_DEVICE(sum.span()[0] == 7 && same.span()[0] == 3 && sum.data() != same.data());

    auto run = Exchanged::on(mesh);
    for (int i = 0; i < 4; ++i) {
      auto p = make(10), q = make(20);
      auto next = run(std::move(p), std::move(q));
      const auto &next_q = hana::at_c<0>(next), &next_p = hana::at_c<1>(next);
      CHECK_ON_DEVICE(next_q.span()[999] == 21 && next_p.span()[999] == 20);
    }
  });
}
