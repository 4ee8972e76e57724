// The kernel of a fused group (dsl/transform/fused_group.hpp), generated from its description: for each row some passes
// over its elements, and the row's numbers between them. Compiled in the user's unit.
#pragma once

#include <shardwise/backends/kernels/row_pass.hpp>

#include <cstring>

namespace shardwise::kernels {

/// D has `static constexpr RowProgram program`.
template <class D> class RowKernel : RowPass<D> {
 public:
  [[gnu::noinline]] static void run(const RowArguments& a) {
    if (a.rows == 0 || a.columns == 0) return empty(a, all);
    whole(a, all);
  }

 private:
  using Pass = RowPass<D>;
  using Pass::N, Pass::P, Pass::node, Pass::cls, Pass::reduces, Pass::sums, Pass::of_rows, Pass::is,
      Pass::count_columns, Pass::reduces_to_number, Pass::divides, Pass::neutral;
  using typename Pass::Kind, typename Pass::T, typename Pass::Scalars, typename Pass::Row, typename Pass::Sums;
  template <int K> using Element = typename Pass::template Element<K>;
  static constexpr auto all = std::make_integer_sequence<int, N>{};
  // Sums of columns in T over so many rows before they are added to wider ones.
  static constexpr std::size_t row_block = 64;

  template <int K> [[gnu::always_inline]] static auto& at(auto& x) { return Pass::template at<K>(x); }
  template <int K> [[gnu::always_inline]] static auto scalar(const Scalars& s) { return Pass::template scalar<K>(s); }
  template <int K, class A> [[gnu::always_inline]] static auto rounded(const A& x) {
    return Pass::template rounded<K>(x);
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
        at<K>(s) = rounded<K>(Pass::template apply<K>(scalar<n.a>(s), scalar<b>(s), scalar<c>(s), v));
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
    (Pass::template fold_lanes<S, K>(sums), ...);
    ((reduces_to_number(S, K) && cls(K) == FusedClass::total ? void(total[K] += sums.wide[K]) : void()), ...);
    (number<S, K>(s, sums.wide, total, value), ...);
  }
  // A pass over all rows in work, and then their numbers: each of these is a chain of sums, divisions and roots.
  template <int... S>
  [[gnu::always_inline]] static void passes(const Row* row, Scalars* s, double* total, const double* value,
                                            std::size_t columns, std::size_t rows, std::integer_sequence<int, S...>) {
    Sums sums[most_rows_together];
    const auto one = [&]<int Q>(std::integral_constant<int, Q>) __attribute__((always_inline)) {
      std::size_t i = 0;
      if constexpr (Pass::sums_columns_in(Q))
        for (; i + 2 <= rows; i += 2) Pass::template pass<Q, 2>(row + i, s + i, sums + i, value, columns, all);
      for (; i < rows; ++i) Pass::template pass<Q, 1>(row + i, s + i, sums + i, value, columns, all);
      for (i = 0; i < rows; ++i) numbers<Q>(s[i], sums[i], total, value, all);
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
    constexpr std::size_t most = P.passes > 1 || count_columns(N) > 0 ? most_rows_together : 1;
    const std::size_t together = rows_together(P.passes, P.dtype, a.columns, count_columns(N) > 0);
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
