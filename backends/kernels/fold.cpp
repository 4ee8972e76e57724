#include <shardwise/backends/kernels/fold.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

#include <shardwise/backends/kernels/simd.hpp>

namespace shardwise {
namespace {

// Elements as they lie in memory (Stored) and as they are added up (Value). Branch-free, so that loops vectorise.
template <class T> struct Plain {
  using Stored = T;
  using Value = T;
  static Value load(Stored x) { return x; }
  static Stored store(Value x) { return x; }
};

struct Bf16 {
  using Stored = std::uint16_t;
  using Value = float;
  static Value load(Stored x) { return std::bit_cast<float>(std::uint32_t(x) << 16); }
  static Stored store(Value x) {
    const std::uint32_t u = std::bit_cast<std::uint32_t>(x);
    const std::uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return Stored(x != x ? (u >> 16) | 0x40u : rounded);
  }
};

struct F16 {
  using Stored = std::uint16_t;
  using Value = float;
  static Value load(Stored x) {
    // Times 2^112 moves the exponent's bias, exactly and for subnormals too.
    const float scaled = std::bit_cast<float>(std::uint32_t(x & 0x7fffu) << 13) * 0x1p112f;
    const std::uint32_t special = (x & 0x7c00u) == 0x7c00u ? 0x7f800000u : 0u;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(scaled) | special | std::uint32_t(x & 0x8000u) << 16);
  }
  static Stored store(Value x) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(x), sign = bits & 0x80000000u, u = bits ^ sign;
    constexpr std::uint32_t overflow = 143u << 23, subnormal = 113u << 23, magic = 126u << 23;
    const std::uint32_t huge = u > 0x7f800000u ? 0x7e00u : 0x7c00u;
    // Adding the magic number lets the FPU shift and round a subnormal.
    const std::uint32_t small =
        std::bit_cast<std::uint32_t>(std::bit_cast<float>(u) + std::bit_cast<float>(magic)) - magic;
    const std::uint32_t normal = (u - (112u << 23) + 0xfffu + ((u >> 13) & 1u)) >> 13;
    return Stored((u >= overflow ? huge : u < subnormal ? small : normal) | sign >> 16);
  }
};

struct Sum {
  template <class T> static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>) {
      using U = std::make_unsigned_t<T>;
      return T(U(a) + U(b));
    } else {
      return a + b;
    }
  }
};
struct Max {
  template <class T> static T apply(T a, T b) { return ((a > b) | (a != a)) ? a : b; }
};
struct Min {
  template <class T> static T apply(T a, T b) { return ((a < b) | (a != a)) ? a : b; }
};

// Elements before the first whole vector.
template <class T> std::size_t misaligned(const T* p) {
  constexpr std::size_t bytes = sizeof(kernels::Batch<T>);
  return (bytes - reinterpret_cast<std::uintptr_t>(p) % bytes) % bytes / sizeof(T);
}

// Two arrays' sum into one or two: straight through registers. A target may be a source.
template <class T> void add_two(const T* a, const T* b, T* first, T* second, std::size_t count) {
  using V = kernels::Batch<T>;
  std::size_t i = 0;
  const std::size_t ends = std::min(count, misaligned<T>(first));
  for (; i < ends; ++i) first[i] = second[i] = Sum::apply(a[i], b[i]);
  for (; i + V::size <= count; i += V::size) {
    const V sum = V::load_unaligned(a + i) + V::load_unaligned(b + i);
    sum.store_aligned(first + i);
    sum.store_unaligned(second + i);
  }
  for (; i < count; ++i) first[i] = second[i] = Sum::apply(a[i], b[i]);
}
template <class T> void add_two(const T* a, const T* b, T* to, std::size_t count) {
  using V = kernels::Batch<T>;
  std::size_t i = 0;
  const std::size_t ends = std::min(count, misaligned<T>(to));
  for (; i < ends; ++i) to[i] = Sum::apply(a[i], b[i]);
  for (; i + V::size <= count; i += V::size)
    (V::load_unaligned(a + i) + V::load_unaligned(b + i)).store_aligned(to + i);
  for (; i < count; ++i) to[i] = Sum::apply(a[i], b[i]);
}

template <class E, class Op>
void fold_as(const void* const* sources, std::size_t source_count, void* const* targets, std::size_t target_count,
             std::size_t begin, std::size_t count) {
  using Stored = typename E::Stored;
  using Value = typename E::Value;
  if constexpr (std::is_same_v<E, Plain<Stored>> && std::is_same_v<Op, Sum>) {
    const auto in = [&](std::size_t k) { return static_cast<const Stored*>(sources[k]) + begin; };
    const auto out = [&](std::size_t k) { return static_cast<Stored*>(targets[k]) + begin; };
    if (source_count == 2 && target_count == 2) return add_two(in(0), in(1), out(0), out(1), count);
    if (source_count == 2 && target_count == 1) return add_two(in(0), in(1), out(0), count);
  }
  constexpr std::size_t block = 8192 / sizeof(Value);
  alignas(64) Value sum[block];
  for (const std::size_t end = begin + count; begin < end; begin += block) {
    const std::size_t n = std::min(block, end - begin);
    const Stored* first = static_cast<const Stored*>(sources[0]) + begin;
    for (std::size_t i = 0; i < n; ++i) sum[i] = E::load(first[i]);
    for (std::size_t k = 1; k < source_count; ++k) {
      const Stored* next = static_cast<const Stored*>(sources[k]) + begin;
      for (std::size_t i = 0; i < n; ++i) sum[i] = Op::apply(sum[i], E::load(next[i]));
    }
    for (std::size_t k = 0; k < target_count; ++k) {
      Stored* to = static_cast<Stored*>(targets[k]) + begin;
      for (std::size_t i = 0; i < n; ++i) to[i] = E::store(sum[i]);
    }
  }
}

template <class E>
void fold_op(ReduceOp op, const void* const* sources, std::size_t source_count, void* const* targets,
             std::size_t target_count, std::size_t begin, std::size_t count) {
  switch (op) {
    case ReduceOp::sum:
      return fold_as<E, Sum>(sources, source_count, targets, target_count, begin, count);
    case ReduceOp::max:
      return fold_as<E, Max>(sources, source_count, targets, target_count, begin, count);
    case ReduceOp::min:
      return fold_as<E, Min>(sources, source_count, targets, target_count, begin, count);
  }
}

}  // namespace

void fold(const void* const* sources, std::size_t source_count, void* const* targets, std::size_t target_count,
          std::size_t begin, std::size_t count, Dtype dtype, ReduceOp op) {
  const auto go = [&]<class E>(E) { fold_op<E>(op, sources, source_count, targets, target_count, begin, count); };
  switch (dtype) {
    case Dtype::f32:
      return go(Plain<float>{});
    case Dtype::f64:
      return go(Plain<double>{});
    case Dtype::bf16:
      return go(Bf16{});
    case Dtype::f16:
      return go(F16{});
    case Dtype::i32:
      return go(Plain<std::int32_t>{});
    case Dtype::i64:
      return go(Plain<std::int64_t>{});
    case Dtype::u32:
      return go(Plain<std::uint32_t>{});
    case Dtype::boolean:
      return go(Plain<std::uint8_t>{});
    case Dtype::key:
      return;
  }
}

}  // namespace shardwise
