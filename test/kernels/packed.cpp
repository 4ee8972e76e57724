// Products with a packed right operand, and blocked products, against sums in double: every tile height, panels that
// are not full, several blocks, transposes, alpha and beta.
#include <shardwise/backends/kernels/blas.hpp>
#include <shardwise/backends/kernels/contract.hpp>
#include <shardwise/backends/kernels/packed.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <memory>
#include <vector>

using namespace shardwise;
using namespace shardwise::kernels;

namespace {

template <class T> std::vector<T> numbers(std::size_t n, unsigned seed) {
  std::vector<T> v(n);
  for (T& x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = T(double(seed >> 8) / double(1 << 23) - 1);
  }
  return v;
}

/// Memory aligned to 64 bytes with a guard behind it.
class Aligned {
 public:
  explicit Aligned(std::size_t bytes) : bytes_(bytes), memory_(bytes + 64 + guard, std::byte(0x5a)) {}
  std::byte* data() {
    void* p = memory_.data();
    std::size_t space = memory_.size();
    return static_cast<std::byte*>(std::align(64, bytes_ + guard, p, space));
  }
  bool intact() {
    for (std::size_t i = 0; i < guard; ++i)
      if (data()[bytes_ + i] != std::byte(0x5a)) return false;
    return true;
  }

 private:
  static constexpr std::size_t guard = 64;
  std::size_t bytes_;
  std::vector<std::byte> memory_;
};

template <class T> struct Operands {
  std::int64_t m, n, k, left_ld, right_ld, out_ld;
  bool left_transposed, right_transposed;
  std::vector<T> left, right, out;

  Operands(std::int64_t rows, std::int64_t columns, std::int64_t depth, bool lt, bool rt, std::int64_t gap)
      : m(rows),
        n(columns),
        k(depth),
        left_ld((lt ? m : k) + gap),
        right_ld((rt ? k : n) + gap),
        out_ld(n + gap),
        left_transposed(lt),
        right_transposed(rt),
        left(numbers<T>(std::size_t((lt ? k : m) * left_ld), 1)),
        right(numbers<T>(std::size_t((rt ? n : k) * right_ld), 2)),
        out(numbers<T>(std::size_t(m * out_ld), 3)) {}
  T l(std::int64_t i, std::int64_t t) const {
    return left[std::size_t(left_transposed ? t * left_ld + i : i * left_ld + t)];
  }
  T r(std::int64_t t, std::int64_t j) const {
    return right[std::size_t(right_transposed ? j * right_ld + t : t * right_ld + j)];
  }
  RightOperand right_operand() const { return {k, n, right_ld, right_transposed}; }

  /// The first element of `got` that is wrong, or -1: those behind a row must be as they were.
  std::int64_t wrong(const std::vector<T>& got, double alpha, double beta) const {
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < out_ld; ++j) {
        const std::size_t at = std::size_t(i * out_ld + j);
        if (j >= n) {
          if (got[at] != out[at]) return std::int64_t(at);
          continue;
        }
        double sum = 0, size = 0;
        for (std::int64_t t = 0; t < k; ++t) {
          const double term = double(l(i, t)) * double(r(t, j));
          sum += term;
          size += std::abs(term);
        }
        const double expected = alpha * sum + (beta == 0 ? 0 : beta * double(out[at]));
        const double bound = std::numeric_limits<T>::epsilon() *
                             (double(k + 4) * std::abs(alpha) * size + 4 * std::abs(beta * double(out[at])));
        if (!(std::abs(double(got[at]) - expected) <= bound)) return std::int64_t(at);
      }
    return -1;
  }
};

template <class T>
void check_packed(std::int64_t m, std::int64_t n, std::int64_t k, bool transposed, std::int64_t gap) {
  const Operands<T> x(m, n, k, false, transposed, gap);
  REQUIRE(packed_bytes<T>(x.right_operand()) % 64 == 0);
  Aligned packed(packed_bytes<T>(x.right_operand()));
  pack(x.right_operand(), x.right.data(), packed.data());
  for (auto [alpha, beta] : {std::pair{1., 0.}, {1., 1.}, {-0.5, 0.}, {2., 1.}, {0.25, -0.5}}) {
    INFO("m " << m << " n " << n << " k " << k << " transposed " << transposed << " gap " << gap << " alpha " << alpha
              << " beta " << beta);
    std::vector<T> got = x.out;
    if (beta == 0)  // only written
      for (std::int64_t i = 0; i < m; ++i) std::fill_n(got.begin() + i * x.out_ld, n, T(NAN));
    packed_gemm<T>(x.right_operand(), m, T(alpha), x.left.data(), x.left_ld, packed.data(), T(beta), got.data(),
                   x.out_ld);
    CHECK(x.wrong(got, alpha, beta) == -1);
  }
  CHECK(packed.intact());
}

template <class T> void check_blocked(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t gap) {
  for (bool lt : {false, true})
    for (bool rt : {false, true}) {
      const Operands<T> x(m, n, k, lt, rt, gap);
      const BlockedProduct p{m, n, k, lt, x.left_ld, rt, x.right_ld, x.out_ld};
      const std::size_t bytes = blocked_gemm_bytes<T>(p);
      REQUIRE(bytes > 0);
      Aligned scratch(bytes);
      for (auto [alpha, beta] : {std::pair{1., 0.}, {1., 1.}, {-0.5, 2.}}) {
        INFO("m " << m << " n " << n << " k " << k << " transposed " << lt << rt << " alpha " << alpha << " beta "
                  << beta);
        std::vector<T> got = x.out;
        if (beta == 0)
          for (std::int64_t i = 0; i < m; ++i) std::fill_n(got.begin() + i * x.out_ld, n, T(NAN));
        blocked_gemm<T>(p, T(alpha), x.left.data(), x.right.data(), T(beta), got.data(), scratch.data());
        CHECK(x.wrong(got, alpha, beta) == -1);
      }
      CHECK(scratch.intact());
    }
}

// `count` products of `at_once` at a time, k rows each: together one of count * k rows.
template <class T>
void check_gathered(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t at_once, std::int64_t count,
                    std::int64_t gap) {
  const Operands<T> x(m, n, k * count, true, false, gap);
  const GatheredProduct p{m, n, k, x.left_ld, x.right_ld, x.out_ld, at_once};
  REQUIRE(gathered_bytes<T>(p) % 64 == 0);
  Aligned packed(gathered_bytes<T>(p));
  for (std::int64_t i = 0; i < count; ++i)
    gather(p, i, x.left.data() + i * k * x.left_ld, x.right.data() + i * k * x.right_ld, packed.data());
  for (auto [alpha, beta] : {std::pair{1., 0.}, {1., 1.}, {-0.5, 2.}}) {
    INFO("m " << m << " n " << n << " k " << k << " at once " << at_once << " count " << count << " alpha " << alpha);
    std::vector<T> got = x.out;
    if (beta == 0)
      for (std::int64_t i = 0; i < m; ++i) std::fill_n(got.begin() + i * x.out_ld, n, T(NAN));
    gathered_gemm<T>(p, count, T(alpha), packed.data(), T(beta), got.data());
    CHECK(x.wrong(got, alpha, beta) == -1);
  }
  CHECK(packed.intact());
}

}  // namespace

TEMPLATE_TEST_CASE("products with a packed right operand", "", float, double) {
  for (std::int64_t m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17})
    for (std::int64_t n : {1, 7, 8, 9, 16, 17, 31, 32, 33, 48, 63, 64, 65, 100, 130})
      for (std::int64_t k : {1, 3, 16, 21}) check_packed<TestType>(m, n, k, n % 2 == k % 2, (m + n) % 3);
  for (bool transposed : {false, true}) {
    check_packed<TestType>(17, 70, 1025, transposed, 0);  // two blocks of k
    check_packed<TestType>(3, 33, 2100, transposed, 5);
    check_packed<TestType>(64, 256, 256, transposed, 0);
    check_packed<TestType>(61, 129, 67, transposed, 1);
  }
}

TEMPLATE_TEST_CASE("blocked products", "", float, double) {
  check_blocked<TestType>(100, 130, 100, 0);
  check_blocked<TestType>(16, 257, 520, 3);   // three blocks of k
  check_blocked<TestType>(37, 1100, 257, 0);  // several blocks of columns
  check_blocked<TestType>(131, 33, 300, 1);
  check_blocked<TestType>(1000, 64, 17, 0);
}

TEST_CASE("OpenBLAS keeps small products, those of a few rows, and small sums, if it knows the CPU") {
  const auto pays = [](std::int64_t m, std::int64_t n, std::int64_t k, bool lt, bool rt) {
    return blocking_pays({m, n, k, lt, lt ? m : k, rt, rt ? k : n, n});
  };
  const bool known = blas::knows_cpu();
  CAPTURE(known);
  CHECK(pays(64, 64, 64, false, false) == !known);
  CHECK(pays(4, 512, 512, false, false) == !known);
  CHECK_FALSE(pays(512, 1, 512, false, false));
  CHECK(pays(64, 512, 512, false, false));
  CHECK(pays(64, 512, 512, false, true));
  CHECK(pays(1024, 1024, 64, true, false));
  // Thin sums pay with 16 registers, deep ones with 32.
#if defined(__AVX512F__) || defined(__aarch64__)
  constexpr bool many_registers = true;
#else
  constexpr bool many_registers = false;
#endif
  CHECK(pays(512, 512, 16, true, false) == (!known || !many_registers));
  CHECK(pays(512, 512, 256, true, false) == (!known || many_registers));
}

TEST_CASE("packing pays where an operand is used again and BLAS is slow on it") {
  CHECK(packing_pays({1024, 1024, 1024, false}, 16, 8));
  CHECK(packing_pays({1024, 1024, 1024, true}, 64, 8));
  CHECK(packing_pays({64, 64, 64, true}, 64, 8));
  CHECK_FALSE(packing_pays({1024, 1024, 1024, false}, 16, 1));
  CHECK(packing_pays({64, 64, 64, false}, 64, 8) == !blas::knows_cpu());  // a small product
  CHECK_FALSE(packing_pays({1024, 10, 10, false}, 64, 8));
}

TEST_CASE("contractions that run in blocks, in every type") {
  const std::int64_t m = 96, n = 160, k = 200;
  const std::vector<float> x = numbers<float>(std::size_t(m * k), 5), y = numbers<float>(std::size_t(k * n), 6);
  const auto run = [&]<Dtype D, class T>(double tolerance) {
    const auto narrow = [](const std::vector<float>& v) {
      std::vector<T> out(v.size());
      for (std::size_t i = 0; i < v.size(); ++i) out[i] = T(v[i]);
      return out;
    };
    const std::vector<T> a = narrow(x), b = narrow(y);
    std::vector<T> out(std::size_t(m * n), T(1));
    const ContractPlan plan =
        plan_contract(0x21, 0x32, 0x31, {std::size_t(m), std::size_t(k)}, {std::size_t(k), std::size_t(n)}, D);
    REQUIRE(plan.block_bytes > 0);
    Aligned scratch(plan.scratch_bytes);
    contract(plan, a.data(), b.data(), out.data(), 0.5, 2, scratch.data());
    double worst = 0;
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        double sum = 0;
        for (std::int64_t t = 0; t < k; ++t)
          sum += double(float(a[std::size_t(i * k + t)])) * double(float(b[std::size_t(t * n + j)]));
        worst = std::max(worst, std::abs(double(float(out[std::size_t(i * n + j)])) - (0.5 * sum + 2)));
      }
    CHECK(worst < tolerance);
    CHECK(scratch.intact());
  };
  run.operator()<Dtype::f32, float>(2e-5);
  run.operator()<Dtype::f64, double>(2e-5);  // read as floats
  run.operator()<Dtype::bf16, bf16>(0.04);
}

TEMPLATE_TEST_CASE("products that are gathered", "", float, double) {
  for (std::int64_t m : {1, 6, 13, 70})
    for (std::int64_t n : {1, 31, 64, 150})
      for (std::int64_t count : {1, 2, 3}) check_gathered<TestType>(m, n, 5, 3, count, m % 2);
  check_gathered<TestType>(100, 130, 40, 2, 2, 3);
}
