// Trees: an array, a Hana tuple or map of trees, or a struct template over its members' types adapted with Hana.
// The same tree shape holds arrays, tracers, gradients, moments or types.
#pragma once

#include <shardwise/dsl/program/tracer.hpp>
#include <shardwise/dsl/tree/structured_bindings.hpp>

#include <boost/hana/accessors.hpp>
#include <boost/hana/at_key.hpp>
#include <boost/hana/concept/struct.hpp>
#include <boost/hana/define_struct.hpp>
#include <boost/hana/first.hpp>
#include <boost/hana/flatten.hpp>
#include <boost/hana/map.hpp>
#include <boost/hana/second.hpp>
#include <boost/hana/size.hpp>
#include <boost/hana/string.hpp>
#include <boost/hana/tuple.hpp>
#include <boost/hana/unpack.hpp>

#include <string>
#include <tuple>
#include <vector>

namespace shardwise {

namespace hana = boost::hana;

namespace detail {
template <fixed_string S, std::size_t... I> constexpr auto hana_key(std::index_sequence<I...>) {
  return hana::string<S.chars[I]...>{};
}
}  // namespace detail
/// A compile-time string as key of a Hana map: `params[key<"out">]`.
template <fixed_string S>
inline constexpr auto key = detail::hana_key<S>(std::make_index_sequence<sizeof(S.chars) - 1>{});

/// What is a leaf of a tree. Backends add their arrays.
template <class T>
inline constexpr bool is_tree_leaf = detail::is_tracer<T> || detail::is_array_type<T> || detail::is_spec<T>;

template <class T>
concept Leaf = is_tree_leaf<T>;

namespace detail {
template <class T> inline constexpr bool is_hana_tuple = false;
template <class... T> inline constexpr bool is_hana_tuple<hana::tuple<T...>> = true;
template <class T> inline constexpr bool is_hana_map = false;
template <class T>
  requires std::is_same_v<typename hana::tag_of<T>::type, hana::map_tag>
inline constexpr bool is_hana_map<T> = true;

/// A struct template whose type arguments are its members' types, in order.
template <class T> struct struct_template { static constexpr bool is = false; };
template <class S, class... M, std::size_t... I> constexpr bool members_in_order(std::index_sequence<I...>) {
  constexpr auto accessors = hana::accessors<S>();
  return (
      std::is_same_v<std::remove_cvref_t<decltype(hana::second(accessors[hana::size_c<I>])(std::declval<S&>()))>, M> &&
      ...);
}
template <template <class...> class S, class... M>
requires hana::Struct<S<M...>>::value struct struct_template<S<M...>> {
  static constexpr bool is = true;
  static constexpr std::size_t size = decltype(hana::size(hana::accessors<S<M...>>()))::value;
  static constexpr bool in_order = [] {
    if constexpr (size == sizeof...(M))
      return members_in_order<S<M...>, M...>(std::make_index_sequence<size>{});
    else
      return false;
  }();
  template <class... N> using rebind = S<N...>;
};
}  // namespace detail

/// A struct adapted with Hana whose template arguments are exactly its members' types, in order.
template <class T>
concept TreeStruct = detail::struct_template<T>::is && detail::struct_template<T>::in_order;
template <class T>
concept Branch = detail::is_hana_tuple<T> || detail::is_hana_map<T> || detail::struct_template<T>::is;
template <class T>
concept Tree = Leaf<T> || Branch<T>;

namespace detail {
template <class F, Leaf T, class... Rest> constexpr auto tree_map_impl(F& f, const T& t, const Rest&... rest) {
  return f(t, rest...);
}
template <class F, Branch T, class... Rest> constexpr auto tree_map_impl(F& f, const T& t, const Rest&... rest);

/// Key I of a Hana map.
template <std::size_t I, class M>
using key_at =
    std::decay_t<decltype(hana::first(hana::to<hana::tuple_tag>(std::declval<const M&>())[hana::size_c<I>]))>;

/// Member I of a branch: of a tuple or map in order, of a struct by its accessors.
template <std::size_t I, class T> constexpr const auto& child(const T& t) {
  if constexpr (is_hana_tuple<T>) {
    return t[hana::size_c<I>];
  } else if constexpr (is_hana_map<T>) {
    return t[key_at<I, T>{}];
  } else {
    constexpr auto accessors = hana::accessors<T>();
    return hana::second(accessors[hana::size_c<I>])(t);
  }
}
template <class T> constexpr std::size_t children() {
  if constexpr (is_hana_tuple<T> || is_hana_map<T>)
    return decltype(hana::size(std::declval<T>()))::value;
  else
    return struct_template<T>::size;
}
template <class T, class... U> struct rebuild;
template <class... T, class... U> struct rebuild<hana::tuple<T...>, U...> {
  static constexpr auto make(const U&... u) { return hana::tuple<U...>{u...}; }
};
template <class T, class... U>
requires struct_template<T>::is struct rebuild<T, U...> {
  static_assert(struct_template<T>::in_order, "a tree struct's template arguments are its members' types, in order");
  static constexpr auto make(const U&... u) { return typename struct_template<T>::template rebind<U...>{u...}; }
};

template <std::size_t I, class F, class... T> constexpr auto tree_map_child(F& f, const T&... t) {
  return tree_map_impl(f, child<I>(t)...);
}

template <class F, Branch T, class... Rest> constexpr auto tree_map_impl(F& f, const T& t, const Rest&... rest) {
  static_assert(((children<T>() == children<Rest>()) && ...), "tree_map: the trees have different shapes");
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    if constexpr (is_hana_map<T>) {
      return hana::make_map(hana::make_pair(key_at<I, T>{}, tree_map_child<I>(f, t, rest...))...);
    } else {
      // Braces keep the order of evaluation, which is the order of leaves.
      std::tuple<decltype(std::make_tuple(tree_map_child<I>(f, t, rest...)))...> results{
          std::make_tuple(tree_map_child<I>(f, t, rest...))...};
      return std::apply(
          [](const auto&... r) {
            return rebuild<T, std::decay_t<decltype(std::get<0>(r))>...>::make(std::get<0>(r)...);
          },
          results);
    }
  }
  (std::make_index_sequence<children<T>()>{});
}

/// How member I of a branch is written after the branch's own path.
template <class T, std::size_t I> std::string step_to_child(const std::string& path) {
  if constexpr (is_hana_tuple<T>) {
    return path + "[" + std::to_string(I) + "]";
  } else if constexpr (is_hana_map<T>) {
    return path + "[" + key_at<I, T>{}.c_str() + "]";
  } else {
    constexpr auto accessors = hana::accessors<T>();
    return path + (path.empty() ? "" : ".") + hana::to<const char*>(hana::first(accessors[hana::size_c<I>]));
  }
}
template <class T> void tree_paths_impl(const std::string& path, std::vector<std::string>& out);
// Functions, no lambdas: with nested structs GCC 12 calls the wrong one of two nested generic lambdas.
template <class T, std::size_t... I>
void paths_of_children(const std::string& path, std::vector<std::string>& out, std::index_sequence<I...>) {
  (tree_paths_impl<std::remove_cvref_t<decltype(child<I>(std::declval<const T&>()))>>(step_to_child<T, I>(path), out),
   ...);
}
template <class T> void tree_paths_impl(const std::string& path, std::vector<std::string>& out) {
  if constexpr (Leaf<T>)
    out.push_back(path);
  else
    paths_of_children<T>(path, out, std::make_index_sequence<children<T>()>{});
}
}  // namespace detail

namespace detail {
template <Tree T, Tree U> constexpr bool same_shape() {
  if constexpr (Leaf<T> || Leaf<U>)
    return Leaf<T> && Leaf<U>;
  else if constexpr (children<T>() != children<U>())
    return false;
  else
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (same_shape<std::remove_cvref_t<decltype(child<I>(std::declval<const T&>()))>,
                         std::remove_cvref_t<decltype(child<I>(std::declval<const U&>()))>>() &&
              ...);
    }
  (std::make_index_sequence<children<T>()>{});
}
}  // namespace detail

/// Applies f to each leaf (and the leaves at the same place of further trees); the results in the same shape.
template <class F, Tree T, class... Rest> constexpr auto tree_map(F f, const T& t, const Rest&... rest) {
  return detail::tree_map_impl(f, t, rest...);
}
/// Calls f with each leaf, in order.
template <class F, Tree T> constexpr void tree_for_each(F f, const T& t) {
  auto call = [&](const auto& leaf) {
    f(leaf);
    return 0;
  };
  if constexpr (Leaf<T>)
    call(t);
  else
    [&]<std::size_t... I>(std::index_sequence<I...>) { (tree_for_each<F&>(f, detail::child<I>(t)), ...); }
  (std::make_index_sequence<detail::children<T>()>{});
}
/// The leaves as a Hana tuple, in order.
template <Tree T> constexpr auto tree_leaves(const T& t) {
  if constexpr (Leaf<T>)
    return hana::tuple<T>{t};
  else
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return hana::unpack(hana::make_tuple(tree_leaves(detail::child<I>(t))...),
                          [](const auto&... parts) { return hana::flatten(hana::make_tuple(parts...)); });
    }
  (std::make_index_sequence<detail::children<T>()>{});
}
template <Tree T> constexpr std::size_t tree_size() {
  if constexpr (Leaf<T>)
    return 1;
  else
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (std::size_t{0} + ... +
              tree_size<std::remove_cvref_t<decltype(detail::child<I>(std::declval<const T&>()))>>());
    }
  (std::make_index_sequence<detail::children<T>()>{});
}
/// Where each leaf is: `layer1.kernel`, `[0].bias`; empty for a tree that is one leaf.
template <Tree T> std::vector<std::string> tree_paths(const std::string& prefix = "") {
  std::vector<std::string> out;
  detail::tree_paths_impl<T>(prefix, out);
  return out;
}

}  // namespace shardwise
