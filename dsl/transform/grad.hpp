// grad, value_and_grad and vjp of functions of tracers.
#pragma once

#include <shardwise/dsl/program/control.hpp>
#include <shardwise/dsl/transform/backward.hpp>

namespace shardwise {

/// The function also returns something beside the loss: `grad(f, has_aux)` with f returning a tuple of both.
struct HasAux {};
inline constexpr HasAux has_aux{};

/// A value and its gradient: `auto [loss, g] = value_and_grad(f)(w, x)`.
template <class V, class G> struct ValueAndGrad { BOOST_HANA_DEFINE_STRUCT(ValueAndGrad, (V, value), (G, grad)); };
template <class V, class G> ValueAndGrad(V, G) -> ValueAndGrad<V, G>;  // Clang 16 deduces none for aggregates
/// A gradient (or value and gradient) and what the function returned beside the loss.
template <class R, class Aux> struct WithAux { BOOST_HANA_DEFINE_STRUCT(WithAux, (R, result), (Aux, aux)); };
template <class R, class Aux> WithAux(R, Aux) -> WithAux<R, Aux>;

namespace detail {

constexpr Text loss_sentence(const TypeDesc& loss) {
  Text t;
  t << "grad: the loss is " << loss << ": ";
  if (loss.rank != 0)
    t << "it must be a floating scalar: sum it, or take its mean";
  else if (!is_floating(loss.dtype))
    t << "it must be a floating scalar: astype<f32> it";
  else
    t << "a pending maximum or minimum has no gradient: reshard it first";
  return t;
}
template <class A> inline constexpr Text loss_text = loss_sentence(A::desc);
constexpr Text argument_sentence(const TypeDesc& argument) {
  Text t;
  t << "grad: an argument is " << argument
    << ", which has no cotangent: differentiate with respect to floating arrays that are no pending maximum or minimum";
  return t;
}
template <class A> inline constexpr Text argument_text = argument_sentence(A::desc);
template <class T>
inline constexpr Text no_tracer_text = [] {
  Text t;
  t << "grad: the function returns no array: return the loss, or with has_aux hana::make_tuple(loss, aux)";
  return t;
}();
template <class A, class C>
inline constexpr Text pullback_text = [] {
  Text t;
  t << "vjp: the cotangent given is " << C::desc << ", the result is " << A::desc << ": give a " << cotangent(A::desc);
  return t;
}();

/// The arguments that are differentiated get ids of their own, else f(w, w) and a captured w would sum wrongly.
template <std::size_t I, std::size_t... Wrt, class T> constexpr auto wrap_if(const T& argument) {
  if constexpr (((I == Wrt) || ...)) {
    tree_for_each(
        []<class A>(Tracer<A> x) {
          if constexpr (is_dynamic<A>) {
            if (x.id < 0) return;
            const TypeDesc t = x.value().type();
            if (!has_cotangent(t)) reject_dynamic(*x.builder, argument_sentence(t));
          } else if constexpr (!has_cotangent(A::desc)) {
            refuse<argument_text<A>>(*x.builder);
          }
        },
        argument);
    return tree_map([](auto x) { return x.id < 0 ? x : decltype(x){x.builder, alias(x.value()).id}; }, argument);
  } else {
    return argument;
  }
}

template <class A> constexpr auto as_cotangent(Value v) {
  if constexpr (is_dynamic<A>)
    return Tracer<A>{v.builder, v.id};
  else
    return Tracer<cotangent_t<A>>{v.builder, v.id};
}
/// Hands out cotangents to the leaves of an argument, from the k-th on.
template <class T> constexpr auto cotangent_tree(const T& argument, const std::vector<Value>& all, std::size_t& k) {
  return tree_map([&]<class A>(Tracer<A>) { return as_cotangent<A>(all[k++]); }, argument);
}

template <bool WithValue, bool Aux, class F, std::size_t... Wrt> struct GradFunction {
  F f;

  template <class... X> constexpr auto operator()(const X&... x) const {
    static_assert(((Wrt < sizeof...(X)) && ...), "grad: a numbered argument is beyond the number of arguments");
    return run(std::index_sequence_for<X...>{}, x...);
  }

 private:
  template <std::size_t... I, class... X> constexpr auto run(std::index_sequence<I...>, const X&... x) const {
    Builder& g = *first_builder(x...);
    const int from = g.size();
    std::tuple<decltype(wrap_if<I, Wrt...>(x))...> arguments{wrap_if<I, Wrt...>(x)...};
    auto y = f(std::get<I>(arguments)...);
    if constexpr (!Aux) {
      return gradient_of(g, from, y, arguments);
    } else if constexpr (!is_hana_tuple<decltype(y)>) {
      refuse<no_tracer_text<decltype(y)>>(g);
      return y;
    } else {
      auto r = gradient_of(g, from, y[hana::size_c<0>], arguments);
      return WithAux<decltype(r), std::decay_t<decltype(y[hana::size_c<1>])>>{r, y[hana::size_c<1>]};
    }
  }
  /// The cotangents of `wrt`, handed out in the shape of the arguments.
  template <class Arguments> static constexpr auto shaped(const Arguments& arguments, const std::vector<Value>& all) {
    std::size_t k = 0;
    if constexpr (sizeof...(Wrt) == 1) {
      return (cotangent_tree(std::get<Wrt>(arguments), all, k), ...);
    } else {
      // Braces keep the order in which cotangents are handed out.
      std::tuple<decltype(std::make_tuple(cotangent_tree(std::get<Wrt>(arguments), all, k)))...> parts{
          std::make_tuple(cotangent_tree(std::get<Wrt>(arguments), all, k))...};
      return std::apply([](const auto&... p) { return hana::make_tuple(std::get<0>(p)...); }, parts);
    }
  }
  template <class Loss> static constexpr bool is_loss(Builder& g, [[maybe_unused]] const Loss& loss) {
    if constexpr (is_poison<typename Loss::type>) {
      return false;
    } else if constexpr (is_dynamic<typename Loss::type>) {
      if (loss.id < 0) return false;
      const TypeDesc t = loss.value().type();
      if (t.rank == 0 && has_cotangent(t)) return true;
      return reject_dynamic(g, loss_sentence(t)), false;
    } else if constexpr (Loss::desc.rank != 0 || !has_cotangent(Loss::desc)) {
      refuse<loss_text<typename Loss::type>>(g);
      return false;
    } else {
      return true;
    }
  }
  template <class Loss, class Arguments>
  static constexpr auto gradient_of(Builder& g, int from, const Loss& loss, const Arguments& arguments) {
    std::vector<Value> wrt;
    (tree_for_each([&](auto leaf) { wrt.push_back(leaf.value()); }, std::get<Wrt>(arguments)), ...);
    bool done = false;
    if constexpr (is_tracer<Loss>) {
      done = is_loss(g, loss);
      if (done) wrt = gradient(g, loss.value(), wrt, from);
    } else {
      refuse<no_tracer_text<Loss>>(g);
    }
    // After an error zeros stand for the gradients, so that it is the only one.
    if (!done) {
      for (Value& v : wrt) v = zeros_like_cotangent(v);
      g.failed = true;
    }
    const auto grads = shaped(arguments, wrt);
    if constexpr (WithValue)
      return ValueAndGrad<Loss, std::decay_t<decltype(grads)>>{loss, grads};
    else
      return grads;
  }
  template <class T, class... X> static constexpr Builder* first_builder(const T& t, const X&...) {
    return &builder_of(t);
  }
};

template <bool WithValue, bool Aux, std::size_t... Wrt, class F> constexpr auto make_grad(F f) {
  if constexpr (sizeof...(Wrt) == 0)
    return GradFunction<WithValue, Aux, F, 0>{f};
  else
    return GradFunction<WithValue, Aux, F, Wrt...>{f};
}
}  // namespace detail

/// The gradient of a scalar function: `grad(f)(w, x)` for the first argument, `grad<0, 2>(f)` a tuple for several.
/// Each gradient has the cotangent type of its argument. The loss is a floating scalar: replicated, unreduced (the
/// sum of its pieces), reduced or varying.
template <std::size_t... Wrt, class F> constexpr auto grad(F f) { return detail::make_grad<false, false, Wrt...>(f); }
template <std::size_t... Wrt, class F> constexpr auto grad(F f, HasAux) {
  return detail::make_grad<false, true, Wrt...>(f);
}
/// The function's value beside the gradient: `auto [loss, g] = value_and_grad(f)(w, x)`.
template <std::size_t... Wrt, class F> constexpr auto value_and_grad(F f) {
  return detail::make_grad<true, false, Wrt...>(f);
}
template <std::size_t... Wrt, class F> constexpr auto value_and_grad(F f, HasAux) {
  return detail::make_grad<true, true, Wrt...>(f);
}

namespace detail {
/// The pullback of one call: takes a cotangent of the result, gives the arguments' cotangents as a tuple.
template <class Y, class Arguments> struct PullbackFunction {
  Y y;
  Arguments arguments;
  int from, region;

  template <class Ct> constexpr auto operator()(const Ct& ct) const {
    Builder& g = builder_of(y);
    std::vector<Value> all;
    std::apply([&](const auto&... a) { (tree_for_each([&](auto leaf) { all.push_back(leaf.value()); }, a), ...); },
               arguments);
    if (fits(g, tree_leaves(y), tree_leaves(ct)))
      all = pull_back(g, tree_values(y), tree_values(ct), all, from, region);
    std::size_t k = 0;
    return std::apply(
        [&](const auto&... a) {
          std::tuple<decltype(std::make_tuple(cotangent_tree(a, all, k)))...> parts{
              std::make_tuple(cotangent_tree(a, all, k))...};
          return std::apply([](const auto&... p) { return hana::make_tuple(std::get<0>(p)...); }, parts);
        },
        arguments);
  }

 private:
  template <class A, class C> static constexpr bool fits_leaf(Builder& g, Tracer<A>, Tracer<C>) {
    constexpr bool fits = std::is_same_v<C, cotangent_t<A>>;
    if constexpr (!fits && !is_poison<A> && !is_poison<C>) refuse<pullback_text<A, C>>(g);
    return fits;
  }
  template <class... A, class... C>
  static constexpr bool fits(Builder& g, const hana::tuple<A...>&, const hana::tuple<C...>&) {
    static_assert(sizeof...(A) == sizeof...(C), "vjp: the cotangent given is a tree of another shape than the result");
    return (int(fits_leaf(g, A{}, C{})) & ...) != 0;
  }
};
}  // namespace detail

/// A result and its pullback: `auto [y, pull] = vjp(f, a, b); auto cts = pull(ct);`
template <class Y, class P> struct Vjp {
  Y value;
  P pullback;
};

/// The value of f at the arguments, and the function that takes a cotangent of it back to a tuple of theirs.
template <class F, class... X> constexpr auto vjp(F f, const X&... x) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    Builder& g = detail::builder_of(std::get<0>(std::tie(x...)));
    const int from = g.size();
    auto arguments = std::make_tuple(detail::wrap_if<I, I...>(x)...);
    auto y = f(std::get<I>(arguments)...);
    using P = detail::PullbackFunction<decltype(y), decltype(arguments)>;
    return Vjp<decltype(y), P>{y, P{y, arguments, from, g.current}};
  }
  (std::index_sequence_for<X...>{});
}

}  // namespace shardwise
