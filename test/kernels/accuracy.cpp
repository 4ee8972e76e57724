// Vector functions of f32 over all of their range: numbers of every sign, exponent and kind.
#include "meanings.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <bit>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

struct Worst {
  double ulp = 0;
  float at = 0, got = 0;
};

// One in `stride` of all bit patterns, many more from 1/16 to 16, and the neighbours of each power of two. An error of
// `absolute` is enough, too.
template <class Op> Worst sweep(double absolute, std::uint32_t stride = 1009) {
  constexpr std::size_t block = 4096;
  static float in[block], out[block];
  std::size_t n = 0;
  Worst worst;
  const auto run = [&] {
    elementwise<Op, float>(out, Operand{in}, {}, {}, n);
    for (std::size_t i = 0; i < n; ++i) {
      const double x = in[i], want = meaning<Op>.of(x, 0, 0), e = ulps(out[i], want);
      if (e <= worst.ulp || std::abs(double(out[i]) - want) <= absolute) continue;
      worst = {e, in[i], out[i]};
    }
    n = 0;
  };
  const auto add = [&](std::uint64_t bits) {
    in[n++] = std::bit_cast<float>(std::uint32_t(bits));
    if (n == block) run();
  };
  for (std::uint64_t bits = 0; bits < (std::uint64_t(1) << 32); bits += stride) add(bits);
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(0.0625f); bits < std::bit_cast<std::uint32_t>(16.f);
         bits += 29)
      add(sign | bits);
  for (std::uint64_t exponent = 0; exponent < 512; ++exponent)
    for (int k = -40; k <= 40; ++k) add((exponent << 23) + std::uint64_t(std::int64_t(k)));
  run();
  return worst;
}

}  // namespace

#define CHECK_SWEEP(op, bound, absolute)                                               \
  do {                                                                                 \
    const Worst w = sweep<ops::op>(absolute);                                          \
    INFO(#op " of " << w.at << " gave " << w.got << ", off by " << w.ulp << " units"); \
    CHECK(w.ulp <= bound);                                                             \
  } while (false)

TEST_CASE("vector functions of f32 are within 2 units of the last place", "[kernels]") {
  CHECK_SWEEP(exp, 2, 0);
  CHECK_SWEEP(expm1, 2, 0);
  CHECK_SWEEP(log, 2, 0);
  CHECK_SWEEP(log1p, 2, 0);
  CHECK_SWEEP(tanh, 2, 0);
  CHECK_SWEEP(erf, 2, 0);
  CHECK_SWEEP(sigmoid, 2, 0);
  CHECK_SWEEP(softplus, 2, 0);
  CHECK_SWEEP(rsqrt, 2, 0);
  CHECK_SWEEP(sqrt, 0.5, 0);
  CHECK_SWEEP(reciprocal, 0.5, 0);
  CHECK_SWEEP(sin, 2, 0);
  CHECK_SWEEP(cos, 2, 0);
}

TEST_CASE("silu and gelu of f32", "[kernels]") {
  CHECK_SWEEP(silu, 2, 0);
  CHECK_SWEEP(gelu, 2, 2e-7);  // its tail cancels in the argument of exp
}
