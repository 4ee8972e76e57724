// What all elements of a row are multiplied or divided by leaves the sum along the row: `sum(x * broadcast(s))` is
// `sum(x) * s`. The sum need not wait for s then, which may itself be a sum along the row: a kernel passes over its
// rows once less.
#pragma once

#include <shardwise/dsl/transform/draft.hpp>
#include <shardwise/dsl/transform/fused_group.hpp>

namespace shardwise {

namespace detail {

struct RowFactorPuller {
  Draft& d;

  constexpr void run(const std::vector<int>& order) {
    for (int id : order)
      if (d.alive(id) && fused::is_sum(d.op_of(id)) && d.use_count(id) && wide(d.type_of(id).dtype)) pull(id);
  }

 private:
  /// The others are rounded, or end, too early for a sum of what is not yet scaled.
  static constexpr bool wide(Dtype dtype) { return dtype == Dtype::f32 || dtype == Dtype::f64; }

  /// One number for each number of the sum, which v repeats along the summed dimensions; or -1.
  constexpr int repeated(int v, int sum) const {
    const Eqn q = d.eqn(v);
    return fused::is_broadcast(q.op) && q.k0 == 0 && d.type_id(q.a) == d.type_id(sum) ? q.a : -1;
  }

  /// v without the factors of rows in it, which nothing else may need; their equations, the last one first, with what
  /// the sum is to be multiplied or divided by as the second operand. Signs and other factors around them come along.
  constexpr int strip(int v, int sum, std::vector<Eqn>& factors) {
    if (d.use_count(v) != 1 || d.region_of(v) != d.region_of(sum)) return v;
    Eqn q = d.eqn(v);
    const auto inside = [&](int& operand) {
      if (d.type_id(operand) != d.type_id(v)) return false;
      const int stripped = strip(operand, sum, factors);
      return std::exchange(operand, stripped) != stripped;
    };
    if (q.op == op<ops::scale> || q.op == op<ops::neg>) {
      factors.push_back(q);
      if (inside(q.a)) return q.a;
      factors.pop_back();
      return v;
    }
    const bool product = q.op == op<ops::mul>;
    if (!product && !(q.op == op<ops::div>)) return v;
    if (product && repeated(q.b, sum) < 0 && repeated(q.a, sum) >= 0) std::swap(q.a, q.b);
    if (const int row = repeated(q.b, sum); row >= 0 && d.type_id(q.a) == d.type_id(v)) {
      factors.push_back(q);
      factors.back().b = row;
      if (rules::fault(54)) factors.back().op = op<ops::mul>;
      inside(q.a);
      return q.a;
    }
    const bool left = inside(q.a), right = product && inside(q.b);
    return left || right ? d.insert_before(sum, q, d.type_of(v)) : v;
  }

  constexpr void pull(int id) {
    Eqn sum = d.eqn(id);
    std::vector<Eqn> factors;
    sum.a = strip(sum.a, id, factors);
    if (factors.empty()) return;
    const TypeDesc type = d.type_of(id);
    int v = d.insert_before(id, sum, type);
    for (std::size_t k = factors.size(); k-- > 0;) {
      factors[k].a = v;
      factors[k].type = d.type_id(id);
      if (k > 0)
        v = d.insert_before(id, factors[k], type);
      else
        d.set(id, factors[k]);
    }
  }
};
}  // namespace detail

constexpr DynamicProgram pull_row_factors(DynamicProgram p) {
  return detail::until_stable<detail::RowFactorPuller>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
