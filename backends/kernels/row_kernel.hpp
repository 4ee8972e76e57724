// The kernel of a fused group (dsl/transform/fused_group.hpp), generated from its description: for each row some passes
// over its elements in registers of xsimd, and the row's numbers between them. Compiled in the user's unit.
#pragma once

#include <shardwise/backends/kernels/row_registers.hpp>
#include <shardwise/backends/kernels/row_state.hpp>
#include <shardwise/backends/kernels/vector_math.hpp>

#include <cstring>

namespace shardwise::kernels {

/// D has `static constexpr RowProgram program`.
template <class D> class RowKernel : RowState<D> {
 public:
  [[gnu::noinline]] static void run(const RowArguments& a) {
    if (a.rows == 0 || a.columns == 0) return empty(a, all);
    whole(a, all);
  }

 private:
  using Plan = RowState<D>;
  using Plan::N, Plan::P, Plan::node, Plan::cls, Plan::reduces, Plan::is, Plan::sums, Plan::of_rows, Plan::sources,
      Plan::count_columns, Plan::from, Plan::reduces_to_number, Plan::asks_in, Plan::divides, Plan::steps,
      Plan::step_at, Plan::reduces_in, Plan::draws_in;
  using typename Plan::Kind, typename Plan::T, typename Plan::V, typename Plan::M, typename Plan::I;
  using typename Plan::Scalars, typename Plan::Row, typename Plan::Values, typename Plan::Sums;
  static constexpr auto all = std::make_integer_sequence<int, N>{};
  static constexpr std::size_t width = V::size;
  // Sums in T over so many elements (or rows) before they are added to a wider sum (or a second one).
  static constexpr std::size_t block = 1024, row_block = 64;

  template <int K> using Element = typename Plan::template Element<K>;
  // Where node K is kept: a register in a pass, or a number.
  template <int K> [[gnu::always_inline]] static auto& at(auto& x) {
    if constexpr (node(K).mask())
      return x.m[K];
    else if constexpr (node(K).integer())
      return x.i[K];
    else
      return x.v[K];
  }
  // A value is what its array can hold.
  template <int K, class A> [[gnu::always_inline]] static auto rounded(const A& x) {
    if constexpr (std::is_same_v<A, V>)
      return detail::rounded<Element<K>>(x);
    else if constexpr (std::is_same_v<A, T>)
      return T(Element<K>(x));
    else
      return x;
  }

  // A number of a row, or of the program.
  template <int K> [[gnu::always_inline]] static auto scalar(const Scalars& s) {
    constexpr FusedNode n = node(K);
    if constexpr (n.kind != Kind::number)
      return at<K>(s);
    else if constexpr (n.mask())
      return n.value != 0;
    else if constexpr (n.integer())
      return I(n.value);
    else
      return T(Element<K>(n.value));
  }
  // An operand in a pass, as a register.
  template <int K> [[gnu::always_inline]] static auto get(const Values& x, const Scalars& s) {
    if constexpr (cls(K) != FusedClass::row)
      return at<K>(x);
    else if constexpr (node(K).mask())
      return M(scalar<K>(s));
    else if constexpr (node(K).integer())
      return Batch<I>(scalar<K>(s));
    else
      return V(scalar<K>(s));
  }

  // One step of a formula, on registers or on numbers.
  template <int K, class A, class B, class C>
  [[gnu::always_inline]] static auto apply(const A& a, [[maybe_unused]] const B& b, [[maybe_unused]] const C& c,
                                           [[maybe_unused]] double value) {
    constexpr FusedNode n = node(K);
    constexpr bool number = std::is_arithmetic_v<A>;
    using X = std::conditional_t<number, T, V>;
    if constexpr (is(K, "astype")) {
      if constexpr (node(n.a).mask())
        return math::select(a, X(T(1)), X(T(0)));
      else
        return a;
    } else if constexpr (is(K, "isfinite")) {
      return math::abs(a) <= X(std::numeric_limits<T>::max());
    } else if constexpr (is(K, "ne")) {
      return !(a == b);
    } else {
      constexpr auto& row = vector_table.template at<row_of_op<n.op>>();
      if constexpr (row.takes == Takes::value)
        return row.formula(a, X(T(value)));
      else if constexpr (row.operands == 1)
        return row.formula(a);
      else if constexpr (row.operands == 2)
        return row.formula(a, b);
      else
        return row.formula(a, b, c);
    }
  }

  static V neutral(int k) {
    if (sums(k)) return V(T(0));
    return V(is(k, "max") ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::infinity());
  }
  template <int K> [[gnu::always_inline]] static V fold(const V& a, const V& b) {
    if constexpr (sums(K))
      return a + b;
    else if constexpr (is(K, "max"))
      return math::max(b, a);
    else
      return math::min(b, a);
  }

  // `Ask`: this register is the first of a cache line.
  template <int S, int K, bool Tail, bool Ask>
  [[gnu::always_inline]] static void step(const Row& row, Values& x, const Scalars& s, V* sum, const double* value,
                                          std::size_t j, std::size_t rest) {
    constexpr FusedNode n = node(K);
    constexpr FusedFrom found = from(S, K);
    if constexpr (n.kind == Kind::load) {
      const auto* p = static_cast<const Element<K>*>(row.along[n.source]) + j;
      at<K>(x) = detail::read<Tail, T>(p, rest);
      if constexpr (Ask && !n.mask() && !n.integer() && !Tail && P.passes > 1 && asks_in(K) == S &&
                    !P.one_row[std::size_t(n.source)])
        __builtin_prefetch(static_cast<const Element<K>*>(row.soon[n.source]) + j);
    } else if constexpr (found == FusedFrom::buffer || (n.kind == Kind::draw && !fused::draws_in_registers(n))) {
      x.v[K] = detail::read<Tail, T>(row.buffer + std::size_t(n.buffer) * row.pitch + j, rest);
      if constexpr (found != FusedFrom::buffer) write<K, Tail>(row, x, j, rest);
    } else if constexpr (found == FusedFrom::output) {
      x.v[K] = detail::read<Tail, T>(static_cast<const Element<K>*>(row.output[n.output]) + j, rest);
    } else if constexpr (n.kind == Kind::reduce) {
      V v = get<n.a>(x, s);
      if constexpr (n.cls == FusedClass::columns) {
        T* to = row.column_sums + std::size_t(count_columns(K)) * row.pitch + j;
        detail::write<Tail, T>(to, detail::read<Tail, T>(to, rest) + v, rest);
      } else {
        if constexpr (Tail) v = xsimd::select(detail::first_lanes<T>(rest), v, neutral(K));
        sum[K] = fold<K>(sum[K], v);
      }
    } else {
      constexpr int b = n.b < 0 ? n.a : n.b, c = n.c < 0 ? n.a : n.c;
      if constexpr (is(K, "div") && divides(b)) {
        x.v[K] = rounded<K>(get<n.a>(x, s) * V(s.rescale[b]) * V(s.inverse[b]));
      } else if constexpr (is(K, "div") && Plan::divides_exactly(b)) {
        x.v[K] = rounded<K>(math::quotient(get<n.a>(x, s), scalar<b>(s)));
      } else if constexpr (is(K, "divide_by_size")) {
        x.v[K] = rounded<K>(math::quotient(get<n.a>(x, s), T(value[n.equation])));
      } else if constexpr (n.kind != Kind::draw) {
        const auto y = apply<K>(get<n.a>(x, s), get<b>(x, s), get<c>(x, s), n.value);
        if constexpr (node(n.a).integer())
          x.m[K] = detail::mask_of<T>(y);
        else
          at<K>(x) = rounded<K>(y);
      }
      if constexpr (n.stage == S) write<K, Tail>(row, x, j, rest);
      if constexpr (n.stage == S && n.buffer >= 0)
        detail::write<Tail, T>(row.buffer + std::size_t(n.buffer) * row.pitch + j, x.v[K], rest);
    }
  }
  template <int K, bool Tail>
  [[gnu::always_inline]] static void write(const Row& row, Values& x, std::size_t j, std::size_t rest) {
    if constexpr (node(K).output >= 0)
      detail::write<Tail, T>(static_cast<Element<K>*>(row.output[node(K).output]) + j, at<K>(x), rest);
  }
  // Random numbers of all registers side by side.
  template <int S, int K, std::size_t... R>
  [[gnu::always_inline]] static void draw(const Row& row, Values* x, std::size_t j, std::index_sequence<R...>) {
    if constexpr (from(S, K) == FusedFrom::made && fused::draws_in_registers(node(K)))
      detail::uniform({row.run[K].key, row.run[K].first + j}, x[R].v[K]...);
  }
  template <int S, bool Tail, bool Ask, int... I>
  [[gnu::always_inline]] static void all_steps(const Row& row, Values& x, const Scalars& s, V* sum, const double* value,
                                               std::size_t j, std::size_t rest, std::integer_sequence<int, I...>) {
    (step<S, step_at(S, I), Tail, Ask>(row, x, s, sum, value, j, rest), ...);
  }
  // Registers of a row, one after another.
  template <int S, bool Tail, class Sum, int... I, std::size_t... R>
  [[gnu::always_inline]] static void elements(const Row& row, const Scalars& s, Sum& sum, const double* value,
                                              std::size_t j, std::size_t rest, std::integer_sequence<int, I...> list,
                                              std::index_sequence<R...> registers) {
    Values x[sizeof...(R)];
    (draw<S, step_at(S, I)>(row, x, j, registers), ...);
    (all_steps < S, Tail,
     !Tail && R * width * sizeof(T) % 64 == 0 > (row, x[R], s, sum[R], value, j + R * width, rest, list), ...);
  }

  // How many registers at a time: sums of one would wait for one another, so would the operations of a draw, and one
  // may be half a cache line.
  static constexpr std::size_t registers(int pass) {
    constexpr bool narrow = width * sizeof(T) < 64;
    if (steps(pass) > 24) return 1;
    if (reduces_in(pass)) return narrow && steps(pass) <= 6 ? 4 : 2;
    return narrow || draws_in(pass) ? 2 : 1;
  }

  // One pass over a row.
  template <int S, int... K>
  [[gnu::always_inline]] static void pass(const Row& row, const Scalars& s, Sums& sums, const double* value,
                                          std::size_t columns, std::integer_sequence<int, K...>) {
    constexpr auto list = std::make_integer_sequence<int, steps(S)>{};
    constexpr std::index_sequence<0> one;
    constexpr std::size_t together = registers(S);
    ((reduces_to_number(S, K) ? void(sums.wide[K] = double(neutral(K).get(0))) : void()), ...);
    std::size_t j = 0;
    for (;;) {
      const std::size_t end = reduces_in(S) ? std::min(columns, j + block) : columns;
      V sum[together][std::size_t(N) + 1];
      ((reduces_to_number(S, K) ? void([&] {
         for (auto& part : sum) part[K] = neutral(K);
       }())
                                : void()),
       ...);
      if constexpr (together > 1)
        for (; j + together * width <= end; j += together * width)
          elements<S, false>(row, s, sum, value, j, width, list, std::make_index_sequence<together>{});
      for (; j + width <= end; j += width) elements<S, false>(row, s, sum, value, j, width, list, one);
      if (j < end) {
        elements<S, true>(row, s, sum, value, j, end - j, list, one);
        j = end;
      }
      (fold_registers<S, K>(sum, sums), ...);
      if (j == columns) return;
      (fold_lanes<S, K>(sums), ...);
    }
  }
  template <int S, int K, std::size_t Together>
  [[gnu::always_inline]] static void fold_registers(const V (&sum)[Together][std::size_t(N) + 1], Sums& sums) {
    if constexpr (reduces_to_number(S, K)) {
      V lanes = sum[0][K];
      for (std::size_t i = 1; i < Together; ++i) lanes = fold<K>(lanes, sum[i][K]);
      sums.lanes[K] = lanes;
    }
  }
  template <int S, int K> [[gnu::always_inline]] static void fold_lanes(Sums& sums) {
    if constexpr (reduces_to_number(S, K)) {
      double& wide = sums.wide[K];
      if constexpr (Plan::sums(K)) {
        wide += double(detail::total(sums.lanes[K]));
      } else {
        constexpr bool largest = is(K, "max");
        const T best = detail::extreme<largest>(sums.lanes[K]);
        wide = double(largest ? math::max(best, T(wide)) : math::min(best, T(wide)));
      }
    }
  }

  // The numbers of a row that are known after pass S.
  template <int S, int K>
  [[gnu::always_inline]] static void number(Scalars& s, const double* wide, double* total, const double* value) {
    constexpr FusedNode n = node(K);
    if constexpr (of_rows(K) && n.stage == S) {
      total[K] += double(scalar<n.a>(s));
    } else if constexpr (n.cls == FusedClass::row && n.stage == S &&
                         (n.kind == Kind::reduce || n.kind == Kind::compute)) {
      if constexpr (n.kind == Kind::reduce) {
        s.v[K] = rounded<K>(T(wide[K]));
      } else {
        constexpr int b = n.b < 0 ? n.a : n.b, c = n.c < 0 ? n.a : n.c;
        const double v = is(K, "divide_by_size") ? value[n.equation] : n.value;
        at<K>(s) = rounded<K>(apply<K>(scalar<n.a>(s), scalar<b>(s), scalar<c>(s), v));
      }
      if constexpr (divides(K)) detail::invert(s.v[K], s.inverse[K], s.rescale[K]);
    }
  }
  template <int K> [[gnu::always_inline]] static void splat(Scalars& s, const RowArguments& a, std::size_t r) {
    constexpr FusedNode n = node(K);
    if constexpr (n.kind == Kind::number && divides(K)) detail::invert(scalar<K>(s), s.inverse[K], s.rescale[K]);
    if constexpr (n.kind == Kind::splat) {
      const RowSource& source = a.source[n.source];
      at<K>(s) = static_cast<const Element<K>*>(source.data)[source.index(r)];
      if constexpr (divides(K)) detail::invert(s.v[K], s.inverse[K], s.rescale[K]);
    }
  }

  template <int S, int... K>
  [[gnu::always_inline]] static void numbers(Scalars& s, Sums& sums, double* total, const double* value,
                                             std::integer_sequence<int, K...>) {
    (fold_lanes<S, K>(sums), ...);
    ((reduces_to_number(S, K) && cls(K) == FusedClass::total ? void(total[K] += sums.wide[K]) : void()), ...);
    (number<S, K>(s, sums.wide, total, value), ...);
  }
  // A pass over all rows in work, and then their numbers: each of these is a chain of sums, divisions and roots.
  template <int... S>
  [[gnu::always_inline]] static void passes(const Row* row, Scalars* s, double* total, const double* value,
                                            std::size_t columns, std::size_t rows, std::integer_sequence<int, S...>) {
    Sums sums[most_rows_together];
    const auto one = [&]<int Pass>(std::integral_constant<int, Pass>) __attribute__((always_inline)) {
      for (std::size_t i = 0; i < rows; ++i) pass<Pass>(row[i], s[i], sums[i], value, columns, all);
      for (std::size_t i = 0; i < rows; ++i) numbers<Pass>(s[i], sums[i], total, value, all);
    };
    (one(std::integral_constant<int, S>{}), ...);
  }

  template <int K>
  [[gnu::always_inline]] static void point(Row& row, const RowArguments& a, std::size_t r, std::size_t together) {
    constexpr FusedNode n = node(K);
    if constexpr (n.kind == Kind::load) {
      const RowSource& source = a.source[n.source];
      row.along[n.source] = static_cast<const Element<K>*>(source.data) + source.index(r);
      row.soon[n.source] = static_cast<const Element<K>*>(source.data) + source.index(r + together);
    }
    if constexpr (n.kind == Kind::draw) {
      row.run[K] = a.run(a.context, n.equation, r * a.columns);
      if constexpr (!fused::draws_in_registers(n))
        draw_run(*n.op, n.dtype, row.run[K], a.columns, row.buffer + std::size_t(n.buffer) * row.pitch);
    }
    if constexpr (n.output >= 0 && n.cls == FusedClass::full)
      row.output[n.output] = static_cast<Element<K>*>(a.output[n.output]) + r * a.columns;
  }
  template <int K>
  [[gnu::always_inline]] static void put_number(const Scalars& s, const RowArguments& a, std::size_t r) {
    constexpr FusedNode n = node(K);
    if constexpr (n.output >= 0 && n.cls == FusedClass::row)
      static_cast<Element<K>*>(a.output[n.output])[r] = Element<K>(scalar<K>(s));
  }
  // The sums of a few rows are added to those of all.
  template <int K> static void add_columns(const Row& row, const RowArguments& a, bool last) {
    constexpr FusedNode n = node(K);
    if constexpr (n.cls == FusedClass::columns) {
      T* const from = row.column_sums + std::size_t(count_columns(K)) * row.pitch;
      double* const total = row.column_totals + std::size_t(count_columns(K)) * row.pitch;
      for (std::size_t j = 0; j < a.columns; ++j) total[j] += double(std::exchange(from[j], T(0)));
      if (last)
        for (std::size_t j = 0; j < a.columns; ++j)
          static_cast<Element<K>*>(a.output[n.output])[j] = Element<K>(total[j]);
    }
  }

  template <int... K>
#ifndef __SANITIZE_ADDRESS__  // one function with checks everywhere takes minutes to compile
  [[gnu::flatten]]
#endif
  static void
  whole(const RowArguments& a, std::integer_sequence<int, K...>) {
    constexpr std::size_t most = P.passes > 1 ? most_rows_together : 1;
    const std::size_t together = rows_together(P.passes, P.dtype, a.columns);
    Row row[most];
    row[0].pitch = (a.columns + 15) / 16 * 16;
    row[0].column_sums = static_cast<T*>(a.scratch) + together * std::size_t(P.buffers) * row[0].pitch;
    constexpr int columns = count_columns(N);
    if constexpr (columns > 0) {
      const std::size_t count = std::size_t(columns) * row[0].pitch;
      row[0].column_totals = reinterpret_cast<double*>(row[0].column_sums + count);
      std::memset(row[0].column_sums, 0, count * (sizeof(T) + sizeof(double)));
    }
    for (std::size_t i = 0; i < most; ++i) {
      row[i] = row[0];
      row[i].buffer = static_cast<T*>(a.scratch) + std::min(i, together - 1) * std::size_t(P.buffers) * row[0].pitch;
    }
    double total[std::size_t(N) + 1];
    ((cls(K) == FusedClass::total ? void(total[K] = 0) : void()), ...);
    Scalars s[most];
    for (std::size_t r = 0; r < a.rows; r += together) {
      const std::size_t rows = std::min(together, a.rows - r);
      for (std::size_t i = 0; i < rows; ++i) {
        (point<K>(row[i], a, r + i, together), ...);
        (splat<K>(s[i], a, r + i), ...);
        (number<-1, K>(s[i], nullptr, total, a.value), ...);
      }
      passes(row, s, total, a.value, a.columns, rows, std::make_integer_sequence<int, P.passes>{});
      for (std::size_t i = 0; i < rows; ++i) (put_number<K>(s[i], a, r + i), ...);
      if constexpr (columns > 0)
        if ((r + rows) % row_block == 0 || r + rows == a.rows) (add_columns<K>(row[0], a, r + rows == a.rows), ...);
    }
    (put_total<K>(a, total), ...);
  }
  template <int K> static void put_total(const RowArguments& a, const double* total) {
    if constexpr (cls(K) == FusedClass::total)
      *static_cast<Element<K>*>(a.output[node(K).output]) = Element<K>(total[K]);
  }

  // Sums of nothing are zero, extremes of nothing infinite; numbers of rows without elements follow from them.
  template <int... K> static void empty(const RowArguments& a, std::integer_sequence<int, K...>) {
    double total[std::size_t(N) + 1] = {}, wide[std::size_t(N) + 1] = {};
    ((reduces(K) && !sums(K) ? void(wide[K] = double(neutral(K).get(0))) : void()), ...);
    Scalars s;
    for (std::size_t r = 0; r < a.rows; ++r) {
      (splat<K>(s, a, r), ...);
      empty_passes(s, wide, total, a.value, std::make_integer_sequence<int, P.passes + 1>{});
      (put_number<K>(s, a, r), ...);
    }
    ((cls(K) == FusedClass::columns
          ? void(std::memset(a.output[std::max(node(K).output, 0)], 0, a.columns * sizeof(Element<K>)))
          : void()),
     ...);
    (put_total<K>(a, total), ...);
  }
  template <int... S>
  static void empty_passes(Scalars& s, const double* wide, double* total, const double* value,
                           std::integer_sequence<int, S...>) {
    (empty_numbers<S - 1>(s, wide, total, value, all), ...);
  }
  template <int S, int... K>
  static void empty_numbers(Scalars& s, const double* wide, double* total, const double* value,
                            std::integer_sequence<int, K...>) {
    (number<S, K>(s, wide, total, value), ...);
  }
};

}  // namespace shardwise::kernels
