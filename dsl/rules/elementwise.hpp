// Elementwise ops: the rows for one axis by class, broadcasting, and one struct an op with its meaning and derivative.
#pragma once

#include <shardwise/dsl/program/value.hpp>

#include <algorithm>
#include <cmath>

namespace shardwise::rules {

/// A row: the states of two operands over one axis, and the result's; `any` as result means rejected.
struct Row {
  State a, b, out;
  std::string_view algebra;  ///< accepted: one line of algebra. Rejected: why
  std::string_view repair{};
};

namespace rows {
using enum State;

inline constexpr std::string_view pending_meets =
    "a sum pending over %X meets a value that is not pending and would be counted once per device";
inline constexpr std::string_view reduced_meets = "reduced over %X against replicated";
inline constexpr std::string_view split_apart = "the operands are split over %X differently";
inline constexpr std::string_view enters_first = "split over %X against varying over %X";
inline constexpr std::string_view no_minmax =
    "a pending maximum or minimum over %X takes part in nothing but max or min of its kind";

// Row 4 of each table: a bias, a scale, a positional embedding. The transpose sums over the dimension.
#define SHARDWISE_COMMON_ROWS                                                                           \
  {replicated, replicated, replicated, "f(a, b)"}, {split, split, split, "f(a_i, b_i)"},                \
      {reduced, reduced, reduced, "f(a, b)"}, {varying, varying, varying, "f(a_i, b_i)"},               \
      {split, replicated_lacking, split, "f(a_i, b)"}, {replicated_lacking, split, split, "f(a, b_i)"}, \
      {split, reduced_lacking, split, "f(a_i, b)"}, {reduced_lacking, split, split, "f(a, b_i)"},       \
      {pending, any, any, no_minmax, "reshard it first: %{a-}"}, {                                      \
    any, pending, any, no_minmax, "reshard it first: %{b-}"                                             \
  }
#define SHARDWISE_COMMON_REFUSALS                                                                      \
  {split, varying, any, enters_first, "gather it: %{a-}, or give it to shard_map as an argument"},     \
      {varying, split, any, enters_first, "gather it: %{b-}, or give it to shard_map as an argument"}, \
      {reduced, replicated, any, reduced_meets, "make the other reduced too (free): %{b+R}"},          \
      {replicated, reduced, any, reduced_meets, "make the other reduced too (free): %{a+R}"},          \
      {reduced, split, any, "reduced over %X against split", "slice the reduced one (free): %{a=b}"},  \
      {split, reduced, any, "reduced over %X against split", "slice the reduced one (free): %{b=a}"},  \
      {replicated, split, any, split_apart, "slice the replicated one (free): %{a=b}"},                \
      {split, replicated, any, split_apart, "slice the replicated one (free): %{b=a}"}, {              \
    any, any, any, split_apart, "reshard one of them: %{b=a}"                                          \
  }

inline constexpr Row linear[] = {
    SHARDWISE_COMMON_ROWS,
    {unreduced, unreduced, unreduced, "sum_i a_i + sum_i b_i = sum_i (a_i + b_i)"},
    {unreduced, varying, any, pending_meets,
     "reduce it first: psum(a, %X), or make the other unreduced (free): pcast<unreduced>(b, %X)"},
    {varying, unreduced, any, pending_meets,
     "reduce it first: psum(b, %X), or make the other unreduced (free): pcast<unreduced>(a, %X)"},
    {unreduced, reduced, any, pending_meets, "reduce it first: %{a+R}, or make the other unreduced: %{b+U}"},
    {reduced, unreduced, any, pending_meets, "reduce it first: %{b+R}, or make the other unreduced: %{a+U}"},
    {unreduced, any, any, pending_meets, "reduce it first: %{a-}, or make the other unreduced: %{b+U}"},
    {any, unreduced, any, pending_meets, "reduce it first: %{b-}, or make the other unreduced: %{a+U}"},
    SHARDWISE_COMMON_REFUSALS};

inline constexpr Row bilinear[] = {
    SHARDWISE_COMMON_ROWS,
    {unreduced, reduced, unreduced, "(sum_i a_i) * b = sum_i (a_i * b)"},
    {reduced, unreduced, unreduced, "a * (sum_i b_i) = sum_i (a * b_i)"},
    {unreduced, unreduced, any, "the product of two sums pending over %X is not the sum of the products",
     "reduce one first: %{a+R}"},
    {unreduced, replicated, any, "a sum pending over %X times a value that is not reduced over %X",
     "make the other reduced (free): %{b+R}"},
    {replicated, unreduced, any, "a sum pending over %X times a value that is not reduced over %X",
     "make the other reduced (free): %{a+R}"},
    {unreduced, any, any, "a sum pending over %X times a value that is split or varies over %X",
     "reduce it first: %{a-}"},
    {any, unreduced, any, "a sum pending over %X times a value that is split or varies over %X",
     "reduce it first: %{b-}"},
    SHARDWISE_COMMON_REFUSALS};

inline constexpr Row division[] = {
    SHARDWISE_COMMON_ROWS,
    {unreduced, reduced, unreduced, "(sum_i a_i) / b = sum_i (a_i / b)"},
    {reduced, unreduced, any, "division by a sum pending over %X; 1/(a+b) is not 1/a + 1/b", "reduce it first: %{b+R}"},
    {any, unreduced, any, "division by a sum pending over %X; 1/(a+b) is not 1/a + 1/b", "reduce it first: %{b-}"},
    {unreduced, replicated, any, "a sum pending over %X divided by a value that is not reduced over %X",
     "make the divisor reduced (free): %{b+R}"},
    {unreduced, any, any, "a sum pending over %X divided by a value that is split or varies over %X",
     "reduce it first: %{a-}"},
    SHARDWISE_COMMON_REFUSALS};

inline constexpr std::string_view nonlinear_pending = "a sum is pending over %X, and f(a+b) is not f(a)+f(b)";
inline constexpr Row nonlinear[] = {SHARDWISE_COMMON_ROWS,
                                    {unreduced, reduced, any, nonlinear_pending, "reduce it first: %{a+R}"},
                                    {reduced, unreduced, any, nonlinear_pending, "reduce it first: %{b+R}"},
                                    {unreduced, any, any, nonlinear_pending, "reduce it first: %{a-}"},
                                    {any, unreduced, any, nonlinear_pending, "reduce it first: %{b-}"},
                                    SHARDWISE_COMMON_REFUSALS};

/// The mask of `where` against the common state of the two values.
inline constexpr Row selection[] = {
    SHARDWISE_COMMON_ROWS,
    {replicated, unreduced, unreduced, "where(m, sum_i a_i, sum_i b_i) = sum_i where(m, a_i, b_i)"},
    {reduced, unreduced, unreduced, "where(m, sum_i a_i, sum_i b_i) = sum_i where(m, a_i, b_i)"},
    {unreduced, any, any, "the mask is pending over %X", "reduce it first: %{a-}"},
    {any, unreduced, any, "the mask is split over %X, over which the values are pending", "gather the mask: %{a-}"},
    SHARDWISE_COMMON_REFUSALS};
#undef SHARDWISE_COMMON_ROWS
#undef SHARDWISE_COMMON_REFUSALS

struct UnaryRow {
  State a, out;
  std::string_view algebra;
  std::string_view repair{};
};
inline constexpr UnaryRow linear_unary[] = {{replicated, replicated, "f(a)"},
                                            {split, split, "f(a_i)"},
                                            {reduced, reduced, "f(a)"},
                                            {varying, varying, "f(a_i)"},
                                            {unreduced, unreduced, "f(sum_i a_i) = sum_i f(a_i)"},
                                            {pending, any, no_minmax, "reshard it first: %{a-}"}};
inline constexpr UnaryRow nonlinear_unary[] = {{replicated, replicated, "f(a)"},
                                               {split, split, "f(a_i)"},
                                               {reduced, reduced, "f(a)"},
                                               {varying, varying, "f(a_i)"},
                                               {unreduced, any, nonlinear_pending, "reduce it first: %{a-}"},
                                               {pending, any, no_minmax, "reshard it first: %{a-}"}};
}  // namespace rows

constexpr std::span<const Row> rows_of(OpClass c) {
  switch (c) {
    case OpClass::linear_binary:
      return rows::linear;
    case OpClass::bilinear:
      return rows::bilinear;
    case OpClass::linear_numerator:
      return rows::division;
    case OpClass::select:
      return rows::selection;
    default:
      return rows::nonlinear;
  }
}

/// One operand lined up against the result: its states after free casts, and the result dimensions it lacks
/// or has with extent 1.
struct Aligned {
  TypeDesc type;
  int offset = 0;
  unsigned lacking = 0;
};

namespace detail {
/// A value without cotangent does not care whether it is replicated or reduced.
constexpr State meet(State s, bool has_gradient, State other) {
  if (has_gradient || (s != State::replicated && s != State::reduced)) return s;
  if (other == State::unreduced) return State::reduced;
  return other == State::replicated || other == State::reduced ? other : s;
}

constexpr bool scalar_casts(const TypeDesc& s, const TypeDesc& other, Name axis, OpClass c, bool is_right) {
  if (s.rank != 0 || state_of(s, axis) != State::replicated) return false;
  if (other.reduced.has(axis)) return has_cotangent(other);
  if (state_of(other, axis) != State::unreduced) return false;
  return c == OpClass::bilinear || (c == OpClass::linear_numerator && is_right);
}
}  // namespace detail

/// Types a binary elementwise op. `result_dtype` is the operands' own, or bool for comparisons.
constexpr Verdict judge_binary(const OpInfo& op, const TypeDesc& a, const TypeDesc& b, OpClass c) {
  Verdict v;
  TypeDesc& out = v.type;
  const bool selecting = c == OpClass::select;
  if (!selecting && a.dtype != b.dtype) return v.reject("the dtypes differ", "astype one of them");
  out.dtype = c == OpClass::comparison ? Dtype::boolean : b.dtype;
  out.rank = std::max(a.rank, b.rank);
  const int oa = out.rank - a.rank, ob = out.rank - b.rank;
  unsigned lacks_a = 0, lacks_b = 0;
  for (int i = 0; i < out.rank; ++i) {
    const unsigned bit = 1u << i;
    if (i < oa) {
      lacks_a |= bit;
      out.dims[i].extent = b.dims[i - ob].extent;
    } else if (i < ob) {
      lacks_b |= bit;
      out.dims[i].extent = a.dims[i - oa].extent;
    } else {
      const Unified u = unify(a.dims[i - oa].extent, b.dims[i - ob].extent, true);
      if (u.how == Agreement::mismatch)
        return v.reject("the extents differ", "extents that are equal have equal names or numbers; reshape one", {}, i);
      const bool ones = u.how == Agreement::equal && u.extent.is_one();  // the split one keeps its axis
      const bool split_a = a.dims[i - oa].axes.size, split_b = b.dims[i - ob].axes.size;
      if (u.how == Agreement::broadcast_left || (ones && split_b && !split_a)) lacks_a |= bit;
      if (u.how == Agreement::broadcast_right || (ones && split_a && !split_b)) lacks_b |= bit;
      out.dims[i].extent = u.extent;
    }
  }
  AxisUnion all;
  all.add(a);
  all.add(b);
  // Pending maxima first: no repair over another axis makes the other operand one.
  for (Name x : all) {
    const bool ma = state_of(a, x) == State::pending, mb = state_of(b, x) == State::pending;
    const PendingKind kind = ma ? a.pending : b.pending;
    const bool both = ma && mb && a.pending == b.pending && op.name == (kind == PendingKind::max ? "max" : "min");
    if ((ma || mb) && !both)
      return v.reject(rows::no_minmax, ma ? "reshard it first: %{a-}" : "reshard it first: %{b-}", x);
  }
  const auto table = rows_of(c);
  for (Name x : all) {
    State sa = state_of(a, x), sb = state_of(b, x);
    const int da = sa == State::split ? a.dim_of(x) + oa : -1, db = sb == State::split ? b.dim_of(x) + ob : -1;
    if (sa == State::pending && sb == State::pending && a.pending == b.pending &&
        op.name == (a.pending == PendingKind::max ? "max" : "min")) {
      out.unreduced.insert(x);
      out.pending = a.pending;
      continue;
    }
    if (detail::scalar_casts(a, b, x, c, false)) sa = State::reduced;
    if (detail::scalar_casts(b, a, x, c, true)) sb = State::reduced;
    const bool mask_of_pending = selecting && sb == State::unreduced;
    const State ma = detail::meet(sa, has_cotangent(a) || mask_of_pending, sb),
                mb = detail::meet(sb, has_cotangent(b), ma);
    sa = ma;
    sb = mb;
    if ((da >= 0 && (lacks_a >> da & 1)) || (db >= 0 && (lacks_b >> db & 1)))
      return v.reject("a dimension of extent 1 is split over %X and would be broadcast",
                      da >= 0 ? "gather it: %{a-}" : "gather it: %{b-}", x);
    if (da >= 0 && (lacks_b >> da & 1))
      sb = sb == State::replicated ? State::replicated_lacking : sb == State::reduced ? State::reduced_lacking : sb;
    if (db >= 0 && (lacks_a >> db & 1))
      sa = sa == State::replicated ? State::replicated_lacking : sa == State::reduced ? State::reduced_lacking : sa;
    if (da >= 0 && db >= 0 && da != db) {
      if ((lacks_a >> db & 1) && (lacks_b >> da & 1))
        return v.reject("axis %X would split two dimensions of the result", "gather one: %{b-}", x);
      sb = State::split_elsewhere;
    }
    if (fault(1) && c == OpClass::linear_binary && sa == State::unreduced && sb == State::replicated) sb = sa;
    if (fault(37) && selecting && sb == State::unreduced && sa == State::split) sa = State::replicated;
    if (fault(3) && c == OpClass::bilinear && sa == State::unreduced && sb == sa) sb = State::reduced;
    for (const Row& row : table) {
      if (!(row.a == State::any || row.a == sa) || !(row.b == State::any || row.b == sb)) continue;
      if (row.out == State::any) return v.reject(row.algebra, row.repair, x);
      SHARDWISE_ROW_USED(&row);
      if (row.out != State::split) set_state(out, row.out, x);
      break;
    }
  }
  if (c == OpClass::linear_numerator && out.unreduced.size && !is_floating(a.dtype))
    return v.reject("a sum is pending over %X, and the division of integers rounds each piece",
                    "reduce it first: %{a-}", out.unreduced.axes[0]);
  // The splits of a dimension come from the operand that has it; two that both have it must agree on the order.
  for (int i = 0; i < out.rank; ++i) {
    const bool from_a = !(lacks_a >> i & 1), from_b = !(lacks_b >> i & 1);
    const AxisList empty{};
    const AxisList& la = from_a ? a.dims[i - oa].axes : empty;
    const AxisList& lb = from_b ? b.dims[i - ob].axes : empty;
    if (from_a && from_b && !(la == lb))
      return v.reject(rows::split_apart, "reshard one of them: %{b=a}", la.size ? la.axes[0] : lb.axes[0], i);
    out.dims[i].axes = from_a ? la : lb;
  }
  for (int i = 0; i < out.rank; ++i)
    for (int j = 0; j < i; ++j)
      for (Name x : out.dims[i].axes)
        if (out.dims[j].axes.has(x))
          return v.reject("axis %X would split two dimensions of the result", "gather one: %{b-}", x);
  return v;
}

constexpr Verdict judge_unary(const TypeDesc& a, bool linear) {
  Verdict v;
  v.type = a;
  AxisUnion all;
  all.add(a);
  const std::span<const rows::UnaryRow> table =
      linear || fault(2) ? std::span<const rows::UnaryRow>(rows::linear_unary) : rows::nonlinear_unary;
  for (Name x : all)
    for (auto& row : table)
      if (row.a == state_of(a, x)) {
        if (row.out == State::any) return v.reject(row.algebra, row.repair, x);
        SHARDWISE_ROW_USED(&row);
        break;
      }
  return v;
}

}  // namespace shardwise::rules
