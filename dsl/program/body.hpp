// Bodies of loops and branches: how many arguments they take, and that a carry keeps its type.
#pragma once

#include <shardwise/dsl/tree/functions.hpp>

#include <concepts>

namespace shardwise::detail {

/// The value is of a dynamic program, or none: an op was refused while it was judged.
template <class T> inline constexpr bool is_dynamic_tracer = false;
template <> inline constexpr bool is_dynamic_tracer<DynamicTracer> = true;

/// Some leaf's type is known to the builder only.
template <class T>
inline constexpr bool is_dynamic_tree =
    decltype(hana::unpack(tree_leaves(std::declval<const T&>()), []<class... L>(const L&...) {
      return std::bool_constant<(is_dynamic_tracer<L> || ...)>{};
    }))::value;
/// No leaf is what a refused op gave in a dynamic program that is only judged.
template <Tree T> constexpr bool all_valid(const T& t) {
  bool valid = true;
  tree_for_each([&](const auto& leaf) { valid = valid && leaf.id >= 0; }, t);
  return valid;
}

struct NoSuchCall {};
/// Overload resolution alone says whether a body takes so many arguments: the body itself stays untouched.
template <class F, bool Arguments> struct CallProbe : F {
  using F::operator();
  NoSuchCall operator()(...) const;
};
// With no arguments an ellipsis is as good a match as none.
template <class F> struct CallProbe<F, false> : F {
  using F::operator();
  template <class... T> NoSuchCall operator()(T...) const;
};
/// A mistake inside of the body is another matter: then this holds.
template <class F, class... A>
concept takes_arguments = !Tree<F> && (!std::is_class_v<F> || std::is_final_v<F> ||
                                       !requires(const CallProbe<F, (sizeof...(A) > 0)>& probe, const A&... arguments) {
                                         { probe(arguments...) } -> std::same_as<NoSuchCall>;
                                       });

template <fixed_string Sentence>
inline constexpr Text plain_text = [] {
  Text t;
  t << Sentence.view();
  return t;
}();

/// A sentence of a typed program stops the compilation, that of a dynamic one is thrown.
constexpr void reject_dynamic(Builder& g, const Text& sentence) {
  g.failed = true;
  if (!g.judging) throw RuleError(std::string(sentence.view()));
  if (!g.rejection.ok) return;
  g.rejection.reject("see the sentence");
  g.rejected_sentence = sentence;
}

/// `f32[8] and comes back as f32[8@X] (leaf 0): ...`: the carry of a loop must keep its type.
constexpr Text carry_sentence(std::string_view loop, const TypeDesc& before, const TypeDesc& after, int leaf) {
  Text t;
  t << loop << ": the carry starts as " << before << " and comes back as " << after << " (leaf " << leaf << "): ";
  TypeDesc same_shape = before;
  const bool layout_only = apply_spec(same_shape, spec_of(after)) && same_shape == after;
  TypeDesc cast = before;
  AxisUnion more;
  for (Name x : after.varying)
    if (!before.varying.has(x)) more.add(x);
  for (Name x : more) {
    cast.varying.insert(x);
    cast.reduced.erase(x);
  }
  if (more.size && cast == after) {
    t << "start from pcast<varying>(init";
    for (Name x : more) t << ", " << x;
    t << ')';
  } else if (layout_only) {
    t << "start from reshard(init, ";
    rules::print_spec_call(t, spec_of(after));
    t << ')';
  } else if (before.dtype != after.dtype) {
    t << "astype the initial value or the result";
  } else {
    t << "the extents must stay";
  }
  return t;
}
template <class Before, class After, int Leaf, fixed_string Loop = "scan">
inline constexpr Text carry_text = carry_sentence(Loop.view(), Before::desc, After::desc, Leaf);

/// The same type but for extents that only sizes can tell.
constexpr bool keeps_type(TypeDesc before, const TypeDesc& after) {
  if (before.rank != after.rank) return false;
  for (int i = 0; i < before.rank; ++i) {
    if (unify(before.dims[i].extent, after.dims[i].extent).how == Agreement::mismatch) return false;
    before.dims[i].extent = after.dims[i].extent;
  }
  return before == after;
}
template <fixed_string Loop, int Leaf, class A, class B> constexpr bool check_carry(Tracer<A> a, Tracer<B> b) {
  if constexpr (is_dynamic<A> || is_dynamic<B>) {
    if (a.id < 0 || b.id < 0) return false;
    const TypeDesc before = a.value().type(), after = b.value().type();
    if (keeps_type(before, after)) return true;
    return reject_dynamic(*a.builder, carry_sentence(Loop.view(), before, after, Leaf)), false;
  } else {
    constexpr bool keeps = is_poison<A> || is_poison<B> || keeps_type(A::desc, B::desc);
    if constexpr (!keeps) refuse<carry_text<A, B, Leaf, Loop>>(*a.builder);
    return keeps;
  }
}
template <fixed_string Loop, class C, class N>
inline constexpr Text carry_shape_text = [] {
  Text t;
  t << Loop.view() << ": the body must return a carry of the same tree as the initial one (" << int(tree_size<C>())
    << " leaves";
  t << " against " << int(tree_size<N>()) << ')';
  if (Loop.view() == "scan") t << ": what is stacked beside it goes to scan_with_outputs as stacked(carry, y)";
  return t;
}();
template <fixed_string Loop>
inline constexpr Text no_carry_text = [] {
  Text t;
  t << Loop.view() << ": the body returns no tree of arrays; it returns the next carry";
  return t;
}();
/// Says which leaf changes its type, if any does.
template <fixed_string Loop, class C, class N> constexpr bool check_carries(const C& before, const N& after) {
  const auto a = tree_leaves(before);
  const auto b = tree_leaves(after);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return (int(check_carry<Loop, int(I)>(a[hana::size_c<I>], b[hana::size_c<I>])) & ...) != 0;
  }
  (std::make_index_sequence<tree_size<C>()>{});
}

/// Sets the next values of carries; `init` says the types that must stay. Returns false, with nothing set, after a
/// mistake, which was said.
template <fixed_string Loop, class C, class Next>
constexpr bool set_next_carries(Builder& g, const C& init, const C& carried, const Next& next) {
  if constexpr (!Tree<Next>) {
    refuse<no_carry_text<Loop>>(g);
    return false;
  } else if constexpr (tree_size<C>() != tree_size<Next>()) {
    refuse<carry_shape_text<Loop, C, Next>>(g);
    return false;
  } else if constexpr (!SoundTree<Next>) {
    return false;
  } else {
    const bool keeps = check_carries<Loop>(init, next);
    const auto before = tree_values(carried), after = tree_values(next);
    for (std::size_t k = 0; k < before.size(); ++k) {
      g.check_scope(after[k].id);
      if (keeps && !g.same_type(before[k].type(), after[k].type()))
        throw std::logic_error("a loop's carry changes its type");
      loop::set_next(before[k], keeps ? after[k] : before[k]);
    }
    return true;
  }
}

}  // namespace shardwise::detail
