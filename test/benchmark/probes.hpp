// What one core of this machine can do, measured.
#pragma once

namespace probe {

/// Floating-point operations a second (in 1e9) of independent fused multiply-adds in registers, f32.
double fma_gigaflops();

}  // namespace probe
