// Extents as divisors: `total / size<0>(xs)`.
#pragma once

#include <shardwise/dsl/program/operators.hpp>

namespace shardwise {

/// An extent of a value; a number once sizes are bound.
struct Size {
  Extent extent;
};
/// The global extent of dimension `Dim`, to divide by: a sum over what `xs` holds, divided by `size<0>(xs)`, is a mean.
template <int Dim, class A> constexpr Size size(Tracer<A> x) {
  static_assert(Dim >= -A::desc.rank && Dim < A::desc.rank, "size: the value has no such dimension");
  return {x.value().type().dims[Dim < 0 ? Dim + A::desc.rank : Dim].extent};
}

namespace fn {
struct divide_by_size {
  static constexpr std::string_view name = "div";
  Size size{extent(2)};
  constexpr Value operator()(Value a) const {
    if (!a.valid()) return a;
    const TypeDesc t = a.type();
    if (!is_floating(t.dtype)) {
      rules::Verdict v;
      v.reject("a size divides floating values only", "astype them first");
      return a.builder->reject(name, &t, 1, v), Value{a.builder, -1};
    }
    if (size.extent.is_one()) return a;
    return {a.builder,
            a.builder->push(
                {.op = op<ops::divide_by_size>, .a = a.id, .k0 = std::uint32_t(a.builder->intern(size.extent))}, t)};
  }
};
}  // namespace fn

/// Linear: it fits U too.
SHARDWISE_FUNCTION(operator/, (class A), (fn::divide_by_size), (A), (Tracer<A> a, Size n), (fn::divide_by_size{n}), (a))

}  // namespace shardwise
