// Vector functions of f32 are within 2 units of the last place, of the library as it is compiled here.
// test/programs/math_*.cpp are the same for CPUs that have less.
#include "sweep.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

TEST_CASE("vector functions of f32 are within 2 units of the last place", "[kernels]") {
  for_each_bound([]<class Op>(const char* name, double units, double absolute) {
    const auto apply = [](float* out, const float* in, std::size_t n) {
      elementwise<Op, float>(out, Operand{in}, {}, {}, n);
    };
    const Worst w = sweep<Op>(apply, absolute, 1009);
    INFO(name << " of " << w.at << " gave " << w.got << ", off by " << w.ulp << " units");
    CHECK(w.ulp <= units);
  });
}

TEST_CASE("pow of f32 is within 1 unit of the last place", "[kernels]") {
  constexpr std::size_t n = 1 << 16;
  std::vector<float> x(n), y(n), out(n);
  for (std::size_t i = 0; i < n; ++i)
    x[i] = std::bit_cast<float>(std::uint32_t(i * 32749));  // from 0 to infinity, and NaN
  x[0] = std::numeric_limits<float>::infinity();
  for (const float exponent : {-100.5f, -2.5f, -1.f, 0.1f, 0.5f, 1.f, 2.f, 3.f, 17.3f, 1000.f}) {
    std::fill(y.begin(), y.end(), exponent);
    elementwise<ops::pow, float>(out.data(), Operand{x.data()}, Operand{y.data()}, {}, n);
    double worst = 0;
    for (std::size_t i = 0; i < n; ++i) worst = std::max(worst, ulps(out[i], std::pow(double(x[i]), double(exponent))));
    CAPTURE(exponent);
    CHECK(worst <= 1);
  }
}
