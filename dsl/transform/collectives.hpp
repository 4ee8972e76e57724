// How many collectives a program means, by kind; in a loop, times its trip count; of two branches, what both run alike.
#pragma once

#include <shardwise/dsl/rules/reshard_order.hpp>
#include <shardwise/dsl/rules/rules.hpp>

#include <vector>

namespace shardwise {

/// Why a count is no static number.
enum class Inexact : std::uint8_t { no, trip_count, branches, while_loop };

/// Counts of collectives. A count that no static number tells (`exact` is false) equals nothing, itself included.
/// That of a program with an error equals every count: the error was reported, and is the only one.
struct Collectives {
  std::int64_t all_reduce = 0, all_gather = 0, reduce_scatter = 0, all_to_all = 0, permute = 0;
  bool exact = true;
  bool after_error = false;
  Inexact why = Inexact::no;

  constexpr bool operator==(const Collectives& o) const {
    if (after_error || o.after_error) return true;
    return exact && o.exact && all_reduce == o.all_reduce && all_gather == o.all_gather &&
           reduce_scatter == o.reduce_scatter && all_to_all == o.all_to_all && permute == o.permute;
  }
  /// Not exact, for a reason: the first one stays.
  constexpr void doubt(Inexact reason) {
    exact = false;
    if (why == Inexact::no) why = reason;
  }
  /// n times another count more.
  constexpr void add(const Collectives& o, std::int64_t n = 1) {
    all_reduce += n * o.all_reduce;
    all_gather += n * o.all_gather;
    reduce_scatter += n * o.reduce_scatter;
    all_to_all += n * o.all_to_all;
    permute += n * o.permute;
    if (!o.exact) doubt(o.why);
  }
  constexpr std::int64_t total() const { return all_reduce + all_gather + reduce_scatter + all_to_all + permute; }
  constexpr std::int64_t& operator[](rules::Move m) {
    return m == rules::Move::all_reduce       ? all_reduce
           : m == rules::Move::all_gather     ? all_gather
           : m == rules::Move::reduce_scatter ? reduce_scatter
                                              : all_to_all;
  }
};

constexpr Text& operator<<(Text& text, const Collectives& c) {
  bool any = false;
  auto one = [&](std::string_view name, std::int64_t n) {
    if (!n) return;
    if (any) text << ", ";
    text << n << ' ' << name;
    any = true;
  };
  one("all-reduce", c.all_reduce);
  one("all-gather", c.all_gather);
  one("reduce-scatter", c.reduce_scatter);
  one("all-to-all", c.all_to_all);
  one("permute", c.permute);
  if (!any) text << "none";
  if (!c.exact)
    text << (c.why == Inexact::branches     ? " (not exact: the branches of a cond do not run the same)"
             : c.why == Inexact::while_loop ? " (not exact: how often a while_loop runs is not known)"
                                            : " (not exact: a trip count is no static number)");
  return text;
}

inline std::string to_string(const Collectives& c) {
  Text text;
  text << c;
  return std::string(text.view());
}
/// `1 all-reduce, 2 all-gather`
template <class Stream>
requires std::is_same_v<typename Stream::char_type, char> Stream& operator<<(Stream& out, const Collectives& c) {
  out << to_string(c);
  return out;
}

/// The reshards of one tree that begins with equation `id`: that alone, or its group's, which stand together. Empty if
/// an earlier equation begins it.
constexpr std::vector<int> reshards_together(const ProgramView& p, int id) {
  const Eqn& q = p.equations[std::size_t(id)];
  std::vector<int> members;
  const auto in_group = [&](const Eqn& e) { return e.op == op<ops::reshard> && e.group == q.group; };
  for (int k = id - 1; q.group && k >= 0; --k) {
    const Eqn& e = p.equations[std::size_t(k)];
    if (in_group(e)) return members;
    if (e.op != op<ops::constant>) break;
  }
  members.push_back(id);
  for (int k = id + 1; q.group && k < int(p.equations.size()); ++k) {
    const Eqn& e = p.equations[std::size_t(k)];
    if (in_group(e))
      members.push_back(k);
    else if (e.op != op<ops::constant>)
      break;
  }
  return members;
}

namespace detail {
constexpr int count_bits(unsigned bits) {
  int n = 0;
  for (; bits; bits &= bits - 1) ++n;
  return n;
}

/// The collectives of the reshards of one tree: as many as its leaves run in the order that they share.
constexpr void count_tree(const ProgramView& p, const std::vector<int>& members, Collectives& c) {
  using rules::Move;
  const auto kinds = [&](int i) {
    return rules::collectives_of(p.type_of(p.equations[std::size_t(i)].a), p.type_of(i));
  };
  std::vector<int> moving;  // leaves that run collectives
  bool ordered = false;
  for (int i : members)
    if (const unsigned k = kinds(i)) {
      moving.push_back(i);
      ordered = ordered || count_bits(k) > 1;
    }
  if (moving.size() == 1) {
    for (int m = 0; m < rules::move_count; ++m)
      if (kinds(moving[0]) >> m & 1) ++c[Move(m)];
    return;
  }
  std::vector<rules::LeafMoves> leaves;
  for (int i : moving) leaves.push_back({p.type_of(p.equations[std::size_t(i)].a), p.type_of(i)});
  if (ordered) {
    rules::for_each_collective(leaves, [&](Move m, const std::vector<int>&) { ++c[m]; });
    return;
  }
  // One collective each: those that are alike run together.
  for (std::size_t k = 0; k < leaves.size(); ++k)
    for (int m = int(Move::reduce_scatter); m <= int(Move::all_gather); ++m) {
      if (leaves[k].waiting[m].empty()) continue;
      bool shared = false;
      for (std::size_t j = 0; j < k && !shared; ++j) shared = rules::detail::alike(leaves[j], leaves[k], Move(m));
      if (!shared) ++c[Move(m)];
    }
}

/// What the branches under one predicate run, where it is false and where it is true.
struct BranchCounts {
  int predicate;
  Collectives counts[2]{};
};

constexpr Collectives count_range(const ProgramView& p, int begin, int end) {
  Collectives c;
  std::vector<BranchCounts> branches;
  for (int i = begin; i < end; ++i) {
    const Eqn& q = p.equations[std::size_t(i)];
    if (opens_region(q.op)) {
      const Collectives body = count_range(p, i + 1, q.a);
      i = q.a - 1;
      if (body.total() == 0) continue;
      if (q.op == op<ops::branch>) {
        std::size_t k = 0;
        while (k < branches.size() && branches[k].predicate != q.b) ++k;
        if (k == branches.size()) branches.push_back(BranchCounts{q.b, {}});
        branches[k].counts[q.k0].add(body);
        continue;
      }
      const bool loop = q.op == op<ops::scan>;
      const Extent trip = loop ? p.extents[q.k1] : extent(1);
      if (!loop) c.doubt(Inexact::while_loop);
      if (!trip.is_number()) c.doubt(Inexact::trip_count);
      c.add(body, trip.is_number() ? trip.number : 1);
    } else if (q.op == op<ops::permute>) {
      ++c.permute;
    } else if (q.op == op<ops::reshard>) {
      if (const std::vector<int> members = reshards_together(p, i); !members.empty()) count_tree(p, members, c);
    }
  }
  for (const BranchCounts& b : branches) {
    const Collectives &no = b.counts[0], &yes = b.counts[1];
    c.add(no.total() > yes.total() ? no : yes);
    if (no.exact && yes.exact && !(no == yes)) c.doubt(Inexact::branches);
  }
  return c;
}
}  // namespace detail

constexpr Collectives count_collectives(const ProgramView& p) {
  return detail::count_range(p, 0, int(p.equations.size()));
}

}  // namespace shardwise
