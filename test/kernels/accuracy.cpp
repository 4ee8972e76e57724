// Vector functions of f32 are within 2 units of the last place, of the library as it is compiled here.
// test/programs/math_*.cpp are the same for CPUs that have less.
#include "sweep.hpp"

#include <catch2/catch.hpp>

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
