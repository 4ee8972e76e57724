// scan: a loop whose body is traced once.
#pragma once

#include <shardwise/dsl/program/body.hpp>

namespace shardwise {

namespace detail {
/// The body's result: the next carry alone, or the carry and a value to stack.
template <class C, class Y> struct Stacked {
  C carry;
  Y y;
};
template <class T> inline constexpr bool is_stacked = false;
template <class C, class Y> inline constexpr bool is_stacked<Stacked<C, Y>> = true;

template <class A> struct ElementOf {
  static constexpr bool split = A::desc.rank > 0 && A::desc.dims[0].axes.size > 0;
  static constexpr TypeDesc value = A::desc.rank > 0 ? loop::element_type(A::desc) : A::desc;
};
constexpr Text bad_item_sentence(const TypeDesc& xs) {
  Text t;
  t << "scan: " << xs;
  if (xs.rank == 0) return t << ": xs has no leading dimension to scan over", t;
  SpecDesc spec = spec_of(xs);
  spec.dims[0] = {};
  t << ": the leading dimension of xs is split: gather it first: reshard(xs, ";
  rules::print_spec_call(t, spec);
  t << ')';
  return t;
}
template <class A> inline constexpr Text bad_item_text = bad_item_sentence(A::desc);
template <class A> constexpr auto item_of(Tracer<A> x) {
  if constexpr (is_dynamic<A>) {
    const TypeDesc t = x.value().type();
    if (t.rank && t.dims[0].axes.empty()) return Tracer<A>{x.builder, loop::item(x.value()).id};
    reject_dynamic(*x.builder, bad_item_sentence(t));
    return Tracer<A>{x.builder, -1};
  } else {
    if constexpr (A::desc.rank == 0 || ElementOf<A>::split) refuse<bad_item_text<A>>(*x.builder);
    if constexpr (A::desc.rank == 0)
      return x;
    else
      return Tracer<array_type_from<ElementOf<A>>>{x.builder, loop::item(x.value()).id};
  }
}
/// What the two kinds of scan are called in sentences.
template <bool Stacks> constexpr auto scan_name() {
  if constexpr (Stacks)
    return fixed_string("scan_with_outputs");
  else
    return fixed_string("scan");
}
template <fixed_string Loop, int Arguments, class... X>
inline constexpr Text arguments_text = [] {
  Text t;
  t << Loop.view() << ": the body cannot be called with " << Arguments << " argument" << (Arguments == 1 ? "" : "s")
    << ": ";
  t << (Loop.view() == "fori_loop"    ? "it takes the number i and the carry"
        : Loop.view() == "while_loop" ? "it takes the carry, as cond_fn does"
                                      : "it takes the carry and an element of each of xs");
  return t;
}();
template <class Result>
inline constexpr Text no_stacked_text = [] {
  Text t;
  t << (is_stacked<Result>
            ? "scan: the body returns stacked(carry, y): call scan_with_outputs, or return the carry alone"
            : "scan_with_outputs: the body returns no stacked(carry, y)");
  return t;
}();

template <class Result> constexpr const auto& next_carry(const Result& result) {
  if constexpr (is_stacked<Result>)
    return result.carry;
  else
    return result;
}

template <class A, class X> struct StackedAlong {
  static constexpr TypeDesc value = loop::stacked_type(A::desc, X::desc.dims[0].extent);
};
template <class T> struct first_leaf {
  using type = std::decay_t<decltype(tree_leaves(std::declval<const T&>())[hana::size_c<0>])>;
};

/// A stacked value of the body, as the caller sees its type: a new dimension like the leading one of xs.
template <class Lead, class A> constexpr auto see_stack(Builder& g, int region, Tracer<A> y) {
  const int stack = loop::stack_in(g, region, y.id).id;
  if constexpr (is_dynamic<A> || is_dynamic<Lead>)
    return DynamicTracer{&g, stack};
  else
    return Tracer<array_type_from<StackedAlong<A, Lead>>>{&g, stack};
}

/// Closes the loop after its body gave `result`. With an error in it, which is reported, the loop passes as one that
/// returns its initial carry.
template <fixed_string Loop, bool Stacks, class C, class... X, class Result>
constexpr auto finish_scan(Builder& g, int region, const C& init, const C& carried, const Result& result) {
  const auto abandoned = [&] {
    if constexpr (Stacks)
      return Stacked<C, C>{init, init};
    else
      return init;
  };
  if constexpr (is_poisoned_tracer<Result>) {
    return abandoned();
  } else if constexpr (Stacks != is_stacked<Result>) {
    refuse<no_stacked_text<Result>>(g);
    return abandoned();
  } else {
    const auto& next = next_carry(result);
    using Next = std::decay_t<decltype(next)>;
    const auto see = [](auto x) { return decltype(x){x.builder, loop::result(x.value()).id}; };
    const bool set = set_next_carries<Loop>(g, init, carried, next);
    if constexpr (!Stacks) {
      if (!set) return init;
      g.close();
      return tree_map(see, carried);
    } else if constexpr (!SoundTree<Next> || !SoundTree<std::decay_t<decltype(result.y)>>) {
      return abandoned();
    } else {
      using Lead = typename first_leaf<std::tuple_element_t<0, std::tuple<X...>>>::type::type;
      const auto stacks = tree_map([&](auto y) { return see_stack<Lead>(g, region, y); }, result.y);
      g.close();
      // Braces keep the order: first the carries, then the stacks.
      return Stacked<C, std::decay_t<decltype(stacks)>>{tree_map(see, carried), tree_map(see, stacks)};
    }
  }
}

/// Two leaves of xs whose leading extents differ, packed into one number, or -1.
constexpr int differing_pair(const TypeDesc* types, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (types[i].rank && types[j].rank &&
          unify(types[i].dims[0].extent, types[j].dims[0].extent).how == Agreement::mismatch)
        return i * 1000 + j;
  return -1;
}
template <class... A>
inline constexpr int differing = [] {
  const TypeDesc types[] = {A::desc...};
  return differing_pair(types, int(sizeof...(A)));
}();
constexpr Text leading_sentence(const TypeDesc& a, const TypeDesc& b) {
  Text t;
  t << "scan: the leading extents of xs differ: " << a << " and " << b;
  return t << ": slice one", t;
}
template <class... A> struct LeadingExtents {
  static constexpr int pair = differing<A...>;
  static constexpr Text say() {
    const TypeDesc types[] = {A::desc...};
    return leading_sentence(types[pair % 1000], types[pair / 1000]);
  }
};
template <class L> inline constexpr Text leading_text = L::say();
template <class... A> LeadingExtents<A...> leading_extents(const hana::tuple<Tracer<A>...>&);
template <class... X>
using leading_of = decltype(leading_extents(hana::flatten(hana::make_tuple(tree_leaves(std::declval<const X&>())...))));

/// The trip count: the common leading extent of xs. False if they differ, which is said.
constexpr bool find_trip(Builder& g, const std::vector<Value>& xs, Extent& trip) {
  const TypeDesc* first = nullptr;
  trip = unknown_extent(-1);
  for (Value x : xs) {
    const TypeDesc& t = x.type();
    if (t.rank == 0) continue;
    const Extent& leading = t.dims[0].extent;
    const Unified u = unify(trip, leading);
    if (u.how == Agreement::mismatch) return reject_dynamic(g, leading_sentence(*first, t)), false;
    if (first && u.how == Agreement::at_bind) g.require_equal(trip, leading);
    trip = u.extent;
    if (!first) first = &t;
  }
  return true;
}

/// Runs the body once on tracers; returns the carries after the loop and, if it stacks, the stacks.
template <bool Stacks, class Body, class C, class... X>
constexpr auto scan_impl(Body body, const C& init, const X&... xs) {
  static_assert(sizeof...(X) > 0, "scan: give at least one array to scan over");
  constexpr auto name = scan_name<Stacks>();
  if constexpr (!SoundTree<C> || !(SoundTree<X> && ...)) {
    return init;
  } else if constexpr (leading_of<X...>::pair >= 0) {
    refuse<leading_text<leading_of<X...>>>(builder_of(init));
    return init;
  } else if constexpr (!takes_arguments<Body, C, decltype(tree_map([](auto x) { return item_of(x); }, xs))...>) {
    refuse<arguments_text<name, 1 + int(sizeof...(X))>>(builder_of(init));
    return init;
  } else {
    Builder& g = builder_of(init);
    std::vector<Value> arrays;
    ((tree_for_each([&](auto x) { arrays.push_back(x.value()); }, xs)), ...);
    bool sound = all_valid(init) && (all_valid(xs) && ...);
    Extent trip;
    sound = sound && find_trip(g, arrays, trip);
    const int region = sound ? g.open(trip, false) : g.current;
    const auto carried = tree_map(
        [&](auto x) {
          return decltype(x){&g, sound ? loop::carry(x.value()).id : -1};
        },
        init);
    const auto items = std::make_tuple(tree_map(
        [&](auto x) {
          return sound ? item_of(x) : decltype(item_of(x)){x.builder, -1};
        },
        xs)...);
    const auto call = [&]<std::size_t... I>(std::index_sequence<I...>) { return body(carried, std::get<I>(items)...); };
    constexpr std::index_sequence_for<X...> all{};
    // On GCC a body in which an op was rejected has no type: then neither has the loop, and that passes quietly.
    if constexpr (requires { call(all); })
      return finish_scan<name, Stacks, C, X...>(g, region, init, carried, call(all));
    else
      return call(all);
  }
}
}  // namespace detail

/// `carry = body(carry, x)` for each x along the leading dimension of xs (unsharded); returns the last carry.
/// The carry's type is the same before and after. xs and the carry may be trees.
template <class Body, Tree C, Tree... X> constexpr auto scan(Body body, const C& init, const X&... xs) {
  return detail::scan_impl<false>(body, init, xs...);
}
/// What the body of scan_with_outputs returns: the next carry, and a value that is stacked along a new dimension.
template <class C, class Y> constexpr auto stacked(const C& carry, const Y& y) {
  return detail::Stacked<C, Y>{carry, y};
}
/// As scan; returns the last carry (`.carry`) and the stacked outputs (`.y`).
template <class Body, Tree C, Tree... X> constexpr auto scan_with_outputs(Body body, const C& init, const X&... xs) {
  return detail::scan_impl<true>(body, init, xs...);
}

}  // namespace shardwise
