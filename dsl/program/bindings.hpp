// Structured bindings for values of a step: `auto [a, b] = random::split<2>(key);` gives the elements along the leading
// dimension, which is unsharded and a number.
#pragma once

#include <shardwise/dsl/program/shape_functions.hpp>

#include <tuple>

namespace shardwise {
namespace detail {
template <class A> constexpr std::size_t leading_elements() {
  if constexpr (A::desc.rank > 0)
    if constexpr (A::desc.dims[0].axes.empty() && A::desc.dims[0].extent.is_number())
      return std::size_t(A::desc.dims[0].extent.number);
  return 0;
}
}  // namespace detail

/// Element I along the leading dimension.
template <std::size_t I, class A> constexpr auto get(Tracer<A> x) {
  return squeeze<0>(slice<0, std::int64_t(I), std::int64_t(I) + 1>(x));
}
}  // namespace shardwise

namespace std {
template <class A>
struct tuple_size<shardwise::Tracer<A>> : integral_constant<size_t, shardwise::detail::leading_elements<A>()> {};
template <size_t I, class A> struct tuple_element<I, shardwise::Tracer<A>> {
  using type = decltype(shardwise::get<I>(declval<shardwise::Tracer<A>>()));
};
}  // namespace std
