// The meaning of every elementwise op in double: one row an op, as in the vector table.
#pragma once

#include <shardwise/backends/kernels/elementwise.hpp>

#include <cmath>
#include <vector>

namespace shardwise::test {

/// Arguments lie in [low, high]; f32 and f64 results are within `ulp` units of the last place (0: exact, then rounded).
struct Meaning {
  double low, high, ulp;
  double (*of)(double a, double b, double value);
};

inline double max_nan(double a, double b) { return std::isnan(a) || a > b ? a : b; }
inline double min_nan(double a, double b) { return std::isnan(a) || a < b ? a : b; }
inline double gelu(double x) { return x / (1 + std::exp(-1.5957691216057308 * (x + 0.044715 * x * x * x))); }

template <class Op> inline constexpr Meaning meaning{};
// clang-format off
template <> inline constexpr Meaning meaning<ops::neg>{-4, 4, 0, [](double a, double, double) { return -a; }};
template <> inline constexpr Meaning meaning<ops::scale>{-4, 4, 0, [](double a, double, double v) { return a * v; }};
template <> inline constexpr Meaning meaning<ops::divide_by_size>{-4, 4, 0, [](double a, double, double v) { return a / v; }};
template <> inline constexpr Meaning meaning<ops::abs>{-4, 4, 0, [](double a, double, double) { return std::abs(a); }};
template <> inline constexpr Meaning meaning<ops::sign>{-4, 4, 0, [](double a, double, double) { return a > 0 ? 1 : a < 0 ? -1 : a; }};
template <> inline constexpr Meaning meaning<ops::square>{-4, 4, 0, [](double a, double, double) { return a * a; }};
template <> inline constexpr Meaning meaning<ops::reciprocal>{-4, 4, 0, [](double a, double, double) { return 1 / a; }};
template <> inline constexpr Meaning meaning<ops::sqrt>{0, 9, 0, [](double a, double, double) { return std::sqrt(a); }};
template <> inline constexpr Meaning meaning<ops::rsqrt>{0, 9, 1.5, [](double a, double, double) { return 1 / std::sqrt(a); }};
template <> inline constexpr Meaning meaning<ops::exp>{-9, 9, 2, [](double a, double, double) { return std::exp(a); }};
template <> inline constexpr Meaning meaning<ops::expm1>{-3, 3, 2, [](double a, double, double) { return std::expm1(a); }};
template <> inline constexpr Meaning meaning<ops::log>{0, 9, 2, [](double a, double, double) { return std::log(a); }};
template <> inline constexpr Meaning meaning<ops::log1p>{-0.9, 3, 2, [](double a, double, double) { return std::log1p(a); }};
template <> inline constexpr Meaning meaning<ops::sin>{-30, 30, 1, [](double a, double, double) { return std::sin(a); }};
template <> inline constexpr Meaning meaning<ops::cos>{-30, 30, 1, [](double a, double, double) { return std::cos(a); }};
template <> inline constexpr Meaning meaning<ops::tanh>{-4, 4, 2, [](double a, double, double) { return std::tanh(a); }};
template <> inline constexpr Meaning meaning<ops::erf>{-3, 3, 2, [](double a, double, double) { return std::erf(a); }};
template <> inline constexpr Meaning meaning<ops::relu>{-4, 4, 0, [](double a, double, double) { return max_nan(a, 0); }};
template <> inline constexpr Meaning meaning<ops::sigmoid>{-9, 9, 2, [](double a, double, double) { return 1 / (1 + std::exp(-a)); }};
template <> inline constexpr Meaning meaning<ops::silu>{-9, 9, 2, [](double a, double, double) { return a / (1 + std::exp(-a)); }};
template <> inline constexpr Meaning meaning<ops::gelu>{-2, 4, 8, [](double a, double, double) { return gelu(a); }};
template <> inline constexpr Meaning meaning<ops::softplus>{-9, 9, 2, [](double a, double, double) { return max_nan(a, 0) + std::log1p(std::exp(-std::abs(a))); }};
template <> inline constexpr Meaning meaning<ops::isfinite>{-4, 4, 0, [](double a, double, double) { return double(std::isfinite(a)); }};
template <> inline constexpr Meaning meaning<ops::logical_not>{0, 1, 0, [](double a, double, double) { return double(a == 0); }};
template <> inline constexpr Meaning meaning<ops::add>{-4, 4, 0, [](double a, double b, double) { return a + b; }};
template <> inline constexpr Meaning meaning<ops::sub>{-4, 4, 0, [](double a, double b, double) { return a - b; }};
template <> inline constexpr Meaning meaning<ops::mul>{-4, 4, 0, [](double a, double b, double) { return a * b; }};
template <> inline constexpr Meaning meaning<ops::div>{-4, 4, 0, [](double a, double b, double) { return a / b; }};
template <> inline constexpr Meaning meaning<ops::max>{-4, 4, 0, [](double a, double b, double) { return max_nan(a, b); }};
template <> inline constexpr Meaning meaning<ops::min>{-4, 4, 0, [](double a, double b, double) { return min_nan(a, b); }};
template <> inline constexpr Meaning meaning<ops::pow>{0, 4, 1, [](double a, double b, double) { return std::pow(a, b); }};
template <> inline constexpr Meaning meaning<ops::eq>{-4, 4, 0, [](double a, double b, double) { return double(a == b); }};
template <> inline constexpr Meaning meaning<ops::ne>{-4, 4, 0, [](double a, double b, double) { return double(a != b); }};
template <> inline constexpr Meaning meaning<ops::lt>{-4, 4, 0, [](double a, double b, double) { return double(a < b); }};
template <> inline constexpr Meaning meaning<ops::le>{-4, 4, 0, [](double a, double b, double) { return double(a <= b); }};
template <> inline constexpr Meaning meaning<ops::gt>{-4, 4, 0, [](double a, double b, double) { return double(a > b); }};
template <> inline constexpr Meaning meaning<ops::ge>{-4, 4, 0, [](double a, double b, double) { return double(a >= b); }};
template <> inline constexpr Meaning meaning<ops::logical_and>{0, 1, 0, [](double a, double b, double) { return double(a != 0 && b != 0); }};
template <> inline constexpr Meaning meaning<ops::logical_or>{0, 1, 0, [](double a, double b, double) { return double(a != 0 || b != 0); }};
// clang-format on

/// One elementwise op on elements of type T, at run time.
template <class T> struct OpCase {
  int row;
  int operands;  ///< the equation's value counts as none
  bool gives_bool;
  const Meaning* meaning;
  kernels::ElementwiseFn run;
};

namespace detail {
template <class Op, class T> void add_case(std::vector<OpCase<T>>& cases) {
  if constexpr (kernels::ElementwiseOn<Op, T> && !std::is_same_v<Op, ops::where>) {
    constexpr auto& row = kernels::vector_table.template at<kernels::vector_table.template row_of<Op>>();
    cases.push_back({kernels::vector_table.template row_of<Op>, row.operands, row.gives == kernels::Gives::boolean,
                     &meaning<Op>, &kernels::elementwise<Op, T>});
  }
}
template <class T, class... Ops> std::vector<OpCase<T>> cases_of(kernels::OpList<Ops...>) {
  std::vector<OpCase<T>> cases;
  (add_case<Ops>(cases), ...);
  return cases;
}
}  // namespace detail

/// All elementwise ops that T has, but `where`.
template <class T> std::vector<OpCase<T>> op_cases() { return detail::cases_of<T>(kernels::ElementwiseOps{}); }

}  // namespace shardwise::test
