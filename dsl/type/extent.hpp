// Extents of dimensions: a number times names to integer powers, or unknown. Equal monomials are equal sizes.
#pragma once

#include <shardwise/dsl/type/name.hpp>

#include <numeric>

namespace shardwise {

/// `8`, `batch`, `2*batch*t`, `d/h`, `8/X`, or `?`. Factors are sorted by name, the number is in lowest terms,
/// so equal extents are equal values.
struct Extent {
  struct Factor {
    Name name{};
    int power = 0;
    constexpr bool operator==(const Factor&) const = default;
  };
  static constexpr int max_factors = 3;

  std::int64_t number = 1;
  std::int64_t divisor = 1;
  /// 0: known. -1: `?` as written. Above 0: the unknown that tracing made of one `?`.
  int unknown = 0;
  Factor factors[max_factors]{};

  constexpr bool operator==(const Extent& o) const {
    if (number != o.number || divisor != o.divisor || unknown != o.unknown) return false;
    for (int i = 0; i < max_factors; ++i) {
      if (factors[i].power != o.factors[i].power) return false;
      if (factors[i].power == 0) break;  // names stand first
      if (factors[i].name.packed != o.factors[i].name.packed) return false;
    }
    return true;
  }
  constexpr bool is_unknown() const { return unknown != 0; }
  constexpr bool is_number() const { return unknown == 0 && divisor == 1 && factors[0].power == 0; }
  constexpr bool is_one() const { return is_number() && number == 1; }
};

constexpr Extent extent(std::int64_t number) {
  Extent e;
  e.number = number;
  return e;
}
constexpr Extent extent(Name name) {
  Extent e;
  e.factors[0] = {name, 1};
  return e;
}
constexpr Extent unknown_extent(int id) {
  Extent e;
  e.unknown = id;
  return e;
}

namespace detail {
constexpr void multiply_factor(Extent& e, Name name, int power) {
  constexpr int n = Extent::max_factors;
  for (int i = 0; i < n; ++i) {
    auto& f = e.factors[i];
    if (f.power != 0 && f.name == name) {
      f.power += power;
      if (f.power == 0) {
        for (int j = i; j + 1 < n; ++j) e.factors[j] = e.factors[j + 1];
        e.factors[n - 1] = {};
      }
      return;
    }
    if (f.power == 0 || name < f.name) {
      if (e.factors[n - 1].power != 0) throw "an extent has more than 3 names";
      for (int j = n - 1; j > i; --j) e.factors[j] = e.factors[j - 1];
      e.factors[i] = {name, power};
      return;
    }
  }
  throw "an extent has more than 3 names";
}
/// False if the product is too large.
constexpr bool multiply_number(std::int64_t& a, std::int64_t b) {
  const auto size = [](std::int64_t n) { return n < 0 ? -std::uint64_t(n) : std::uint64_t(n); };
  if (a != 0 && size(b) > std::uint64_t(INT64_MAX) / size(a)) return false;
  a *= b;
  return true;
}
constexpr void reduce_fraction(Extent& e) {
  const std::int64_t g = std::gcd(e.number, e.divisor);
  if (g > 1) {
    e.number /= g;
    e.divisor /= g;
  }
}
}  // namespace detail

/// a times b. Unknown if either is, or if the numbers are too large.
constexpr Extent operator*(Extent a, const Extent& b) {
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  if (a.is_unknown() || b.is_unknown()) return unknown_extent(-1);
  if (!detail::multiply_number(a.number, b.number) || !detail::multiply_number(a.divisor, b.divisor))
    return unknown_extent(-1);
  for (auto& f : b.factors)
    if (f.power) detail::multiply_factor(a, f.name, f.power);
  detail::reduce_fraction(a);
  return a;
}
/// a divided by b. Unknown if either is, or if the numbers are too large.
constexpr Extent operator/(Extent a, const Extent& b) {
  if (b.is_one()) return a;
  if (a.is_unknown() || b.is_unknown()) return unknown_extent(-1);
  if (!detail::multiply_number(a.number, b.divisor) || !detail::multiply_number(a.divisor, b.number))
    return unknown_extent(-1);
  for (auto& f : b.factors)
    if (f.power) detail::multiply_factor(a, f.name, -f.power);
  detail::reduce_fraction(a);
  return a;
}

constexpr Text& operator<<(Text& text, const Extent& e) {
  if (e.is_unknown()) return text << '?';
  bool any = false;
  auto put = [&](Name name, int power) {
    text << name;
    if (power > 1) text << '^' << power;
  };
  bool positive = false;
  for (auto& f : e.factors) positive |= f.power > 0;
  if (e.number != 1 || !positive) {
    text << e.number;
    any = true;
  }
  for (auto& f : e.factors)
    if (f.power > 0) {
      if (any) text << '*';
      put(f.name, f.power);
      any = true;
    }
  if (e.divisor != 1) text << '/' << e.divisor;
  for (auto& f : e.factors)
    if (f.power < 0) {
      text << '/';
      put(f.name, -f.power);
    }
  return text;
}

/// How two extents that must agree compare.
enum class Agreement : std::uint8_t { equal, at_bind, broadcast_left, broadcast_right, mismatch };

struct Unified {
  Agreement how;
  Extent extent;
};

/// Compares two extents. With `broadcast`, the literal extent 1 (never `?` or a name) stretches to the other.
constexpr Unified unify(const Extent& a, const Extent& b, bool broadcast = false) {
  if (a == b && !a.is_unknown()) return {Agreement::equal, a};
  if (broadcast && a.is_one()) return {Agreement::broadcast_left, b};
  if (broadcast && b.is_one()) return {Agreement::broadcast_right, a};
  if (a.is_unknown()) return {a == b && a.unknown > 0 ? Agreement::equal : Agreement::at_bind, b};
  if (b.is_unknown()) return {Agreement::at_bind, a};
  return {Agreement::mismatch, a};
}

}  // namespace shardwise
