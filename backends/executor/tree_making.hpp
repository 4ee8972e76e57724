// Making trees of arrays.
#pragma once

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/dsl/tree/functions.hpp>

namespace shardwise {

namespace detail {
/// True if every leaf is an array.
template <class T> constexpr bool holds_arrays() {
  if constexpr (ArrayLike<T>)
    return true;
  else if constexpr (Branch<T>)
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (sizeof...(I) > 0) &&
             (holds_arrays<std::remove_cvref_t<decltype(child<I>(std::declval<const T&>()))>>() && ...);
    }
  (std::make_index_sequence<children<T>()>{});
  else return false;
}
}  // namespace detail

/// Zeros like every array of a tree.
template <Branch T>
  requires(detail::holds_arrays<T>())
auto zeros_like(const T& t) {
  return tree_map([]<class A>(const Array<A>& a) { return shardwise::zeros_like(a); }, t);
}

}  // namespace shardwise
