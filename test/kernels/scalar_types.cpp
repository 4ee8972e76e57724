// bf16 and f16: every value, every rounding; casts between all dtypes.
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

/// The nearest H to x by search among all finite H: ties to the even one.
template <class H> struct Nearest {
  std::vector<std::pair<double, std::uint16_t>> values;  // ascending, non-negative
  Nearest() {
    for (unsigned b = 0; b < 0x8000; ++b) {
      const double v = float(H::from_bits(std::uint16_t(b)));
      if (std::isfinite(v)) values.emplace_back(v, std::uint16_t(b));
    }
    // The first value that overflows rounds as if there were one more.
    const double step = values.back().first - values[values.size() - 2].first;
    values.emplace_back(values.back().first + step, std::uint16_t(values.back().second + 1));
  }
  std::uint16_t operator()(double x) const {
    const std::uint16_t sign = std::signbit(x) ? 0x8000 : 0;
    x = std::abs(x);
    auto above = std::lower_bound(values.begin(), values.end(), std::pair{x, std::uint16_t(0)});
    if (above == values.end()) return sign | values.back().second;
    if (above == values.begin() || above->first == x) return sign | above->second;
    auto below = above - 1;
    const double d = (x - below->first) - (above->first - x);
    return sign | (d < 0 || (d == 0 && below->second % 2 == 0) ? below->second : above->second);
  }
};

template <class H> bool is_nan(H h) { return std::isnan(float(h)); }

}  // namespace

TEMPLATE_TEST_CASE("half types: conversions", "[kernels]", bf16, f16) {
  using H = TestType;
  const Nearest<H> nearest;
  bool round_trip = true;
  for (unsigned b = 0; b < 0x10000; ++b) {
    const H h = H::from_bits(std::uint16_t(b));
    round_trip =
        round_trip && (is_nan(h) ? is_nan(H(float(h))) : H(float(h)).bits == b && H(double(float(h))).bits == b);
  }
  CHECK(round_trip);
  bool right = true;
  for (int i = 0; i < 200000; ++i) {
    double x = std::ldexp(uniform(-1, 1), int(generator()() % 48) - 28);
    if (i % 4 == 0) {  // ties, and their neighbours in f64
      const unsigned b = generator()() % 0x7800;
      const double v = float(H::from_bits(std::uint16_t(b))), w = float(H::from_bits(std::uint16_t(b + 1)));
      x = (v + w) / 2;
      if (!std::isfinite(x)) continue;
      if (i % 8 == 0) x = std::nextafter(x, i % 16 ? 1e300 : -1e300);
    }
    right = right && H(x).bits == nearest(x) && H(float(x)).bits == nearest(float(x));
  }
  CHECK(right);
  CHECK(H(1e39).bits == H(INFINITY).bits);
  CHECK(std::isinf(float(H(INFINITY))));
  CHECK(is_nan(H(NAN)));
  CHECK(H(-0.0f).bits == 0x8000);
  static_assert(float(H(1.5f)) == 1.5f);  // constant expressions

  // Whole arrays take other instructions.
  for (std::size_t n : {0, 1, 7, 8, 33, 1000}) {
    Buffer<float> in = random_array<float>(n, -3, 3, 1);
    Buffer<H> out(n);
    astype<float, H>(out.data(), in.data(), n);
    Buffer<float> back(n);
    astype<H, float>(back.data(), out.data(), n);
    bool same = true;
    for (std::size_t i = 0; i < n; ++i) same = same && out[i].bits == H(in[i]).bits && back[i] == float(out[i]);
    CHECK(same);
  }
}

namespace {
template <class From, class To> void check_cast() {
  for (std::size_t n : {0, 1, 7, 300}) {
    Buffer<From> in = small_integers<From>(n, 1);
    Buffer<To> out(n + 1, 1);
    astype<From, To>(out.data(), in.data(), n);
    bool same = true;
    for (std::size_t i = 0; i < n; ++i) {
      const double x = number(in[i]);
      const To want = std::is_same_v<To, bool> ? To(x != 0) : std::is_unsigned_v<To> && x < 0 ? To(0) : stored<To>(x);
      const bool wraps = std::is_same_v<To, std::uint32_t> && x < 0 && std::is_integral_v<From>;
      same = same && (wraps ? number(out[i]) == 4294967296.0 + x : same_bits(&out[i], &want, 1));
    }
    INFO(name_of(dtype_of<From>) << " to " << name_of(dtype_of<To>));
    CHECK(same);
  }
}
template <class From, class... To> void check_casts_from() { (check_cast<From, To>(), ...); }
template <class... T> void check_casts() { (check_casts_from<T, T...>(), ...); }
template <class To, class From> To cast(From x) {
  To out;
  astype<From, To>(&out, &x, 1);
  return out;
}
}  // namespace

TEST_CASE("casts between all dtypes", "[kernels]") {
  check_casts<float, double, bf16, f16, std::int32_t, std::int64_t, std::uint32_t>();
  (check_casts_from<bool, float, double, bf16, f16, std::int32_t, std::int64_t, bool>());
  check_cast<float, bool>();
  check_cast<bf16, bool>();
  check_cast<std::int64_t, bool>();
  CHECK(cast<std::int32_t>(2.9f) == 2);
  CHECK(cast<std::int32_t>(-2.9) == -2);
  CHECK(cast<std::int32_t>(1e20f) == std::numeric_limits<std::int32_t>::max());
  CHECK(cast<std::int32_t>(-1e20f) == std::numeric_limits<std::int32_t>::min());
  CHECK(cast<std::int32_t>(2147483647.0) == 2147483647);
  CHECK(cast<std::int64_t>(INFINITY) == std::numeric_limits<std::int64_t>::max());
  CHECK(cast<std::uint32_t>(-1.0f) == 0);
  CHECK(cast<std::uint32_t>(4294967295.0) == 4294967295u);
  CHECK(cast<std::int32_t>(NAN) == 0);
  CHECK(cast<bool>(0.5f) == true);
  CHECK(cast<bool>(bf16(-0.0f)) == false);
  CHECK(std::isinf(cast<float>(1e300)));
}
