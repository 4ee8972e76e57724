// The loops behind elementwise kernels. Internal: included by the units that instantiate the table.
#pragma once

#include <shardwise/backends/kernels/elementwise.hpp>
#include <shardwise/backends/kernels/pieces.hpp>
#include <shardwise/backends/kernels/vector_math.hpp>

#include <array>

namespace shardwise::kernels::detail {

#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"  // some loops below stay scalar, such as integer division
#endif

/// Calls body(i) for i < n, telling the compiler that iterations are independent: `out` is an operand, or apart.
template <class F> inline void for_each_lane(std::size_t n, F body) {
#ifdef __clang__
#pragma clang loop vectorize(assume_safety)
#else
#pragma GCC ivdep
#endif
  for (std::size_t i = 0; i < n; ++i) body(i);
}

/// Floats to floats: whole registers, the last few elements in a padded one, so that place does not matter.
template <bool RepeatA, bool RepeatB, class T, class F>
inline void map_registers(T* out, const T* a, const T* b, std::size_t n, F f) {
  using V = Batch<T>;
  constexpr std::size_t width = V::size;
  const V first_a(*a), first_b(*b);
  if (n == 1) {
    *out = f(first_a, first_b).get(0);
    return;
  }
  std::size_t i = 0;
  for (; i + width <= n; i += width)
    f(RepeatA ? first_a : V::load_unaligned(a + i), RepeatB ? first_b : V::load_unaligned(b + i))
        .store_unaligned(out + i);
  if (const std::size_t rest = n - i; rest > 0)
    store_some<T>(out + i, f(RepeatA ? first_a : load_some(a + i, rest), RepeatB ? first_b : load_some(b + i, rest)),
                  rest);
}

/// Other types, in loops that the compiler vectorises: their formulas are exact, so that place does not matter.
template <bool RepeatA, bool RepeatB, class R, class T, class F>
inline void map_numbers(R* out, const T* a, const T* b, std::size_t n, F f) {
  const T first_a = *a, first_b = *b;
  for_each_lane(n, [=](std::size_t i) { out[i] = f(RepeatA ? first_a : a[i], RepeatB ? first_b : b[i]); });
}

template <bool RepeatA, bool RepeatB, class R, class T, class F>
inline void map(R* out, const T* a, const T* b, std::size_t n, F f) {
  if constexpr (std::is_floating_point_v<T> && std::is_same_v<T, R>)
    map_registers<RepeatA, RepeatB>(out, a, b, n, f);
  else
    map_numbers<RepeatA, RepeatB>(out, a, b, n, f);
}

template <class R, class T, class F> void unary(R* out, const Operand& a, std::size_t n, F formula) {
  auto f = [formula](auto x, auto) { return formula(x); };
  auto run = [&](R* to, Piece<T> p, std::size_t m) {
    map<false, true>(to, p.data, p.data, p.repeated ? 1 : m, f);
    if (p.repeated) std::fill_n(to + 1, m - 1, *to);
  };
  if (a.mode == Mode::full || a.mode == Mode::scalar)
    return run(out, {static_cast<const T*>(a.data), a.mode == Mode::scalar}, n);
  Reader<T> read(a);
  for (std::size_t i = 0, m; i < n; i += m) {
    m = read.limit(n - i);
    run(out + i, read.next(m), m);
  }
}

template <class R, class T, class F> void binary(R* out, const Operand& a, const Operand& b, std::size_t n, F f) {
  auto run = [&](R* to, Piece<T> p, Piece<T> q, std::size_t m) {
    if (p.repeated && q.repeated) {
      map<true, true>(to, p.data, q.data, 1, f);
      std::fill_n(to + 1, m - 1, *to);
    } else if (p.repeated) {
      map<true, false>(to, p.data, q.data, m, f);
    } else if (q.repeated) {
      map<false, true>(to, p.data, q.data, m, f);
    } else {
      map<false, false>(to, p.data, q.data, m, f);
    }
  };
  auto simple = [](Mode m) { return m == Mode::full || m == Mode::scalar; };
  if (simple(a.mode) && simple(b.mode))
    return run(out, {static_cast<const T*>(a.data), a.mode == Mode::scalar},
               {static_cast<const T*>(b.data), b.mode == Mode::scalar}, n);
  Reader<T> read_a(a), read_b(b);
  for (std::size_t i = 0, m; i < n; i += m) {
    m = read_b.limit(read_a.limit(n - i));
    const Piece<T> p = read_a.next(m);
    run(out + i, p, read_b.next(m), m);
  }
}

/// The kernel of row N for elements of type T.
template <int N, class T>
void kernel(void* out, const Operand& a, const Operand& b, const Operand&, std::size_t n, double value) {
  if (n == 0) return;
  constexpr auto& row = vector_table.template at<N>();
  using R = std::conditional_t<row.gives == Gives::boolean, bool, T>;
  R* to = static_cast<R*>(out);
  if constexpr (row.takes == Takes::value) {
    const T number = T(value);
    binary<R, T>(to, a, Operand{&number, Mode::scalar}, n, row.formula);
  } else if constexpr (row.operands == 1) {
    unary<R, T>(to, a, n, row.formula);
  } else {
    binary<R, T>(to, a, b, n, row.formula);
  }
}

template <int N, class T> constexpr ElementwiseFn kernel_or_null() {
  // `where` moves elements of any type; it is not instantiated for each.
  if constexpr (vector_table.template at<N>().operands == 3 ||
                !(vector_table.template at<N>().domain & domain::of(dtype_of<T>)))
    return nullptr;
  else
    return &kernel<N, T>;
}

/// One column of the table: the kernels of all rows for T.
template <class T> constexpr auto kernels_for = []<int... N>(std::integer_sequence<int, N...>) {
  return std::array<ElementwiseFn, sizeof...(N)>{kernel_or_null<N, T>()...};
}
(std::make_integer_sequence<int, vector_table.size>{});

}  // namespace shardwise::kernels::detail
