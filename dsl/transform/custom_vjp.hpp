// custom_vjp: a function with a gradient rule of its own.
#pragma once

#include <shardwise/dsl/transform/grad.hpp>

namespace shardwise {

namespace detail {

struct TypeOfLeaf {
  template <class A> constexpr A operator()(Tracer<A>) const { return {}; }
};
/// A tree of tracers as the tree of their types.
template <class T> using types_of = decltype(tree_map(TypeOfLeaf{}, std::declval<const T&>()));

template <int Argument, class A, class C>
inline constexpr Text custom_gradient_text = [] {
  Text t;
  t << "custom_vjp: bwd gives " << C::desc << " for argument " << Argument + 1 << ", which is " << A::desc
    << ": give a " << cotangent(A::desc);
  return t;
}();
template <class Y, class F>
inline constexpr Text custom_value_text = [] {
  Text t;
  t << "custom_vjp: fwd gives the value " << F::desc << " where f gives " << Y::desc
    << ": fwd returns a tuple of f's value and what bwd needs";
  return t;
}();
template <class B, int Given, int Wanted>
inline constexpr Text custom_count_text = [] {
  Text t;
  t << "custom_vjp: bwd gives " << Given << " gradients for " << Wanted
    << " arguments: return a tuple of one for each, and none for arguments without a gradient";
  return t;
}();

/// Runs bwd on what fwd kept and on the cotangents of the results, and adds what it gives to the arguments'.
template <class Bwd, class Residuals, class Y, class... X> struct CustomPull {
  static constexpr void pull(Builder& g, const Builder::CustomRule& rule, std::vector<int>& ct) {
    std::size_t k = 0;
    const auto residuals = tree_map(
        [&]<class A>(A) {
          return Tracer<A>{&g, backward::use(g, rule.residuals[k++])};
        },
        Residuals{});
    k = 0;
    const auto cotangents = tree_map(
        [&]<class A>(A) {
          const int id = rule.results[k++];
          const int c = backward::cotangent_of(ct, id);
          const TypeDesc t = cotangent(g.type_of(id));
          return Tracer<cotangent_t<A>>{&g, c >= 0 ? c : full(g, t, 0).id};
        },
        Y{});
    const auto gradients = Bwd{}(residuals, cotangents);
    k = 0;
    using G = std::remove_cvref_t<decltype(gradients)>;
    if constexpr (!is_hana_tuple<G>) {
      if constexpr (sizeof...(X) != 1)
        refuse<custom_count_text<Bwd, 1, int(sizeof...(X))>>(g);
      else
        (take<0, X>(g, rule, ct, gradients, k), ...);
    } else if constexpr (children<G>() != sizeof...(X)) {
      refuse<custom_count_text<Bwd, int(children<G>()), int(sizeof...(X))>>(g);
    } else {
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (take<int(I), X>(g, rule, ct, gradients[hana::size_c<I>], k), ...);
      }
      (std::index_sequence_for<X...>{});
    }
  }

 private:
  template <int Argument, class T, class Given>
  static constexpr void take(Builder& g, const Builder::CustomRule& rule, std::vector<int>& ct, const Given& given,
                             std::size_t& k) {
    if constexpr (std::is_same_v<Given, None>) {
      k += tree_size<T>();
    } else {
      static_assert(same_shape<T, Given>(), "custom_vjp: a gradient is a tree of another shape than its argument");
      const auto one = [&]<class A, class C>(A, Tracer<C> c) {
        const int id = rule.arguments[k++];
        if constexpr (is_poison<C>)
          g.failed = true;
        else if constexpr (!std::is_same_v<C, cotangent_t<A>>)
          refuse<custom_gradient_text<Argument, A, C>>(g);
        else
          backward::accumulate(g, ct, id, c.value());
        return c;
      };
      tree_map(one, T{}, given);
    }
  }
};

template <class F, class Fwd, class Bwd> struct CustomVjp {
  F f;
  Fwd fwd;
  static_assert(
      std::is_empty_v<Bwd> && std::is_default_constructible_v<Bwd>,
      "custom_vjp: bwd is a lambda that captures nothing; what it needs is what fwd returns beside the value");

  template <Tree... X> constexpr auto operator()(const X&... x) const {
    return run(std::index_sequence_for<X...>{}, x...);
  }

 private:
  template <std::size_t... I, class... X> constexpr auto run(std::index_sequence<I...>, const X&... x) const {
    Builder& g = builder_of(std::get<0>(std::tie(x...)));
    // Ids of their own, in the region of the call: so the transpose finds them, and does not go into fwd.
    std::tuple<decltype(own(x))...> arguments{own(x)...};
    const auto value = f(x...);  // only its type counts: its equations are dead code
    const auto forward = fwd(std::get<I>(arguments)...);
    using Forward = std::remove_cvref_t<decltype(forward)>;
    static_assert(is_pair<Forward>(), "custom_vjp: fwd returns hana::make_tuple(value, residuals)");
    if constexpr (is_pair<Forward>()) {
      constexpr bool fits =
          same_shape<std::remove_cvref_t<decltype(value)>, std::remove_cvref_t<decltype(forward[hana::size_c<0>])>>();
      static_assert(fits, "custom_vjp: fwd gives a value of another shape than f");
      if constexpr (fits)
        return with_rule(g, value, forward[hana::size_c<0>], forward[hana::size_c<1>], std::get<I>(arguments)...);
      else
        return value;
    } else {
      return value;
    }
  }
  template <class T> static constexpr bool is_pair() {
    if constexpr (is_hana_tuple<T>)
      return children<T>() == 2;
    else
      return false;
  }
  template <class V, class Y, class R, class... X>
  static constexpr auto with_rule(Builder& g, const V& value, const Y& y, const R& residuals, const X&... arguments) {
    tree_map(
        [&]<class A, class B>(Tracer<A> a, Tracer<B>) {
          if constexpr (!std::is_same_v<A, B> && !is_poison<A> && !is_poison<B>) refuse<custom_value_text<A, B>>(g);
          return a;
        },
        value, y);
    Builder::CustomRule rule;
    for_ids(rule.arguments, arguments...);
    for_ids(rule.residuals, residuals);
    rule.pull = &CustomPull<Bwd, types_of<std::remove_cvref_t<decltype(residuals)>>,
                            types_of<std::remove_cvref_t<decltype(y)>>, types_of<X>...>::pull;
    const auto index = std::uint32_t(g.custom_rules.size());
    const auto results = tree_map(
        [&](auto leaf) {
          const TypeDesc t = leaf.value().type();
          return decltype(leaf){&g, g.push({.op = op<ops::custom_result>, .a = leaf.id, .k0 = index}, t)};
        },
        y);
    for_ids(rule.results, results);
    g.custom_rules.push_back(rule);
    return results;
  }
  template <class T> static constexpr auto own(const T& t) {
    return tree_map([](auto leaf) { return decltype(leaf){leaf.builder, alias(leaf.value()).id}; }, t);
  }
  template <class... T> static constexpr void for_ids(std::vector<int>& ids, const T&... trees) {
    (tree_for_each([&](const auto& leaf) { ids.push_back(leaf.id); }, trees), ...);
  }
};

}  // namespace detail

/// f with a gradient rule of its own. `fwd(x...)` returns `hana::make_tuple(value, residuals)`, both trees;
/// `bwd(residuals, cotangent)` returns a tuple of one gradient for each argument (or the gradient alone if there is one
/// argument), of the arguments' cotangent types, and `none` for an argument without a gradient. bwd captures nothing.
/// The value is that of fwd.
template <class F, class Fwd, class Bwd> constexpr auto custom_vjp(F f, Fwd fwd, Bwd) {
  return detail::CustomVjp<F, Fwd, Bwd>{f, fwd};
}

}  // namespace shardwise
