// jvp: forward mode, as the transpose of the transpose.
#pragma once

#include <shardwise/dsl/transform/grad.hpp>

namespace shardwise {

/// A value and its tangent: `auto [y, dy] = jvp(f, hana::make_tuple(x), hana::make_tuple(dx));`
template <class Y, class T> struct Jvp { BOOST_HANA_DEFINE_STRUCT(Jvp, (Y, value), (T, tangent)); };

namespace detail {

template <class A, class T>
inline constexpr Text tangent_text = [] {
  Text t;
  t << "jvp: the tangent given is " << T::desc << ", the argument is " << A::desc
    << ": a tangent has the type of its value: give a " << A::desc;
  return t;
}();
template <class A>
inline constexpr Text no_tangent_text = [] {
  Text t;
  t << "jvp: a result is " << A::desc
    << ", which has no tangent: return floating arrays that are no pending maximum or "
    << "minimum";
  return t;
}();
template <class A, class T> constexpr bool fits_tangent(Builder& g, Tracer<A>, Tracer<T>) {
  constexpr bool sound = !is_poison<A> && !is_poison<T>;
  if constexpr (sound && !std::is_same_v<A, T>) {
    refuse<tangent_text<A, T>>(g);
    return false;
  } else {
    return sound;
  }
}
template <class A> constexpr bool has_tangent(Builder& g, Tracer<A>) {
  if constexpr (is_poison<A>) {
    return false;
  } else if constexpr (!has_cotangent(A::desc)) {
    refuse<no_tangent_text<A>>(g);
    return false;
  } else {
    return true;
  }
}

/// The pullback is linear in the cotangents of the results: its transpose takes tangents forward.
constexpr std::vector<Value> push_forward(Builder& g, const std::vector<Value>& results, const std::vector<Value>& wrt,
                                          const std::vector<Value>& tangents, int from) {
  const int first = g.size();
  std::vector<Value> seeds;
  for (Value y : results) seeds.push_back(alias(full(g, cotangent(y.type()), 0)));  // any values: nobody reads them
  const int begin = g.size();
  const std::vector<Value> pulled = pull_back(g, results, seeds, wrt, from);
  const std::vector<Value> out = pull_back(g, pulled, tangents, seeds, begin);
  for (int id = first; id < g.size(); ++id) g.equations[std::size_t(id)].pass = g.pass;  // no pass backward is left
  return out;
}
template <class A> constexpr auto twice(const A& a) { return Jvp<A, A>{a, a}; }
}  // namespace detail

/// The value of f at the arguments, and its derivative in the direction of the tangents: a value and a tangent of the
/// result's own type. Arguments and tangents are tuples of trees. `jvp` of `grad` is a product with the Hessian.
template <class F, class... X, class... T>
constexpr auto jvp(F f, const hana::tuple<X...>& arguments, const hana::tuple<T...>& tangents) {
  static_assert(sizeof...(X) == sizeof...(T), "jvp: give one tangent for each argument");
  constexpr bool fits = [] {
    if constexpr (sizeof...(X) == sizeof...(T))
      return (detail::same_shape<X, T>() && ...);
    else
      return false;
  }();
  static_assert(fits || sizeof...(X) != sizeof...(T), "jvp: a tangent is a tree of another shape than its argument");
  if constexpr (!fits)
    return detail::twice(arguments[hana::size_c<0>]);
  else
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      Builder& g = detail::builder_of(arguments[hana::size_c<0>]);
      const int from = g.size();
      std::tuple<decltype(detail::wrap_if<I, I...>(arguments[hana::size_c<I>]))...> in{
          detail::wrap_if<I, I...>(arguments[hana::size_c<I>])...};
      auto y = f(std::get<I>(in)...);
      bool sound = true;
      (tree_map(
           [&](auto a, auto t) {
             sound &= detail::fits_tangent(g, a, t);
             return a;
           },
           arguments[hana::size_c<I>], tangents[hana::size_c<I>]),
       ...);
      tree_for_each([&](auto leaf) { sound &= detail::has_tangent(g, leaf); }, y);
      std::vector<Value> out = detail::tree_values(y);
      if (sound) {
        std::vector<Value> wrt, given;
        (tree_for_each([&](auto leaf) { wrt.push_back(leaf.value()); }, std::get<I>(in)), ...);
        (tree_for_each([&](auto leaf) { given.push_back(leaf.value()); }, tangents[hana::size_c<I>]), ...);
        out = detail::push_forward(g, out, wrt, given, from);
      } else {
        g.failed = true;
      }
      std::size_t k = 0;
      auto tangent = tree_map([&](auto leaf) { return decltype(leaf){leaf.builder, out[k++].id}; }, y);
      return Jvp<decltype(y), decltype(tangent)>{y, tangent};
    }
  (std::index_sequence_for<X...>{});
}

}  // namespace shardwise
