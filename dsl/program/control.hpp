// cond and while_loop: branches and loops under a predicate.
#pragma once

#include <shardwise/dsl/program/checkpoint.hpp>
#include <shardwise/dsl/program/fori_loop.hpp>

namespace shardwise {

namespace detail {

constexpr bool is_predicate(const TypeDesc& t) { return t.dtype == Dtype::boolean && t.rank == 0 && !t.unreduced.size; }
constexpr Text predicate_sentence(std::string_view name, const TypeDesc& t) {
  Text text;
  text << name << ": the predicate is " << t << ": it must be a bool scalar with no reduction pending: ";
  if (t.unreduced.size)
    text << "reshard it first";
  else if (t.dtype != Dtype::boolean)
    text << "compare it with a number";
  else
    text << "reduce it to one value, such as max(astype<i32>(p)) > 0";
  return text;
}
template <fixed_string Name, class P> inline constexpr Text predicate_text = predicate_sentence(Name.view(), P::desc);
/// True if a value may decide; what is wrong was said.
template <fixed_string Name, class P> constexpr bool check_predicate(Tracer<P> p) {
  if constexpr (is_poison<P>) {
    return false;
  } else if constexpr (is_dynamic<P>) {
    if (p.id < 0) return false;
    const TypeDesc t = p.value().type();
    return is_predicate(t) || (reject_dynamic(*p.builder, predicate_sentence(Name.view(), t)), false);
  } else {
    if constexpr (!is_predicate(P::desc)) refuse<predicate_text<Name, P>>(*p.builder);
    return is_predicate(P::desc);
  }
}

template <class A, class P> struct VariedType {
  static constexpr TypeDesc value = control::varied(A::desc, P::desc.varying);
};
/// A value as a branch sees it under a predicate of type P: where that varies, it varies too.
template <class P, class A> constexpr auto vary_leaf(Tracer<A> x) {
  if constexpr (is_dynamic<A> || is_dynamic<P> || is_poison<A>)
    return x;
  else if constexpr (P::desc.varying.empty())
    return x;
  else
    return Tracer<array_type_from<VariedType<A, P>>>{x.builder, control::vary(x.value(), P::desc.varying).id};
}
/// The axes over which a predicate varies; those of a dynamic one are not followed into its branches' types.
template <class P> constexpr AxisList varying_axes(Tracer<P>) {
  if constexpr (is_dynamic<P>)
    return {};
  else
    return P::desc.varying;
}

constexpr Text branch_sentence(const TypeDesc& a, const TypeDesc& b, int leaf) {
  Text t;
  t << "cond: the branches give " << a << " and " << b << " (leaf " << leaf << "): ";
  TypeDesc moved = a;
  if (apply_spec(moved, spec_of(b)) && moved == b) {
    t << "reshard the result of one, such as the first: reshard(y, ";
    rules::print_spec_call(t, spec_of(b));
    t << ')';
  } else if (a.dtype != b.dtype) {
    t << "astype the result of one";
  } else {
    t << "both must give the same extents";
  }
  return t;
}
template <class A, class B, int Leaf> inline constexpr Text branch_text = branch_sentence(A::desc, B::desc, Leaf);
template <class A, class B>
inline constexpr Text branch_shape_text = [] {
  Text t;
  t << "cond: the branches give trees of different shapes (" << int(tree_size<A>()) << " leaves against "
    << int(tree_size<B>()) << "): both must give the same tree";
  return t;
}();
template <class Result>
inline constexpr Text no_branch_result_text = [] {
  Text t;
  t << "cond: a branch returns no tree of arrays: return what both branches compute";
  return t;
}();
template <int Arguments, class... X>
inline constexpr Text branch_arguments_text = [] {
  Text t;
  t << "cond: a branch cannot be called with " << Arguments << " argument" << (Arguments == 1 ? "" : "s")
    << ": both take the arguments that follow them";
  return t;
}();

template <int Leaf, class A, class B> constexpr bool check_branches(Tracer<A> a, Tracer<B> b) {
  if constexpr (is_dynamic<A> || is_dynamic<B>) {
    if (a.id < 0 || b.id < 0) return false;
    const TypeDesc x = a.value().type(), y = b.value().type();
    return keeps_type(x, y) || (reject_dynamic(*a.builder, branch_sentence(x, y, Leaf)), false);
  } else {
    constexpr bool same = keeps_type(A::desc, B::desc);
    if constexpr (!same) refuse<branch_text<A, B, Leaf>>(*a.builder);
    return same;
  }
}
template <class A, class B> constexpr bool check_branch_results(const A& a, const B& b) {
  const auto x = tree_leaves(a);
  const auto y = tree_leaves(b);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (int(check_branches<int(I)>(x[hana::size_c<I>], y[hana::size_c<I>])) & ...) != 0;
  }
  (std::make_index_sequence<tree_size<A>()>{});
}
/// What the branches gave, seen after them. After a mistake, which was said, zeros stand for it.
template <class P, class A, class B>
constexpr auto pick_results(Builder& g, int first, bool sound, const A& a, const B& b) {
  if constexpr (!Tree<A> || !Tree<B>) {
    if constexpr (!is_poisoned_tracer<A> && !is_poisoned_tracer<B>) refuse<no_branch_result_text<A>>(g);
    return a;
  } else if constexpr (!SoundTree<A> || !SoundTree<B>) {
    if constexpr (SoundTree<A>)
      return b;
    else
      return a;
  } else if constexpr (!same_shape<A, B>()) {
    refuse<branch_shape_text<A, B>>(g);
    return a;
  } else {
    // What was made in a branch varies by now; what comes from outside is cast.
    const auto see = [](auto x) {
      if constexpr (std::is_same_v<decltype(vary_leaf<P>(x)), decltype(x)>)
        return x;
      else
        return decltype(vary_leaf<P>(x)){x.builder, control::vary(x.value(), P::desc.varying).id};
    };
    const auto then = tree_map(see, a);
    const auto otherwise = tree_map(see, b);
    const bool fits = check_branch_results(then, otherwise) && sound;
    return tree_map(
        [&](auto x, auto y) {
          if constexpr (!is_dynamic_tracer<decltype(x)>)
            if (!fits) return decltype(x){&g, full(g, TypeDesc(x.value().type()), 0).id};
          if (!fits) return decltype(x){&g, -1};
          if (!g.same_type(x.value().type(), y.value().type()))
            throw std::logic_error("cond: the branches give different types");
          return decltype(x){&g, loop::pick(g, first, x.value(), y.value()).id};
        },
        then, otherwise);
  }
}
template <class T> constexpr void check_result_scope(const Builder& g, const T& t) {
  if constexpr (Tree<T>) tree_for_each([&](const auto& leaf) { g.check_scope(leaf.id); }, t);
}
}  // namespace detail

/// `then(args...)` where the predicate is true, else `otherwise(args...)`: only the branch that is taken runs. Both
/// give the same tree of types. The predicate is a `bool[]` with no reduction pending. Where it varies between devices
/// (V), the arguments and what the branches capture are cast to varying before them, the results vary, and no branch
/// may communicate over that axis. The gradient runs the transpose of the branch that was taken.
template <class P, class Then, class Else, Tree... X>
constexpr auto cond(Tracer<P> predicate, Then then, Else otherwise, const X&... args) {
  using namespace detail;
  Builder& g = *predicate.builder;
  const bool decides = check_predicate<"cond">(predicate);
  if constexpr (!(SoundTree<X> && ...) || is_poison<P>) {
    return predicate;
  } else if constexpr (!takes_arguments<Then, decltype(tree_map([](auto x) { return vary_leaf<P>(x); }, args))...> ||
                       !takes_arguments<Else, decltype(tree_map([](auto x) { return vary_leaf<P>(x); }, args))...>) {
    refuse<branch_arguments_text<int(sizeof...(X)), Then>>(g);
    return predicate;
  } else {
    const bool sound = decides && predicate.id >= 0 && (all_valid(args) && ...);
    const auto given = std::make_tuple(tree_map([&](auto x) { return vary_leaf<P>(x); }, args)...);
    const auto call = [&]<std::size_t... I>(auto& f, std::index_sequence<I...>) { return f(std::get<I>(given)...); };
    constexpr std::index_sequence_for<X...> all{};
    const AxisList axes = varying_axes(predicate);
    const int first = sound ? g.open_branch(predicate.id, true) : -1;
    if constexpr (!requires { call(then, all); }) {
      return call(then, all);
    } else {
      const auto a = call(then, all);
      if (sound) {
        check_result_scope(g, a);
        control::vary_region(g, axes);
        g.close();
        g.open_branch(predicate.id, false, first);
      }
      if constexpr (!requires { call(otherwise, all); }) {
        return call(otherwise, all);
      } else {
        const auto b = call(otherwise, all);
        if (sound) {
          check_result_scope(g, b);
          control::vary_region(g, axes);
          g.close();
        }
        return pick_results<P>(g, first, sound, a, b);
      }
    }
  }
}

namespace detail {
template <class Result>
inline constexpr Text no_predicate_text = [] {
  Text t;
  t << "while_loop: cond_fn returns no array: it returns the predicate, a bool scalar";
  return t;
}();
}  // namespace detail

/// `carry = body(carry)` while `cond_fn(carry)` is true, which is asked before each time; returns the last carry, an
/// array or a tree that keeps its type. The predicate is as cond's. It has no gradient (use scan or fori_loop), and a
/// count of the collectives in it is not exact.
template <class Condition, class Body, Tree C> constexpr auto while_loop(Condition cond_fn, Body body, const C& init) {
  using namespace detail;
  Builder& g = builder_of(init);
  if constexpr (!SoundTree<C>) {
    return init;
  } else if constexpr (!takes_arguments<Condition, C> || !takes_arguments<Body, C>) {
    refuse<arguments_text<"while_loop", 1, C>>(g);
    return init;
  } else if constexpr (!requires { cond_fn(init); }) {
    return cond_fn(init);
  } else if constexpr (!is_tracer<std::decay_t<decltype(cond_fn(init))>>) {
    refuse<no_predicate_text<C>>(g);
    return init;
  } else {
    using P = typename std::decay_t<decltype(cond_fn(init))>::type;
    const auto start = tree_map([&](auto x) { return vary_leaf<P>(x); }, init);
    using Start = std::remove_const_t<decltype(start)>;
    if constexpr (is_poison<P>) {
      return start;
    } else {
      const bool sound = all_valid(init);
      if (sound) g.open_repeat();
      const auto carried = tree_map(
          [&](auto x) {
            return decltype(x){&g, sound ? loop::carry(x.value()).id : -1};
          },
          start);
      const auto predicate = cond_fn(carried);
      const bool decides = check_predicate<"while_loop">(predicate) && sound && predicate.id >= 0;
      if (decides) loop::guard(predicate.value());
      if constexpr (!requires { body(carried); }) {
        return body(carried);
      } else {
        const auto next = body(carried);
        if (!set_next_carries<"while_loop", Start>(g, start, carried, next) || !decides) return start;
        control::vary_region(g, varying_axes(predicate));
        g.close();
        return tree_map([](auto x) { return decltype(x){x.builder, loop::result(x.value()).id}; }, carried);
      }
    }
  }
}

}  // namespace shardwise
