// Convolutions against their definition, for windows of all kinds: strides, spread inputs, flipped kernels.
#include <shardwise/backends/kernels/convolve.hpp>

#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

template <class T>
double expected(const ConvPlan& p, const Buffer<T>& x, const Buffer<T>& w, std::size_t n, std::size_t o0,
                std::size_t o1, std::size_t d) {
  double sum = 0;
  for (std::size_t k0 = 0; k0 < p.kernel[0]; ++k0)
    for (std::size_t k1 = 0; k1 < p.kernel[1]; ++k1) {
      const auto at = [](const ConvWindow& v, std::size_t o, std::size_t k) {
        return std::int64_t(o) * v.stride + std::int64_t(k) * v.step - v.before;
      };
      const std::int64_t a = at(p.window[0], o0, k0), b = at(p.window[1], o1, k1);
      if (a < 0 || b < 0 || a % p.window[0].spread || b % p.window[1].spread) continue;
      const std::size_t i0 = std::size_t(a / p.window[0].spread), i1 = std::size_t(b / p.window[1].spread);
      if (i0 >= p.input[1] || i1 >= p.input[2]) continue;
      for (std::size_t c = 0; c < p.input[3]; ++c)
        sum += number(x[((n * p.input[1] + i0) * p.input[2] + i1) * p.input[3] + c]) *
               number(w[((k0 * p.kernel[1] + k1) * p.kernel[2] + c) * p.kernel[3] + d]);
    }
  return sum;
}

template <class T>
void check(const ConvWindow& height, const ConvWindow& width, const Shape& x_shape, const Shape& w_shape,
           const Shape& y_shape, std::size_t rows = 0) {
  constexpr Dtype dtype = dtype_of<T>;
  ConvPlan p = plan_convolve(height, width, x_shape, w_shape, y_shape, dtype, dtype, dtype);
  if (rows && rows < p.rows) p.rows = rows;
  const Buffer<T> x = small_integers<T>(x_shape.size()), w = small_integers<T>(w_shape.size());
  Buffer<T> y(y_shape.size());
  std::vector<std::byte> scratch(p.scratch_bytes + 64);
  auto* aligned = scratch.data() + (64 - reinterpret_cast<std::uintptr_t>(scratch.data()) % 64) % 64;
  convolve(p, x.data(), w.data(), y.data(), aligned);
  std::size_t at = 0, wrong = 0;
  for (std::size_t n = 0; n < y_shape[0]; ++n)
    for (std::size_t o0 = 0; o0 < y_shape[1]; ++o0)
      for (std::size_t o1 = 0; o1 < y_shape[2]; ++o1)
        for (std::size_t d = 0; d < y_shape[3]; ++d)
          wrong += number(y[at++]) != number(stored<T>(expected(p, x, w, n, o0, o1, d)));
  CHECK(wrong == 0);
}

}  // namespace

TEMPLATE_TEST_CASE("convolutions are the sums of their windows", "[kernels]", float, double, bf16, f16, std::int32_t,
                   std::int64_t) {
  using T = TestType;
  check<T>({}, {}, {2, 5, 6, 3}, {2, 3, 3, 4}, {2, 4, 4, 4});
  check<T>({1, 2, 1, 1}, {1, 3, 1, 2}, {2, 7, 8, 3}, {3, 4, 3, 2}, {2, 4, 3, 2}, 3);
  check<T>({1, 1, 1, 2}, {1, 1, 1, 5}, {1, 3, 2, 2}, {2, 3, 2, 5}, {1, 6, 9, 5}, 2);     // windows beyond the edges
  check<T>({2, 1, -1, -1}, {3, 1, -1, 0}, {2, 3, 3, 2}, {3, 2, 2, 3}, {2, 6, 8, 3}, 5);  // a transposed one
  check<T>({1, 1, 2, 1}, {1, 2, 3, 0}, {3, 8, 9, 2}, {3, 2, 2, 4}, {3, 5, 3, 4});        // spread kernels
  check<T>({}, {}, {2, 4, 5, 3}, {1, 1, 3, 6}, {2, 4, 5, 6});                            // a matrix product
  check<T>({1, 2, 1, 0}, {1, 2, 1, 0}, {2, 5, 5, 3}, {1, 1, 3, 6}, {2, 3, 3, 6});
  check<T>({}, {}, {0, 4, 5, 3}, {1, 2, 3, 6}, {0, 4, 4, 6});
  check<T>({}, {}, {2, 4, 5, 0}, {1, 2, 0, 6}, {2, 4, 4, 6});
}

TEST_CASE("operands of different floating types accumulate in f32", "[kernels]") {
  const Shape x_shape{1, 1, 1, 600}, w_shape{1, 1, 600, 1}, y_shape{1, 1, 1, 1};
  Buffer<bf16> x(600);
  Buffer<float> w(600);
  for (std::size_t i = 0; i < 600; ++i) x[i] = bf16(1.0f), w[i] = 1;
  const ConvPlan p = plan_convolve({}, {}, x_shape, w_shape, y_shape, Dtype::bf16, Dtype::f32, Dtype::f32);
  std::vector<float> scratch(p.scratch_bytes / 4 + 16);
  float y = 0;
  convolve(p, x.data(), w.data(), &y, scratch.data());
  CHECK(y == 600);
}
