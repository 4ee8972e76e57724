// The program as a value: equations over value ids, in execution order.
#pragma once

#include <shardwise/dsl/type/notation.hpp>

#include <bit>
#include <cstdint>
#include <span>

namespace shardwise {

struct OpInfo;

/// One equation makes one value; its index is the value's id.
///
/// Attributes by op (a bit mask of dimensions has bit i for dimension i):
///   constant        value
///   scale           value (the factor)
///   divide_by_size  k0 = index of an extent in the program's table
///   iota            k0 = the dimension it counts along
///   sum max min     k0 = mask of reduced dimensions, k1 = 1 if they stay with extent 1
///   argmax argmin   k0 = the dimension (removed)
///   broadcast       k0 = mask of result dimensions that are new, k1 = mask of those stretched from extent 1
///   contract        k0, k1, k2 = labels of a, b and the result: 4 bits each from 1, first dimension lowest;
///                   value = alpha - 1, where alpha is a factor of the result: see contract_alpha
///   transpose       k0 = permutation: 4 bits each; result dimension i is operand dimension k0[i]
///   slice           k0 = dimension, k1 = start or `from_end`, stride in `value`; the result's extent says how many;
///                   k2 = stop (exclusive) to check against the extent, or ~0
///   pad             k0 = dimension, k1 = zeros before the first element or `from_end`, distance between elements in
///                   `value`; the result's extent says how many elements there are; where that is an unknown of its
///                   own, k2 = zeros after the last
///   concat          k0 = dimension; a before b. An unknown extent of the result is the sum of both
///   flip            k0 = mask of dimensions
///   tril triu       the diagonal in `value`
///   dynamic_slice   k0 = mask of dimensions; a = array, b = its begin along each: one integer, or a vector of them
///   dynamic_update_slice   k0 = mask of dimensions; a = array, b = what is put there, c = where
///   reshape astype reshard view   the result's type says all
///   permute         k0 = index of the axis in the extent table; k2 = 0: from i to i + value modulo the axis size; else
///                   k2 = the number of pairs (source, target) in the table of numbers, from k1 on
///   axis_index      k0 = index of the axis in the extent table
///   axis_size       k0 = index of the axis in the extent table
///   take            a = table, b = ids
///   scatter_add     a = base, b = ids, c = updates
///   take_along_axis, scatter_add_along_axis   the same, k0 = the dimension
///   clamp_index     k0 = index of an extent in the program's table
///   argsort cumsum  k0 = the dimension, k1 = 1 if cumsum runs from the end
///   scan            a = end of its body (the body is the equations up to it), k0 = 1 if it runs backwards,
///                   k1 = index of the trip count in the extent table; makes no value
///   carry           a = initial value (outside the body), b = the next value (inside)
///   item            a = an array outside; this iteration's element along its leading dimension
///   stack           a = a value of the body; collects it along a new leading dimension
///   result          a = a carry or stack, seen after the loop
///   branch          a = end of its body, which runs where the predicate b is k0 (1 or 0); makes no value
///   pick            a = a predicate; b where it is true, c where it is false, values of its two branches or from
///                   outside; -1 stands for zeros. (k0 = the first branch's region until freezing)
///   while           a = end of its body, which runs until a guard in it leaves; makes no value
///   guard           a = a predicate; where it is false the loop ends, with the carries as they are here
struct Eqn {
  const OpInfo* op = nullptr;
  int a = -1, b = -1, c = -1;
  int type = -1;
  int region = 0;
  int tag = 0;         ///< equations of one recomputation share a tag: common subexpressions never merge across tags
  int checkpoint = 0;  ///< until freezing: the innermost checkpoint that the equation was traced in
  int pass = 0;        ///< 0, or the gradient whose backward pass it belongs to, counted from 1 as they were traced
  int group = 0;       ///< reshards of the leaves of one tree share a group: one collective per kind, axes and dtype
  int fused = 0;       ///< equations of one number, which stand together, run as one kernel: transform/fuse.hpp
  double value = 0;
  std::uint32_t k0 = 0, k1 = 0, k2 = 0;

  /// 0 and -0 are two numbers: 1 / x tells them apart.
  constexpr bool same_value(const Eqn& o) const {
    return value == o.value &&
           (value != 0 || std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(o.value));
  }
  constexpr bool operator==(const Eqn& o) const {
    return op == o.op && a == o.a && b == o.b && c == o.c && type == o.type && region == o.region && tag == o.tag &&
           checkpoint == o.checkpoint && pass == o.pass && group == o.group && fused == o.fused && same_value(o) &&
           k0 == o.k0 && k1 == o.k1 && k2 == o.k2;
  }
};

/// The factor alpha of a contraction: alpha * sum a b. `value` holds alpha - 1, so that an equation made without one
/// has alpha 1.
constexpr double contract_alpha(const Eqn& contraction) { return contraction.value + 1; }
/// Whether `contraction` can have the factor, in a result of this type: it is read back from alpha - 1 (exactly in f64,
/// to 2^-40 in the narrower types), and no integers are scaled.
constexpr bool can_be_alpha(double factor, Dtype result) {
  if (!is_floating(result)) return false;
  const double error = (factor - 1) + 1 - factor, allowed = (factor < 0 ? -factor : factor) * 0x1p-40;
  return result == Dtype::f64 ? error == 0 : error <= allowed && -error <= allowed;
}
/// `contraction` with its result multiplied by `factor`. Ask `can_be_alpha(contract_alpha(c) * factor, ...)` first.
constexpr Eqn with_alpha(Eqn contraction, double factor) {
  contraction.value = contract_alpha(contraction) * factor - 1;
  return contraction;
}

/// The start of a slice, or the zeros before a pad, so that the last element of both is the same.
inline constexpr std::uint32_t from_end = ~0u;
/// The stop of a slice that ends where the dimension does.
inline constexpr std::int64_t to_end = INT64_MAX;

/// 4-bit fields: labels of a contraction and permutations.
constexpr int field(std::uint32_t packed, int i) { return int(packed >> (4 * i)) & 15; }

/// Two extents that tracing could not compare; binding to sizes does.
struct Equality {
  Extent left, right;
  int equation = 0;
  constexpr bool operator==(const Equality&) const = default;
};

/// A program of any storage: constexpr arrays of a compiled step, or vectors of a dynamic one.
struct ProgramView {
  std::span<const Eqn> equations;
  std::span<const TypeDesc> types;
  std::span<const Extent> extents;
  std::span<const Equality> equalities;
  std::span<const std::uint32_t> numbers;  ///< lists that attributes point into
  std::span<const int> inputs;             ///< ids of the arguments' leaves, in order
  std::span<const int> outputs;            ///< ids of the results' leaves, in order

  constexpr const TypeDesc& type_of(int id) const { return types[std::size_t(equations[std::size_t(id)].type)]; }
};

}  // namespace shardwise
