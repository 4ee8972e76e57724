// scan: a loop whose body is traced once.
#pragma once

#include <shardwise/dsl/tree/functions.hpp>

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
template <class A>
inline constexpr Text bad_item_text = [] {
  Text t;
  t << "scan: " << A::desc;
  if (A::desc.rank == 0) return t << ": xs has no leading dimension to scan over", t;
  SpecDesc spec = spec_of(A::desc);
  spec.dims[0] = {};
  t << ": the leading dimension of xs is split: gather it first: reshard(xs, ";
  rules::print_spec_call(t, spec);
  t << ')';
  return t;
}();
template <class A> constexpr auto item_of(Tracer<A> x) {
  if constexpr (A::desc.rank == 0 || ElementOf<A>::split) refuse<bad_item_text<A>>(*x.builder);
  if constexpr (A::desc.rank == 0)
    return x;
  else
    return Tracer<array_type_from<ElementOf<A>>>{x.builder, loop::item(x.value()).id};
}

template <class Before, class After, int Leaf>
inline constexpr Text carry_text = [] {
  Text t;
  t << "scan: the carry starts as " << Before::desc << " and comes back as " << After::desc << " (leaf " << Leaf
    << "): ";
  TypeDesc same_shape = Before::desc;
  const bool layout_only = apply_spec(same_shape, spec_of(After::desc)) && same_shape == After::desc;
  if (layout_only) {
    t << "start from reshard(init, ";
    rules::print_spec_call(t, spec_of(After::desc));
    t << ')';
  } else if (Before::desc.dtype != After::desc.dtype) {
    t << "astype the initial value or the result";
  } else {
    t << "the extents must stay";
  }
  return t;
}();

/// The carry's next type is the same but for extents that only sizes can tell.
constexpr bool carry_keeps_type(TypeDesc before, const TypeDesc& after) {
  if (before.rank != after.rank) return false;
  for (int i = 0; i < before.rank; ++i) {
    if (unify(before.dims[i].extent, after.dims[i].extent).how == Agreement::mismatch) return false;
    before.dims[i].extent = after.dims[i].extent;
  }
  return before == after;
}
template <int Leaf, class A, class B> constexpr bool check_carry(Tracer<A> a, Tracer<B>) {
  constexpr bool keeps = is_poison<A> || is_poison<B> || carry_keeps_type(A::desc, B::desc);
  if constexpr (!keeps) refuse<carry_text<A, B, Leaf>>(*a.builder);
  return keeps;
}
template <class C, class N>
inline constexpr Text carry_shape_text = [] {
  Text t;
  t << "scan: the body must return a carry of the same tree as the initial one (" << int(tree_size<C>()) << " leaves";
  t << " against " << int(tree_size<N>()) << ')';
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
template <class Next>
inline constexpr Text no_carry_text = [] {
  Text t;
  t << "scan: the body returns no tree of arrays; it returns the next carry";
  return t;
}();
/// Says which leaf changes its type, if any does.
template <class C, class N> constexpr bool check_carries(const C& before, const N& after) {
  const auto a = tree_leaves(before);
  const auto b = tree_leaves(after);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (int(check_carry<int(I)>(a[hana::size_c<I>], b[hana::size_c<I>])) & ...) != 0;
  }
  (std::make_index_sequence<tree_size<C>()>{});
}

template <class Result> constexpr const auto& next_carry(const Result& result) {
  if constexpr (is_stacked<Result>)
    return result.carry;
  else
    return result;
}

constexpr Extent common_trip(Extent trip, const Extent& leading) {
  const Unified u = unify(trip, leading);
  if (u.how == Agreement::mismatch) throw std::logic_error("scan: the leading extents of xs differ");
  return u.extent;
}
template <class A> struct TypeOfStack {
  static constexpr TypeDesc value = loop::stacked_type(A::desc, unknown_extent(-1));
};
template <class A, class X> struct StackedAlong {
  static constexpr TypeDesc value = loop::stacked_type(A::desc, X::desc.dims[0].extent);
};
template <class T> struct first_leaf {
  using type = std::decay_t<decltype(tree_leaves(std::declval<const T&>())[hana::size_c<0>])>;
};

/// Closes the loop after its body gave `result`. With an error in it, which is reported, the loop passes as one that
/// returns its initial carry.
template <bool Stacks, class C, class... X, class Result>
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
    if constexpr (!Tree<Next>) {
      refuse<no_carry_text<Next>>(g);
      return abandoned();
    } else if constexpr (tree_size<C>() != tree_size<Next>()) {
      refuse<carry_shape_text<C, Next>>(g);
      return abandoned();
    } else if constexpr (!SoundTree<Next>) {
      return abandoned();
    } else {
      const bool keeps = check_carries(init, next);
      const auto before = tree_values(carried), after = tree_values(next);
      for (std::size_t k = 0; k < before.size(); ++k) {
        g.check_scope(after[k].id);
        if (keeps && !g.same_type(before[k].type(), after[k].type()))
          throw std::logic_error("scan: the carry changes its type");
        loop::set_next(before[k], keeps ? after[k] : before[k]);
      }
      const auto see = [](auto x) { return decltype(x){x.builder, loop::result(x.value()).id}; };
      if constexpr (Stacks) {
        using Lead = typename first_leaf<std::tuple_element_t<0, std::tuple<X...>>>::type::type;
        const auto stacks = tree_map(
            [&]<class A>(Tracer<A> y) {
              return Tracer<array_type_from<StackedAlong<A, Lead>>>{&g, loop::stack_in(g, region, y.id).id};
            },
            result.y);
        g.close();
        // Braces keep the order: first the carries, then the stacks.
        return Stacked<C, std::decay_t<decltype(stacks)>>{tree_map(see, carried), tree_map(see, stacks)};
      } else {
        g.close();
        return tree_map(see, carried);
      }
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
template <class... A> struct LeadingExtents {
  static constexpr int pair = differing<A...>;
  static constexpr Text say() {
    const TypeDesc types[] = {A::desc...};
    Text t;
    t << "scan: the leading extents of xs differ: " << types[pair % 1000] << " and " << types[pair / 1000];
    return t << ": slice one";
  }
};
template <class L> inline constexpr Text leading_text = L::say();
template <class... A> LeadingExtents<A...> leading_extents(const hana::tuple<Tracer<A>...>&);
template <class... X>
using leading_of = decltype(leading_extents(hana::flatten(hana::make_tuple(tree_leaves(std::declval<const X&>())...))));

/// Runs the body once on tracers; returns the carries after the loop and, if it stacks, the stacks.
template <bool Stacks, class Body, class C, class... X>
constexpr auto scan_impl(Body body, const C& init, const X&... xs) {
  static_assert(sizeof...(X) > 0, "scan: give at least one array to scan over");
  if constexpr (!SoundTree<C> || !(SoundTree<X> && ...)) {
    return init;
  } else if constexpr (leading_of<X...>::pair >= 0) {
    refuse<leading_text<leading_of<X...>>>(builder_of(init));
    return init;
  } else {
    Builder& g = builder_of(init);
    Extent trip = unknown_extent(-1);
    const auto note = [&](auto x) {
      if (x.value().type().rank == 0) return;
      const Extent leading = x.value().type().dims[0].extent;
      if (!trip.is_unknown() || trip.unknown > 0) {
        if (unify(trip, leading).how == Agreement::at_bind) g.require_equal(trip, leading);
      }
      trip = common_trip(trip, leading);
    };
    (tree_for_each(note, xs), ...);
    const int region = g.open(trip, false);
    const auto carried = tree_map([&](auto x) { return decltype(x){&g, loop::carry(x.value()).id}; }, init);
    const auto items = std::make_tuple(tree_map([](auto x) { return item_of(x); }, xs)...);
    const auto call = [&]<std::size_t... I>(std::index_sequence<I...>) { return body(carried, std::get<I>(items)...); };
    constexpr std::index_sequence_for<X...> all{};
    // On GCC a body in which an op was rejected has no type: then neither has the loop, and that passes quietly.
    if constexpr (requires { call(all); })
      return finish_scan<Stacks, C, X...>(g, region, init, carried, call(all));
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
