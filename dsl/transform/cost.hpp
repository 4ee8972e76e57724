// What a program computes, in floating-point operations.
#pragma once

#include <shardwise/dsl/rules/rules.hpp>

#include <vector>

namespace shardwise {

/// Operations of a program: 2 for each product that a contraction or conv adds (padding too), 1 for each element of an
/// elementwise result and of a reduced operand. Of the global arrays: what devices share counts once, what all of them
/// repeat too. Not `exact` where an extent or a trip count is no static number (counted as 1), or where branches differ
/// (the larger counts); such a count equals nothing.
struct Flops {
  std::int64_t contractions = 0, elementwise = 0;
  bool exact = true;

  constexpr std::int64_t total() const { return contractions + elementwise; }
  constexpr bool operator==(const Flops& o) const {
    return exact && o.exact && contractions == o.contractions && elementwise == o.elementwise;
  }
  constexpr void add(const Flops& o, std::int64_t n = 1) {
    contractions += n * o.contractions;
    elementwise += n * o.elementwise;
    exact = exact && o.exact;
  }
};

namespace detail {
/// The number that an extent is, or 1 and a doubt.
constexpr std::int64_t number_of(const Extent& e, bool& exact) {
  if (e.is_number()) return e.number;
  exact = false;
  return 1;
}
constexpr std::int64_t elements_of(const TypeDesc& t, bool& exact) {
  std::int64_t n = 1;
  for (int d = 0; d < t.rank; ++d) n *= number_of(t.dims[d].extent, exact);
  return n;
}
/// The product of the extents of all labels.
constexpr std::int64_t products_of(const TypeDesc& a, const TypeDesc& b, const Eqn& q, bool& exact) {
  std::int64_t n = elements_of(a, exact);
  for (int d = 0; d < b.rank; ++d) {
    bool in_a = false;
    for (int k = 0; k < a.rank; ++k) in_a = in_a || field(q.k0, k) == field(q.k1, d);
    if (!in_a) n *= number_of(b.dims[d].extent, exact);
  }
  return n;
}

struct BranchFlops {
  int predicate;
  Flops counts[2];
};
constexpr Flops flops_in(const ProgramView& p, int begin, int end) {
  Flops f;
  std::vector<BranchFlops> branches;
  for (int i = begin; i < end; ++i) {
    const Eqn& q = p.equations[std::size_t(i)];
    if (opens_region(q.op)) {
      Flops body = flops_in(p, i + 1, q.a);
      i = q.a - 1;
      if (q.op == op<ops::branch>) {
        std::size_t k = 0;
        while (k < branches.size() && branches[k].predicate != q.b) ++k;
        if (k == branches.size()) branches.push_back(BranchFlops{q.b, {}});
        branches[k].counts[q.k0].add(body);
        continue;
      }
      if (body.total() == 0) continue;
      if (q.op == op<ops::repeat>) body.exact = false;
      f.add(body, q.op == op<ops::scan> ? number_of(p.extents[q.k1], f.exact) : 1);
    } else if (q.op == op<ops::contract>) {
      f.contractions += 2 * products_of(p.type_of(q.a), p.type_of(q.b), q, f.exact);
    } else if (q.op == op<ops::conv>) {
      // For each element of the result a window of all input channels (HWIO).
      const TypeDesc& kernel = p.type_of(q.b);
      std::int64_t window = 1;
      for (int d = 0; d < 3; ++d) window *= number_of(kernel.dims[d].extent, f.exact);
      f.contractions += 2 * window * elements_of(p.type_of(i), f.exact);
    } else if (q.op == op<ops::reduce_sum> || q.op == op<ops::reduce_max> || q.op == op<ops::reduce_min>) {
      f.elementwise += elements_of(p.type_of(q.a), f.exact);
    } else if (q.op->elementwise()) {
      f.elementwise += elements_of(p.type_of(i), f.exact);
    }
  }
  for (const BranchFlops& b : branches) {
    const Flops &no = b.counts[0], &yes = b.counts[1];
    f.add(no.total() > yes.total() ? no : yes);
    if (!(no == yes)) f.exact = false;
  }
  return f;
}
}  // namespace detail

constexpr Flops flops(const ProgramView& p) { return detail::flops_in(p, 0, int(p.equations.size())); }

}  // namespace shardwise
