// Factors and signs meet: a scale of a scale is one, that of a constant is a constant, and one beside a contraction is
// its alpha.
#pragma once

#include <shardwise/dsl/transform/draft.hpp>

namespace shardwise {

namespace detail {

struct ScalingFolder {
  Draft& d;
  std::vector<int> products{};  ///< how many contractions read a value

  constexpr void run(const std::vector<int>& order) {
    products.assign(std::size_t(d.size()), 0);
    for (int id : order)
      if (d.op_of(id) == op<ops::contract>) {
        const Eqn q = d.eqn(id);
        ++products[std::size_t(q.a)];
        ++products[std::size_t(q.b)];
      }
    for (int id : order) {
      if (!d.alive(id) || !is_floating(d.type_of(id).dtype)) continue;
      if (d.op_of(id) == op<ops::contract>)
        fold_operands(id);
      else if (double f; factor_of(id, f))
        fold(id, f);
    }
  }

 private:
  /// The number that an equation multiplies its operand by, if it does no more.
  constexpr bool factor_of(int id, double& f) const {
    const Eqn q = d.eqn(id);
    if (q.op == op<ops::scale>) return f = q.value, true;
    if (q.op == op<ops::neg>) return f = rules::fault(51) ? 1 : -1, true;
    if (q.op == op<ops::div> && d.op_of(q.b) == op<ops::constant> && tame(d.eqn(q.b).value, d.type_of(id).dtype))
      return f = 1 / d.eqn(q.b).value, true;
    return false;
  }
  /// Far from the ends of the type, so that one product rounds as two do. Those of f16 are near: only signs are.
  static constexpr bool tame(double f, Dtype dtype) {
    const double size = f < 0 ? -f : f;
    return size == 1 || (dtype != Dtype::f16 && size > 1e-12 && size < 1e12);
  }
  /// The contraction takes the factor, where its attribute can hold that.
  static constexpr bool take(Eqn& contraction, double f, Dtype dtype) {
    const double alpha = contract_alpha(contraction) * f;
    if (!tame(f, dtype) || !tame(alpha, dtype) || !can_be_alpha(alpha, dtype)) return false;
    contraction = with_alpha(contraction, f);
    return true;
  }

  constexpr void fold(int id, double f) {
    const Eqn q = d.eqn(id);
    const Dtype dtype = d.type_of(id).dtype;
    if (f == 1) return d.replace(id, q.a);
    if (Eqn c = d.eqn(q.a); c.op == op<ops::constant> && tame(f, dtype) && (c.value == 0 || tame(c.value * f, dtype))) {
      c.value *= f;
      c.tag = q.tag;
      return d.set(id, c);
    }
    if (double g; factor_of(q.a, g)) {
      const int inner = d.eqn(q.a).a;
      if (!tame(f, dtype) || !tame(g, dtype) || !tame(f * g, dtype)) return;
      if (f * g == 1) return d.replace(id, inner);
      Eqn both = q;
      both.op = f * g == -1 ? op<ops::neg> : op<ops::scale>;
      both.value = f * g == -1 ? 0 : f * g;
      both.a = inner;
      both.b = -1;
      d.set(id, both);
      return into_product(id, f * g);
    }
    into_product(id, f);
  }
  /// A contraction that only this reads, through what only moves it, takes the factor.
  constexpr void into_product(int id, double f) {
    const int top = d.eqn(id).a;
    int v = top;
    while (d.use_count(v) == 1 && d.region_of(v) == d.region_of(id) &&
           ((d.op_of(v) == op<ops::reshard> && passes_sums(f, d.type_of(v).dtype)) ||
            d.op_of(v) == op<ops::transpose> || d.op_of(v) == op<ops::reshape> || d.op_of(v) == op<ops::view>))
      v = d.eqn(v).a;
    if (!(d.op_of(v) == op<ops::contract>) || d.use_count(v) != 1 || d.region_of(v) != d.region_of(id)) return;
    Eqn c = d.eqn(v);
    if (!take(c, f, d.type_of(v).dtype)) return;
    d.set(v, c);
    d.replace(id, top);
  }
  /// Factors of operands that only contractions read.
  constexpr void fold_operands(int id) {
    Eqn q = d.eqn(id);
    bool any = false;
    double moved = 1;
    const auto fold_one = [&](int& operand, int& read) {
      double f;
      if (!factor_of(operand, f) || d.use_count(operand) != products[std::size_t(operand)]) return;
      // What moves out of the sums counts with what did so before.
      const Dtype dtype = d.type_of(id).dtype;
      if (!passes_sums(moved * f, dtype) || !passes_sums(contract_alpha(q) * f, dtype) || !take(q, f, dtype)) return;
      moved *= f;
      read = operand;
      operand = d.eqn(operand).a;
      any = true;
    };
    int read_a = -1, read_b = -1;
    fold_one(q.a, read_a);
    fold_one(q.b, read_b);
    if (!any) return;
    d.set(id, q);
    for (int v : {read_a, read_b})
      if (v >= 0) --products[std::size_t(v)];
  }
};
}  // namespace detail

constexpr DynamicProgram fold_scalings(DynamicProgram p) {
  return detail::until_stable<detail::ScalingFolder>(static_cast<DynamicProgram&&>(p));
}

}  // namespace shardwise
