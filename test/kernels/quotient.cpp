// Division of many numbers by one has the bits of division.
#include <shardwise/backends/kernels/vector_math.hpp>

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

using namespace shardwise::kernels;

TEMPLATE_TEST_CASE("x / d by the reciprocal of d has the same bits", "[kernels]", float, double) {
  using T = TestType;
  using V = Batch<T>;
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr bool single = sizeof(T) == 4;
  const T tiny = single ? T(0x1p-100) : T(0x1p-960);
  const auto step = Bits(single ? 9973 : 0x0003'8e38'e38e'38e5ULL / 41);
  for (const T d :
       {T(3), T(0.75), T(0.9), T(0.1), T(2) - std::numeric_limits<T>::epsilon(), T(1),
        T(1) + std::numeric_limits<T>::epsilon(), T(7e29), T(1.3e-30), T(255), T(784), T(0.91877073), T(3221225472.)}) {
    std::size_t wrong = 0;
    T at = 0;
    const auto check = [&](Bits first, Bits by) {
      alignas(64) T x[V::size], y[V::size];
      for (std::size_t i = 0; i < V::size; ++i) x[i] = std::bit_cast<T>(Bits(first + by * i));
      math::quotient(V::load_aligned(x), d).store_aligned(y);
      for (std::size_t i = 0; i < V::size; ++i) {
        const T want = x[i] / d;
        const auto apart = std::make_signed_t<Bits>(std::bit_cast<Bits>(y[i]) - std::bit_cast<Bits>(want));
        const bool normal = std::abs(x[i]) >= tiny && std::abs(want) >= std::numeric_limits<T>::min();
        const std::int64_t units = normal || x[i] == 0 ? 0 : 1;
        if (std::isnan(want) ? !std::isnan(y[i]) : std::abs(apart) > units) ++wrong, at = x[i];
      }
    };
    for (Bits k = 0; k < Bits(1) << 16; ++k) check(k * step * V::size, step);
    const T end = d * std::numeric_limits<T>::max();  // where quotients do
    if (end < std::numeric_limits<T>::max()) check(std::bit_cast<Bits>(end) - V::size / 2, 1);
    // Around each power of two, infinity and zero.
    constexpr int mantissa = std::numeric_limits<T>::digits - 1;
    for (Bits e = 0; e < Bits(1) << (sizeof(T) * 8 - mantissa); ++e) check((e << mantissa) - V::size / 2, 1);
    CAPTURE(d, at);
    CHECK(wrong == 0);
  }
}
