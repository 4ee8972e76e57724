// The reduction of arrays, element for element.
#include <bit>
#include <cstdint>
#include <vector>

#include <catch2/catch.hpp>

#include <shardwise/backends/kernels/fold.hpp>

using namespace shardwise;

namespace {

std::vector<std::uint16_t> fold16(Dtype d, std::vector<std::vector<std::uint16_t>> in) {
  std::vector<std::uint16_t> out(in[0].size());
  std::vector<const void*> sources;
  for (auto& v : in) sources.push_back(v.data());
  void* target = out.data();
  fold(sources.data(), sources.size(), &target, 1, 0, out.size(), d, ReduceOp::sum);
  return out;
}

bool is_nan16(std::uint16_t x, unsigned exponent) { return (x & 0x7fffu) > exponent; }

}  // namespace

TEST_CASE("all bf16 and f16 numbers come back from f32") {
  std::vector<std::uint16_t> all(65536);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = std::uint16_t(i);
  for (const auto& [d, exponent] : {std::pair(Dtype::bf16, 0x7f80u), std::pair(Dtype::f16, 0x7c00u)}) {
    const auto back = fold16(d, {all});
    int wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      wrong += is_nan16(all[i], exponent) ? !is_nan16(back[i], exponent) : back[i] != all[i];
    CHECK(wrong == 0);
  }
}

TEST_CASE("sums of f16 round as the compiler's own type does") {
  std::vector<std::uint16_t> a, b;
  std::uint32_t state = 1;
  for (int i = 0; i < 400000; ++i) {
    state = state * 1664525u + 1013904223u;
    a.push_back(std::uint16_t(state >> 16));
    state = state * 1664525u + 1013904223u;
    // Half of the pairs have near exponents, else one number mostly swallows the other.
    b.push_back(std::uint16_t(i % 2 ? state >> 16 : (a.back() & 0x7c00u) ^ (state >> 16 & 0x87ffu)));
  }
  const auto sum = fold16(Dtype::f16, {a, b});
  int wrong = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float exact = float(std::bit_cast<_Float16>(a[i])) + float(std::bit_cast<_Float16>(b[i]));
    const auto want = std::bit_cast<std::uint16_t>(static_cast<_Float16>(exact));
    wrong += exact != exact ? !is_nan16(sum[i], 0x7c00u) : sum[i] != want;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a fold writes its range and nothing else, in place or not") {
  for (const std::size_t sources : {1u, 2u, 3u, 5u})
    for (const std::size_t count : {0u, 1u, 7u, 3000u}) {
      std::vector<std::vector<float>> arrays;
      for (std::size_t s = 0; s < sources; ++s) arrays.emplace_back(4000, float(s + 1));
      std::vector<void*> pointers;
      for (auto& a : arrays) pointers.push_back(a.data());
      const std::vector<const void*> in(pointers.begin(), pointers.end());
      fold(in.data(), sources, pointers.data(), sources, 11, count, Dtype::f32, ReduceOp::sum);
      const float sum = float(sources * (sources + 1)) / 2;
      int wrong = 0;
      for (std::size_t s = 0; s < sources; ++s)
        for (std::size_t i = 0; i < 4000; ++i)
          wrong += arrays[s][i] != (i >= 11 && i < 11 + count ? sum : float(s + 1));
      CHECK(wrong == 0);
    }
}
