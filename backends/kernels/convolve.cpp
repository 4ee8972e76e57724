#include <shardwise/backends/kernels/convolve.hpp>

#include <shardwise/backends/kernels/blas.hpp>
#include <shardwise/backends/kernels/contract.hpp>
#include <shardwise/backends/kernels/half.hpp>

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace shardwise::kernels {
namespace {

std::size_t aligned(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
std::size_t compute_size(Dtype d) { return std::max<std::size_t>(size_of(d), 4); }

/// Elements of a window: height, width, channels.
std::size_t window_size(const ConvPlan& p) { return p.kernel[0] * p.kernel[1] * p.kernel[2]; }

/// The input element that o and k meet, or -1.
std::int64_t met(const ConvWindow& w, std::int64_t o, std::int64_t k, std::int64_t extent) {
  const std::int64_t at = o * w.stride + k * w.step - w.before;
  if (at < 0 || at % w.spread != 0) return -1;
  return at / w.spread < extent ? at / w.spread : -1;
}

/// Whether the product of the input itself and the kernel is the convolution.
bool is_product(const ConvPlan& p) {
  for (int d = 0; d < 2; ++d) {
    const ConvWindow& w = p.window[d];
    if (p.kernel[d] != 1 || p.input[d + 1] != p.output[d + 1] || w.spread != w.stride || w.before != 0) return false;
  }
  return true;
}

/// The windows of output elements first to first + count, a row each: [count, k0, k1, c].
template <class T> void gather(const ConvPlan& p, const T* input, T* rows, std::size_t first, std::size_t count) {
  const std::size_t channels = p.input[3], line = p.kernel[1] * channels;
  const std::int64_t width = std::int64_t(p.input[2]), taps = std::int64_t(p.kernel[1]);
  const ConvWindow& across = p.window[1];
  const bool side_by_side = across.spread == 1 && across.step == 1;
  for (std::size_t r = first; r < first + count; ++r) {
    const std::size_t o1 = r % p.output[2], o0 = r / p.output[2] % p.output[1], n = r / p.output[2] / p.output[1];
    for (std::size_t k0 = 0; k0 < p.kernel[0]; ++k0, rows += line) {
      const std::int64_t i0 = met(p.window[0], std::int64_t(o0), std::int64_t(k0), std::int64_t(p.input[1]));
      if (i0 < 0) {
        std::fill_n(rows, line, T(0));
        continue;
      }
      const T* from = input + (n * p.input[1] + std::size_t(i0)) * p.input[2] * channels;
      if (side_by_side) {
        const std::int64_t start = std::int64_t(o1) * across.stride - across.before;
        const std::int64_t begin = std::clamp<std::int64_t>(-start, 0, taps);
        const std::int64_t end = std::clamp<std::int64_t>(width - start, begin, taps);
        std::fill_n(rows, std::size_t(begin) * channels, T(0));
        if (end > begin)
          std::memcpy(rows + std::size_t(begin) * channels, from + std::size_t(start + begin) * channels,
                      std::size_t(end - begin) * channels * sizeof(T));
        std::fill_n(rows + std::size_t(end) * channels, std::size_t(taps - end) * channels, T(0));
        continue;
      }
      for (std::int64_t k1 = 0; k1 < taps; ++k1) {
        T* to = rows + std::size_t(k1) * channels;
        const std::int64_t i1 = met(across, std::int64_t(o1), k1, width);
        if (i1 < 0)
          std::fill_n(to, channels, T(0));
        else
          std::memcpy(to, from + std::size_t(i1) * channels, channels * sizeof(T));
      }
    }
  }
}

template <class T> void product(std::size_t m, std::size_t n, std::size_t k, const T* a, const T* b, T* c) {
  if constexpr (std::is_floating_point_v<T>) {
    blas::gemm(false, false, std::int64_t(m), std::int64_t(n), std::int64_t(k), T(1), a, std::int64_t(k), b,
               std::int64_t(n), T(0), c, std::int64_t(n));
  } else {
    std::fill_n(c, m * n, T(0));
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t l = 0; l < k; ++l)
        for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * k + l] * b[l * n + j];
  }
}

template <class T> void run(const ConvPlan& p, const T* input, const T* kernel, T* out, std::byte* scratch) {
  const std::size_t all = p.output[0] * p.output[1] * p.output[2], channels = p.kernel[3], window = window_size(p);
  if (window == 0) return void(std::fill_n(out, all * channels, T(0)));
  T* rows = reinterpret_cast<T*>(scratch);
  for (std::size_t first = 0, count; first < all; first += count) {
    count = std::min(p.rows, all - first);
    const T* windows = input + first * window;
    if (!is_product(p)) {
      gather(p, input, rows, first, count);
      windows = rows;
    }
    product(count, channels, window, windows, kernel, out + first * channels);
  }
}

const float* widened(Dtype d, const void* in, std::size_t n, std::byte*& scratch) {
  if (d == Dtype::f32) return static_cast<const float*>(in);
  float* wide = reinterpret_cast<float*>(scratch);
  scratch += aligned(n * sizeof(float));
  if (d == Dtype::bf16)
    detail::to_float(wide, static_cast<const bf16*>(in), n);
  else
    detail::to_float(wide, static_cast<const f16*>(in), n);
  return wide;
}

}  // namespace

ConvPlan plan_convolve(const ConvWindow& height, const ConvWindow& width, const Shape& input, const Shape& kernel,
                       const Shape& output, Dtype in, Dtype with, Dtype out) {
  use_one_blas_thread();
  ConvPlan p{input, kernel, output, {height, width}, in, with, out, 0, 0};
  const std::size_t all = output[0] * output[1] * output[2], window = std::max<std::size_t>(window_size(p), 1);
  // A few MiB of windows at once, and not so few of them that the product has no rows.
  constexpr std::size_t bytes = std::size_t(2) << 20;
  p.rows = std::clamp<std::size_t>(bytes / (window * compute_size(out)), 64, std::max<std::size_t>(all, 64));
  p.rows = std::min(p.rows, std::max<std::size_t>(all, 1));
  if (!is_product(p)) p.scratch_bytes += aligned(p.rows * window * compute_size(out));
  const bool half = size_of(in) == 2 || size_of(with) == 2 || size_of(out) == 2;
  if (half)
    for (auto [dtype, size] : {std::pair{in, input.size()}, {with, kernel.size()}, {out, output.size()}})
      if (dtype != Dtype::f32) p.scratch_bytes += aligned(size * sizeof(float));
  return p;
}

void convolve(const ConvPlan& p, const void* input, const void* kernel, void* out, void* scratch) {
  if (p.output.size() == 0) return;
  auto* bytes = static_cast<std::byte*>(scratch);
  const auto as = [&]<class T>(T*) {
    run(p, static_cast<const T*>(input), static_cast<const T*>(kernel), static_cast<T*>(out), bytes);
  };
  switch (p.out) {
    case Dtype::f64:
      return as(static_cast<double*>(nullptr));
    case Dtype::i32:
    case Dtype::u32:
      return as(static_cast<std::uint32_t*>(nullptr));
    case Dtype::i64:
      return as(static_cast<std::uint64_t*>(nullptr));
    default:
      break;
  }
  const float* x = widened(p.in, input, p.input.size(), bytes);
  const float* w = widened(p.with, kernel, p.kernel.size(), bytes);
  if (p.out == Dtype::f32) return run(p, x, w, static_cast<float*>(out), bytes);
  float* wide = reinterpret_cast<float*>(bytes);
  bytes += aligned(p.output.size() * sizeof(float));
  run(p, x, w, wide, bytes);
  if (p.out == Dtype::bf16)
    detail::from_float(static_cast<bf16*>(out), wide, p.output.size());
  else
    detail::from_float(static_cast<f16*>(out), wide, p.output.size());
}

}  // namespace shardwise::kernels
