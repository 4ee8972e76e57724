#include <shardwise/backends/interpreter/rounding.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

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

/// Calls f with a stored element of the dtype.
template <class F> void with_element(Dtype dtype, F f) {
  switch (dtype) {
    case Dtype::f32:
      return f(float{});
    case Dtype::f64:
      return f(double{});
    case Dtype::bf16:
      return f(bf16{});
    case Dtype::f16:
      return f(f16{});
    case Dtype::i32:
      return f(std::int32_t{});
    case Dtype::i64:
      return f(std::int64_t{});
    case Dtype::u32:
      return f(std::uint32_t{});
    case Dtype::boolean:
      return f(bool{});
    case Dtype::key:
      throw std::logic_error("keys are no numbers");
  }
}
}  // namespace

std::vector<std::byte> to_bytes(Dtype dtype, const HostArray& a) {
  std::vector<std::byte> bytes(a.size() * size_of(dtype) + 1);  // never a null pointer
  with_element(dtype, [&]<class T>(T) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const T v = T(a.data()[i]);
      std::memcpy(bytes.data() + i * sizeof v, &v, sizeof v);
    }
  });
  return bytes;
}

HostArray from_bytes(Dtype dtype, const std::byte* bytes, const Shape& shape) {
  HostArray a = HostArray::from_shape(shape);
  with_element(dtype, [&]<class T>(T v) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      std::memcpy(&v, bytes + i * sizeof v, sizeof v);
      a.data()[i] = double(v);
    }
  });
  return a;
}

double round_to(Dtype dtype, double x) {
  switch (dtype) {
    case Dtype::f64:
    case Dtype::key:  // 64 bits that mean no number
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
  const double modulus = dtype == Dtype::i64 ? 0x1p64 : 0x1p32;
  const double highest = dtype == Dtype::u32 ? modulus : modulus / 2;
  if (x >= highest - modulus && x < highest) return x;
  x = std::fmod(x, modulus);
  if (x < highest - modulus) x += modulus;
  if (x >= highest) x -= modulus;
  return x;
}

}  // namespace shardwise::interpreter
