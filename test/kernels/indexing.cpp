// Rows and elements by number, sums along a dimension and its order, against index arithmetic spelled out.
#include <shardwise/backends/kernels/indexing.hpp>
#include <shardwise/backends/kernels/ordering.hpp>

#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <numeric>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

/// Indices from -3 to extent + 2.
template <class I> std::vector<I> some_ids(std::size_t n, std::size_t extent) {
  std::vector<I> ids(n);
  for (auto& i : ids) {
    const auto x = std::int64_t(generator()() % (extent + 6)) - 3;
    i = I(std::is_unsigned_v<I> && x < 0 ? 0 : x);
  }
  return ids;
}
template <class I> std::size_t clamped(I index, std::size_t extent) {
  return std::size_t(std::clamp<std::int64_t>(std::int64_t(index), 0, std::int64_t(extent) - 1));
}
template <class I> Indices indices(const std::vector<I>& ids) { return {dtype_of<I>, ids.data(), ids.size()}; }

struct Scratch {
  std::vector<std::uint64_t> words;
  explicit Scratch(std::size_t bytes) : words(bytes / 8 + 1) {}
  void* data() { return words.data(); }
};

/// The element at (outer, along, inner).
struct Lines {
  std::size_t outer = 1, extent, inner = 1;
  Lines(const Shape& s, int dim) : extent(s.dim[dim]) {
    for (int i = 0; i < dim; ++i) outer *= s.dim[i];
    for (int i = dim + 1; i < s.rank; ++i) inner *= s.dim[i];
  }
  std::size_t at(std::size_t o, std::size_t k, std::size_t i) const { return (o * extent + k) * inner + i; }
};

template <class T, class I> void check_rows(std::size_t all, std::size_t blocks, std::size_t elements, std::size_t n) {
  const auto table = random_array<T>(all * elements, -2, 2);
  const auto updates = random_array<T>(n * elements, -2, 2);
  const auto ids = some_ids<I>(n, all);
  const std::size_t held = all / blocks;
  for (std::size_t block = 0; block < blocks; ++block) {
    const Rows rows{block * held, held, all, elements};
    const T* mine = table.data() + rows.first * elements;
    Buffer<T> out(n * elements);
    take(out.data(), mine, indices(ids), rows, sizeof(T));
    std::vector<double> sums(held * elements), sizes(held * elements);
    for (std::size_t k = 0; k < sums.size(); ++k) sizes[k] = std::abs(sums[k] = number(mine[k]));
    bool right = true;
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t row = clamped(ids[i], all);
      for (std::size_t k = 0; k < elements; ++k) {
        const bool here = row / held == block;
        right = right && number(out[i * elements + k]) == (here ? number(table[row * elements + k]) : 0);
        if (!here) continue;
        sums[(row - rows.first) * elements + k] += number(updates[i * elements + k]);
        sizes[(row - rows.first) * elements + k] += std::abs(number(updates[i * elements + k]));
      }
    }
    CHECK(right);
    Buffer<T> added(held * elements);
    Scratch scratch(scatter_add_scratch(dtype_of<T>, n));
    scatter_add(dtype_of<T>, added.data(), mine, indices(ids), updates.data(), rows, scratch.data());
    for (std::size_t k = 0; k < sums.size(); ++k) {
      const double want = number(stored<T>(sums[k])), error = std::abs(number(added[k]) - want);
      // Half precision is rounded once, from sums in f32.
      const double bound = sizeof(T) == 2 ? std::abs(want) * (std::is_same_v<T, bf16> ? 8e-3 : 1e-3) + sizes[k] * 1e-6
                                          : sizes[k] * (sizeof(T) == 4 ? 1e-6 : 1e-14);
      right = right && (std::is_integral_v<T> ? error == 0 : error <= bound);
    }
    CHECK(right);
    std::memcpy(out.data(), mine, std::min(held, n) * elements * sizeof(T));
    if (held <= n) {  // in place, the same bits
      scatter_add(dtype_of<T>, out.data(), out.data(), indices(ids), updates.data(), rows, scratch.data());
      CHECK(same_bits(out.data(), added.data(), held * elements));
    }
  }
}

}  // namespace

TEMPLATE_TEST_CASE("rows of a table, and adding to them", "[kernels]", float, double, bf16, f16, std::int32_t,
                   std::int64_t, std::uint32_t) {
  check_rows<TestType, std::int32_t>(12, 1, 5, 30);
  check_rows<TestType, std::int32_t>(12, 3, 700, 17);
  check_rows<TestType, std::int64_t>(8, 4, 1, 100);
  check_rows<TestType, std::uint32_t>(9, 3, 16, 9);
  check_rows<TestType, std::int32_t>(4, 2, 3, 0);
}

TEST_CASE("half precision: many small updates of one row are not lost", "[kernels]") {
  const std::vector<std::int32_t> ids(512, 0);
  const std::vector<bf16> ones(512, bf16(1.0f));
  bf16 out(0.0f);
  Scratch scratch(scatter_add_scratch(Dtype::bf16, 512));
  scatter_add(Dtype::bf16, &out, &out, indices(ids), ones.data(), {0, 1, 1, 1}, scratch.data());
  CHECK(float(out) == 512);  // one by one they end at 256
}

TEST_CASE("an empty table gives zeros, and out-of-range indices are found", "[kernels]") {
  const std::vector<std::int32_t> ids{0, 5, -1};
  std::vector<float> out(6, 7);
  take(out.data(), nullptr, indices(ids), {0, 0, 0, 2}, sizeof(float));
  CHECK(out == std::vector<float>(6, 0));
  CHECK(out_of_range(indices(ids), 6) == -1);
  CHECK(out_of_range(indices(ids), 5) == 5);
  CHECK(!out_of_range(indices(std::vector<std::int64_t>{0, 1}), 2));
  CHECK(out_of_range(indices(std::vector<std::uint32_t>{4000000000u}), 2) == 4000000000);
  std::vector<std::int32_t> clear(3);
  clamp(clear.data(), indices(ids), 4);
  CHECK(clear == std::vector<std::int32_t>{0, 3, 0});
}

TEMPLATE_TEST_CASE("elements by number along a dimension", "[kernels]", float, double, bf16, f16, std::int32_t) {
  using T = TestType;
  for (const auto& [shape, dim, picked] : std::vector<std::tuple<Shape, int, std::size_t>>{
           {{7}, 0, 4}, {{5, 6}, 0, 9}, {{5, 6}, 1, 2}, {{3, 4, 5}, 1, 6}, {{2, 70, 3}, 1, 1}, {{4, 3}, 1, 0}}) {
    Shape to = shape;
    to.dim[dim] = picked;
    const Lines from(shape, dim), into(to, dim);
    const auto a = random_array<T>(shape.size(), -2, 2), updates = random_array<T>(to.size(), -2, 2);
    const auto ids = some_ids<std::int32_t>(to.size(), shape.dim[dim]);
    Buffer<T> out(to.size()), added(shape.size());
    take_along_axis(out.data(), a.data(), shape, indices(ids), to, dim, sizeof(T));
    Scratch scratch(scatter_add_along_axis_scratch(dtype_of<T>, shape, dim));
    scatter_add_along_axis(dtype_of<T>, added.data(), a.data(), shape, indices(ids), updates.data(), to, dim,
                           scratch.data());
    std::vector<double> sums(shape.size());
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] = number(a[k]);
    bool right = true;
    for (std::size_t o = 0; o < from.outer; ++o)
      for (std::size_t k = 0; k < picked; ++k)
        for (std::size_t i = 0; i < from.inner; ++i) {
          const std::size_t here = into.at(o, k, i), there = from.at(o, clamped(ids[here], from.extent), i);
          right = right && number(out[here]) == number(a[there]);
          sums[there] += number(updates[here]);
        }
    CHECK(right);
    for (std::size_t k = 0; k < sums.size(); ++k)
      right = right && std::abs(number(added[k]) - sums[k]) <= (sizeof(T) == 2 ? 0.1 : 1e-5);
    CHECK(right);
  }
}

TEMPLATE_TEST_CASE("sums along a dimension", "[kernels]", float, double, bf16, f16, std::int32_t, std::int64_t,
                   std::uint32_t) {
  using T = TestType;
  for (const auto& [shape, dim] : std::vector<std::pair<Shape, int>>{
           {{9}, 0}, {{1000}, 0}, {{5, 6}, 0}, {{5, 6}, 1}, {{3, 4, 300}, 1}, {{0, 4}, 0}, {{3, 0}, 0}})
    for (bool reverse : {false, true}) {
      const Lines l(shape, dim);
      Buffer<T> in =
          std::is_floating_point_v<T> ? random_array<T>(shape.size(), -2, 2) : small_integers<T>(shape.size());
      Buffer<T> out(shape.size());
      cumsum(dtype_of<T>, out.data(), in.data(), shape, dim, reverse);
      bool right = true;
      for (std::size_t o = 0; o < l.outer; ++o)
        for (std::size_t i = 0; i < l.inner; ++i) {
          double sum = 0;
          for (std::size_t k = 0; k < l.extent; ++k) {
            const std::size_t at = l.at(o, reverse ? l.extent - 1 - k : k, i);
            sum += number(in[at]);
            const double error = std::abs(number(out[at]) - number(stored<T>(sum)));
            right = right && error <= (sizeof(T) == 2 ? std::abs(sum) * 8e-3 + 1e-3 : std::is_integral_v<T> ? 0 : 1e-4);
          }
        }
      CHECK(right);
      cumsum(dtype_of<T>, in.data(), in.data(), shape, dim, reverse);
      CHECK(same_bits(in.data(), out.data(), shape.size()));
    }
}

TEMPLATE_TEST_CASE("the order of elements", "[kernels]", float, double, bf16, f16, std::int32_t, std::int64_t,
                   std::uint32_t, bool) {
  using T = TestType;
  for (const auto& [shape, dim] : std::vector<std::pair<Shape, int>>{{{9}, 0},
                                                                     {{255}, 0},
                                                                     {{256}, 0},
                                                                     {{3000}, 0},
                                                                     {{5, 6}, 0},
                                                                     {{5, 6}, 1},
                                                                     {{3, 400, 2}, 1},
                                                                     {{0, 4}, 0},
                                                                     {{1}, 0}})
    for (bool ties : {false, true}) {
      const Lines l(shape, dim);
      Buffer<T> in = ties || std::is_same_v<T, bool>
                         ? small_integers<T>(shape.size())
                         : random_array<T>(shape.size(), std::is_unsigned_v<T> ? 0 : -1e6, 1e6);
      if constexpr (dtype_of<T> == Dtype::f32 || dtype_of<T> == Dtype::f64 || sizeof(T) == 2)
        if constexpr (!std::is_same_v<T, bool>)
          for (std::size_t i = 0; i < in.size(); ++i) {
            const auto dice = generator()() % 10;
            if (dice == 0) in[i] = T(NAN);
            if (dice == 1) in[i] = T(-NAN);
            if (dice == 2) in[i] = T(-0.0f);
            if (dice == 3) in[i] = T(0.0f);
            if (dice == 4) in[i] = T(-INFINITY);
          }
      std::vector<std::int32_t> out(shape.size());
      Scratch scratch(argsort_scratch(dtype_of<T>, shape, dim));
      argsort(dtype_of<T>, out.data(), in.data(), shape, dim, scratch.data());
      bool right = true;
      for (std::size_t o = 0; o < l.outer; ++o)
        for (std::size_t i = 0; i < l.inner; ++i) {
          std::vector<std::int32_t> order(l.extent);
          std::iota(order.begin(), order.end(), 0);
          std::stable_sort(order.begin(), order.end(), [&](std::int32_t p, std::int32_t q) {
            const double x = number(in[l.at(o, std::size_t(p), i)]), y = number(in[l.at(o, std::size_t(q), i)]);
            return x < y || (!std::isnan(x) && std::isnan(y));
          });
          for (std::size_t k = 0; k < l.extent; ++k) right = right && out[l.at(o, k, i)] == order[k];
        }
      INFO("extent " << l.extent << " ties " << ties);
      CHECK(right);
    }
}
