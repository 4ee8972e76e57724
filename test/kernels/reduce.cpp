// Reductions over every mask of dimensions, against plain sums in double.
#include <shardwise/backends/kernels/reduce.hpp>

#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

/// Calls f(flat index of the input, flat index of the output) for all elements.
template <class F> void for_all(const Shape& shape, unsigned mask, F f) {
  std::size_t index[8] = {};
  for (std::size_t i = 0; i < shape.size(); ++i) {
    std::size_t rest = i, out = 0;
    for (int d = shape.rank; d-- > 0; rest /= shape.dim[d]) index[d] = rest % shape.dim[d];
    for (int d = 0; d < shape.rank; ++d)
      if (!((mask >> d) & 1)) out = out * shape.dim[d] + index[d];
    f(i, out);
  }
}

std::size_t kept(const Shape& shape, unsigned mask) {
  std::size_t n = 1;
  for (int d = 0; d < shape.rank; ++d)
    if (!((mask >> d) & 1)) n *= shape.dim[d];
  return n;
}

const Shape shapes[] = {{},
                        {1},
                        {7},
                        {33, 5},
                        {3, 300},
                        {300, 3},
                        {4, 1, 9},
                        {2, 3, 4, 5},
                        {5, 0, 2},
                        {70, 2, 65},
                        {2, 2, 2, 2, 2, 2, 2, 3},
                        {4097},
                        {40, 260},
                        {3, 1, 0}};

template <class T> void check_shape(const Shape& shape, unsigned mask) {
  const std::size_t n = shape.size(), m = kept(shape, mask);
  Buffer<T> in = std::is_floating_point_v<T> ? random_array<T>(n, -2, 2, 1) : small_integers<T>(n, 1);
  std::vector<double> sum(m, 0), size(m, 0), high(m, -INFINITY), low(m, INFINITY);
  for_all(shape, mask, [&](std::size_t i, std::size_t o) {
    const double x = number(in[i]);
    sum[o] += x;
    size[o] += std::abs(x);
    high[o] = std::max(high[o], x);
    low[o] = std::min(low[o], x);
  });
  Buffer<T> out(m, 2);
  INFO("dtype " << name_of(dtype_of<T>) << " rank " << shape.rank << " size " << n << " mask " << mask);
  auto check = [&](Reduction op, const std::vector<double>& want) {
    reduce(op, dtype_of<T>, out.data(), in.data(), shape, mask);
    bool right = true;
    for (std::size_t o = 0; o < m; ++o) {
      const double error = std::abs(number(out[o]) - number(stored<T>(want[o])));
      const bool exact = op != Reduction::sum || !std::is_floating_point_v<T>;
      right = right && (exact ? number(out[o]) == number(stored<T>(want[o]))
                              : error <= size[o] * (sizeof(T) == 4 ? 3e-7 : 1e-15));
    }
    CHECK(right);
  };
  check(Reduction::sum, sum);
  if (n == 0) return;
  check(Reduction::max, high);
  check(Reduction::min, low);
}

}  // namespace

TEMPLATE_TEST_CASE("reductions over any dimensions", "[kernels]", float, double, bf16, f16, std::int32_t, std::int64_t,
                   std::uint32_t) {
  for (const Shape& shape : shapes)
    for (unsigned mask = 0; mask < (1u << shape.rank); ++mask) check_shape<TestType>(shape, mask);
}

TEST_CASE("long f32 sums keep their digits", "[kernels]") {
  const std::size_t n = 20'000'000;
  std::vector<float> ones(n, 1.0f), out(64);
  reduce(Reduction::sum, Dtype::f32, out.data(), ones.data(), Shape{n}, 1);
  CHECK(out[0] == 2e7f);
  reduce(Reduction::sum, Dtype::f32, out.data(), ones.data(), Shape{n / 10, 10}, 1);
  CHECK(out[9] == 2e6f);
  reduce(Reduction::sum, Dtype::f32, out.data(), ones.data(), Shape{n, 1}, 1);
  CHECK(out[0] == 2e7f);
  std::vector<bf16> halves(100000, bf16(1.0f));
  bf16 sum;
  reduce(Reduction::sum, Dtype::bf16, &sum, halves.data(), Shape{100000}, 1);
  CHECK(float(sum) == float(bf16(1e5f)));
}

TEST_CASE("reductions of nothing, of NaN, of bool", "[kernels]") {
  float out[2] = {5, 5};
  reduce(Reduction::sum, Dtype::f32, out, nullptr, Shape{2, 0}, 2);
  CHECK((out[0] == 0 && out[1] == 0));
  reduce(Reduction::max, Dtype::f32, out, nullptr, Shape{0}, 1);
  CHECK(out[0] == -INFINITY);
  reduce(Reduction::min, Dtype::f32, out, nullptr, Shape{0}, 1);
  CHECK(out[0] == INFINITY);
  std::int32_t lowest;
  reduce(Reduction::max, Dtype::i32, &lowest, nullptr, Shape{0}, 1);
  CHECK(lowest == std::numeric_limits<std::int32_t>::min());

  for (std::size_t n : {1, 5, 64, 100, 5000})
    for (std::size_t at : {std::size_t(0), n / 2, n - 1}) {
      Buffer<float> in = random_array<float>(n, -1, 1);
      in[at] = NAN;
      for (Reduction op : {Reduction::sum, Reduction::max, Reduction::min}) {
        reduce(op, Dtype::f32, out, in.data(), Shape{n}, 1);
        CHECK(std::isnan(out[0]));
        reduce(op, Dtype::f32, out, in.data(), Shape{n, 1}, 1);
        CHECK(std::isnan(out[0]));
      }
    }
  const bool flags[6] = {false, true, false, false, false, false};
  bool result[2];
  reduce(Reduction::max, Dtype::boolean, result, flags, Shape{2, 3}, 2);
  CHECK((result[0] && !result[1]));
}

// The blocks of a row are summed in an order that its place and alignment do not change.
TEST_CASE("a row's sum does not depend on its place", "[kernels]") {
  for (std::size_t n : {3, 63, 64, 65, 1000, 5003}) {
    const std::size_t rows = 7;
    const Buffer<float> in = random_array<float>(rows * n, -1, 1, 3);
    std::vector<float> all(rows);
    reduce(Reduction::sum, Dtype::f32, all.data(), in.data(), Shape{rows, n}, 2);
    for (std::size_t r = 0; r < rows; ++r) {
      float one;
      reduce(Reduction::sum, Dtype::f32, &one, in.data() + r * n, Shape{n}, 1);
      CHECK(one == all[r]);
    }
  }
}

TEMPLATE_TEST_CASE("argmax and argmin", "[kernels]", float, double, bf16, f16, std::int32_t, std::int64_t,
                   std::uint32_t, bool) {
  using T = TestType;
  for (const Shape& shape : {Shape{1}, Shape{9}, Shape{5, 300}, Shape{300, 5}, Shape{3, 4, 5}, Shape{2, 7, 300}})
    for (int dim = 0; dim < shape.rank; ++dim) {
      Buffer<T> in = small_integers<T>(shape.size());
      if constexpr (std::is_same_v<T, float>)
        for (std::size_t i = 3; i < in.size(); i += 11) in[i] = NAN;
      const std::size_t m = kept(shape, 1u << dim);
      std::vector<std::vector<double>> columns(m);
      for_all(shape, 1u << dim, [&](std::size_t i, std::size_t o) { columns[o].push_back(number(in[i])); });
      std::vector<std::int32_t> high(m), low(m);
      argmax(dtype_of<T>, high.data(), in.data(), shape, dim);
      argmin(dtype_of<T>, low.data(), in.data(), shape, dim);
      bool right = true;
      for (std::size_t o = 0; o < m; ++o) {
        std::size_t h = 0, l = 0;
        const auto& x = columns[o];
        for (std::size_t i = 0; i < x.size(); ++i) {
          if (!std::isnan(x[h]) && (x[i] > x[h] || std::isnan(x[i]))) h = i;
          if (!std::isnan(x[l]) && (x[i] < x[l] || std::isnan(x[i]))) l = i;
        }
        right = right && high[o] == std::int32_t(h) && low[o] == std::int32_t(l);
      }
      CHECK(right);
    }
}
