// The language's functions on trees of tracers: leaf by leaf, reshard as one.
#pragma once

#include <shardwise/dsl/program/size.hpp>
#include <shardwise/dsl/tree/tree.hpp>

namespace shardwise {

namespace detail {
template <Tree T> constexpr std::vector<Value> tree_values(const T& t) {
  std::vector<Value> out;
  tree_for_each([&](const auto& leaf) { out.push_back(leaf.value()); }, t);
  return out;
}
template <Tree T> constexpr Builder& builder_of(const T& t) {
  Builder* g = nullptr;
  tree_for_each([&](const auto& leaf) { g = leaf.builder; }, t);
  return *g;
}
/// No leaf is the result of a rejected op, which gave its error already.
template <class T>
concept SoundTree = Tree<T> &&
    decltype(hana::unpack(tree_leaves(std::declval<const T&>()),
                          []<class... L>(const L&...) { return std::bool_constant<(value<L> && ...)>{}; }))::value;
}  // namespace detail

/// The specs of a tree's leaves, as a tree.
template <Branch T> constexpr auto spec(const T& t) {
  return tree_map([](auto leaf) { return shardwise::spec(leaf); }, t);
}

namespace detail {
/// All leaves as one: at most one collective of each kind per axes and dtype.
template <class T, class S> constexpr auto reshard_leaves(const T& t, const S& specs) {
  const auto judged = tree_map(
      []<class A, class Q>(Tracer<A> leaf, Q spec) {
        if constexpr (Accepts<fn::reshard<Q>, A>)
          return Tracer<array_type_from<Call<fn::reshard<Q>, A>>>{leaf.builder, leaf.id};
        else
          return shardwise::reshard(leaf, spec);
      },
      t, specs);
  if constexpr (!SoundTree<std::remove_const_t<decltype(judged)>>) {
    return judged;
  } else {
    const std::vector<Value> from = tree_values(t);
    std::vector<TypeDesc> to;
    std::size_t k = 0;
    tree_for_each(
        [&]<class A>(Tracer<A>) {
          TypeDesc type = from[k++].type();
          apply_spec(type, spec_of(A::desc));
          to.push_back(type);
        },
        judged);
    const std::vector<Value> moved = reshard_tree(from, to);
    k = 0;
    return tree_map([&](auto leaf) { return decltype(leaf){leaf.builder, moved[k++].id}; }, judged);
  }
}
}  // namespace detail

namespace detail {
template <class T, class S>
inline constexpr Text spec_tree_text = [] {
  Text text;
  text << "reshard: the tree of specs has another shape than the tree of arrays (" << int(tree_size<S>()) << " leaves, "
       << int(tree_size<T>()) << "): give one spec for all, or a spec for each leaf";
  return text;
}();
}  // namespace detail

/// Reshards every leaf of a tree, each kind of collective once for all leaves; to one spec, or to a tree of specs.
template <Branch T, fixed_string S> constexpr auto reshard(const T& t, Spec<S> s) {
  return detail::reshard_leaves(t, tree_map([&](auto) { return s; }, t));
}
template <Branch T, Branch S> constexpr auto reshard(const T& t, const S& specs) {
  if constexpr (detail::same_shape<T, S>()) {
    return detail::reshard_leaves(t, specs);
  } else {
    detail::refuse<detail::spec_tree_text<T, S>>(detail::builder_of(t));
    return t;
  }
}

template <Branch T, Branch U> constexpr auto operator+(const T& t, const U& u) {
  return tree_map([](auto a, auto b) { return a + b; }, t, u);
}
template <Branch T, Branch U> constexpr auto operator-(const T& t, const U& u) {
  return tree_map([](auto a, auto b) { return a - b; }, t, u);
}
template <Literal L, Branch T> constexpr auto operator*(L c, const T& t) {
  return tree_map([c](auto a) { return c * a; }, t);
}
template <Branch T, Literal L> constexpr auto operator*(const T& t, L c) {
  return tree_map([c](auto a) { return a * c; }, t);
}
template <Branch T, Literal L> constexpr auto operator/(const T& t, L c) {
  return tree_map([c](auto a) { return a / c; }, t);
}
template <Branch T> constexpr auto operator/(const T& t, Size n) {
  return tree_map([n](auto a) { return a / n; }, t);
}
/// A scalar of the step, such as a learning rate that is an argument, times every leaf.
template <class A, Branch T> constexpr auto operator*(Tracer<A> c, const T& t) {
  return tree_map([c](auto a) { return c * a; }, t);
}
template <Branch T, class A> constexpr auto operator*(const T& t, Tracer<A> c) {
  return tree_map([c](auto a) { return a * c; }, t);
}
template <Branch T, class A> constexpr auto operator/(const T& t, Tracer<A> c) {
  return tree_map([c](auto a) { return a / c; }, t);
}
template <Branch T> constexpr auto operator-(const T& t) {
  return tree_map([](auto a) { return -a; }, t);
}
template <Branch T, Literal L> constexpr auto operator+(const T& t, L c) {
  return tree_map([c](auto a) { return a + c; }, t);
}
template <Branch T, Literal L> constexpr auto operator-(const T& t, L c) {
  return tree_map([c](auto a) { return a - c; }, t);
}
template <class T, Branch U> constexpr auto astype(const U& t) {
  return tree_map([](auto a) { return shardwise::astype<T>(a); }, t);
}
template <Branch T> constexpr auto zeros_like(const T& t) {
  return tree_map([](auto a) { return shardwise::zeros_like(a); }, t);
}
template <Branch T> constexpr auto zeros_like_cotangent(const T& t) {
  return tree_map([](auto a) { return shardwise::zeros_like_cotangent(a); }, t);
}
template <Branch T> constexpr auto stop_gradient(const T& t) {
  return tree_map([](auto a) { return shardwise::stop_gradient(a); }, t);
}

}  // namespace shardwise
