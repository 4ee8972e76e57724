// Transposes go into the contractions around them: that of an operand or of a result is a permutation of labels, so
// that nothing is copied. Two transposes in a row are one, or none.
#pragma once

#include <shardwise/dsl/rules/rules.hpp>
#include <shardwise/dsl/transform/draft.hpp>

namespace shardwise {

namespace detail {

struct TransposeFolder {
  Draft& d;

  constexpr void run(const std::vector<int>& order) {
    for (int id : order) {
      if (!d.alive(id)) continue;
      if (d.op_of(id) == op<ops::transpose>)
        fold_result(id);
      else if (d.op_of(id) == op<ops::contract>)
        fold_operands(id);
    }
  }

 private:
  constexpr void fold_result(int id) {
    Eqn q = d.eqn(id);
    const TypeDesc t = d.type_of(id);
    if (d.op_of(q.a) == op<ops::transpose>) {  // result dimension i is dimension inner[outer[i]]
      const Eqn inner = d.eqn(q.a);
      std::uint32_t both = 0, same = 0;
      for (int i = 0; i < t.rank; ++i) {
        both |= std::uint32_t(field(inner.k0, field(q.k0, i))) << (4 * i);
        same |= std::uint32_t(i) << (4 * i);
      }
      if (both == same) return d.replace(id, inner.a);
      q.a = inner.a;
      q.k0 = both;
      d.set(id, q);
    }
    // A contraction that only this reads, perhaps through the reshard to its `out`, gives the permuted result itself.
    const int reshard = d.op_of(q.a) == op<ops::reshard> ? q.a : -1;
    const int product = reshard < 0 ? q.a : d.eqn(reshard).a;
    if (!(d.op_of(product) == op<ops::contract>) || d.use_count(q.a) != 1 || d.use_count(product) != 1) return;
    if (d.region_of(product) != d.region_of(id) || d.region_of(q.a) != d.region_of(id)) return;
    Eqn c = d.eqn(product);
    std::uint32_t labels = 0;
    for (int i = 0; i < t.rank; ++i) labels |= std::uint32_t(field(c.k2, field(q.k0, i))) << (4 * i);
    const rules::Verdict v = rules::judge_transpose(d.type_of(product), q.k0);
    if (!v.ok) return;
    c.k2 = labels;
    d.set(product, c, v.type);
    if (reshard >= 0) {
      const Eqn moved = d.eqn(reshard);
      d.set(reshard, moved, t);
    }
    d.replace(id, reshard < 0 ? product : reshard);
  }
  constexpr void fold_operands(int id) {
    Eqn q = d.eqn(id);
    bool any = false;
    const auto fold = [&](int& operand, std::uint32_t& labels) {
      if (!(d.op_of(operand) == op<ops::transpose>)) return;
      const Eqn turned = d.eqn(operand);
      std::uint32_t before = 0;
      for (int i = 0; i < d.type_of(operand).rank; ++i)
        before |= std::uint32_t(field(labels, i)) << (4 * (rules::fault(50) ? i : field(turned.k0, i)));
      operand = turned.a;
      labels = before;
      any = true;
    };
    fold(q.a, q.k0);
    fold(q.b, q.k1);
    if (any) d.set(id, q);
  }
};
}  // namespace detail

constexpr DynamicProgram fold_transposes(DynamicProgram p) {
  return detail::until_stable<detail::TransposeFolder>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
