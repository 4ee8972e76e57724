// Convolutions of [n, a0, a1, c] with [k0, k1, c, d] to [n, o0, o1, d]: rows of windows, then matrix products.
#pragma once

#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise::kernels {

/// Along one spatial dimension output o and kernel element k read input element i with
/// i * spread + before = o * stride + k * step, if there is one.
struct ConvWindow {
  std::int64_t spread = 1, stride = 1, step = 1, before = 0;
};

struct ConvPlan {
  Shape input, kernel, output;  ///< of rank 4
  ConvWindow window[2];
  Dtype in = Dtype::f32, with = Dtype::f32, out = Dtype::f32;
  std::size_t rows = 0;           ///< output elements whose windows are gathered at once
  std::size_t scratch_bytes = 0;  ///< what `convolve` needs, aligned to 64 bytes
};

/// Types: f32, bf16 and f16 in any mixture, or one of f64, i32, i64, u32 for all three.
ConvPlan plan_convolve(const ConvWindow& height, const ConvWindow& width, const Shape& input, const Shape& kernel,
                       const Shape& output, Dtype in, Dtype with, Dtype out);

/// out = input * kernel. `out` overlaps no operand. bf16 and f16 accumulate in f32 and round once. Integers wrap.
void convolve(const ConvPlan& plan, const void* input, const void* kernel, void* out, void* scratch);

}  // namespace shardwise::kernels
