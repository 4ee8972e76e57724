// Structured bindings for Hana tuples: `auto [params, loss] = run(params, batch);`
#pragma once

#include <boost/hana/at.hpp>
#include <boost/hana/tuple.hpp>

#include <tuple>
#include <utility>

// Hana leaves these out. The protocol wants them in std and beside the tuple.
namespace std {
template <class... T> struct tuple_size<boost::hana::tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class... T> struct tuple_element<I, boost::hana::tuple<T...>> : tuple_element<I, tuple<T...>> {};
}  // namespace std

namespace boost::hana {
template <std::size_t I, class... T> constexpr auto& get(tuple<T...>& t) { return at_c<I>(t); }
template <std::size_t I, class... T> constexpr const auto& get(const tuple<T...>& t) { return at_c<I>(t); }
template <std::size_t I, class... T> constexpr auto&& get(tuple<T...>&& t) { return at_c<I>(std::move(t)); }
}  // namespace boost::hana
