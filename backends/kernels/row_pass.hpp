// One pass of a fused group's kernel over rows: their elements in registers of xsimd, step by step.
#pragma once

#include <shardwise/backends/kernels/row_registers.hpp>
#include <shardwise/backends/kernels/row_state.hpp>
#include <shardwise/backends/kernels/vector_math.hpp>

namespace shardwise::kernels {

/// The base of RowKernel: D has `static constexpr RowProgram program`.
template <class D> class RowPass : protected RowState<D> {
 protected:
  using Plan = RowState<D>;
  using Plan::N, Plan::P, Plan::node, Plan::cls, Plan::is, Plan::sums, Plan::count_columns, Plan::from,
      Plan::reduces_to_number, Plan::asks_in, Plan::divides, Plan::steps, Plan::step_at, Plan::reduces_in,
      Plan::draws_in, Plan::sums_columns_in;
  using typename Plan::Kind, typename Plan::T, typename Plan::V, typename Plan::M, typename Plan::I;
  using typename Plan::Scalars, typename Plan::Row, typename Plan::Values, typename Plan::Sums;
  static constexpr std::size_t width = V::size;
  // Sums in T over so many elements before they are added to a wider sum.
  static constexpr std::size_t block = 1024;

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

  template <std::size_t Rows, std::size_t Together> using Accumulators = V[Rows][Together][std::size_t(N) + 1];

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
        sum[K] = sum[K] + v;
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
  // The sums of columns: kept in `sum` of a row while it is worked on, handed from one row to the next.
  template <int S, int K>
  static constexpr bool sums_column = from(S, K) == FusedFrom::made&& cls(K) == FusedClass::columns;
  template <int S, int K, bool Tail>
  [[gnu::always_inline]] static void read_column(const Row& row, V* sum, std::size_t j, std::size_t rest) {
    if constexpr (sums_column<S, K>)
      sum[K] = detail::read<Tail, T>(row.column_sums + std::size_t(count_columns(K)) * row.pitch + j, rest);
  }
  template <int S, int K, bool Tail>
  [[gnu::always_inline]] static void write_column(const Row& row, const V* sum, std::size_t j, std::size_t rest) {
    if constexpr (sums_column<S, K>)
      detail::write<Tail, T>(row.column_sums + std::size_t(count_columns(K)) * row.pitch + j, sum[K], rest);
  }
  template <int S, int... I>
  [[gnu::always_inline]] static void hand_on(V* to, const V* sum, std::integer_sequence<int, I...>) {
    ((sums_column<S, step_at(S, I)> ? void(to[step_at(S, I)] = sum[step_at(S, I)]) : void()), ...);
  }
  // A register of each row.
  template <int S, bool Tail, std::size_t R, std::size_t Rows, std::size_t Together, int... I>
  [[gnu::always_inline]] static void elements_of_rows(const Row* row, const Scalars* s, Values (&x)[Rows][Together],
                                                      Accumulators<Rows, Together>& sum, const double* value,
                                                      std::size_t j, std::size_t rest,
                                                      std::integer_sequence<int, I...> list) {
    constexpr bool ask = !Tail && R * width * sizeof(T) % 64 == 0;
    (read_column<S, step_at(S, I), Tail>(row[0], sum[0][R], j, rest), ...);
    all_steps<S, Tail, ask>(row[0], x[0][R], s[0], sum[0][R], value, j, rest, list);
    if constexpr (Rows == 2) {
      hand_on<S>(sum[1][R], sum[0][R], list);
      all_steps<S, Tail, ask>(row[1], x[1][R], s[1], sum[1][R], value, j, rest, list);
    }
    (write_column<S, step_at(S, I), Tail>(row[0], sum[Rows - 1][R], j, rest), ...);
  }
  template <int S, bool Tail, bool Ask, int... I>
  [[gnu::always_inline]] static void all_steps(const Row& row, Values& x, const Scalars& s, V* sum, const double* value,
                                               std::size_t j, std::size_t rest, std::integer_sequence<int, I...>) {
    (step<S, step_at(S, I), Tail, Ask>(row, x, s, sum, value, j, rest), ...);
  }
  // So many registers of each row, one after another.
  template <int S, bool Tail, std::size_t Rows, std::size_t Together, int... I, std::size_t... R>
  [[gnu::always_inline]] static void elements(const Row* row, const Scalars* s, Accumulators<Rows, Together>& sum,
                                              const double* value, std::size_t j, std::size_t rest,
                                              std::integer_sequence<int, I...> list,
                                              std::index_sequence<R...> registers) {
    Values x[Rows][Together];
    for (std::size_t q = 0; q < Rows; ++q) (draw<S, step_at(S, I)>(row[q], x[q], j, registers), ...);
    (elements_of_rows<S, Tail, R>(row, s, x, sum, value, j + R * width, rest, list), ...);
  }

  // How many registers at a time: sums of one would wait for one another, so would the operations of a draw, and one
  // may be half a cache line.
  static constexpr std::size_t registers(int pass) {
    constexpr bool narrow = width * sizeof(T) < 64;
    if (steps(pass) > 24) return 1;
    if (reduces_in(pass)) return narrow && steps(pass) <= 6 ? 4 : 2;
    return narrow || draws_in(pass) ? 2 : 1;
  }

  // One pass over some rows, which share what belongs to columns.
  template <int S, std::size_t Rows, int... K>
  [[gnu::always_inline]] static void pass(const Row* row, const Scalars* s, Sums* sums, const double* value,
                                          std::size_t columns, std::integer_sequence<int, K...>) {
    constexpr auto list = std::make_integer_sequence<int, steps(S)>{};
    constexpr std::index_sequence<0> one;
    constexpr std::size_t together = registers(S);
    for (std::size_t q = 0; q < Rows; ++q)
      ((reduces_to_number(S, K) ? void(sums[q].wide[K] = double(neutral(K).get(0))) : void()), ...);
    std::size_t j = 0;
    for (;;) {
      const std::size_t end = reduces_in(S) ? std::min(columns, j + block) : columns;
      Accumulators<Rows, together> sum;
      for (auto& of_row : sum)
        for (auto& part : of_row) ((reduces_to_number(S, K) ? void(part[K] = neutral(K)) : void()), ...);
      if constexpr (together > 1)
        for (; j + together * width <= end; j += together * width)
          elements<S, false, Rows, together>(row, s, sum, value, j, width, list, std::make_index_sequence<together>{});
      for (; j + width <= end; j += width) elements<S, false, Rows, together>(row, s, sum, value, j, width, list, one);
      if (j < end) {
        elements<S, true, Rows, together>(row, s, sum, value, j, end - j, list, one);
        j = end;
      }
      for (std::size_t q = 0; q < Rows; ++q) (fold_registers<S, K>(sum[q], sums[q]), ...);
      if (j == columns) return;
      for (std::size_t q = 0; q < Rows; ++q) (fold_lanes<S, K>(sums[q]), ...);
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
};

}  // namespace shardwise::kernels
