// The rule of contractions for any number of operands, one axis at a time, and the calls that repair what it refuses.
#pragma once

#include <shardwise/dsl/rules/shape.hpp>

namespace shardwise::rules {

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

/// The operands of a contraction: their types, and their labels, 4 bits each from 1, first dimension lowest.
struct Operands {
  int n = 0;
  const TypeDesc* types[3]{};
  std::uint32_t labels[3]{};
  std::uint32_t result = 0;  ///< the result's labels
  bool has_out = true;       ///< a spec says where sums go
  std::uint32_t whole = 0;   ///< a bit a label that nothing may split

  constexpr int dim_of(int k, int label) const { return find_label(labels[k], types[k]->rank, label); }
};

namespace rows {
inline constexpr std::string_view two_pending =
    "the product of two sums pending over %X is not the sum of the products";
inline constexpr std::string_view pending_not_reduced =
    "a sum pending over %X contracted with a value that is not reduced over %X";
inline constexpr std::string_view pending_meets_split =
    "a sum pending over %X contracted with a value that is split over %X";
inline constexpr std::string_view shared_on_one_side = "a shared dimension is split over %X on one side only";
}  // namespace rows

/// Why the operands do not fit over an axis; empty if they do: some are split, all on the same label and every operand
/// that has it, and the others are replicated or R; or none is split, and all are replicated, or R, or U once and R.
constexpr std::string_view axis_problem(const Operands& o, Name x) {
  int split = 0, pending = 0, reduced = 0, replicated = 0, varying = 0, label = 0;
  bool apart = false;
  for (int k = 0; k < o.n; ++k) switch (state_of(*o.types[k], x)) {
      case State::pending:
        return rows::no_minmax;
      case State::unreduced:
        ++pending;
        break;
      case State::reduced:
        ++reduced;
        break;
      case State::replicated:
        ++replicated;
        break;
      case State::varying:
        ++varying;
        break;
      default: {
        const int own = field(o.labels[k], o.types[k]->dim_of(x));
        if (o.whole >> own & 1) return rows::split_apart;
        apart |= split++ && own != label;
        label = own;
      }
    }
  if (pending > 1) return rows::two_pending;
  if (pending && split) return rows::pending_meets_split;
  if (varying) return pending || split ? rows::split_apart : std::string_view{};  // the rest is cast to varying
  if (split) {
    if (apart) return rows::split_apart;
    for (int k = 0; k < o.n; ++k)
      if (state_of(*o.types[k], x) != State::split && o.dim_of(k, label) >= 0) return rows::shared_on_one_side;
    return {};
  }
  if (!has_cotangent(scalar_type(o.types[0]->dtype))) return {};  // then replicated and R are the same
  if (pending && replicated) return rows::pending_not_reduced;
  return reduced && replicated && !pending ? rows::reduced_meets : std::string_view{};
}

namespace detail {
/// Two operands that split a shared label over the same axes in different orders: the dimension of the first, or -1.
constexpr int disordered(const Operands& o, int i, int j) {
  for (int d = 0; d < o.types[i]->rank; ++d)
    if (const int e = o.dim_of(j, field(o.labels[i], d));
        e >= 0 && !(o.types[i]->dims[d].axes == o.types[j]->dims[e].axes))
      return d;
  return -1;
}
/// 16 for each axis that is wrong, 1 for what is little.
constexpr int count_problems(const Operands& o) {
  AxisUnion all;
  for (int k = 0; k < o.n; ++k) all.add(*o.types[k]);
  int n = 0;
  for (Name x : all) n += !axis_problem(o, x).empty();
  if (n) return 16 * n;
  for (int i = 0; i < o.n; ++i)
    for (int j = 0; j < i; ++j) n += 8 * (disordered(o, i, j) >= 0);
  if (n || o.has_out) return n;
  for (Name x : all)
    for (int k = 0; k < o.n; ++k)
      if (const int d = o.types[k]->dim_of(x); d >= 0 && find_label(o.result, max_rank, field(o.labels[k], d)) < 0)
        return 1;
  return 0;
}

#define SHARDWISE_REPAIRS(A, AND)                                                                                     \
  {                                                                                                                   \
    "make " A " reduced (free): %{" A "+R}" AND, "slice " A " (free): %{" A "@}" AND,                                 \
        "make " A " replicated (free): %{" A "-}" AND, "reduce " A ": %{" A "-}" AND, "reduce " A ": %{" A "+R}" AND, \
        "reduce-scatter " A ": %{" A "@}" AND, "gather " A ": %{" A "-}" AND, "gather " A ": %{" A "+R}" AND,         \
        "move the split of " A ": %{" A "@}" AND, "gather " A ": %{" A " gathered}" AND                               \
  }
#define SHARDWISE_GIVE_OUT ", and say with a spec where the sum goes"
/// Of each operand; the second half where the repaired call still wants `out`.
inline constexpr std::string_view repairs[6][10] = {SHARDWISE_REPAIRS("a", ""),
                                                    SHARDWISE_REPAIRS("b", ""),
                                                    SHARDWISE_REPAIRS("c", ""),
                                                    SHARDWISE_REPAIRS("a", SHARDWISE_GIVE_OUT),
                                                    SHARDWISE_REPAIRS("b", SHARDWISE_GIVE_OUT),
                                                    SHARDWISE_REPAIRS("c", SHARDWISE_GIVE_OUT)};
#undef SHARDWISE_REPAIRS
#undef SHARDWISE_GIVE_OUT
inline constexpr int free_repairs = 3;
inline constexpr std::string_view plain_repairs[] = {"gather and reduce it first: %{a plain}",
                                                     "gather and reduce both first: %{a plain} and %{b plain}",
                                                     "gather and reduce all first: %{a plain}, %{b plain}, %{c plain}"};

/// Operand k as repair number r leaves it; false if the repair does not apply. `onto`: see Verdict.
constexpr bool repaired(const Operands& o, int k, int r, Name x, TypeDesc& t, std::uint32_t& onto) {
  const State s = state_of(t, x);
  const State from[] = {State::replicated, State::any,   State::reduced, State::unreduced, State::unreduced,
                        State::unreduced,  State::split, State::split,   State::split,     State::split};
  const bool is_free = s == State::replicated || s == State::reduced;
  const bool is_sum = s == State::unreduced || s == State::pending;
  if (from[r] == State::any ? !is_free : from[r] == State::unreduced ? !is_sum : s != from[r]) return false;
  const auto drop = [&](Name axis) {
    for (Dim& d : t.dims) d.axes.erase(axis);
    t.unreduced.erase(axis);
    t.reduced.erase(axis);
  };
  if (r == 9) {
    for (Dim& d : t.dims) d.axes = {};
  } else if (r == 1 || r == 5 || r == 8) {
    for (int j = 0; j < o.n; ++j) {
      const int e = j == k ? -1 : o.types[j]->dim_of(x);
      const int d = e < 0 ? -1 : o.dim_of(k, field(o.labels[j], e));
      if (d < 0) continue;
      for (Name axis : o.types[j]->dims[e].axes) drop(axis);
      t.dims[d].axes = o.types[j]->dims[e].axes;
      onto = std::uint32_t(d | j << 4 | e << 8);
      if (t.unreduced.empty()) t.pending = PendingKind::sum;
      return true;
    }
    return false;
  } else {
    drop(x);
    if (r == 0 || r == 4 || r == 7) t.reduced.insert(x);
  }
  if (t.unreduced.empty()) t.pending = PendingKind::sum;
  return true;
}
}  // namespace detail

/// Adds the repairs to a refusal at axis `x`: the cheapest after which all is well, or else fewer axes are wrong, and
/// one of the other kind: free or not.
constexpr void suggest(Verdict& v, const Operands& o, Name x) {
  struct Found {
    std::string_view text{};
    int left = 0;
  };
  const int before = detail::count_problems(o);
  Found found[2];
  for (int r = 0; r < 10; ++r)
    for (int k = o.n; k-- > 0;) {
      Found& to = found[r >= detail::free_repairs];
      if (!to.text.empty() && to.left == 0) continue;
      TypeDesc t = *o.types[k];
      std::uint32_t onto = 0;
      if (!detail::repaired(o, k, r, x, t, onto) || !judge_reshard(*o.types[k], spec_of(t)).ok) continue;
      Operands after = o;
      after.types[k] = &t;
      const int left = detail::count_problems(after);
      if (left >= (to.text.empty() ? before : to.left)) continue;
      to = {detail::repairs[left == 1 ? k + 3 : k][r], left};
      if (onto) v.onto[k] = onto;
    }
  const bool second = found[0].text.empty() || (!found[1].text.empty() && found[1].left < found[0].left);
  v.repair = found[second].text;
  v.other_repair = found[!second].text;
  if (v.repair.empty()) v.repair = detail::plain_repairs[o.n - 1];
}

/// What is wrong with operands before their states count: dtypes, ranks, extents of shared labels.
constexpr bool operands_fit(Verdict& v, const Operands& o) {
  for (int k = 0; k < o.n; ++k) {
    const Dtype d = o.types[k]->dtype, first = o.types[0]->dtype;
    if (d != first && !(is_floating(d) && is_floating(first))) v.reject("the dtypes differ", "astype one of them");
    if (d == Dtype::key || d == Dtype::boolean) v.reject("the operands are no numbers", "astype them first");
    if (count_labels(o.labels[k]) != o.types[k]->rank)
      v.reject("the ranks do not fit the labels", "one label a dimension");
    for (int i = 0; i < k && v.ok; ++i)
      for (int d2 = 0; d2 < o.types[i]->rank; ++d2) {
        const int e = o.dim_of(k, field(o.labels[i], d2));
        if (e >= 0 && unify(o.types[i]->dims[d2].extent, o.types[k]->dims[e].extent).how == Agreement::mismatch)
          v.reject("the extents of a shared label differ", "extents that are equal have equal names or numbers", {},
                   d2);
      }
  }
  return v.ok;
}

/// Whether operands may be contracted at all.
constexpr Verdict judge_operands(const Operands& o) {
  Verdict v;
  if (!operands_fit(v, o)) return v;
  AxisUnion all;
  for (int k = 0; k < o.n; ++k) all.add(*o.types[k]);
  for (Name x : all)
    if (const std::string_view why = axis_problem(o, x); !why.empty()) {
      v.reject(why, {}, x);
      suggest(v, o, x);
      return v;
    }
  for (int i = 0; i < o.n; ++i)
    for (int j = 0; j < i; ++j)
      if (const int d = detail::disordered(o, i, j); d >= 0) {
        v.reject("a shared dimension is split in different orders", {}, o.types[i]->dims[d].axes.axes[0], d);
        suggest(v, o, v.axis);
        return v;
      }
  return v;
}

}  // namespace shardwise::rules
