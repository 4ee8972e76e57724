// A function of f32 over all of its range: numbers of every sign, exponent and kind.
#pragma once

#include <kernels/meanings.hpp>
#include <kernels/reference.hpp>

#include <bit>

namespace shardwise::test {

struct Worst {
  double ulp = 0;
  float at = 0, got = 0;
};

/// The largest error of apply(out, in, n), f32, against the meaning of Op: for one in `stride` of all bit patterns,
/// many more from 1/16 to 16, and the neighbours of each power of two. An error of `absolute` counts for none.
template <class Op, class F> Worst sweep(F apply, double absolute, std::uint32_t stride) {
  constexpr std::size_t block = 4096;
  static float in[block], out[block];
  std::size_t n = 0;
  Worst worst;
  const auto run = [&] {
    apply(out, in, n);
    for (std::size_t i = 0; i < n; ++i) {
      const double x = in[i], want = meaning<Op>.of(x, 0, 0), e = ulps(out[i], want);
      if (e <= worst.ulp || std::abs(double(out[i]) - want) <= absolute) continue;
      worst = {e, in[i], out[i]};
    }
    n = 0;
  };
  const auto add = [&](std::uint64_t bits) {
    in[n++] = std::bit_cast<float>(std::uint32_t(bits));
    if (n == block) run();
  };
  for (std::uint64_t bits = 0; bits < (std::uint64_t(1) << 32); bits += stride) add(bits);
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (std::uint32_t bits = std::bit_cast<std::uint32_t>(0.0625f); bits < std::bit_cast<std::uint32_t>(16.f);
         bits += 29)
      add(sign | bits);
  for (std::uint64_t exponent = 0; exponent < 512; ++exponent)
    for (int k = -40; k <= 40; ++k) add((exponent << 23) + std::uint64_t(std::int64_t(k)));
  run();
  return worst;
}

/// The functions whose errors are bounded: f<Op>(name, units, absolute).
template <class F> void for_each_bound(const F& f) {
#ifdef __FMA__
  constexpr double silu = 2;
#else
  constexpr double silu = 2.4;  // what its quotient loses is rounded, too
#endif
  f.template operator()<ops::exp>("exp", 2, 0);
  f.template operator()<ops::expm1>("expm1", 2, 0);
  f.template operator()<ops::log>("log", 2, 0);
  f.template operator()<ops::log1p>("log1p", 2, 0);
  f.template operator()<ops::sin>("sin", 2, 0);
  f.template operator()<ops::cos>("cos", 2, 0);
  f.template operator()<ops::tanh>("tanh", 2, 0);
  f.template operator()<ops::erf>("erf", 2, 0);
  f.template operator()<ops::sigmoid>("sigmoid", 2, 0);
  f.template operator()<ops::silu>("silu", silu, 0);
  f.template operator()<ops::softplus>("softplus", 2, 0);
  f.template operator()<ops::rsqrt>("rsqrt", 2, 0);
  f.template operator()<ops::sqrt>("sqrt", 0.5, 0);
  f.template operator()<ops::reciprocal>("reciprocal", 0.5, 0);
  f.template operator()<ops::gelu>("gelu", 2, 2e-7);  // its tail cancels in the argument of exp
}

}  // namespace shardwise::test
