#include "hand_common.hpp"

#include "probes.hpp"

namespace probe {
namespace {
// The least time of one call of f, in seconds.
template <class F> double best(F f, int rounds) {
  double least = 1e9;
  for (int r = 0; r < rounds; ++r) {
    const double start = now();
    f();
    least = std::min(least, now() - start);
  }
  return least;
}
}  // namespace

double fma_gigaflops() {
  constexpr int chains = 12, steps = 200000;  // more chains than latency times throughput, fewer than registers
  float sink = 0;
  const double seconds = best(
      [&] {
        Vec c[chains];
        for (int i = 0; i < chains; ++i) c[i] = Vec(float(i));
        const Vec a(0.999f), b(0.001f);
        for (int s = 0; s < steps; ++s)
          for (int i = 0; i < chains; ++i) c[i] = xsimd::fma(c[i], a, b);
        for (int i = 1; i < chains; ++i) c[0] += c[i];
        sink += xsimd::hadd(c[0]);
      },
      20);
  volatile float keep = sink;
  (void)keep;
  return 2.0 * chains * steps * Vec::size / seconds / 1e9;
}

double copy_gigabytes(std::size_t bytes) {
  float *from = arena(bytes / 4), *to = arena(bytes / 4);
  const int times = int(std::max<std::size_t>(1, (8u << 20) / bytes));
  const double seconds = best(
      [&] {
        for (int i = 0; i < times; ++i) {
          std::memcpy(to, from, bytes);
          asm volatile("" ::: "memory");
        }
      },
      15);
  std::free(from), std::free(to);
  return double(bytes) * times / seconds / 1e9;
}

double gemm_gigaflops(int m, int n, int k, bool transposed_b) {
  float *a = arena(std::size_t(m) * k), *b = arena(std::size_t(k) * n), *c = arena(std::size_t(m) * n);
  std::fill_n(a, std::size_t(m) * k, 0.5f), std::fill_n(b, std::size_t(k) * n, 0.25f);
  const double flops = 2.0 * m * n * k;
  const int times = int(std::max(1.0, 2e9 / flops / 10));
  const double seconds = best(
      [&] {
        for (int i = 0; i < times; ++i) transposed_b ? mm_nt(m, n, k, a, b, c) : mm_nn(m, n, k, a, b, c);
      },
      7);
  std::free(a), std::free(b), std::free(c);
  return flops * times / seconds / 1e9;
}

}  // namespace probe
