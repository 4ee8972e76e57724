// How a convolution's output, kernel and input meet, as its equation holds it.
#pragma once

#include <cstdint>

namespace shardwise::rules {

/// How output, kernel and input meet along one spatial dimension: output element o and kernel element k read the input
/// element i with i * spread + before = o * stride + k * step, if there is one. A step below 0 is a flipped kernel. The
/// transposes of a convolution are convolutions of this kind.
struct Window {
  int spread = 1, stride = 1, step = 1, before = 0;

  static constexpr int most = 63, most_before = 4095;
  constexpr bool fits() const {
    return spread >= 1 && spread <= most && stride >= 1 && stride <= most && step && step >= -most && step <= most &&
           before >= -most_before && before <= most_before;
  }
  constexpr std::uint32_t packed() const {
    return std::uint32_t(spread) | std::uint32_t(stride) << 6 | std::uint32_t(step < 0 ? -step : step) << 12 |
           std::uint32_t(step < 0) << 18 | std::uint32_t(before + most_before + 1) << 19;
  }
  static constexpr Window of(std::uint32_t p) {
    const int step = int(p >> 12 & 63);
    return {int(p & 63), int(p >> 6 & 63), p >> 18 & 1 ? -step : step, int(p >> 19) - most_before - 1};
  }
  /// The window of the gradient of the input, which takes the cotangent as its input.
  constexpr Window of_input() const { return {stride, spread, -step, -before}; }
  /// The window of the gradient of the kernel: the cotangent is its kernel, or its input where this one is flipped.
  constexpr Window of_kernel() const {
    return step > 0 ? Window{spread, step, stride, before} : Window{stride, -step, spread, -before};
  }
};

}  // namespace shardwise::rules
