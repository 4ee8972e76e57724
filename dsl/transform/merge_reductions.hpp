// Reductions that are added up are one: `reshard(a, s) + reshard(b, s)` is `reshard(a + b, s)`, in a step and in manual
// mode, through factors and signs too.
#pragma once

#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/draft.hpp>

namespace shardwise {

namespace detail {

struct ReductionMerger {
  Draft& d;

  constexpr void run(const std::vector<int>& order) {
    for (int id : order)
      if (d.alive(id) && (d.op_of(id) == op<ops::add> || d.op_of(id) == op<ops::sub>)&&d.use_count(id)) merge(id);
  }

 private:
  /// A reshard, and the factors and signs that what it gives passes on its way to a sum: read by nothing else, and
  /// such that they may come before it.
  struct Term {
    int reshard = -1;
    std::vector<int> factors;  ///< the last one first
    double factor = 1;         ///< their product, without sizes: what is divided by those gets no larger
  };
  constexpr Term term_of(int id, int region) const {
    Term t;
    while (id >= 0 && (d.use_count(id) == 1 || rules::fault(45)) && d.region_of(id) == region) {
      const OpInfo* o = d.op_of(id);
      if (o == op<ops::reshard>) {
        t.reshard = id;
        return t;
      }
      const bool by_size = o == op<ops::divide_by_size>;
      if (!by_size && !(o == op<ops::scale>)&&!(o == op<ops::neg>)) return t;
      const Dtype dtype = d.type_of(id).dtype;
      if (o == op<ops::scale>) t.factor *= d.eqn(id).value;
      if (!passes_sums(t.factor, dtype) || (by_size && dtype == Dtype::f16)) return t;
      t.factors.push_back(id);
      id = d.eqn(id).a;
    }
    return t;
  }
  /// The term as it is before its reshard, made before `where`.
  constexpr int pulled(const Term& t, int where) {
    int v = d.eqn(t.reshard).a;
    d.ahead_of(where, v);
    const TypeDesc type = d.type_of(v);
    for (std::size_t k = t.factors.size(); k-- > 0;) {
      Eqn q = d.eqn(t.factors[k]);
      q.a = v;
      v = d.insert_before(where, q, type);
    }
    return v;
  }
  constexpr void merge(int id) {
    const Eqn sum = d.eqn(id);
    const int region = d.region_of(id);
    const Term a = term_of(sum.a, region), b = term_of(sum.b, region);
    if (a.reshard < 0 || b.reshard < 0 || a.reshard == b.reshard) return;
    const int before = d.eqn(a.reshard).a;
    if (d.type_id(before) != d.type_id(d.eqn(b.reshard).a) || d.type_id(id) != d.type_id(a.reshard) ||
        d.type_id(id) != d.type_id(b.reshard))
      return;
    const TypeDesc from = d.type_of(before), to = d.type_of(id);
    // A pending maximum is no sum; what costs nothing may stay.
    if (from.pending != PendingKind::sum || to.pending != PendingKind::sum || !rules::collectives_of(from, to)) return;
    // In the place of the later one, in its tree.
    const int later = d.place[std::size_t(a.reshard)] > d.place[std::size_t(b.reshard)] ? a.reshard : b.reshard;
    const int front = d.group_of(later).front();
    Eqn added = sum;
    if (rules::fault(46)) added.op = op<ops::add>;
    added.a = pulled(a, front);
    added.b = pulled(b, front);
    Eqn q = d.eqn(later);
    q.a = d.insert_before(front, added, from);
    d.set(later, q);
    d.replace(id, later);
  }
};
}  // namespace detail

/// Merges reductions that nothing but one sum reads, where their operands may be added: where both are of one type. The
/// reductions of two iterations of a loop are never merged.
constexpr DynamicProgram merge_reductions(DynamicProgram p) {
  return detail::until_stable<detail::ReductionMerger>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
