// Loops over rows written by hand, for the benchmarks of single kernels. Arrays are aligned to 64 bytes, and the width
// is 256 or 1024.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hand {

/// A buffer of zeros, aligned to 2 MB. Not freed.
float* buffer(std::size_t floats);

void layer_norm(const float* x, const float* scale, const float* bias, float* y, std::size_t rows, int width);
/// From x: the norm is computed again. dscale and dbias are written.
void layer_norm_backward(const float* x, const float* scale, const float* dy, float* dx, float* dscale, float* dbias,
                         std::size_t rows, int width);
void softmax(const float* x, float* y, std::size_t rows, int width);
/// From x: the softmax is computed again.
void softmax_backward(const float* x, const float* dy, float* dx, std::size_t rows, int width);
void gelu(const float* x, float* y, std::size_t n);
void gelu_backward(const float* x, const float* dy, float* dx, std::size_t n);
/// The mean loss, and dx.
float cross_entropy(const float* x, const int* labels, float* dx, std::size_t rows, int width);
/// Where a random number is below `keep`, x / keep; else 0. Threefry 2x32 of 20 rounds, counted from 0, key k0, k1.
void dropout(const float* x, float* y, std::size_t n, std::uint32_t k0, std::uint32_t k1, float keep);
void adamw(float* w, float* m, float* v, const float* g, std::size_t n, int count);
/// OpenBLAS itself, row-major and without gaps: c[d, d] = a^T b, or added to it; a and b [rows, d].
void gemm_add(int rows, int d, const float* a, const float* b, float* c, bool add);
/// c = op(a) op(b).
void gemm(bool transpose_a, bool transpose_b, int m, int n, int k, const float* a, const float* b, float* c);

}  // namespace hand
