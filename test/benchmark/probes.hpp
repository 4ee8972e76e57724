// What one core of this machine can do, measured.
#pragma once

namespace probe {

/// Some milliseconds of independent fused multiply-adds of f32 in registers; how many operations these were.
double fma();

}  // namespace probe
