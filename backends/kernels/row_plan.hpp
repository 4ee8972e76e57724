// What a row kernel is generated from: the nodes of its group, and the steps of each pass over a row.
#pragma once

#include <shardwise/backends/kernels/row_arguments.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>
#include <shardwise/backends/kernels/simd.hpp>

#include <array>
#include <bit>
#include <string_view>
#include <utility>

namespace shardwise::kernels {

/// D has `static constexpr RowProgram program`.
template <class D> struct RowPlan {
  using Kind = FusedNode::Kind;
  static constexpr const auto& P = D::program;
  static constexpr int N = int(P.node.size()), passes = P.passes;
  using T = std::conditional_t<P.dtype == Dtype::f64, double, float>;
  using V = Batch<T>;
  using M = typename V::batch_bool_type;
  using I = std::conditional_t<P.dtype == Dtype::f64, std::int64_t, std::int32_t>;  // as wide as T, for i32

  static constexpr FusedNode node(int k) { return P.node[std::size_t(k)]; }
  /// What an array of node K holds.
  template <int K> using Element = storage<node(K).dtype>;
  static constexpr FusedClass cls(int k) { return node(k).cls; }
  static constexpr bool reduces(int k) { return node(k).kind == Kind::reduce; }
  static constexpr bool reduces_elements(int k) { return reduces(k) && cls(k) != FusedClass::columns; }
  // By name: the executor's own units know no rules.
  static constexpr bool is(int k, std::string_view name) { return node(k).op != nullptr && node(k).op->name == name; }
  static constexpr bool sums(int k) { return fused::is_sum(node(k).op); }
  static constexpr bool of_rows(int k) { return node(k).of_rows; }
  static constexpr int sources() { return int(P.one_row.size()); }
  /// The sums of columns before node k.
  static constexpr int count_columns(int k) {
    int n = 0;
    for (int i = 0; i < k; ++i) n += cls(i) == FusedClass::columns;
    return n;
  }

  struct Pass {
    std::array<FusedFrom, std::size_t(N) + 1> from{};
    std::array<int, std::size_t(N) + 1> step{};  ///< nodes: loads first, since a result may lie where another is read
    int steps = 0, cost = 0;
    bool reduces = false;  ///< to numbers
    bool draws = false;    ///< in registers
    bool columns = false;  ///< are summed
  };
  static constexpr auto pass = [] {
    std::array<Pass, std::size_t(passes) + 1> all{};
    for (int s = 0; s < passes; ++s) {
      Pass& p = all[std::size_t(s)];
      plan_pass(P.node, s, std::span(p.from).first(std::size_t(N)));
      for (bool loads : {true, false})
        for (int k = 0; k < N; ++k)
          if (p.from[std::size_t(k)] != FusedFrom::nowhere && (node(k).kind == Kind::load) == loads) {
            p.step[std::size_t(p.steps++)] = k;
            p.cost += p.from[std::size_t(k)] == FusedFrom::made ? fused::cost_of(node(k)) : 1;
          }
      for (int k = 0; k < N; ++k) {
        p.reduces = p.reduces || (p.from[std::size_t(k)] != FusedFrom::nowhere && reduces_elements(k));
        p.columns = p.columns || (p.from[std::size_t(k)] == FusedFrom::made && cls(k) == FusedClass::columns);
        p.draws = p.draws || (p.from[std::size_t(k)] == FusedFrom::made && fused::draws_in_registers(node(k)));
      }
    }
    return all;
  }();
  static constexpr int steps(int s) { return pass[std::size_t(s)].steps; }
  static constexpr int step_at(int s, int i) { return pass[std::size_t(s)].step[std::size_t(i)]; }
  static constexpr bool reduces_in(int s) { return pass[std::size_t(s)].reduces; }
  static constexpr bool sums_columns_in(int s) { return pass[std::size_t(s)].columns; }
  static constexpr bool draws_in(int s) { return pass[std::size_t(s)].draws; }
  static constexpr FusedFrom from(int s, int k) { return pass[std::size_t(s)].from[std::size_t(k)]; }
  static constexpr bool reduces_to_number(int s, int k) { return from(s, k) == FusedFrom::made && reduces_elements(k); }
  /// Of the passes that read a node, the one that does most meanwhile asks for the node's next row.
  static constexpr int asks_in(int k) {
    int best = -1;
    for (int s = 0; s < passes; ++s)
      if (from(s, k) != FusedFrom::nowhere && (best < 0 || pass[std::size_t(s)].cost > pass[std::size_t(best)].cost))
        best = s;
    return best;
  }

  static constexpr bool is_power_of_two(double x) {
    return x > 1e-30 && x < 1e30 && (std::bit_cast<std::uint64_t>(x) << 12) == 0;
  }
  /// Full values are divided by it: by its reciprocal, but of a literal only where that is exact.
  static constexpr bool divides(int k) {
    for (int i = 0; i < N; ++i)
      if (node(i).kind == Kind::compute && cls(i) == FusedClass::full && is(i, "div") && node(i).b == k)
        return cls(k) == FusedClass::row && (node(k).kind != Kind::number || is_power_of_two(node(k).value));
    return false;
  }
  /// A literal that math::quotient divides by.
  static constexpr bool divides_exactly(int k) {
    return node(k).kind == Kind::number && node(k).value > 1e-30 && node(k).value < 1e30;
  }
};

}  // namespace shardwise::kernels
