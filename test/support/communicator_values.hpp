// Arrays of every dtype for the tests of communicators, and what a collective must make of them. Failures are
// exceptions, since Catch's assertions are not for several threads.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <shardwise/backends/executor/world.hpp>

namespace communicator_cases {

using namespace shardwise;

inline void expect(bool ok, std::string_view what) {
  if (!ok) throw std::runtime_error("expected: " + std::string(what));
}

template <class F> void expect_error(F f, const std::string& part) {
  try {
    f();
  } catch (const Error& e) {
    return expect(std::string(e.what()).find(part) != std::string::npos, "'" + part + "' in '" + e.what() + "'");
  }
  expect(false, "an error with '" + part + "'");
}

inline std::uint16_t to_bf16(float x) {
  const auto u = std::bit_cast<std::uint32_t>(x);
  if (x != x) return std::uint16_t((u >> 16) | 0x40);
  return std::uint16_t((u + 0x7fff + ((u >> 16) & 1)) >> 16);
}
inline float from_bf16(std::uint16_t x) { return std::bit_cast<float>(std::uint32_t(x) << 16); }
inline std::uint16_t to_f16(float x) { return std::bit_cast<std::uint16_t>(static_cast<_Float16>(x)); }
inline float from_f16(std::uint16_t x) { return float(std::bit_cast<_Float16>(x)); }

// An array of one dtype as bytes, read and written as double.
struct Buffer {
  Dtype dtype;
  std::vector<std::byte> bytes;
  Buffer(Dtype d, std::size_t n) : dtype(d), bytes(n * size_of(d)) {}
  std::size_t size() const { return bytes.size() / size_of(dtype); }
  void* data() { return bytes.data(); }
  template <class T> T raw(std::size_t i) const {
    T x;
    std::memcpy(&x, bytes.data() + i * sizeof(T), sizeof(T));
    return x;
  }
  template <class T> void put(std::size_t i, T x) { std::memcpy(bytes.data() + i * sizeof(T), &x, sizeof(T)); }
  double get(std::size_t i) const {
    switch (dtype) {
      case Dtype::f32:
        return double(raw<float>(i));
      case Dtype::f64:
        return raw<double>(i);
      case Dtype::bf16:
        return double(from_bf16(raw<std::uint16_t>(i)));
      case Dtype::f16:
        return double(from_f16(raw<std::uint16_t>(i)));
      case Dtype::i32:
        return raw<std::int32_t>(i);
      case Dtype::i64:
        return double(raw<std::int64_t>(i));
      case Dtype::u32:
        return raw<std::uint32_t>(i);
      default:
        return raw<std::uint8_t>(i);
    }
  }
  void set(std::size_t i, double x) {
    switch (dtype) {
      case Dtype::f32:
        return put(i, float(x));
      case Dtype::f64:
        return put(i, x);
      case Dtype::bf16:
        return put(i, to_bf16(float(x)));
      case Dtype::f16:
        return put(i, to_f16(float(x)));
      case Dtype::i32:
        return put(i, std::int32_t(x));
      case Dtype::i64:
        return put(i, std::int64_t(x));
      case Dtype::u32:
        return put(i, std::uint32_t(std::abs(x)));
      default:
        return put(i, std::uint8_t(x > 0));
    }
  }
};

// Mixed-sign values that differ by rank, the same on every device that asks.
inline Buffer values(Dtype d, std::size_t n, int rank, unsigned seed = 1) {
  std::mt19937 bits(unsigned(rank) * 7919u + seed * 104729u + unsigned(d));
  Buffer b(d, n);
  for (std::size_t i = 0; i < n; ++i) {
    const double x = (double(bits()) / 4294967296.0 - 0.5) * 8;
    b.set(i, is_floating(d) ? x : std::round(x * 1000));
  }
  return b;
}

inline double combine(ReduceOp op, double a, double b) {
  return op == ReduceOp::sum ? a + b : op == ReduceOp::max ? std::max(a, b) : std::min(a, b);
}

inline double tolerance(Dtype d) {
  switch (d) {
    case Dtype::f32:
      return 2e-5;
    case Dtype::f64:
      return 1e-13;
    case Dtype::bf16:
      return 0.13;  // half a unit in the last place of a sum below 32
    case Dtype::f16:
      return 0.016;
    default:
      return 0;
  }
}

inline constexpr Dtype numbers[] = {Dtype::f32, Dtype::f64, Dtype::bf16, Dtype::f16,
                                    Dtype::i32, Dtype::i64, Dtype::u32,  Dtype::boolean};

template <class F> void for_reductions(F f) {
  for (const Dtype d : numbers)
    for (const ReduceOp op : {ReduceOp::sum, ReduceOp::max, ReduceOp::min})
      if (d != Dtype::boolean || op != ReduceOp::sum) f(d, op);
}

// A group with its members' world ranks, so that references know their values.
struct Party {
  Communicator& c;
  std::vector<int> members;
};

inline Party everyone(World& w) {
  Party p{w.communicator(), {}};
  for (int r = 0; r < w.size(); ++r) p.members.push_back(r);
  return p;
}

inline std::string where(const char* what, Dtype d, ReduceOp op, std::size_t n, std::size_t i) {
  return std::string(what) + " " + std::string(name_of(d)) + " " + std::string(name_of(op)) + " of " +
         std::to_string(n) + " right at " + std::to_string(i);
}

inline void expect_reduced(const Party& p, const Buffer& got, std::size_t offset, std::size_t all, ReduceOp op,
                           const char* what) {
  std::vector<Buffer> in;
  for (const int m : p.members) in.push_back(values(got.dtype, all, m));
  for (std::size_t i = 0; i < got.size(); ++i) {
    double want = in[0].get(offset + i);
    for (std::size_t r = 1; r < in.size(); ++r) want = combine(op, want, in[r].get(offset + i));
    const double allowed = op == ReduceOp::sum ? tolerance(got.dtype) : 0;
    if (!(std::abs(got.get(i) - want) <= allowed)) expect(false, where(what, got.dtype, op, all, i));
  }
}

inline void expect_equal_on_all(const Party& p, const Buffer& b) {
  std::vector<std::byte> all(b.bytes.size() * p.members.size());
  p.c.all_gather(b.bytes.data(), all.data(), b.bytes.size());
  for (std::size_t r = 0; r < p.members.size() && !b.bytes.empty(); ++r)
    expect(std::memcmp(all.data() + r * b.bytes.size(), b.bytes.data(), b.bytes.size()) == 0,
           "bitwise the same result on all devices");
}

}  // namespace communicator_cases
