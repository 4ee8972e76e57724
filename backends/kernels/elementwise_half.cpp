// bf16 and f16 through f32, and `where` for elements of any type.
#include <shardwise/backends/kernels/elementwise.hpp>
#include <shardwise/backends/kernels/half.hpp>
#include <shardwise/backends/kernels/pieces.hpp>

namespace shardwise::kernels::detail {
namespace {

template <class H>
void through_float(ElementwiseFn f32_kernel, bool bool_result, void* out, const Operand& a, const Operand& b,
                   std::size_t n, double value) {
  Reader<H> read_a(a), read_b(b.data ? b : a);
  alignas(64) float wide_a[chunk], wide_b[chunk], result[chunk];
  auto widen = [](float* wide, Piece<H> p, std::size_t m) {
    to_float(wide, p.data, p.repeated ? 1 : m);
    return Operand{wide, p.repeated ? Mode::scalar : Mode::full};
  };
  for (std::size_t i = 0, m; i < n; i += m) {
    m = read_b.limit(read_a.limit(std::min(n - i, chunk)));
    const Operand x = widen(wide_a, read_a.next(m), m);
    const Operand y = widen(wide_b, read_b.next(m), m);
    if (bool_result) {
      f32_kernel(static_cast<bool*>(out) + i, x, y, {}, m, value);
    } else {
      f32_kernel(result, x, y, {}, m, value);
      from_float(static_cast<H*>(out) + i, result, m);
    }
  }
}

/// With a mask of bits: compilers turn a conditional into conditional loads, which they do not vectorise.
template <class T, bool RepeatMask, bool RepeatB, bool RepeatC>
void select(T* out, const std::uint8_t* mask, const T* b, const T* c, std::size_t n) {
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
  for (std::size_t i = 0; i < n; ++i) {
    const T x = b[RepeatB ? 0 : i], y = c[RepeatC ? 0 : i];
    const T bits = T(T(0) - T(mask[RepeatMask ? 0 : i]));
    out[i] = T(y ^ ((x ^ y) & bits));
  }
}

template <class T> void select_any(void* out, const Operand& mask, const Operand& b, const Operand& c, std::size_t n) {
  using Loop = void (*)(T*, const std::uint8_t*, const T*, const T*, std::size_t);
  static constexpr Loop loops[8] = {&select<T, false, false, false>, &select<T, false, false, true>,
                                    &select<T, false, true, false>,  &select<T, false, true, true>,
                                    &select<T, true, false, false>,  &select<T, true, false, true>,
                                    &select<T, true, true, false>,   &select<T, true, true, true>};
  Reader<std::uint8_t> read_mask(mask);
  Reader<T> read_b(b), read_c(c);
  for (std::size_t i = 0, m; i < n; i += m) {
    m = read_c.limit(read_b.limit(read_mask.limit(n - i)));
    const auto pm = read_mask.next(m);
    const auto pb = read_b.next(m), pc = read_c.next(m);
    loops[4 * pm.repeated + 2 * pb.repeated + pc.repeated](static_cast<T*>(out) + i, pm.data, pb.data, pc.data, m);
  }
}

}  // namespace

void elementwise_half(ElementwiseFn f32_kernel, Dtype dtype, bool bool_result, void* out, const Operand& a,
                      const Operand& b, const Operand&, std::size_t n, double value) {
  if (dtype == Dtype::bf16)
    through_float<bf16>(f32_kernel, bool_result, out, a, b, n, value);
  else
    through_float<f16>(f32_kernel, bool_result, out, a, b, n, value);
}

void select_elements(std::size_t bytes, void* out, const Operand& mask, const Operand& b, const Operand& c,
                     std::size_t n) {
  switch (bytes) {
    case 1:
      return select_any<std::uint8_t>(out, mask, b, c, n);
    case 2:
      return select_any<std::uint16_t>(out, mask, b, c, n);
    case 4:
      return select_any<std::uint32_t>(out, mask, b, c, n);
    default:
      return select_any<std::uint64_t>(out, mask, b, c, n);
  }
}

}  // namespace shardwise::kernels::detail
