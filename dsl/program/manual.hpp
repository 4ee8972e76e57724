// Manual mode for users: shard_map, and the collectives that are called inside of it.
#pragma once

#include <shardwise/dsl/program/body.hpp>

namespace shardwise {

struct Invarying {};
/// `all_gather<0, invarying>(x, X)`: the same on all devices, with a gradient that each device has a block of.
inline constexpr Invarying invarying{};
/// The gather and scatter family: blocks of a dimension, instead of a dimension with one element for each device.
struct Tiled {};
inline constexpr Tiled tiled{};

namespace detail {
template <class T> inline constexpr bool is_state_function = false;
template <StateSet S> inline constexpr bool is_state_function<StateFunction<S>> = true;
template <auto To>
concept CastState =
    is_state_function<std::remove_cv_t<decltype(To)>> || std::is_same_v<std::remove_cv_t<decltype(To)>, Invarying>;
template <class T> struct StateOf { static constexpr rules::State value = rules::State::replicated; };
template <StateSet S> struct StateOf<StateFunction<S>> {
  static constexpr rules::State value = S == StateSet::varying     ? rules::State::varying
                                        : S == StateSet::unreduced ? rules::State::unreduced
                                        : S == StateSet::reduced   ? rules::State::reduced
                                                                   : rules::State::pending;
};
template <auto To> constexpr rules::State state_of_name() {
  if constexpr (CastState<To>)
    return StateOf<std::remove_cv_t<decltype(To)>>::value;
  else
    return rules::State::pending;  // nobody takes it
}
template <auto To> inline constexpr rules::State state_named = state_of_name<To>();
/// The refusal of template arguments that no call has.
constexpr Value no_such_call(std::string_view name, Value a, std::string_view why, std::string_view repair) {
  rules::Verdict v;
  return a.valid() ? manual::refuse(name, a, v.reject(why, repair)) : a;
}
template <class O> constexpr void add_axis(AxisList& list) {
  if constexpr (is_axis<O>) list.push(O::name);
}
template <class... O> constexpr AxisList axis_list() {
  AxisList list;
  (add_axis<O>(list), ...);
  return list;
}
template <class... O> inline constexpr bool has_tiled = (std::is_same_v<O, Tiled> || ...);
}  // namespace detail

template <class X>
concept AxisValue = detail::is_axis<X>;
/// What follows the array: axes, then perhaps `tiled`.
template <class O>
concept AxisOrTiled = AxisValue<O> || std::is_same_v<O, Tiled>;

namespace fn {
template <class... X> struct psum {
  static constexpr std::string_view name = "psum";
  constexpr Value operator()(Value a) const { return manual::psum(a, detail::axis_list<X...>()); }
};
template <class... X> struct pmean {
  static constexpr std::string_view name = "pmean";
  constexpr Value operator()(Value a) const { return manual::pmean(a, detail::axis_list<X...>()); }
};
template <class... X> struct pmax {
  static constexpr std::string_view name = "pmax";
  constexpr Value operator()(Value a) const { return manual::pmax(a, detail::axis_list<X...>()); }
};
template <class... X> struct pmin {
  static constexpr std::string_view name = "pmin";
  constexpr Value operator()(Value a) const { return manual::pmin(a, detail::axis_list<X...>()); }
};
template <rules::State To, class... X> struct pcast {
  static constexpr std::string_view name = To == rules::State::varying     ? "pcast<varying>"
                                           : To == rules::State::unreduced ? "pcast<unreduced>"
                                           : To == rules::State::reduced   ? "pcast<reduced>"
                                                                           : "pcast";
  constexpr Value operator()(Value a) const {
    if (name == "pcast")
      return detail::no_such_call(name, a, "there is no such cast",
                                  "the casts are pcast<varying>, pcast<unreduced> and pcast<reduced>");
    return manual::pcast(a, detail::axis_list<X...>(), To);
  }
};
template <int Dim, class... O> struct psum_scatter {
  static constexpr std::string_view name = "psum_scatter";
  constexpr Value operator()(Value a) const {
    return manual::psum_scatter(a, detail::axis_list<O...>(), Dim, detail::has_tiled<O...>);
  }
};
template <int Dim, rules::State To, class... O> struct all_gather {
  static constexpr std::string_view name = "all_gather";
  constexpr Value operator()(Value a) const {
    if (To != rules::State::varying && To != rules::State::replicated && To != rules::State::reduced)
      return detail::no_such_call(name, a, "what is gathered has no such state",
                                  "all_gather<dimension, varying>, or reduced, or invarying");
    return manual::all_gather(a, detail::axis_list<O...>(), Dim, To, detail::has_tiled<O...>);
  }
};
template <int Dim, class... O> struct local_block {
  static constexpr std::string_view name = "local_block";
  constexpr Value operator()(Value a) const {
    return manual::local_block(a, detail::axis_list<O...>(), Dim, detail::has_tiled<O...>);
  }
};
template <int Split, int Concat, class... O> struct all_to_all {
  static constexpr std::string_view name = "all_to_all";
  constexpr Value operator()(Value a) const {
    return manual::all_to_all(a, detail::axis_list<O...>(), Split, Concat, detail::has_tiled<O...>);
  }
};
template <auto How, class X> struct ppermute {
  static constexpr std::string_view name = "ppermute";
  constexpr Value operator()(Value a) const {
    if constexpr (requires { How.apply(a, X::name); })
      return How.apply(a, X::name);
    else
      return detail::no_such_call(name, a, "it is not said who sends to whom",
                                  "ppermute<shift(1)>, or ppermute<pairs({{0, 1}, {1, 0}})>");
  }
};
template <class X> struct axis_index {
  static constexpr std::string_view name = "axis_index";
  constexpr Value operator()(Value a) const { return a.valid() ? manual::axis_index(*a.builder, X::name) : a; }
};
template <class X> struct axis_size {
  static constexpr std::string_view name = "axis_size";
  constexpr Value operator()(Value a) const { return a.valid() ? manual::axis_size(*a.builder, X::name) : a; }
};
template <class S> struct enter_shard_map {
  static constexpr std::string_view name = "shard_map";
  constexpr Value operator()(Value a) const { return manual::enter(a, S::desc); }
};
template <class S> struct leave_shard_map {
  static constexpr std::string_view name = "shard_map";
  constexpr Value operator()(Value a) const { return manual::leave(a, S::desc); }
};
}  // namespace fn

/// From device i to device i + K modulo the size of the axis: `ppermute<shift(1)>(x, X)`.
struct Shift {
  int by = 1;
  constexpr Value apply(Value a, Name axis) const { return manual::ppermute(a, axis, by); }
};
constexpr Shift shift(int by) { return {by}; }
/// Sources and targets: `ppermute<pairs({{0, 1}, {1, 0}})>(x, X)`.
template <std::size_t N> struct Pairs {
  std::uint32_t list[2 * N]{};
  bool negative = false;
  constexpr Value apply(Value a, Name axis) const {
    if (negative)
      return detail::no_such_call("ppermute", a, "a device is below 0", "devices are counted from 0 along the axis");
    return manual::ppermute(a, axis, list, std::uint32_t(N));
  }
};
template <std::size_t N> constexpr Pairs<N> pairs(const int (&given)[N][2]) {
  Pairs<N> p;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t k = 0; k < 2; ++k) {
      p.negative = p.negative || given[i][k] < 0;
      p.list[2 * i + k] = std::uint32_t(given[i][k]);
    }
  return p;
}

// ---- collectives. The axes follow the array; several axes are reduced, gathered or exchanged as one, major first.
#define SHARDWISE_OVER_AXES(NAME)                                                                                     \
  SHARDWISE_FUNCTION(NAME, (class A, AxisValue... X), (fn::NAME<X...>), (A), (Tracer<A> a, X...), (fn::NAME<X...>{}), \
                     (a))
/// The sum over the devices along the axes, the same on all of them: one all-reduce. Of varying and unreduced values.
SHARDWISE_OVER_AXES(psum)
/// psum divided by the number of devices.
SHARDWISE_OVER_AXES(pmean)
/// The maximum (minimum) over the devices; no derivative: stop_gradient the operand.
SHARDWISE_OVER_AXES(pmax)
SHARDWISE_OVER_AXES(pmin)
#undef SHARDWISE_OVER_AXES
/// Free casts: `pcast<varying>(x, X)` of an invarying or reduced value, `pcast<unreduced>(x, X)` of a varying one (a
/// sum that is pending), `pcast<reduced>(x, X)` of an invarying one.
SHARDWISE_FUNCTION(pcast, (auto To, class A, AxisValue... X), (fn::pcast<detail::state_named<To>, X...>), (A),
                   (Tracer<A> a, X...), (fn::pcast<detail::state_named<To>, X...>{}), (a))
/// Device i gets block i of the sum along dimension `Dim`: a reduce-scatter. Untiled, `Dim` has one element for each
/// device, and goes.
SHARDWISE_FUNCTION(psum_scatter, (int Dim = 0, class A = void, AxisOrTiled... O), (fn::psum_scatter<Dim, O...>), (A),
                   (Tracer<A> a, O...), (fn::psum_scatter<Dim, O...>{}), (a))
/// The devices' values one after the other along dimension `Dim`: an all-gather; untiled, along a new dimension. The
/// result is varying, `reduced` or `invarying`: `all_gather<0, reduced>(x, X, tiled)`.
SHARDWISE_FUNCTION(all_gather, (int Dim = 0, auto To = varying, class A = void, AxisOrTiled... O),
                   (fn::all_gather<Dim, detail::state_named<To>, O...>), (A), (Tracer<A> a, O...),
                   (fn::all_gather<Dim, detail::state_named<To>, O...>{}), (a))
/// Device i keeps block i of a value that is the same on all devices: free.
SHARDWISE_FUNCTION(local_block, (int Dim = 0, class A = void, AxisOrTiled... O), (fn::local_block<Dim, O...>), (A),
                   (Tracer<A> a, O...), (fn::local_block<Dim, O...>{}), (a))
/// Block j along dimension `Split` goes to device j, which puts what it gets one after the other along `Concat`.
/// Untiled, `Split` has one element for each device and goes, and `Concat` is new.
SHARDWISE_FUNCTION(all_to_all, (int Split, int Concat, class A, AxisOrTiled... O),
                   (fn::all_to_all<Split, Concat, O...>), (A), (Tracer<A> a, O...),
                   (fn::all_to_all<Split, Concat, O...>{}), (a))
/// Sends to other devices: `ppermute<shift(1)>(x, X)`, `ppermute<pairs({{0, 1}})>(x, X)`. A device that nobody sends to
/// gets zeros.
SHARDWISE_FUNCTION(ppermute, (auto How, class A, AxisValue X), (fn::ppermute<How, X>), (A), (Tracer<A> a, X),
                   (fn::ppermute<How, X>{}), (a))
/// This device's place along an axis, i32[]{V:X}, and the number of devices along it, i32[]. `like` is any value of the
/// step.
SHARDWISE_FUNCTION(axis_index, (class A, AxisValue X), (fn::axis_index<X>), (A), (Tracer<A> like, X),
                   (fn::axis_index<X>{}), (like))
SHARDWISE_FUNCTION(axis_size, (class A, AxisValue X), (fn::axis_size<X>), (A), (Tracer<A> like, X),
                   (fn::axis_size<X>{}), (like))

// ---- on trees: psum runs one collective for all leaves, per dtype
namespace detail {
/// Type by type as on one array, then all leaves as one reshard.
template <class F, class T> constexpr auto reduce_leaves(F one, const T& t) {
  const auto judged = tree_map(one, t);  // its equations are dead code
  if constexpr (!SoundTree<std::remove_const_t<decltype(judged)>>) {
    return judged;
  } else {
    std::vector<TypeDesc> to;
    tree_for_each([&](auto leaf) { to.push_back(leaf.value().type()); }, judged);
    const std::vector<Value> moved = reshard_tree(tree_values(t), to);
    std::size_t k = 0;
    return tree_map([&](auto leaf) { return decltype(leaf){leaf.builder, moved[k++].id}; }, judged);
  }
}
}  // namespace detail
template <Branch T, AxisValue... X> constexpr auto psum(const T& t, X... axes) {
  return detail::reduce_leaves([=](auto leaf) { return shardwise::psum(leaf, axes...); }, t);
}
template <Branch T, AxisValue... X> constexpr auto pmean(const T& t, X... axes) {
  const auto n = Size{manual::detail::devices(detail::axis_list<X...>())};
  return tree_map([n](auto leaf) { return leaf / n; }, shardwise::psum(t, axes...));
}
template <auto To, Branch T, AxisValue... X> constexpr auto pcast(const T& t, X... axes) {
  return tree_map([=](auto leaf) { return shardwise::pcast<To>(leaf, axes...); }, t);
}

// ---- shard_map
namespace detail {
SHARDWISE_FUNCTION(enter, (class A, fixed_string S), (fn::enter_shard_map<Spec<S>>), (A), (Tracer<A> a, Spec<S>),
                   (fn::enter_shard_map<Spec<S>>{}), (a))
SHARDWISE_FUNCTION(leave, (class A, fixed_string S), (fn::leave_shard_map<Spec<S>>), (A), (Tracer<A> a, Spec<S>),
                   (fn::leave_shard_map<Spec<S>>{}), (a))

enum class ShardMapMistake : std::uint8_t { no_arguments, no_tree, in_specs, in_tree, arguments, no_result, out_tree };
template <ShardMapMistake M>
inline constexpr Text shard_map_text = [] {
  Text t;
  const std::string_view sentences[] = {
      "the function is called without arrays: give it the arrays that it sees blocks of",
      "an argument is no array and no tree of arrays: numbers are captured, or written in the function",
      "in_specs is one spec for all arguments, or a hana::make_tuple of one for each",
      "a tree in in_specs has another shape than its argument: give one spec for all leaves, or a tree of the same "
      "shape",
      "the function cannot be called with these arguments: it takes one parameter for each",
      "the function returns no array and no tree of arrays: return arrays, such as full_like(a, 1)",
      "the tree of out_specs has another shape than the result: give one spec for all leaves, or a tree of the same "
      "shape"};
  t << "shard_map: " << sentences[int(M)];
  return t;
}();

/// One spec stands for all leaves; a tree of specs has the shape of the tree.
template <class T, class S> constexpr bool specs_fit() {
  if constexpr (SpecValue<S>)
    return true;
  else if constexpr (Tree<S>)
    return same_shape<T, S>();
  else
    return false;
}
template <class T, class S, class F> constexpr auto with_specs(const T& t, const S& specs, F f) {
  if constexpr (SpecValue<S>)
    return tree_map([&](auto leaf) { return f(leaf, specs); }, t);
  else
    return tree_map(f, t, specs);
}
template <class In, std::size_t N> constexpr bool one_spec_for_each() {
  if constexpr (SpecValue<In>)
    return true;
  else if constexpr (is_hana_tuple<In>)
    return children<In>() == N;
  else
    return false;
}
template <std::size_t I, class In> constexpr auto spec_of_argument(const In& in_specs) {
  if constexpr (SpecValue<In>)
    return in_specs;
  else
    return in_specs[hana::size_c<I>];
}
template <class F, class In, class Out> struct ShardMap {
  F f;
  In in_specs;
  Out out_specs;

  template <class... T> constexpr auto operator()(const T&... arguments) const {
    using M = ShardMapMistake;
    if constexpr (sizeof...(T) == 0) {
      return refused<M::no_arguments>();
    } else if constexpr (!(Tree<T> && ...)) {
      return refused<M::no_tree>(arguments...);
    } else if constexpr (!one_spec_for_each<In, sizeof...(T)>()) {
      return refused<M::in_specs>(arguments...);
    } else {
      return run(std::index_sequence_for<T...>{}, arguments...);
    }
  }

 private:
  /// After the sentence the first array stands for the result.
  template <ShardMapMistake M, class... T> static constexpr auto refused(const T&... t) {
    if (!std::is_constant_evaluated()) refuse_now<shard_map_text<M>>();
    return first_tree(t...);
  }
  static constexpr void first_tree() {}
  template <class A, class... T> static constexpr auto first_tree(const A& a, const T&... t) {
    if constexpr (Tree<A>) {
      tree_for_each([](auto leaf) { leaf.builder->failed = true; }, a);
      return a;
    } else {
      return first_tree(t...);
    }
  }
  template <std::size_t I> using SpecOf = decltype(spec_of_argument<I>(std::declval<const In&>()));
  template <std::size_t... I, class... T> constexpr auto run(std::index_sequence<I...>, const T&... t) const {
    using M = ShardMapMistake;
    if constexpr (!(specs_fit<T, SpecOf<I>>() && ...)) {
      return refused<M::in_tree>(t...);
    } else {
      constexpr auto enters = [](auto leaf, auto spec) { return detail::enter(leaf, spec); };
      // Braces keep the order of the arguments.
      const auto locals = [&] {
        return std::tuple<decltype(with_specs(t, spec_of_argument<I>(in_specs), enters))...>{
            with_specs(t, spec_of_argument<I>(in_specs), enters)...};
      };
      // On GCC what was rejected has no type, and that passes quietly.
      if constexpr (requires { locals(); })
        return call<I...>(locals(), t...);
      else
        return locals();
    }
  }
  template <std::size_t... I, class L, class... T> constexpr auto call(const L& local, const T&... t) const {
    using M = ShardMapMistake;
    if constexpr (!takes_arguments<F, std::tuple_element_t<I, L>...>) {
      return refused<M::arguments>(t...);
    } else if constexpr (!requires { f(std::get<I>(local)...); }) {
      return f(std::get<I>(local)...);
    } else {
      using Result = std::remove_cvref_t<decltype(f(std::get<I>(local)...))>;
      if constexpr (!Tree<Result>)
        return refused<M::no_result>(t...);
      else if constexpr (!specs_fit<Result, Out>())
        return refused<M::out_tree>(t...);
      else
        return with_specs(f(std::get<I>(local)...), out_specs,
                          [](auto leaf, auto spec) { return detail::leave(leaf, spec); });
    }
  }
};
}  // namespace detail

/// Manual mode: f sees the local blocks of its arguments, which vary over the axes that split them, and says where its
/// collectives are. `shard_map(f, P(X), P(X))(x)`, `shard_map(f, hana::make_tuple(P(X), P()), P())(x, w)`. The specs
/// are the values' own layouts, inside and outside: nothing moves but by a visible reshard, cast or collective.
template <class F, class In, class Out> constexpr auto shard_map(F f, In in_specs, Out out_specs) {
  return detail::ShardMap<F, In, Out>{f, in_specs, out_specs};
}

}  // namespace shardwise
