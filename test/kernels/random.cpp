// Random numbers: Threefry's published answers, the same bits under any split, and plausible distributions.
#include <shardwise/backends/kernels/random.hpp>

#include <shardwise/backends/kernels/shape.hpp>
#include <shardwise/backends/kernels/threefry.hpp>

#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include <Random123/threefry.h>

using namespace shardwise;
using namespace shardwise::kernels;
using namespace shardwise::test;

TEST_CASE("known answers", "[kernels]") {
  // threefry2x32, 20 rounds: key 0, counter 0 (Random123's kat_vectors).
  std::uint32_t word;
  random_bits(&word, RandomKey{}, Block::whole(Shape{}));
  CHECK(word == 0x6b200159u);
  CHECK(split(RandomKey{{0xffffffffu, 0xffffffffu}}, 0xffffffffu) == RandomKey{{0x1cb996fcu, 0xbb002be7u}});
}

TEST_CASE("the words of Random123's Threefry", "[kernels]") {
  for (int trial = 0; trial < 2000; ++trial) {
    const auto word = [] { return std::uint32_t(generator()()); };
    const RandomKey key{{word(), word()}};
    threefry2x32_ctr_t counter = {{word(), word()}};
    kernels::detail::Counter<std::uint32_t> a{counter.v[0], counter.v[1]}, b{word(), word()};
    kernels::detail::threefry(key, a, b);  // two at a time do not mix
    const threefry2x32_ctr_t want = threefry2x32_R(20, counter, {{key.word[0], key.word[1]}});
    CHECK((a.low == want.v[0] && a.high == want.v[1]));
  }
}

TEST_CASE("registers of uniform numbers, also where counters pass 32 bits", "[kernels]") {
  const RandomKey key = key_from_seed(11);
  constexpr std::size_t lanes = Batch<float>::size;
  for (std::uint64_t start : {std::uint64_t(0), std::uint64_t(12345), (std::uint64_t(1) << 32) - 3 * lanes,
                              (std::uint64_t(7) << 32) - 3 * lanes})
    for (std::size_t i = 0; i < 4 * lanes; ++i) {
      Batch<float> x, y;
      kernels::detail::uniform({key, start + i}, x, y);
      Buffer<float> got(2 * lanes), want(2 * lanes);
      x.store_unaligned(got.data()), y.store_unaligned(got.data() + lanes);
      random_uniform(Dtype::f32, want.data(), key, run_of(start + i, 2 * lanes));
      CHECK(same_bits(got.data(), want.data(), 2 * lanes));
    }
}

namespace {

template <class T> void draw(T* out, int what, RandomKey key, const Block& block) {
  if constexpr (std::is_same_v<T, std::uint32_t>)
    random_bits(out, key, block);
  else if (what == 0)
    random_uniform(dtype_of<T>, out, key, block);
  else
    random_normal(dtype_of<T>, out, key, block);
}

}  // namespace

TEMPLATE_TEST_CASE("an element's number depends on its index alone", "[kernels]", std::uint32_t, float, double, bf16,
                   f16) {
  using T = TestType;
  const RandomKey key = key_from_seed(7);
  for (const Shape& global : {Shape{}, Shape{1}, Shape{1000}, Shape{33, 17}, Shape{4, 6, 10}, Shape{3, 5, 2, 301}})
    for (int what : {0, 1}) {
      Buffer<T> all(global.size());
      draw(all.data(), what, key, Block::whole(global));
      for (int trial = 0; trial < 30; ++trial) {
        Block block = Block::whole(global);
        for (int d = 0; d < global.rank; ++d) {
          block.local.dim[d] = generator()() % (global.dim[d] + 1);
          block.offset.dim[d] = generator()() % (global.dim[d] - block.local.dim[d] + 1);
        }
        Buffer<T> part(block.local.size(), 1), want(block.local.size());
        draw(part.data(), what, key, block);
        const Shape zero = Block::whole(block.local).offset;
        copy_block(want.data(), block.local, zero, all.data(), global, block.offset, block.local, sizeof(T));
        CHECK(same_bits(part.data(), want.data(), want.size()));
      }
    }
}

TEMPLATE_TEST_CASE("counters go on beyond 32 bits", "[kernels]", std::uint32_t, float, double) {
  using T = TestType;
  const RandomKey key = key_from_seed(7);
  for (int what : {0, 1}) {
    constexpr std::size_t n = 700, before = 333;
    const std::size_t first = (std::size_t(1) << 32) - before;
    const auto block = [&](std::size_t offset, std::size_t local) {
      return Block{Shape{std::size_t(1) << 33}, Shape{offset}, Shape{local}};
    };
    Buffer<T> all(n), one(1), at_zero(1);
    draw(all.data(), what, key, block(first, n));
    for (std::size_t i = 0; i < n; ++i) {
      draw(one.data(), what, key, block(first + i, 1));
      CHECK(same_bits(one.data(), all.data() + i, 1));
    }
    draw(at_zero.data(), what, key, block(0, 1));  // the lower word is 0 again, the upper is not
    CHECK_FALSE(same_bits(at_zero.data(), all.data() + before, 1));
  }
}

TEMPLATE_TEST_CASE("distributions", "[kernels]", float, double) {
  using T = TestType;
  const std::size_t n = 400000;
  std::vector<T> x(n);
  random_uniform(dtype_of<T>, x.data(), key_from_seed(3), Block::whole(Shape{n}));
  double mean = 0, square = 0;
  bool inside = true;
  for (T v : x) mean += v, square += double(v) * v, inside = inside && v >= 0 && v < 1;
  CHECK(inside);
  CHECK(mean / n == Approx(0.5).margin(0.003));
  CHECK(square / n == Approx(1 / 3.).margin(0.003));

  random_normal(dtype_of<T>, x.data(), key_from_seed(3), Block::whole(Shape{n}));
  double m[5] = {};
  for (T v : x)
    for (int p = 1; p < 5; ++p) m[p] += std::pow(double(v), p) / n;
  CHECK(m[1] == Approx(0).margin(0.008));
  CHECK(m[2] == Approx(1).margin(0.012));
  CHECK(m[3] == Approx(0).margin(0.03));
  CHECK(m[4] == Approx(3).margin(0.08));
  // Kolmogorov and Smirnov's statistic.
  std::sort(x.begin(), x.end());
  double distance = 0;
  for (std::size_t i = 0; i < n; ++i)
    distance = std::max(distance, std::abs(0.5 * std::erfc(-double(x[i]) / std::sqrt(2.0)) - (double(i) + 0.5) / n));
  CHECK(distance < 1.95 / std::sqrt(double(n)));
}

TEST_CASE("keys differ", "[kernels]") {
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const RandomKey key = key_from_seed(0x123456789abcdef0u);
  CHECK(key == RandomKey{{0x12345678u, 0x9abcdef0u}});
  for (std::uint32_t i = 0; i < 1000; ++i)
    for (RandomKey k : {split(key, i), fold_in(key, i), split(split(key, 0), i)}) seen.emplace(k.word[0], k.word[1]);
  CHECK(seen.size() >= 2999);  // split(key, 0) counts once more among the splits of itself: never
}
