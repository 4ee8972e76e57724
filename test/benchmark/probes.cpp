#include "hand_common.hpp"

#include "probes.hpp"

namespace probe {

double fma() {
  constexpr int chains = 12, steps = 2000000;  // more chains than latency times throughput, fewer than registers
  Vec c[chains];
  for (int i = 0; i < chains; ++i) c[i] = Vec(float(i));
  const Vec a(0.999f), b(0.001f);
  for (int s = 0; s < steps; ++s)
    for (int i = 0; i < chains; ++i) c[i] = xsimd::fma(c[i], a, b);
  for (int i = 1; i < chains; ++i) c[0] += c[i];
  volatile float keep = xsimd::hadd(c[0]);
  (void)keep;
  return 2.0 * chains * steps * Vec::size;
}

}  // namespace probe
