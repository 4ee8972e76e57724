// How many collectives a program means, by kind; in a loop, times its trip count.
#pragma once

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise {

/// Counts of collectives. A count that no static number tells (`exact` is false) equals nothing, itself included.
/// That of a program with an error equals every count: the error was reported, and is the only one.
struct Collectives {
  std::int64_t all_reduce = 0, all_gather = 0, reduce_scatter = 0, all_to_all = 0, permute = 0;
  bool exact = true;
  bool after_error = false;

  constexpr bool operator==(const Collectives& o) const {
    if (after_error || o.after_error) return true;
    return exact && o.exact && all_reduce == o.all_reduce && all_gather == o.all_gather &&
           reduce_scatter == o.reduce_scatter && all_to_all == o.all_to_all && permute == o.permute;
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
  if (!c.exact) text << " (not exact: a trip count is no static number)";
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

namespace detail {
/// The axes that one kind of collective of a reshard runs over.
constexpr AxisList axes_of_move(const TypeDesc& from, const TypeDesc& to, rules::Move m) {
  AxisUnion all;
  all.add(from);
  all.add(to);
  AxisList axes;
  for (Name x : all)
    if (rules::move_of(from, to, x) == m) axes.insert(x);
  return axes;
}

/// True if an earlier leaf of the same tree already runs this collective: same kind, axes, dtype and reduction.
constexpr bool shared_with_earlier(const ProgramView& p, int id, rules::Move m) {
  const Eqn& q = p.equations[std::size_t(id)];
  if (!q.group) return false;
  const TypeDesc &from = p.type_of(q.a), &to = p.type_of(id);
  for (int k = id - 1; k >= 0; --k) {
    const Eqn& e = p.equations[std::size_t(k)];
    if (e.group != q.group) {
      if (e.op == op<ops::constant>) continue;
      return false;
    }
    const TypeDesc &f = p.type_of(e.a), &t = p.type_of(k);
    if (f.dtype == from.dtype && f.pending == from.pending && (rules::collectives_of(f, t) >> int(m) & 1) &&
        axes_of_move(f, t, m) == axes_of_move(from, to, m))
      return true;
  }
  return false;
}

constexpr Collectives count_range(const ProgramView& p, int begin, int end) {
  Collectives c;
  for (int i = begin; i < end; ++i) {
    const Eqn& q = p.equations[std::size_t(i)];
    if (q.op == op<ops::scan>) {
      Collectives body = count_range(p, i + 1, q.a);
      const Extent& trip = p.extents[q.k1];
      if (!trip.is_number() && body.total() > 0) c.exact = false;
      const std::int64_t n = trip.is_number() ? trip.number : 1;
      c.all_reduce += n * body.all_reduce;
      c.all_gather += n * body.all_gather;
      c.reduce_scatter += n * body.reduce_scatter;
      c.all_to_all += n * body.all_to_all;
      c.permute += n * body.permute;
      c.exact = c.exact && body.exact;
      i = q.a - 1;
    } else if (q.op == op<ops::permute>) {
      ++c.permute;
    } else if (q.op == op<ops::reshard>) {
      const unsigned kinds = rules::collectives_of(p.type_of(q.a), p.type_of(i));
      for (int m = 0; m < rules::move_count; ++m)
        if ((kinds >> m & 1) && !shared_with_earlier(p, i, rules::Move(m))) ++c[rules::Move(m)];
    }
  }
  return c;
}
}  // namespace detail

constexpr Collectives count_collectives(const ProgramView& p) {
  return detail::count_range(p, 0, int(p.equations.size()));
}

}  // namespace shardwise
