#include <shardwise/backends/interpreter/rounding.hpp>

#include <cmath>
#include <limits>

namespace shardwise::interpreter {

namespace {
/// Keeps `bits` significant bits; below 2^smallest the spacing no longer shrinks.
double keep_bits(double x, int bits, int smallest, double largest) {
  if (x == 0 || !std::isfinite(x)) return x;
  int exponent = 0;
  std::frexp(x, &exponent);
  const double spacing = std::ldexp(1.0, std::max(exponent - 1, smallest) - (bits - 1));
  const double rounded = std::nearbyint(x / spacing) * spacing;
  return std::fabs(rounded) > largest ? std::copysign(std::numeric_limits<double>::infinity(), x) : rounded;
}
}  // namespace

double round_to(Dtype dtype, double x) {
  switch (dtype) {
    case Dtype::f64:
      return x;
    case Dtype::f32:
      return double(float(x));
    case Dtype::bf16:
      return keep_bits(x, 8, -126, 3.3895313892515355e38);
    case Dtype::f16:
      return keep_bits(x, 11, -14, 65504);
    case Dtype::boolean:
      return x != 0;
    default:
      break;
  }
  if (!std::isfinite(x)) return 0;
  x = std::trunc(x);
  const double modulus = dtype == Dtype::i64 || dtype == Dtype::key ? 0x1p64 : 0x1p32;
  const double highest = dtype == Dtype::u32 || dtype == Dtype::key ? modulus : modulus / 2;
  if (x >= highest - modulus && x < highest) return x;
  x = std::fmod(x, modulus);
  if (x < highest - modulus) x += modulus;
  if (x >= highest) x -= modulus;
  return x;
}

}  // namespace shardwise::interpreter
