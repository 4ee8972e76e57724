// The contraction of two operands, the equation that einsum, matmul and dot are made of. Rows for one axis over the
// class of the label that it splits; they say what contraction_law.hpp says for any number of operands.
#pragma once

#include <shardwise/dsl/rules/contraction_law.hpp>
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
};

namespace rows {
using L = LabelState;
inline constexpr ContractionRow contraction[] = {
    {L::pending, L::any, State::any, no_minmax},
    {L::any, L::pending, State::any, no_minmax},
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
    {L::unreduced, L::unreduced, State::any, two_pending},
    {L::unreduced, L::replicated, State::any, pending_not_reduced},
    {L::replicated, L::unreduced, State::any, pending_not_reduced},
    {L::unreduced, L::any, State::any, pending_meets_split},
    {L::any, L::unreduced, State::any, pending_meets_split},
    {L::reduced, L::replicated, State::any, reduced_meets},
    {L::replicated, L::reduced, State::any, reduced_meets},
    {L::free, L::free, State::any, "axis %X would split two dimensions of the result"},
    {L::contracted, L::any, State::any, "the contracted dimension is split over %X on one side only"},
    {L::any, L::contracted, State::any, "the contracted dimension is split over %X on one side only"},
    {L::batch, L::any, State::any, shared_on_one_side},
    {L::any, L::batch, State::any, shared_on_one_side},
    {L::any, L::any, State::any, split_apart}};
}  // namespace rows

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

/// The element type of a product: the operands' own; of two floating ones f64 if one is, else f32.
constexpr Dtype product_dtype(Dtype a, Dtype b) {
  return a == b ? a : a == Dtype::f64 || b == Dtype::f64 ? Dtype::f64 : Dtype::f32;
}

/// The type of the local product: contracted labels that are split become U.
constexpr Verdict judge_contraction(const TypeDesc& a, const TypeDesc& b, std::uint32_t la, std::uint32_t lb,
                                    std::uint32_t lo, bool has_out = true) {
  Verdict v;
  TypeDesc& out = v.type;
  out.dtype = product_dtype(a.dtype, b.dtype);
  out.rank = count_labels(lo);
  const Operands operands{2, {&a, &b}, {la, lb}, lo, has_out};
  if (!operands_fit(v, operands)) return v;
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
      if (row.out == State::any) {
        v.reject(row.algebra, {}, x);
        suggest(v, operands, x);
        return v;
      }
      SHARDWISE_ROW_USED(&row);
      if (fault(14) && sa == LabelState::contracted) break;
      if (row.out != State::split) set_state(out, row.out, x);
      break;
    }
  }
  if (const int d = detail::disordered(operands, 0, 1); d >= 0) {
    v.reject("a shared dimension is split in different orders", {}, a.dims[d].axes.axes[0], d);
    suggest(v, operands, v.axis);
    return v;
  }
  for (int i = 0; i < out.rank; ++i) {
    const int label = field(lo, i), pa = find_label(la, a.rank, label), pb = find_label(lb, b.rank, label);
    if (pa < 0 && pb < 0) return v.reject("a label of the result is in no operand", "drop it", {}, i);
    out.dims[i] = pa >= 0 ? a.dims[pa] : b.dims[pb];
    if (pa >= 0 && pb >= 0) out.dims[i].extent = unify(a.dims[pa].extent, b.dims[pb].extent).extent;
  }
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
/// The transpose contracts the cotangent with the other operand, in the element type of the one it is for.
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
      Value c = i ? shardwise::contract(other, p.cotangent, others, q.k2, known, t.dtype)
                  : shardwise::contract(p.cotangent, other, q.k2, others, known, t.dtype);
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

constexpr Value contract(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo, Dtype dtype) {
  if (!a.valid()) return a;
  if (!b.valid()) return b;
  Builder& g = *a.builder;
  detail::vary_together({&a, &b});
  const Dtype da = a.type().dtype, db = b.type().dtype;
  const bool floating = is_floating(da) && is_floating(db) && is_floating(dtype);
  // One kernel multiplies f32, bf16 and f16 in any mixture; f64 stands alone.
  if (floating && (da == Dtype::f64 || db == Dtype::f64 || dtype == Dtype::f64)) {
    a = astype(a, Dtype::f64);
    b = astype(b, Dtype::f64);
    if (!a.valid() || !b.valid()) return {&g, -1};
  }
  const TypeDesc types[] = {a.type(), b.type()};
  rules::Verdict v = rules::judge_contraction(types[0], types[1], la, lb, lo);
  if (v.ok && !floating && v.type.dtype != dtype)
    v.reject("the element type that is preferred is of another kind", "astype the operands or the result");
  if (!v.ok) return g.reject("contract", types, 2, v), Value{&g, -1};
  for (int i = 0; i < types[0].rank; ++i)
    if (const int j = rules::find_label(lb, types[1].rank, field(la, i)); j >= 0)
      if (unify(types[0].dims[i].extent, types[1].dims[j].extent).how == Agreement::at_bind)
        g.require_equal(types[0].dims[i].extent, types[1].dims[j].extent);
  if (floating && v.type.dtype != Dtype::f64) v.type.dtype = dtype;
  const Value product{&g,
                      g.push({.op = op<ops::contract>, .a = a.id, .b = b.id, .k0 = la, .k1 = lb, .k2 = lo}, v.type)};
  return astype(product, dtype);
}

constexpr Value contract(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo) {
  if (!a.valid()) return a;
  if (!b.valid()) return b;
  const Dtype da = a.type().dtype, db = b.type().dtype;
  return contract(a, b, la, lb, lo, is_floating(da) && is_floating(db) ? rules::product_dtype(da, db) : da);
}

}  // namespace shardwise
