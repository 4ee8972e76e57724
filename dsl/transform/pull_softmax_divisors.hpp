// The divisor of a softmax leaves sums along its rows: `sum(y * (e / broadcast(t)))` is `sum(y * e) / t`, where e is
// `exp(x - max(x))` and t the sum of e. The sum need not wait for t then, and a kernel passes over its rows once less.
// t is at least 1 and at most the number of elements, so that nothing overflows or vanishes on the way that did not
// before, but within that number of the largest float, for each division.
#pragma once

#include <shardwise/dsl/transform/draft.hpp>
#include <shardwise/dsl/transform/fused_group.hpp>

namespace shardwise {

namespace detail {

struct SoftmaxDivisorPuller {
  Draft& d;

  constexpr void run(const std::vector<int>& order) {
    for (int id : order)
      if (d.alive(id) && fused::is_sum(d.op_of(id)) && d.use_count(id) && wide(d.type_of(id).dtype)) pull(id);
  }

 private:
  /// The others end too early for a sum of what is not yet divided.
  static constexpr bool wide(Dtype dtype) { return dtype == Dtype::f32 || dtype == Dtype::f64; }

  /// What v repeats along the dimensions that it was summed over; or -1.
  constexpr int repeated(int v) const {
    const Eqn q = d.eqn(v);
    return fused::is_broadcast(q.op) && q.k0 == 0 ? q.a : -1;
  }
  /// Whether t is sum(exp(x - max(x))) along the dimensions of a sum.
  constexpr bool of_softmax(int t, const Eqn& sum) const {
    const Eqn total = d.eqn(t);
    if (!fused::is_sum(total.op) || total.k0 != sum.k0) return false;
    const Eqn e = d.eqn(total.a);
    if (!(e.op == op<ops::exp>)) return false;
    const Eqn centred = d.eqn(e.a);
    if (!(centred.op == op<ops::sub>)) return false;
    int largest = repeated(centred.b);
    while (largest >= 0 && d.op_of(largest)->name == "stop_gradient") largest = d.eqn(largest).a;
    if (largest < 0 || d.op_of(largest)->name != "max") return false;
    const Eqn most = d.eqn(largest);
    return most.a == centred.a && most.k0 == sum.k0;
  }

  /// v without such divisors in it, which nothing else may need; the quotients, the last one first, with t as the
  /// second operand. Signs around them come along; other factors stay, since what they scale may need it.
  constexpr int strip(int v, int sum, std::vector<Eqn>& factors) {
    if (d.use_count(v) != 1 || d.region_of(v) != d.region_of(sum)) return v;
    Eqn q = d.eqn(v);
    const auto inside = [&](int& operand) {
      if (d.type_id(operand) != d.type_id(v)) return false;
      const int stripped = strip(operand, sum, factors);
      return std::exchange(operand, stripped) != stripped;
    };
    if (q.op == op<ops::neg>) {
      factors.push_back(q);
      if (inside(q.a)) return q.a;
      factors.pop_back();
      return v;
    }
    const bool product = q.op == op<ops::mul>;
    if (!product && !(q.op == op<ops::div>)&&!(q.op == op<ops::scale>)) return v;
    if (const int t = q.op == op<ops::div> ? repeated(q.b) : -1;
        t >= 0 && d.type_id(t) == d.type_id(sum) && d.type_id(q.a) == d.type_id(v) && of_softmax(t, d.eqn(sum))) {
      factors.push_back(q);
      factors.back().b = t;
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

constexpr DynamicProgram pull_softmax_divisors(DynamicProgram p) {
  return detail::until_stable<detail::SoftmaxDivisorPuller>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
