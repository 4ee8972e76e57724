// Contractions of two operands: matmul, dot, einsum. Rows for one axis over the class of the label that it splits.
#pragma once

#include <shardwise/dsl/rules/shape.hpp>
#include <shardwise/dsl/rules/varying.hpp>

namespace shardwise::rules {

/// What an axis is to one operand of a contraction.
enum class LabelState : std::uint8_t {
  replicated,
  reduced,
  unreduced,
  varying,
  free,        ///< splits a label that only this operand has, and that stays
  batch,       ///< splits a label that both have, and that stays
  contracted,  ///< splits a label that both have, and that is summed
  summed,      ///< splits a label that only this operand has, and that is summed
  pending,
  any
};

struct ContractionRow {
  LabelState a, b;
  State out;  ///< `any`: rejected
  std::string_view algebra;
  std::string_view repair{};
};

namespace rows {
using L = LabelState;
inline constexpr ContractionRow contraction[] = {
    {L::pending, L::any, State::any, no_minmax, "reshard it first: %{a-}"},
    {L::any, L::pending, State::any, no_minmax, "reshard it first: %{b-}"},
    {L::replicated, L::replicated, State::replicated, "a b"},
    {L::reduced, L::reduced, State::reduced, "a b"},
    {L::varying, L::varying, State::varying, "a_i b_i"},
    {L::free, L::replicated, State::split, "concat_i (a_i b)"},
    {L::replicated, L::free, State::split, "concat_i (a b_i)"},
    {L::free, L::reduced, State::split, "concat_i (a_i b)"},
    {L::reduced, L::free, State::split, "concat_i (a b_i)"},
    {L::batch, L::batch, State::split, "concat_i (a_i b_i)"},
    {L::contracted, L::contracted, State::unreduced, "sum_i (a_i b_i)"},
    {L::summed, L::replicated, State::unreduced, "sum_i (a_i b)"},
    {L::replicated, L::summed, State::unreduced, "sum_i (a b_i)"},
    {L::summed, L::reduced, State::unreduced, "sum_i (a_i b)"},
    {L::reduced, L::summed, State::unreduced, "sum_i (a b_i)"},
    {L::unreduced, L::reduced, State::unreduced, "(sum_i a_i) b = sum_i (a_i b)"},
    {L::reduced, L::unreduced, State::unreduced, "a (sum_i b_i) = sum_i (a b_i)"},
    {L::unreduced, L::unreduced, State::any, "the product of two sums pending over %X is not the sum of the products",
     "reduce one first: %{a+R}"},
    {L::unreduced, L::replicated, State::any,
     "a sum pending over %X contracted with a value that is not reduced over %X",
     "make the other reduced (free): %{b+R}"},
    {L::replicated, L::unreduced, State::any,
     "a sum pending over %X contracted with a value that is not reduced over %X",
     "make the other reduced (free): %{a+R}"},
    {L::unreduced, L::any, State::any, "a sum pending over %X contracted with a value that is split over %X",
     "reduce it first: %{a-}"},
    {L::any, L::unreduced, State::any, "a sum pending over %X contracted with a value that is split over %X",
     "reduce it first: %{b-}"},
    {L::reduced, L::replicated, State::any, reduced_meets, "make the other reduced too (free): %{b+R}"},
    {L::replicated, L::reduced, State::any, reduced_meets, "make the other reduced too (free): %{a+R}"},
    {L::free, L::free, State::any, "axis %X would split two dimensions of the result", "gather one operand: %{b-}"},
    {L::contracted, L::any, State::any, "the contracted dimension is split over %X on one side only",
     "gather that one: %{a-}, or slice the other (free)"},
    {L::any, L::contracted, State::any, "the contracted dimension is split over %X on one side only",
     "gather that one: %{b-}, or slice the other (free)"},
    {L::batch, L::any, State::any, "a shared dimension is split over %X on one side only",
     "gather that one: %{a-}, or slice the other (free)"},
    {L::any, L::batch, State::any, "a shared dimension is split over %X on one side only",
     "gather that one: %{b-}, or slice the other (free)"},
    {L::any, L::any, State::any, split_apart, "gather one operand: %{b-}"}};
}  // namespace rows

/// Position of a label among the first n, or -1.
constexpr int find_label(std::uint32_t labels, int n, int label) {
  for (int i = 0; i < n; ++i)
    if (field(labels, i) == label) return i;
  return -1;
}
constexpr int count_labels(std::uint32_t labels) {
  int n = 0;
  while (n < max_rank && field(labels, n)) ++n;
  return n;
}

namespace detail {
constexpr LabelState label_state(const TypeDesc& t, std::uint32_t labels, const TypeDesc& other,
                                 std::uint32_t other_labels, std::uint32_t result, int result_rank, Name axis) {
  switch (state_of(t, axis)) {
    case State::replicated:
      return LabelState::replicated;
    case State::reduced:
      return LabelState::reduced;
    case State::unreduced:
      return LabelState::unreduced;
    case State::varying:
      return LabelState::varying;
    case State::pending:
      return LabelState::pending;
    default:
      break;
  }
  const int label = field(labels, t.dim_of(axis));
  const bool shared = find_label(other_labels, other.rank, label) >= 0;
  const bool stays = find_label(result, result_rank, label) >= 0;
  return stays ? (shared ? LabelState::batch : LabelState::free)
               : (shared ? LabelState::contracted : LabelState::summed);
}
constexpr LabelState meet(LabelState s, LabelState other) {
  if (s != LabelState::replicated && s != LabelState::reduced) return s;
  if (other == LabelState::unreduced) return LabelState::reduced;
  return other == LabelState::replicated || other == LabelState::reduced ? other : s;
}
}  // namespace detail

/// The type of the local product: contracted labels that are split become U.
constexpr Verdict judge_contraction(const TypeDesc& a, const TypeDesc& b, std::uint32_t la, std::uint32_t lb,
                                    std::uint32_t lo) {
  Verdict v;
  TypeDesc& out = v.type;
  out.dtype = a.dtype;
  out.rank = count_labels(lo);
  if (a.dtype != b.dtype) return v.reject("the dtypes differ", "astype one of them");
  if (a.dtype == Dtype::key || a.dtype == Dtype::boolean)
    return v.reject("the operands are no numbers", "astype them first");
  if (count_labels(la) != a.rank || count_labels(lb) != b.rank)
    return v.reject("the ranks do not fit the labels", "one label a dimension");
  for (int i = 0; i < a.rank; ++i) {
    const int j = find_label(lb, b.rank, field(la, i));
    if (j < 0) continue;
    if (unify(a.dims[i].extent, b.dims[j].extent).how == Agreement::mismatch)
      return v.reject("the extents of a shared label differ", "extents that are equal have equal names or numbers", {},
                      i);
  }
  AxisUnion all;
  all.add(a);
  all.add(b);
  for (Name x : all) {
    LabelState sa = detail::label_state(a, la, b, lb, lo, out.rank, x),
               sb = detail::label_state(b, lb, a, la, lo, out.rank, x);
    if (!has_cotangent(out)) {  // then replicated and reduced are the same
      sa = detail::meet(sa, sb);
      sb = detail::meet(sb, sa);
    }
    const int da = a.dim_of(x), db = b.dim_of(x);
    const bool same_label =
        sa < LabelState::batch || sb < LabelState::batch || da < 0 || db < 0 || field(la, da) == field(lb, db);
    for (auto& row : rows::contraction) {
      if (!(row.a == LabelState::any || row.a == sa) || !(row.b == LabelState::any || row.b == sb)) continue;
      if (row.out != State::any && !same_label) continue;
      if (row.out == State::any) return v.reject(row.algebra, row.repair, x);
      SHARDWISE_ROW_USED(&row);
      if (fault(14) && sa == LabelState::contracted) break;
      if (row.out != State::split) set_state(out, row.out, x);
      break;
    }
  }
  for (int i = 0; i < a.rank; ++i) {
    const int j = find_label(lb, b.rank, field(la, i));
    if (j >= 0 && !(a.dims[i].axes == b.dims[j].axes))
      return v.reject("a shared dimension is split in different orders", "reshard one",
                      a.dims[i].axes.size ? a.dims[i].axes.axes[0] : b.dims[j].axes.axes[0], i);
  }
  for (int i = 0; i < out.rank; ++i) {
    const int label = field(lo, i), pa = find_label(la, a.rank, label), pb = find_label(lb, b.rank, label);
    if (pa < 0 && pb < 0) return v.reject("a label of the result is in no operand", "drop it", {}, i);
    out.dims[i] = pa >= 0 ? a.dims[pa] : b.dims[pb];
    if (pa >= 0 && pb >= 0) out.dims[i].extent = unify(a.dims[pa].extent, b.dims[pb].extent).extent;
  }
  return v;
}

/// Labels of matmul: `[..., m, k] @ [k, n]`, or with the same leading batch dimensions on both sides; a vector
/// on either side is summed over its only dimension. Empty labels if the ranks do not fit.
struct MatmulLabels {
  std::uint32_t a = 0, b = 0, out = 0;
  bool fits = true;
};
constexpr MatmulLabels matmul_labels(int rank_a, int rank_b) {
  MatmulLabels l;
  if (rank_a < 1 || rank_b < 1 || (rank_b > 2 && rank_a != rank_b)) return l.fits = false, l;
  const int k = 15, n = 14;
  const auto put = [](std::uint32_t& labels, int i, int label) { labels |= std::uint32_t(label) << (4 * i); };
  for (int i = 0; i + 1 < rank_a; ++i) {
    put(l.a, i, i + 1);
    put(l.out, i, i + 1);
  }
  put(l.a, rank_a - 1, k);
  const int batch = rank_b > 2 ? rank_b - 2 : 0;
  for (int i = 0; i < batch; ++i) put(l.b, i, i + 1);
  put(l.b, rank_b == 1 ? 0 : rank_b - 2, k);
  if (rank_b > 1) {
    put(l.b, rank_b - 1, n);
    put(l.out, rank_a - 1, n);
  }
  return l;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
/// The transpose contracts the cotangent with the other operand.
struct contract : Structural<"contract", 2> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    for (int i = 0; i < 2; ++i) {
      if (!p.wants(i)) continue;
      const std::uint32_t mine = i ? q.k1 : q.k0, others = i ? q.k0 : q.k1;
      const TypeDesc t = cotangent(p.operand_type(i));
      // Labels that only this operand had and that were summed: the cotangent is the same along them.
      std::uint32_t known = 0;
      int n = 0;
      for (int d = 0; d < t.rank; ++d) {
        const int label = field(mine, d);
        if (rules::find_label(others, p.operand_type(1 - i).rank, label) < 0 &&
            rules::find_label(q.k2, rules::count_labels(q.k2), label) < 0)
          continue;
        known |= std::uint32_t(label) << (4 * n++);
      }
      if (rules::fault(5) && n == 2) known = (known & 15) << 4 | known >> 4;
      // A label that only this operand had, split and summed: the cotangent is R where the other may be replicated.
      Value other = p.operand(1 - i);
      SpecDesc spec = spec_of(other.type());
      for (Name x : p.cotangent.type().reduced)
        if (!spec.mentions(x)) spec.reduced.insert(x);
      other = shardwise::reshard(other, spec);
      Value c = i ? shardwise::contract(other, p.cotangent, others, q.k2, known)
                  : shardwise::contract(p.cotangent, other, q.k2, others, known);
      if (n < t.rank) {
        std::uint32_t created = 0;
        for (int d = 0; d < t.rank; ++d)
          if (rules::find_label(known, n, field(mine, d)) < 0) created |= 1u << d;
        c = shardwise::detail::broadcast_back(c, created, false, t);
      }
      p.add(i, reshard_to(c, t));
    }
  }
};
}  // namespace ops

constexpr Value contract(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo) {
  if (!a.valid()) return a;
  if (!b.valid()) return b;
  Builder& g = *a.builder;
  detail::vary_together({&a, &b});
  const Dtype da = a.type().dtype, db = b.type().dtype;
  if (da != db && is_floating(da) && is_floating(db)) {
    const Dtype wide = da == Dtype::f64 || db == Dtype::f64 ? Dtype::f64 : Dtype::f32;
    a = astype(a, wide);
    b = astype(b, wide);
    if (!a.valid() || !b.valid()) return {&g, -1};
  }
  const TypeDesc types[] = {a.type(), b.type()};
  const rules::Verdict v = rules::judge_contraction(types[0], types[1], la, lb, lo);
  if (!v.ok) return g.reject("contract", types, 2, v), Value{&g, -1};
  for (int i = 0; i < types[0].rank; ++i)
    if (const int j = rules::find_label(lb, types[1].rank, field(la, i)); j >= 0)
      if (unify(types[0].dims[i].extent, types[1].dims[j].extent).how == Agreement::at_bind)
        g.require_equal(types[0].dims[i].extent, types[1].dims[j].extent);
  return {&g, g.push({.op = op<ops::contract>, .a = a.id, .b = b.id, .k0 = la, .k1 = lb, .k2 = lo}, v.type)};
}

constexpr Value einsum(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo, const SpecDesc* out) {
  if (!a.valid()) return a;
  if (!b.valid()) return b;
  const TypeDesc types[] = {a.type(), b.type()};
  const Value local = contract(a, b, la, lb, lo);
  if (!local.valid()) return local;
  if (out) return reshard(local, *out);
  for (Name x : local.type().unreduced)
    if (!types[0].unreduced.has(x) && !types[1].unreduced.has(x)) {
      rules::Verdict v;
      v.type = local.type();
      v.reject("contracts a dimension that is split over %X, so the sum is still pending; say where it goes",
               "%<-> all-reduces, with %X on a result dimension it reduce-scatters, %<=> leaves it pending", x);
      a.builder->reject("contract", types, 2, v);
      return {a.builder, -1};
    }
  return local;
}

constexpr Value matmul(Value a, Value b, const SpecDesc* out) {
  if (!a.valid()) return a;
  if (!b.valid()) return b;
  const auto l = rules::matmul_labels(a.type().rank, b.type().rank);
  if (!l.fits) {
    const TypeDesc types[] = {a.type(), b.type()};
    rules::Verdict v;
    v.reject("matmul wants ranks of at least 1, and equal ranks if the second is above 2",
             "use einsum to name the dimensions");
    return a.builder->reject("matmul", types, 2, v), Value{a.builder, -1};
  }
  return einsum(a, b, l.a, l.b, l.out, out);
}

}  // namespace shardwise
