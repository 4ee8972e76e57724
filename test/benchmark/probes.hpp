// What one core of this machine can do, measured.
#pragma once

#include <cstddef>

namespace probe {

/// Floating-point operations a second (in 1e9) of independent fused multiply-adds in registers, f32.
double fma_gigaflops();
/// Copies `bytes` from one buffer to another a number of times; bytes copied a second, in 1e9. (Reading and writing
/// count once.)
double copy_gigabytes(std::size_t bytes);
/// Operations a second (in 1e9) of OpenBLAS on an n x n x n product, f32.
double gemm_gigaflops(int m, int n, int k, bool transposed_b);

}  // namespace probe
