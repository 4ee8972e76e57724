// Strided copies against index arithmetic spelled out.
#include <shardwise/backends/kernels/shape.hpp>

#include "reference.hpp"

#include <catch2/catch.hpp>

#include <numeric>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

namespace {

using Index = std::vector<std::size_t>;

Index unflatten(std::size_t i, const Shape& s) {
  Index index(std::size_t(s.rank), 0);
  for (int d = s.rank; d-- > 0; i /= s.dim[d]) index[std::size_t(d)] = i % s.dim[d];
  return index;
}
std::size_t flatten(const Index& index, const Shape& s) {
  std::size_t i = 0;
  for (int d = 0; d < s.rank; ++d) i = i * s.dim[d] + index[std::size_t(d)];
  return i;
}
template <class T> std::vector<T> numbered(std::size_t n) {
  std::vector<T> v(n);
  for (std::size_t i = 0; i < n; ++i) v[i] = T(i * 2654435761u + 1);
  return v;
}
Shape random_shape(int rank, std::size_t most) {
  Shape s;
  s.rank = rank;
  for (int d = 0; d < rank; ++d) s.dim[d] = 1 + generator()() % most;
  return s;
}

}  // namespace

TEMPLATE_TEST_CASE("transpose", "[kernels]", std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  using T = TestType;
  std::vector<Shape> shapes = {{},
                               {5},
                               {3, 4},
                               {64, 64},
                               {100, 37},
                               {1, 50},
                               {17, 130},
                               {2, 3, 4},
                               {20, 1, 33},
                               {0, 4},
                               {2, 2, 2, 2, 2, 2, 2, 2}};
  for (int i = 0; i < 60; ++i) shapes.push_back(random_shape(1 + int(generator()() % 4), 20));
  for (const Shape& shape : shapes) {
    std::vector<int> permutation(std::size_t(shape.rank));
    std::iota(permutation.begin(), permutation.end(), 0);
    const auto in = numbered<T>(shape.size());
    for (int trial = 0; trial < 24; ++trial) {
      std::uint32_t packed = 0;
      Shape result;
      result.rank = shape.rank;
      for (int d = 0; d < shape.rank; ++d) {
        packed |= std::uint32_t(permutation[std::size_t(d)]) << (4 * d);
        result.dim[d] = shape.dim[permutation[std::size_t(d)]];
      }
      std::vector<T> out(shape.size());
      transpose(out.data(), in.data(), shape, packed, sizeof(T));
      bool right = true;
      for (std::size_t o = 0; o < out.size(); ++o) {
        const Index to = unflatten(o, result);
        Index from(to.size());
        for (std::size_t d = 0; d < to.size(); ++d) from[std::size_t(permutation[d])] = to[d];
        right = right && out[o] == in[flatten(from, shape)];
      }
      CHECK(right);
      if (!std::next_permutation(permutation.begin(), permutation.end())) break;
    }
  }
}

TEST_CASE("broadcast", "[kernels]") {
  for (int trial = 0; trial < 300; ++trial) {
    const Shape result = random_shape(int(generator()() % 5), 7);
    const unsigned all = (1u << result.rank) - 1;
    const unsigned added = unsigned(generator()()) & all, stretched = unsigned(generator()()) & all & ~added;
    Shape operand;
    for (int d = 0; d < result.rank; ++d)
      if (!((added >> d) & 1)) operand.dim[operand.rank++] = (stretched >> d) & 1 ? 1 : result.dim[d];
    const auto in = numbered<std::uint32_t>(operand.size());
    std::vector<std::uint32_t> out(result.size());
    broadcast(out.data(), in.data(), result, added, stretched, 4);
    bool right = true;
    for (std::size_t o = 0; o < out.size(); ++o) {
      const Index to = unflatten(o, result);
      Index from;
      for (std::size_t d = 0; d < to.size(); ++d)
        if (!((added >> d) & 1)) from.push_back((stretched >> d) & 1 ? 0 : to[d]);
      right = right && out[o] == in[flatten(from, operand)];
    }
    CHECK(right);
  }
}

TEST_CASE("slice, and pad as its transpose", "[kernels]") {
  for (int trial = 0; trial < 300; ++trial) {
    const Shape shape = random_shape(1 + int(generator()() % 4), 9);
    const int dim = int(generator()() % unsigned(shape.rank));
    const std::size_t extent = shape.dim[dim], start = generator()() % extent;
    const std::size_t stop = start + generator()() % (extent - start + 1), stride = 1 + generator()() % 3;
    const auto in = numbered<std::uint16_t>(shape.size());
    Shape cut = shape;
    cut.dim[dim] = stop > start ? (stop - start + stride - 1) / stride : 0;
    std::vector<std::uint16_t> out(cut.size() + 1, 77), back(shape.size());
    slice(out.data(), in.data(), shape, dim, start, stop, stride, 2);
    bool right = out[cut.size()] == 77;
    for (std::size_t o = 0; o < cut.size(); ++o) {
      Index at = unflatten(o, cut);
      at[std::size_t(dim)] = start + at[std::size_t(dim)] * stride;
      right = right && out[o] == in[flatten(at, shape)];
    }
    CHECK(right);
    if (cut.dim[dim] == 0) continue;
    const std::size_t last = start + (cut.dim[dim] - 1) * stride;
    std::fill(back.begin(), back.end(), 99);
    pad(back.data(), out.data(), cut, dim, start, extent - 1 - last, stride, 2);
    for (std::size_t i = 0; i < back.size(); ++i) {
      const std::size_t at = unflatten(i, shape)[std::size_t(dim)];
      const bool kept = at >= start && at < stop && (at - start) % stride == 0;
      right = right && back[i] == (kept ? in[i] : 0);
    }
    CHECK(right);
  }
  std::uint8_t zeros[4] = {1, 1, 1, 1};
  pad(zeros, nullptr, Shape{0}, 0, 1, 3, 2, 1);
  CHECK((zeros[0] == 0 && zeros[3] == 0));
}

TEST_CASE("copy_rows", "[kernels]") {
  for (std::size_t rows : {0, 1, 5})
    for (std::size_t row : {0, 1, 3, 8})
      for (std::size_t pitch : {8, 11}) {
        const auto in = numbered<std::uint8_t>(rows * row + 1);
        std::vector<std::uint8_t> out(rows * pitch + 1, 7), want = out;
        for (std::size_t i = 0; i < rows; ++i)
          for (std::size_t j = 0; j < row; ++j) want[i * pitch + j] = in[i * row + j];
        copy_rows(out.data(), pitch, in.data(), row, rows);
        CHECK(out == want);
      }
}

TEMPLATE_TEST_CASE("flip", "[kernels]", std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t) {
  using T = TestType;
  for (int trial = 0; trial < 100; ++trial) {
    const Shape shape = random_shape(1 + int(generator()() % 4), 20);
    const unsigned dims = unsigned(generator()()) & ((1u << shape.rank) - 1);
    const auto in = numbered<T>(shape.size());
    std::vector<T> out(shape.size(), 9), want(shape.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      Index at = unflatten(i, shape);
      for (int d = 0; d < shape.rank; ++d)
        if (dims >> d & 1) at[std::size_t(d)] = shape.dim[d] - 1 - at[std::size_t(d)];
      want[i] = in[flatten(at, shape)];
    }
    flip(out.data(), in.data(), shape, dims, sizeof(T));
    CHECK(out == want);
  }
  T nothing = 3;
  flip(&nothing, &nothing, Shape{0, 4}, 3, sizeof(T));
  CHECK(nothing == 3);
}

TEST_CASE("triangle, also in place", "[kernels]") {
  for (int trial = 0; trial < 200; ++trial) {
    const Shape shape = random_shape(2 + int(generator()() % 2), 7);
    const std::int64_t k = std::int64_t(generator()() % 19) - 9;
    const bool lower = trial & 1;
    const auto in = numbered<std::uint32_t>(shape.size());
    std::vector<std::uint32_t> out(shape.size(), 9), want(in), same(in);
    for (std::size_t i = 0; i < want.size(); ++i) {
      const Index at = unflatten(i, shape);
      const auto row = std::int64_t(at[at.size() - 2]), column = std::int64_t(at.back());
      if (lower ? column > row + k : column < row + k) want[i] = 0;
    }
    triangle(out.data(), in.data(), shape, lower, k, 4);
    triangle(same.data(), same.data(), shape, lower, k, 4);
    CHECK(out == want);
    CHECK(same == want);
  }
}

TEST_CASE("places of windows are moved until the part fits", "[kernels]") {
  const Shape whole{8, 3, 5}, part{2, 3, 4};
  const std::int32_t places[] = {-3, 9};
  Shape at = window_start(whole, part, 0b101, Dtype::i32, places);
  CHECK((at.dim[0] == 0 && at.dim[1] == 0 && at.dim[2] == 1));
  const std::int64_t far[] = {std::int64_t(1) << 40};
  CHECK(window_start(whole, part, 1, Dtype::i64, far).dim[0] == 6);
  const std::uint32_t large[] = {4000000000u};
  CHECK(window_start(whole, part, 1, Dtype::u32, large).dim[0] == 6);
  const std::int32_t inside = 5;
  CHECK(window_start(whole, part, 1, Dtype::i32, &inside).dim[0] == 5);
  CHECK(window_start(whole, part, 2, Dtype::i32, &inside).dim[1] == 0);
}

TEST_CASE("copy_block", "[kernels]") {
  for (int trial = 0; trial < 200; ++trial) {
    const Shape a = random_shape(1 + int(generator()() % 4), 8);
    Shape b = random_shape(a.rank, 8), block = a, from = a, to = a;
    for (int d = 0; d < a.rank; ++d) {
      block.dim[d] = generator()() % (std::min(a.dim[d], b.dim[d]) + 1);
      from.dim[d] = generator()() % (a.dim[d] - block.dim[d] + 1);
      to.dim[d] = generator()() % (b.dim[d] - block.dim[d] + 1);
    }
    const auto in = numbered<std::uint64_t>(a.size());
    std::vector<std::uint64_t> out(b.size(), 5), want = out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      Index x = unflatten(i, block), y = x;
      for (std::size_t d = 0; d < x.size(); ++d) x[d] += from.dim[d], y[d] += to.dim[d];
      want[flatten(y, b)] = in[flatten(x, a)];
    }
    copy_block(out.data(), b, to, in.data(), a, from, block, 8);
    CHECK(out == want);
  }
}

namespace {
template <class T> void check_constants() {
  std::vector<unsigned char> bytes(7 * sizeof(T));
  T* out = reinterpret_cast<T*>(bytes.data());
  fill(dtype_of<T>, out, 3, 7);
  bool right = true;
  for (int i = 0; i < 7; ++i) right = right && number(out[i]) == number(stored<T>(3));
  Buffer<T> counted(24);
  iota(dtype_of<T>, counted.data(), Shape{2, 4, 3}, 1, 5);
  for (std::size_t i = 0; i < 24; ++i)
    right = right && (std::is_same_v<T, bool> || number(counted[i]) == double(5 + i / 3 % 4));
  INFO(name_of(dtype_of<T>));
  CHECK(right);
}
}  // namespace

TEST_CASE("fill and iota", "[kernels]") {
  check_constants<float>();
  check_constants<double>();
  check_constants<bf16>();
  check_constants<f16>();
  check_constants<std::int32_t>();
  check_constants<std::int64_t>();
  check_constants<std::uint32_t>();
  check_constants<bool>();
}
