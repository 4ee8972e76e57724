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

}  // namespace probe
