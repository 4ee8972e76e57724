// Every elementwise op, on all its dtypes, in all modes and at odd sizes, against its meaning in double.
#include "meanings.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

constexpr Mode modes[] = {Mode::full, Mode::scalar, Mode::suffix, Mode::prefix};

/// The index that an operand reads for element i, spelled out.
std::size_t index_of(const Operand& o, std::size_t i) {
  switch (o.mode) {
    case Mode::full:
      return i;
    case Mode::scalar:
      return 0;
    case Mode::suffix:
      return i % o.period;
    default:
      return i / o.period;
  }
}

template <class T> Operand operand(const Buffer<T>& data, Mode mode, std::size_t period) {
  return {data.data(), mode, period};
}

template <class T> double tolerance(const OpCase<T>& c) {
  if (sizeof(T) == 2) return 1.01;                                               // the f32 result may fall beside a tie
  return c.meaning->ulp == 0 ? 0.5 : c.meaning->ulp + (sizeof(T) == 8 ? 1 : 0);  // libm errs too
}

template <class T> void check_op(const OpCase<T>& c, const Operand& a, const Operand& b, std::size_t n, double value) {
  Buffer<T> out(n + 1, n % 3);
  const auto sentinel = stored<T>(1);
  out[n] = sentinel;
  c.run(out.data(), a, b, {}, n, value);
  const T* x = static_cast<const T*>(a.data);
  const T* y = static_cast<const T*>(b.data);
  double worst = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double arg = number(x[index_of(a, i)]);
    const double other = c.operands > 1 ? number(y[index_of(b, i)]) : 0;
    double want = c.meaning->of(arg, other, value);
    if (std::is_same_v<T, std::uint32_t> && want < 0) want += 0x1p32;
    double error;
    if (c.gives_bool) {
      error = reinterpret_cast<const unsigned char*>(out.data())[i] == (unsigned char)(want) ? 0 : INFINITY;
    } else if (std::is_integral_v<T>) {
      error = double(out[i]) == std::trunc(want) ? 0 : INFINITY;
    } else {
      error = ulps(out[i], want);
    }
    if (error > worst) worst = error, at = i;
  }
  INFO("row " << c.row << " n " << n << " element " << at << " dtype " << name_of(dtype_of<T>));
  CHECK(worst <= tolerance(c));
  if (!c.gives_bool) CHECK(same_bits(out.data() + n, &sentinel, 1));
}

std::vector<std::size_t> periods(std::size_t n) {
  std::vector<std::size_t> p;
  for (std::size_t d : {1, 3, 7, 11, 64, 77, 129})
    if (n > 0 && n % d == 0) p.push_back(d);
  if (p.empty() || p.back() != n) p.push_back(n ? n : 1);
  return p;
}

}  // namespace

TEMPLATE_TEST_CASE("elementwise ops: all modes and sizes", "[kernels]", float, double, bf16, f16, std::int32_t,
                   std::int64_t, std::uint32_t, bool) {
  using T = TestType;
  for (const auto& c : op_cases<T>())
    for (std::size_t n : {0, 1, 7, 16, 33, 77, 462, 128 * 11, 1540, 129 * 7}) {
      const double low = std::is_unsigned_v<T> ? std::max(0.0, c.meaning->low) : c.meaning->low;
      Buffer<T> a = random_array<T>(n + 1, low, c.meaning->high, n % 5);
      Buffer<T> b = random_array<T>(n + 1, low, c.meaning->high, n % 7);
      if (std::is_integral_v<T>) {
        a = small_integers<T>(n + 1);
        b = small_integers<T>(n + 1);
        if (!std::is_same_v<T, bool>)
          for (std::size_t i = 0; i <= n; ++i)
            if (b[i] == T(0)) b[i] = T(3);
      }
      const double value = std::is_integral_v<T> ? 3 : 0.75;  // exact in all types
      for (Mode ma : modes)
        for (Mode mb : modes) {
          if (c.operands == 1 && mb != Mode::full) continue;
          for (std::size_t pa : periods(n))
            for (std::size_t pb : periods(n)) {
              if ((ma == Mode::full || ma == Mode::scalar) && pa != periods(n)[0]) continue;
              if ((mb == Mode::full || mb == Mode::scalar) && pb != periods(n)[0]) continue;
              check_op(c, operand(a, ma, pa), operand(b, mb, pb), n, value);
            }
        }
    }
}

TEMPLATE_TEST_CASE("elementwise ops in place", "[kernels]", float, double, bf16, f16, std::int32_t) {
  using T = TestType;
  for (const auto& c : op_cases<T>()) {
    if (c.gives_bool) continue;
    for (std::size_t n : {5, 16, 100, 1033}) {
      const Buffer<T> a = random_array<T>(n, 0.5, 4, 1), b = random_array<T>(n, 1, 4, 1);
      Buffer<T> want(n), in_a = a, in_b = b;
      const Operand x{a.data()}, y{b.data()};
      c.run(want.data(), x, y, {}, n, 2);
      c.run(in_a.data(), Operand{in_a.data()}, y, {}, n, 2);
      CHECK(same_bits(in_a.data(), want.data(), n));
      if (c.operands == 2) {
        c.run(in_b.data(), x, Operand{in_b.data()}, {}, n, 2);
        CHECK(same_bits(in_b.data(), want.data(), n));
      }
    }
  }
}

// An element's bits must not depend on where it stands or on its neighbours: else results depend on the sharding.
TEMPLATE_TEST_CASE("elementwise ops do not see neighbours", "[kernels]", float, double, bf16, f16) {
  using T = TestType;
  const std::size_t n = 4001;
  Buffer<T> a(n), b(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = stored<T>(std::ldexp(uniform(-1, 1), int(generator()() % 60) - 30));
    b[i] = stored<T>(std::ldexp(uniform(-1, 1), int(generator()() % 12) - 6));
  }
  for (const auto& c : op_cases<T>()) {
    const std::size_t bytes = c.gives_bool ? 1 : sizeof(T);
    Buffer<T> all(n), one(n);
    c.run(all.data(), Operand{a.data()}, Operand{b.data()}, {}, n, 3);
    unsigned char* out = reinterpret_cast<unsigned char*>(one.data());
    for (std::size_t i = 0; i < n;) {
      const std::size_t m = std::min<std::size_t>(n - i, i % 5 + 1);
      c.run(out + i * bytes, Operand{a.data() + i}, Operand{b.data() + i}, {}, m, 3);
      i += m;
    }
    INFO("row " << c.row);
    CHECK(std::memcmp(all.data(), one.data(), n * bytes) == 0);
  }
}

TEMPLATE_TEST_CASE("elementwise ops at special values", "[kernels]", float, double) {
  using T = TestType;
  using Limits = std::numeric_limits<T>;
  const T special[] = {T(0),
                       -T(0),
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       Limits::min(),
                       Limits::denorm_min(),
                       Limits::max(),
                       Limits::lowest(),
                       T(1),
                       T(-1),
                       T(2),
                       T(-3),
                       T(0.5),
                       T(88.6),
                       T(-87.5),
                       T(-100),
                       T(709.5),
                       T(-720),
                       T(1e6),
                       T(1e-10),
                       T(-1e-10),
                       T(1e30),
                       T(3000001.5)};
  for (const auto& c : op_cases<T>())
    for (T a : special)
      for (T b : special) {
        T out{};
        c.run(&out, Operand{&a}, Operand{&b}, {}, 1, 2);
        const double want = c.meaning->of(a, b, 2);
        INFO("row " << c.row << " of " << a << " and " << b << " gave " << out << ", not " << want);
        if (c.gives_bool)
          CHECK(*reinterpret_cast<bool*>(&out) == (want != 0));
        else if (c.meaning->ulp >
                 0)  // exp squares its half near the ends of its range; below normal numbers, 1 / exp(x) is 0
          CHECK((ulps(out, want) <= 10 || std::abs(out - want) < Limits::min()));
        else
          CHECK((ulps(out, want) <= 0.5 && (want != 0 || std::signbit(out) == std::signbit(want))));
      }
}

TEMPLATE_TEST_CASE("gelu's absolute error", "[kernels]", float, double) {
  using T = TestType;
  double worst = 0;
  for (double x = -12; x < 12; x += 1e-4) {
    const T a = T(x);
    T out;
    elementwise<ops::gelu, T>(&out, Operand{&a}, {}, {}, 1);
    worst = std::max(worst, std::abs(out - gelu(a)) / std::max(1.0, std::abs(double(a))));
  }
  CHECK(worst < (sizeof(T) == 4 ? 2e-7 : 4e-16));
}

TEST_CASE("integers wrap and never trap", "[kernels]") {
  const std::int32_t low = std::numeric_limits<std::int32_t>::min(), one = 1, minus = -1, zero = 0;
  std::int32_t out;
  elementwise<ops::sub, std::int32_t>(&out, Operand{&low}, Operand{&one}, {}, 1);
  CHECK(out == std::numeric_limits<std::int32_t>::max());
  elementwise<ops::neg, std::int32_t>(&out, Operand{&low}, {}, {}, 1);
  CHECK(out == low);
  elementwise<ops::div, std::int32_t>(&out, Operand{&low}, Operand{&minus}, {}, 1);
  CHECK(out == low);
  elementwise<ops::div, std::int32_t>(&out, Operand{&one}, Operand{&zero}, {}, 1);
  CHECK(out == -1);
}

TEMPLATE_TEST_CASE("where", "[kernels]", float, double, bf16, std::int64_t, bool, RandomKey) {
  using T = TestType;
  for (std::size_t n : {0, 1, 7, 33, 770, 1408})
    for (Mode mm : modes)
      for (Mode mb : modes)
        for (Mode mc : modes)
          for (std::size_t period : periods(n)) {
            Buffer<bool> mask = small_integers<bool>(n + 1, 3);
            Buffer<T> b(n + 1), c(n + 1), out(n);
            for (std::size_t i = 0; i < (n + 1) * sizeof(T); ++i) {
              reinterpret_cast<unsigned char*>(b.data())[i] = std::is_same_v<T, bool> ? 1 : (unsigned char)(i);
              reinterpret_cast<unsigned char*>(c.data())[i] = std::is_same_v<T, bool> ? 0 : (unsigned char)(~i * 7);
            }
            const Operand om = operand(mask, mm, period), ob = operand(b, mb, period), oc = operand(c, mc, period);
            elementwise<ops::where, T>(out.data(), om, ob, oc, n);
            bool all = true;
            for (std::size_t i = 0; i < n; ++i) {
              const T want = mask[index_of(om, i)] ? b[index_of(ob, i)] : c[index_of(oc, i)];
              all = all && same_bits(&out[i], &want, 1);
            }
            CHECK(all);
          }
}
