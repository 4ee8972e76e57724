// Ops that move elements within devices: transpose, reshape, slice, pad. All are linear: U and R pass.
#pragma once

#include <shardwise/dsl/rules/reshard_op.hpp>

namespace shardwise::rules {

constexpr Verdict judge_transpose(const TypeDesc& a, std::uint32_t permutation) {
  Verdict v;
  v.type = a;
  unsigned seen = 0;
  for (int i = 0; i < a.rank; ++i) {
    const int d = field(permutation, i);
    if (d >= a.rank || (seen >> d & 1))
      return v.reject("the permutation does not name each dimension once", "name 0 to rank - 1, each once");
    seen |= 1u << d;
    v.type.dims[i] = a.dims[d];
    if (fault(30)) v.type.dims[i].axes = a.dims[i].axes;
  }
  return v;
}

namespace detail {
/// A product of extents without a limit on names: what is left when two products are divided.
struct Quotient {
  std::int64_t number = 1, divisor = 1;
  Extent::Factor factors[2 * max_rank * Extent::max_factors]{};
  int size = 0;
  bool known = true;

  constexpr void times(const Extent& e, int power) {
    known &= !e.is_unknown();
    known &= shardwise::detail::multiply_number(number, power > 0 ? e.number : e.divisor);
    known &= shardwise::detail::multiply_number(divisor, power > 0 ? e.divisor : e.number);
    const std::int64_t g = std::gcd(number, divisor);
    if (g > 1) {
      number /= g;
      divisor /= g;
    }
    for (auto& f : e.factors) {
      int k = 0;
      while (k < size && !(factors[k].name == f.name)) ++k;
      if (k == size) factors[size++].name = f.name;
      factors[k].power += power * f.power;
    }
  }
  constexpr bool is_one() const {
    for (int k = 0; k < size; ++k)
      if (factors[k].power) return false;
    return known && number == divisor;
  }
};
constexpr bool equal_products(const TypeDesc& a, int i, int end_a, const TypeDesc& b, int j, int end_b) {
  Quotient q;
  for (; i < end_a; ++i) q.times(a.dims[i].extent, 1);
  for (; j < end_b; ++j) q.times(b.dims[j].extent, -1);
  return q.is_one();
}
/// The smallest groups of dimensions from i and j on with equal products; false if there are none.
constexpr bool regroup(const TypeDesc& a, int i, const TypeDesc& b, int j, int& end_a, int& end_b) {
  for (int total = 2; total <= a.rank - i + b.rank - j; ++total)
    for (end_a = i + 1; end_a < i + total && end_a <= a.rank; ++end_a) {
      end_b = j + total - (end_a - i);
      if (end_b > b.rank) continue;
      if (equal_products(a, i, end_a, b, j, end_b)) return true;
    }
  return false;
}
}  // namespace detail

/// Merging and splitting dimensions. A split dimension keeps its axes if it is the major factor on both sides. Whether
/// whole blocks stay whole is known when sizes are bound: an axis' size is a run-time fact.
constexpr Verdict judge_reshape(const TypeDesc& a, const Extent* extents, int rank) {
  Verdict v;
  TypeDesc& out = v.type;
  out = a;
  for (int i = 0; i < max_rank; ++i) out.dims[i] = {};
  out.rank = rank;
  for (int i = 0; i < rank; ++i) out.dims[i].extent = extents[i];
  const auto no = [&](int dim) {
    return v.reject("the extents cannot be regrouped to %S", "the products of the extents must be equal", {}, dim);
  };
  // An array without elements has any extents that have a 0.
  const auto empty = [](const TypeDesc& t) {
    for (int k = 0; k < t.rank; ++k)
      if (t.dims[k].extent.number == 0) return true;
    return false;
  };
  const bool nothing = empty(a) && empty(out);
  const auto rest_is_unsplit = [&](int from) {
    for (int k = from; k < a.rank; ++k)
      if (a.dims[k].axes.size) return false;
    return true;
  };
  for (int i = 0; i < rank; ++i)
    if (out.dims[i].extent.divisor != 1 && out.dims[i].extent.factors[0].power == 0) return no(-1);
  int i = 0, j = 0;
  while (true) {
    while (i < a.rank && a.dims[i].extent.is_one() && a.dims[i].axes.empty()) ++i;
    const bool split_one = i < a.rank && a.dims[i].extent.is_one();
    // An extent 1 of the result takes part only where the operand's next dimension is a split extent 1.
    while (j < rank && out.dims[j].extent.is_one() && !split_one) ++j;
    if (i == a.rank && j == rank) return v;
    if (split_one) {
      if (j == rank || !out.dims[j].extent.is_one())
        return v.reject("a dimension of extent 1 that is split over %X may not be merged away, as %S does",
                        "gather it first: %{a-}", a.dims[i].axes.axes[0], i);
      out.dims[j++].axes = a.dims[i++].axes;
      continue;
    }
    if (nothing && (i == a.rank || j == rank) && rest_is_unsplit(i)) return v;
    if (i == a.rank || j == rank) return no(i < a.rank ? i : -1);
    int end_a = 0, end_b = 0;
    const Unified same = unify(a.dims[i].extent, out.dims[j].extent);
    if (a.dims[i].extent.is_unknown() && same.how == Agreement::equal) {
      end_a = i + 1;
      end_b = j + 1;
    } else if (!detail::regroup(a, i, out, j, end_a, end_b)) {
      if (nothing && rest_is_unsplit(i)) return v;
      return a.dims[i].extent.is_unknown() ? v.reject("an unknown extent cannot be regrouped", "name it", {}, i)
                                           : no(i);
    }
    for (int k = i + 1; k < end_a; ++k)
      if (a.dims[k].axes.size && !fault(36))
        return v.reject(a.dims[k].extent.is_one()
                            ? "a dimension of extent 1 that is split over %X may not be merged away, as %S does"
                            : "a dimension that is split over %X is no major factor of one of %S",
                        "gather it first: %{a-}", a.dims[k].axes.axes[0], k);
    out.dims[j].axes = a.dims[i].axes;
    i = end_a;
    j = end_b;
  }
}

/// Where a slice begins and ends once places counted from the end are resolved.
struct SliceRange {
  std::int64_t start, stop;
  bool at_end;  ///< the extent is no number, and the slice is its last `stop - start` elements
};
constexpr SliceRange slice_range(const Extent& e, std::int64_t start, std::int64_t stop) {
  if (e.is_number()) {
    if (start < 0) start += e.number;
    return {start, stop == to_end ? e.number : stop < 0 ? stop + e.number : stop, false};
  }
  if (start < 0 && stop == to_end) return {0, -start, true};
  return {start, stop, false};
}

/// A part of one dimension, in elements from `start` to `stop` (exclusive). Negative places count from the end.
constexpr Verdict judge_slice(const TypeDesc& a, int dimension, std::int64_t start, std::int64_t stop,
                              std::int64_t stride) {
  Verdict v;
  v.type = a;
  if (dimension < 0 || dimension >= a.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  Dim& d = v.type.dims[dimension];
  if (d.axes.size && !fault(39))
    return v.reject("the dimension is split over %X", "gather it first: %{a-}", d.axes.axes[0], dimension);
  if (start == 0 && stop == to_end && stride == 1) return v;
  const SliceRange r = slice_range(d.extent, start, stop);
  if (!d.extent.is_number() && (r.start < 0 || r.stop < 0 || r.stop == to_end || (r.at_end && stride != 1)))
    return v.reject("the extent is no number, so what is counted from its end has none",
                    "count from the begin, or take the last n: slice<d, -n>(a)", {}, dimension);
  if (r.start < 0 || r.stop < r.start || stride < 1 || r.stop >= std::int64_t(~0u) ||
      (d.extent.is_number() && r.stop > d.extent.number))
    return v.reject("the slice is not within the extent", "0 <= start <= stop <= extent, stride >= 1", {}, dimension);
  d.extent = extent((r.stop - r.start + stride - 1) / stride);
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
struct transpose : Structural<"transpose", 1> {
  static constexpr void pull(auto& p) {
    std::uint32_t inverse = 0;
    for (int i = 0; i < p.operand_type(0).rank; ++i) inverse |= std::uint32_t(i) << (4 * field(p.eqn().k0, i));
    if (rules::fault(6)) inverse = p.eqn().k0;
    p.add(0, shardwise::transpose(p.cotangent, inverse));
  }
};
struct reshape : Structural<"reshape", 1> {
  static constexpr void pull(auto& p) { p.add(0, p.emit(p.eqn().op, p.cotangent, cotangent(p.operand_type(0)))); }
};
struct slice : Structural<"slice", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    const Extent whole = p.operand_type(0).dims[q.k0].extent;
    p.add(0, shardwise::pad(p.cotangent, int(q.k0), rules::fault(7) ? 0 : q.k1, std::int64_t(q.value), whole));
  }
};
struct pad : Structural<"pad", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    const TypeDesc t = cotangent(p.operand_type(0));
    // The elements that came from the operand: the slice may start and stride as the pad did.
    p.add(0, {p.builder, p.builder->push({.op = op<slice>,
                                          .a = p.cotangent.id,
                                          .value = rules::fault(8) ? 1 : q.value,
                                          .k0 = q.k0,
                                          .k1 = q.k1,
                                          .k2 = ~0u},
                                         t)});
  }
};
}  // namespace ops

constexpr Value transpose(Value a, std::uint32_t permutation) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_transpose(t, permutation);
  if (!v.ok) return a.builder->reject("transpose", &t, 1, v), Value{a.builder, -1};
  return {a.builder, a.builder->push({.op = op<ops::transpose>, .a = a.id, .k0 = permutation}, v.type)};
}

constexpr Value reshape(Value a, const Extent* extents, int rank) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_reshape(t, extents, rank);
  if (!v.ok) return a.builder->reject("reshape", &t, 1, v), Value{a.builder, -1};
  if (v.type == t) return a;
  return {a.builder, a.builder->push({.op = op<ops::reshape>, .a = a.id}, v.type)};
}

constexpr Value slice(Value a, int dimension, std::int64_t start, std::int64_t stop, std::int64_t stride) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  const rules::Verdict v = rules::judge_slice(t, dimension, start, stop, stride);
  if (!v.ok) return a.builder->reject("slice", &t, 1, v), Value{a.builder, -1};
  if (v.type == t && (t.dims[dimension].extent.is_number() || stop == to_end)) return a;
  const rules::SliceRange r = rules::slice_range(t.dims[dimension].extent, start, stop);
  return {a.builder, a.builder->push({.op = op<ops::slice>,
                                      .a = a.id,
                                      .value = double(stride),
                                      .k0 = std::uint32_t(dimension),
                                      .k1 = r.at_end ? from_end : std::uint32_t(r.start),
                                      .k2 = r.at_end ? ~0u : std::uint32_t(r.stop)},
                                     v.type)};
}

/// Zeros before, between and after the elements of one dimension, up to the extent `result`. `before` may be
/// `from_end`: then all zeros come first.
constexpr Value pad(Value a, int dimension, std::int64_t before, std::int64_t stride, const Extent& result) {
  if (!a.valid()) return a;
  TypeDesc t = a.type();
  if (dimension < 0 || dimension >= t.rank || t.dims[dimension].axes.size) {
    rules::Verdict v;
    v.reject("the padded dimension is split, or beyond the rank", "gather it first");
    return a.builder->reject("pad", &t, 1, v), Value{a.builder, -1};
  }
  if (t.dims[dimension].extent == result && stride == 1) return a;
  t.dims[dimension].extent = result;
  return {a.builder, a.builder->push({.op = op<ops::pad>,
                                      .a = a.id,
                                      .value = double(stride),
                                      .k0 = std::uint32_t(dimension),
                                      .k1 = std::uint32_t(before),
                                      .k2 = ~0u},
                                     t)};
}

}  // namespace shardwise
