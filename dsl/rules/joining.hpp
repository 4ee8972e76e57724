// Joining and parting: concat, stack, split, and pad with constants. All run along an unsharded dimension and are
// linear: U and R pass.
#pragma once

#include <shardwise/dsl/rules/moving.hpp>
#include <shardwise/dsl/rules/varying.hpp>

namespace shardwise::rules {

/// a + b where a monomial says it; else unknown.
constexpr Extent sum_of(const Extent& a, const Extent& b) {
  if (a.is_number() && a.number == 0) return b;
  if (b.is_number() && b.number == 0) return a;
  if (a.is_unknown() || b.is_unknown()) return unknown_extent(-1);
  for (int i = 0; i < Extent::max_factors; ++i)
    if (!(a.factors[i] == b.factors[i])) return unknown_extent(-1);
  Extent e = a;
  e.number = a.number * b.divisor + b.number * a.divisor;
  e.divisor = a.divisor * b.divisor;
  shardwise::detail::reduce_fraction(e);
  return e;
}

namespace detail {
/// The call that gives operand k the layout of the first, or both one, where a reshard can.
constexpr std::string_view joining_repair(const TypeDesc& first, const TypeDesc& other) {
  if (judge_reshard(other, spec_of(first)).ok) return "reshard one of them: %{k=a}";
  if (judge_reshard(first, spec_of(other)).ok) return "reshard one of them: %{a=k}";
  return "gather both: %{a gathered} and %{k gathered}";
}
}  // namespace detail

/// Why operand k has not the type of the first, but for the extent of `dimension` (-1: none may differ).
constexpr Verdict judge_alike(const TypeDesc& a, const TypeDesc& b, int dimension, int k) {
  Verdict v;
  v.type = a;
  if (a.dtype != b.dtype) return v.reject("the dtypes differ", "astype one of them").of(k);
  if (a.rank != b.rank) return v.reject("the ranks differ", "expand_dims or reshape one of them").of(k);
  for (int i = 0; i < a.rank; ++i)
    if (i != dimension && unify(a.dims[i].extent, b.dims[i].extent).how == Agreement::mismatch)
      return v.reject("the extents differ", "slice or pad one of them", {}, i).of(k);
  AxisUnion all;
  all.add(a);
  all.add(b);
  for (Name x : all) {
    const State sa = state_of(a, x), sb = state_of(b, x);
    if (sa == sb && a.dim_of(x) == b.dim_of(x) && (sa != State::pending || a.pending == b.pending)) continue;
    const bool copies =
        (sa == State::replicated || sa == State::reduced) && (sb == State::replicated || sb == State::reduced);
    if (copies && !has_cotangent(a)) continue;
    const bool sums = sa == State::unreduced || sb == State::unreduced;
    return v
        .reject(sa == State::pending || sb == State::pending
                    ? "a pending maximum or minimum over %X meets a value in another state"
                : sums   ? rows::pending_meets
                : copies ? rows::reduced_meets
                         : rows::split_apart,
                detail::joining_repair(a, b), x)
        .of(k);
  }
  for (int i = 0; i < a.rank; ++i)
    if (!(a.dims[i].axes == b.dims[i].axes))
      return v.reject(rows::split_apart, detail::joining_repair(a, b), a.dims[i].axes.axes[0], i).of(k);
  return v;
}

/// One type but for the extent of `dimension`, which nothing splits.
constexpr Verdict judge_concat(const TypeDesc* types, int n, int dimension) {
  Verdict v;
  v.type = types[0];
  if (dimension < 0 || dimension >= types[0].rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  for (int k = 0; k < n; ++k)
    if (dimension < types[k].rank)
      if (const AxisList& axes = types[k].dims[dimension].axes; axes.size)
        return v.reject("the dimension is split over %X", "gather it first: %{k-}", axes.axes[0], dimension).of(k);
  for (int k = 1; k < n; ++k) {
    const Verdict alike = judge_alike(types[0], types[k], dimension, k);
    if (!alike.ok) return alike;
    Extent& sum = v.type.dims[dimension].extent;
    sum = sum_of(sum, types[k].dims[dimension].extent);
  }
  return v;
}

constexpr Verdict judge_split(const TypeDesc& a, int dimension, const std::int64_t* sizes, int n) {
  Verdict v;
  v.type = a;
  if (dimension < 0 || dimension >= a.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  Dim& d = v.type.dims[dimension];
  if (d.axes.size)
    return v.reject("the dimension is split over %X", "gather it first: %{a-}", d.axes.axes[0], dimension);
  if (n == 1) {
    if (sizes[0] < 1) return v.reject("the number of parts is not above 0", "split<dimension, parts>");
    if (sizes[0] == 1) return v;
    if (d.extent.is_unknown())
      return v.reject("an unknown extent cannot be divided", "name it, or slice the array", {}, dimension);
    if (d.extent.is_number() && d.extent.number % sizes[0])
      return v.reject("the number of parts does not divide the extent",
                      "give the sizes of the parts: split<dimension, size, size, ...>", {}, dimension);
    if (!d.extent.is_number() && a.rank == max_rank)
      return v.reject("the extent is no number, and the rank is 8", "reshape the array first", {}, dimension);
    d.extent = d.extent / extent(sizes[0]);
    return v;
  }
  std::int64_t total = 0;
  for (int k = 0; k < n; ++k) {
    total += sizes[k];
    if (sizes[k] < 0) return v.reject("a part has a negative size", "name the size of each part");
  }
  if (!d.extent.is_number() || d.extent.number != total)
    return v.reject("the sizes of the parts do not add up to the extent", "name the size of each part", {}, dimension);
  return v;
}

constexpr Verdict judge_pad(const TypeDesc& a, int dimension, std::int64_t before, std::int64_t after, double value) {
  Verdict v;
  v.type = a;
  if (dimension < 0 || dimension >= a.rank)
    return v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1");
  const Dim& d = a.dims[dimension];
  if (d.axes.size)
    return v.reject("the dimension is split over %X", "gather it first: %{a-}", d.axes.axes[0], dimension);
  if (before < 0 || after < 0 || before >= std::int64_t(~0u) || after >= std::int64_t(~0u))
    return v.reject("the padding is negative, or too large", "to leave elements out, slice", {}, dimension);
  if (a.dtype == Dtype::key) return v.reject("a key is no number");
  if (a.unreduced.size && a.pending != PendingKind::sum)
    return v.reject(rows::no_minmax, "reshard it first: %{a-}", a.unreduced.axes[0]);
  if (a.unreduced.size && value != 0)
    return v.reject("padding other than 0 meets a sum pending over %X, which would count it once per device",
                    "leave the number out, or reduce it first: %{a-}", a.unreduced.axes[0]);
  v.type.dims[dimension].extent = sum_of(d.extent, extent(before + after));
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace detail {
constexpr Value end_of(Value a, int dimension, bool last, const Extent& n);
}
namespace ops {
struct concat : Structural<"concat", 2> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    for (int i = 0; i < 2; ++i)
      if (p.wants(i))
        p.add(i, shardwise::detail::end_of(p.cotangent, int(q.k0), i == 1 && !rules::fault(31),
                                           p.operand_type(i).dims[q.k0].extent));
  }
};
}  // namespace ops

namespace detail {
/// The first or the last `n` elements of a dimension. Parts of a part are taken from the whole.
constexpr Value end_of(Value a, int dimension, bool last, const Extent& n) {
  TypeDesc t = a.type();
  const Extent whole = t.dims[dimension].extent;
  if (whole == n && !n.is_unknown()) return a;
  t.dims[dimension].extent = n;
  std::uint32_t start = last ? from_end : 0;
  if (last && whole.is_number() && n.is_number()) start = std::uint32_t(whole.number - n.number);
  const Eqn inner = (*a.builder)[a.id];
  int from = a.id;
  if (inner.op == op<ops::slice> && int(inner.k0) == dimension && inner.value == 1) {
    const bool known = inner.k1 != from_end && start != from_end;
    if (known || (inner.k1 == from_end && start == from_end)) {
      from = inner.a;
      start = known ? start + inner.k1 : from_end;
    }
  }
  return {
      a.builder,
      a.builder->push(
          {.op = op<ops::slice>, .a = from, .value = 1, .k0 = std::uint32_t(dimension), .k1 = start, .k2 = ~0u}, t)};
}
/// An extent that no monomial says is an unknown of its own; its size follows when sizes are bound.
constexpr void make_known(Builder& g, Extent& e) {
  if (e.is_unknown()) e = unknown_extent(++g.unknowns);
}
constexpr Value join(Value a, Value b, int dimension) {
  TypeDesc t = a.type();
  Extent& sum = t.dims[dimension].extent;
  sum = rules::sum_of(sum, b.type().dims[dimension].extent);
  make_known(*a.builder, sum);
  return {a.builder, a.builder->push({.op = op<ops::concat>, .a = a.id, .b = b.id, .k0 = std::uint32_t(dimension)}, t)};
}

/// Whether two values are parts of one array, side by side with zeros around: 1 if a comes first, -1 if b, else 0.
constexpr int side_by_side(Value a, Value b) {
  const Builder& g = *a.builder;
  const Eqn &p = g[a.id], &q = g[b.id];
  if (p.op != op<ops::pad> || q.op != op<ops::pad> || p.value != 1 || q.value != 1 || p.k0 != q.k0) return 0;
  const int d = int(p.k0);
  const auto before = [&](const Eqn& first, const Eqn& second) {
    const Extent &n = g.type_of(first.a).dims[d].extent, &m = g.type_of(second.a).dims[d].extent;
    if (first.k1 == from_end) return false;
    if (second.k1 == from_end) return first.k1 == 0 && rules::sum_of(n, m) == a.type().dims[d].extent;
    return n.is_number() && std::int64_t(first.k1) + n.number == std::int64_t(second.k1);
  };
  if (!(a.type() == b.type())) return 0;
  return before(p, q) ? 1 : before(q, p) ? -1 : 0;
}
/// a + b of cotangents, b the newer one. Parts that lie side by side are joined instead: the gradient of `split`, and
/// of slices, is a concat.
constexpr Value add_cotangents(Value a, Value b) {
  Builder& g = *a.builder;
  if (const Eqn sum = g[a.id]; sum.op == op<ops::add> && side_by_side({&g, sum.b}, b))
    return Value{&g, sum.a} + add_cotangents({&g, sum.b}, b);
  const int order = rules::fault(35) ? -side_by_side(a, b) : side_by_side(a, b);
  if (!order) return a + b;
  const Eqn first = g[order > 0 ? a.id : b.id], second = g[order > 0 ? b.id : a.id];
  const int d = int(first.k0);
  const Extent whole = a.type().dims[d].extent;
  return pad(join({&g, first.a}, {&g, second.a}, d), d, rules::fault(35) ? second.k1 : first.k1, 1, whole);
}
}  // namespace detail

/// One array after the other along a dimension: `concat({a, b, c}, 0)`.
constexpr Value concat(std::vector<Value> parts, int dimension, std::string_view name = "concat") {
  detail::vary_together(parts);
  std::vector<TypeDesc> types;
  for (Value v : parts) {
    if (!v.valid()) return v;
    types.push_back(v.type());
  }
  Builder& g = *parts[0].builder;
  const int n = int(parts.size());
  const rules::Verdict v = rules::judge_concat(types.data(), n, dimension);
  if (!v.ok) return g.reject(name, types.data(), n, v), Value{&g, -1};
  for (int k = 1; k < n; ++k)
    for (int i = 0; i < types[0].rank; ++i)
      if (i != dimension &&
          unify(types[0].dims[i].extent, types[std::size_t(k)].dims[i].extent).how == Agreement::at_bind)
        g.require_equal(types[0].dims[i].extent, types[std::size_t(k)].dims[i].extent);
  Value all = parts[0];
  for (int k = 1; k < n; ++k) all = detail::join(all, parts[std::size_t(k)], dimension);
  return all;
}

/// The arrays, all of one type, along a new dimension.
constexpr Value stack(std::vector<Value> parts, int dimension) {
  detail::vary_together(parts);
  std::vector<TypeDesc> types;
  for (Value v : parts) {
    if (!v.valid()) return v;
    types.push_back(v.type());
  }
  Builder& g = *parts[0].builder;
  const int n = int(parts.size()), rank = types[0].rank;
  rules::Verdict v;
  if (dimension < 0 || dimension > rank || rank == max_rank)
    v.reject("no dimension can be put there", "name a place from 0 to the rank, which is at most 8");
  for (int k = 1; k < n && v.ok; ++k) v = rules::judge_alike(types[0], types[std::size_t(k)], -1, k);
  if (!v.ok) return g.reject("stack", types.data(), n, v), Value{&g, -1};
  std::vector<Value> rows;
  for (Value p : parts) rows.push_back(expand_dims(p, dimension));
  return concat(rows, dimension, "stack");
}

/// Parts along a dimension, in order: one size a part, or a single number of equal parts. A named extent is first given
/// a dimension of parts, so that each part begins at a number.
constexpr std::vector<Value> split(Value a, int dimension, const std::int64_t* sizes, int n) {
  const std::int64_t parts = n == 1 ? sizes[0] : n;
  std::vector<Value> out;
  if (a.valid()) {
    const TypeDesc t = a.type();
    const rules::Verdict v = rules::judge_split(t, dimension, sizes, n);
    if (!v.ok) {
      a.builder->reject("split", &t, 1, v);
      a.id = -1;
    } else if (parts == 1) {
      out.push_back(a);
    } else if (t.dims[dimension].extent.is_number()) {
      std::int64_t start = 0;
      for (std::int64_t k = 0; k < parts; ++k) {
        const std::int64_t size = n == 1 ? t.dims[dimension].extent.number / parts : sizes[k];
        out.push_back(slice(a, dimension, start, start + size));
        start += size;
      }
    } else {
      Extent rows[max_rank], part[max_rank];
      for (int i = 0, k = 0; i < t.rank; ++i) {
        if (i == dimension) rows[k++] = extent(parts);
        rows[k++] = part[i] = v.type.dims[i].extent;
      }
      const Value all = reshape(a, rows, t.rank + 1);
      for (std::int64_t k = 0; k < parts; ++k) out.push_back(reshape(slice(all, dimension, k, k + 1), part, t.rank));
    }
  }
  while (std::int64_t(out.size()) < parts) out.push_back({a.builder, -1});
  return out;
}

/// `value` before and after the elements of one dimension. Over U only 0 fits.
constexpr Value pad_with(Value a, int dimension, std::int64_t before, std::int64_t after, double value = 0) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  Builder& g = *a.builder;
  rules::Verdict v = rules::judge_pad(t, dimension, before, after, value);
  if (!v.ok) return g.reject("pad", &t, 1, v), Value{&g, -1};
  if (before + after == 0) return a;
  if (value != 0) {
    const Value fits = detail::beside(a, value);
    if (!fits.valid()) return fits;
    std::vector<Value> parts;
    TypeDesc edge = t;
    edge.dims[dimension].extent = extent(before);
    if (before) parts.push_back(full(g, edge, value));
    parts.push_back(a);
    edge.dims[dimension].extent = extent(after);
    if (after) parts.push_back(full(g, edge, value));
    return concat(parts, dimension, "pad");
  }
  detail::make_known(g, v.type.dims[dimension].extent);
  return {&g, g.push({.op = op<ops::pad>,
                      .a = a.id,
                      .value = 1,
                      .k0 = std::uint32_t(dimension),
                      .k1 = std::uint32_t(before),
                      .k2 = std::uint32_t(after)},
                     v.type)};
}

}  // namespace shardwise
