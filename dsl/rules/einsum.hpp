// einsum of one, two and three operands, and matmul. What is not pending before and is after goes to `out`.
#pragma once

#include <shardwise/dsl/rules/contraction.hpp>

namespace shardwise::rules {

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

/// What `ij,jk->ik` says. A letter is one dimension.
struct EinsumLabels {
  std::uint32_t labels[3]{}, out = 0;
  int operands = 0;
  std::string_view problem{};  ///< why it says nothing; empty if all is well
  std::string_view repair{};
  bool valid = true;
  constexpr EinsumLabels& fail(std::string_view why, std::string_view fix) {
    if (valid) problem = why, repair = fix;
    valid = false;
    return *this;
  }
};
constexpr EinsumLabels parse_einsum(std::string_view text) {
  EinsumLabels l;
  const std::size_t arrow = text.find("->");
  if (arrow == std::string_view::npos)
    return l.fail("the equation has no ->", "say which letters the result has, as in einsum<\"ij,jk->ik\">");
  char seen[16]{};
  int count = 0, length = 0;
  l.operands = 1;
  for (std::size_t at = 0; at < text.size() && l.valid; ++at) {
    const char c = text[at];
    const bool result = at > arrow;
    if (c == ' ') continue;
    if (at == arrow) {
      length = 0;
      ++at;
      continue;
    }
    if (c == ',' && !result) {
      if (++l.operands > 3) l.fail("the equation names more than three operands", "contract three at a time");
      length = 0;
      continue;
    }
    if (!NotationParser::is_letter(c) || c == '_') {
      l.fail("the equation has a character that is no letter", "a letter a dimension, as in einsum<\"ij,jk->ik\">");
      break;
    }
    int label = 0;
    while (label < count && seen[label] != c) ++label;
    if (label == count) {
      if (result) l.fail("the result of the equation has a letter that no operand has", "drop it from the result");
      if (count == 15) l.fail("the equation has more than 15 letters", "contract in two steps");
      if (!l.valid) break;
      seen[count++] = c;
    }
    std::uint32_t& list = result ? l.out : l.labels[l.operands - 1];
    if (find_label(list, length, ++label) >= 0)
      l.fail("the equation has a letter twice in one operand or in the result", "give each dimension its own letter");
    else if (length == max_rank)
      l.fail("the equation has an operand of a rank above 8", "give it at most 8 letters");
    else
      list |= std::uint32_t(label) << (4 * length++);
  }
  return l;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace detail {

/// Operand k with what is replicated reduced, over the axes over which another operand is split: a free cast.
constexpr Value reduced_beside_splits(const Value* in, int n, int k) {
  SpecDesc s = spec_of(in[k].type());
  for (int j = 0; j < n; ++j)
    for (const Dim& d : in[j].type().dims)
      for (Name x : d.axes)
        if (rules::state_of(in[k].type(), x) == rules::State::replicated && !s.reduced.has(x)) s.reduced.insert(x);
  return reshard(in[k], s);
}

/// The labels of `a` and `b`, in order, that a result or another operand wants.
constexpr std::uint32_t wanted_labels(std::uint32_t a, std::uint32_t b, std::uint32_t out, std::uint32_t other) {
  std::uint32_t kept = 0;
  int n = 0;
  for (std::uint32_t list : {a, b})
    for (int i = 0; i < max_rank; ++i) {
      const int label = field(list, i);
      if (!label || rules::find_label(kept, n, label) >= 0) continue;
      if (rules::find_label(out, max_rank, label) < 0 && rules::find_label(other, max_rank, label) < 0) continue;
      if (n == max_rank) return ~0u;  // beyond the rank that values have
      kept |= std::uint32_t(label) << (4 * n++);
    }
  return kept;
}

/// A sum over the labels that the result lacks, then its order.
constexpr Value einsum_of_one(Value a, std::uint32_t la, std::uint32_t lo) {
  unsigned dims = 0;
  std::uint32_t left = 0, permutation = 0;
  int n = 0;
  for (int i = 0; i < a.type().rank; ++i)
    if (rules::find_label(lo, rules::count_labels(lo), field(la, i)) < 0)
      dims |= 1u << i;
    else
      left |= std::uint32_t(field(la, i)) << (4 * n++);
  for (int i = 0; i < n; ++i) permutation |= std::uint32_t(rules::find_label(left, n, field(lo, i))) << (4 * i);
  const Dtype dtype = a.type().dtype;
  const bool half = dims && (dtype == Dtype::bf16 || dtype == Dtype::f16);
  a = sum_local(half ? astype(a, Dtype::f32) : a, dims, false);
  if (left != lo) a = transpose(a, permutation);
  return half ? astype(a, dtype) : a;
}

/// Two of three operands first: those whose product has the fewest dimensions. Beside a split operand what is
/// replicated is cast to R, as a replicated operand meets R ones, and sums that are pending already, on the way.
constexpr Value einsum_of_three(const Value* in, const std::uint32_t* labels, std::uint32_t lo, Dtype dtype) {
  int first = -1, rank = max_rank + 1;
  std::uint32_t middle = 0;
  for (int k = 2; k >= 0; --k) {
    const std::uint32_t m = wanted_labels(labels[k == 0], labels[k == 2 ? 1 : 2], lo, labels[k]);
    if (m == ~0u || rules::count_labels(m) >= rank) continue;
    rank = rules::count_labels(m);
    middle = m;
    first = k;
  }
  if (first < 0) {
    const TypeDesc types[] = {in[0].type(), in[1].type(), in[2].type()};
    rules::Verdict v;
    v.reject("the product of any two operands has a rank above 8", "contract two of them first, with fewer labels");
    return in[0].builder->reject("einsum", types, 3, v), Value{in[0].builder, -1};
  }
  const int i = first == 0, j = first == 2 ? 1 : 2;
  const bool gradient = is_floating(dtype);
  const Value a = gradient ? reduced_beside_splits(in, 3, i) : in[i];
  const Value b = gradient ? reduced_beside_splits(in, 3, j) : in[j];
  const Value c = gradient ? reduced_beside_splits(in, 3, first) : in[first];
  const Dtype da = a.type().dtype, db = b.type().dtype;
  const bool half = gradient && size_of(rules::product_dtype(da, db)) == 2;
  const Value ab =
      half ? contract(a, b, labels[i], labels[j], middle, Dtype::f32) : contract(a, b, labels[i], labels[j], middle);
  return first == 0 ? contract(c, ab, labels[first], middle, lo, dtype)
                    : contract(ab, c, middle, labels[first], lo, dtype);
}

/// Where a result goes that pends over axes over which no operand did: to `out`, or nowhere yet.
constexpr Value finish_product(std::string_view name, Value natural, const TypeDesc* types, int n,
                               const SpecDesc* out) {
  if (!natural.valid()) return natural;
  rules::Verdict v;
  if (out) {
    v = rules::judge_reshard(natural.type(), *out);
    if (v.ok) return reshard(natural, *out);
    v.type = natural.type();
    v.repair = "give %<=>, as the product lies by itself, and reshard that";
    return natural.builder->reject(name, types, n, v), Value{natural.builder, -1};
  }
  for (Name x : natural.type().unreduced) {
    bool before = false;
    for (int k = 0; k < n; ++k) before |= types[k].unreduced.has(x);
    if (before) continue;
    v.type = natural.type();
    v.reject("contracts a dimension that is split over %X, so the sum is still pending; say where it goes",
             v.type.rank ? "%<-> all-reduces, %<+> reduce-scatters, %<=> leaves it pending"
                         : "%<-> all-reduces, %<=> leaves it pending",
             x);
    return natural.builder->reject(name, types, n, v), Value{natural.builder, -1};
  }
  return natural;
}
}  // namespace detail

constexpr Value einsum(const Value* in, const std::uint32_t* labels, int n, std::uint32_t lo, const SpecDesc* out,
                       const Dtype* preferred) {
  for (int k = 0; k < n; ++k)
    if (!in[k].valid()) return in[k];
  Builder& g = *in[0].builder;
  TypeDesc types[3]{};
  rules::Operands o{n, {}, {}, lo, out != nullptr};
  Value x[3]{};
  for (int k = 0; k < n; ++k) x[k] = in[k];
  if (n == 2) detail::vary_together({&x[0], &x[1]});
  if (n == 3) detail::vary_together({&x[0], &x[1], &x[2]});
  for (int k = 0; k < n; ++k) {
    types[k] = x[k].type();
    o.types[k] = &types[k];
    o.labels[k] = labels[k];
  }
  rules::Verdict v = n == 2 ? rules::judge_contraction(types[0], types[1], labels[0], labels[1], lo, out != nullptr)
                            : rules::judge_operands(o);
  if (v.ok && preferred && is_floating(types[0].dtype) && !is_floating(*preferred))
    v.reject("the element type that is preferred is no floating type", "astype the result");
  if (!v.ok) return g.reject("einsum", types, n, v), Value{&g, -1};
  Dtype dtype = types[0].dtype;
  for (int k = 1; k < n; ++k) dtype = rules::product_dtype(dtype, types[k].dtype);
  if (preferred) dtype = *preferred;
  for (int k = 0; k < n; ++k)
    if (!is_floating(types[k].dtype)) x[k] = astype(x[k], dtype);
  const Value natural = n == 1   ? astype(detail::einsum_of_one(x[0], labels[0], lo), dtype)
                        : n == 2 ? contract(x[0], x[1], labels[0], labels[1], lo, dtype)
                                 : detail::einsum_of_three(x, labels, lo, dtype);
  return detail::finish_product("einsum", natural, types, n, out);
}

constexpr Value einsum(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo, const SpecDesc* out) {
  const Value in[] = {a, b};
  const std::uint32_t labels[] = {la, lb};
  return einsum(in, labels, 2, lo, out);
}

constexpr Value matmul(Value a, Value b, const SpecDesc* out, const Dtype* preferred) {
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
  const Value in[] = {a, b};
  const std::uint32_t labels[] = {l.a, l.b};
  return einsum(in, labels, 2, l.out, out, preferred);
}

}  // namespace shardwise
