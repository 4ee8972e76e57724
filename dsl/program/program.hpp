// Program: a step traced at compile time. The program is a value; its type names only the step and its arguments.
#pragma once

#include <shardwise/dsl/program/listing.hpp>
#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/freeze.hpp>
#include <shardwise/dsl/transform/grad.hpp>

#include <array>

namespace shardwise {

namespace detail {

/// How much storage a frozen program needs, and what its source means.
struct FrozenSizes {
  std::size_t equations, types, extents, equalities, inputs, outputs;
  Collectives meant;
};

template <FrozenSizes N> struct FrozenProgram {
  std::array<Eqn, N.equations> equations{};
  std::array<TypeDesc, N.types> types{};
  std::array<Extent, N.extents> extents{};
  std::array<Equality, N.equalities> equalities{};
  std::array<int, N.inputs> inputs{};
  std::array<int, N.outputs> outputs{};

  constexpr explicit FrozenProgram(const DynamicProgram& p) {
    copy(p.equations, equations);
    copy(p.types, types);
    copy(p.extents, extents);
    copy(p.equalities, equalities);
    copy(p.inputs, inputs);
    copy(p.outputs, outputs);
  }
  constexpr ProgramView view() const { return {equations, types, extents, equalities, inputs, outputs}; }

 private:
  static constexpr void copy(const auto& from, auto& to) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i];
  }
};

template <class T> constexpr auto input_tree(Builder& g) {
  return tree_map([&]<class A>(A) { return Tracer<A>{&g, g.input(A::desc)}; }, T{});
}

/// Calls the step with tracers, directly: so a rejected op is the first error, at the user's line.
template <class F, class... T> constexpr auto trace_into(Builder& g) {
  std::tuple<decltype(input_tree<T>(g))...> in{input_tree<T>(g)...};
  return [&]<std::size_t... I>(std::index_sequence<I...>) { return F{}(std::get<I>(in)...); }
  (std::index_sequence_for<T...>{});
}
template <class F, class... T> using traced_result = decltype(trace_into<F, T...>(std::declval<Builder&>()));

template <class Result> constexpr auto types_of_result(const Result& r) {
  return tree_map([]<class A>(Tracer<A>) { return A{}; }, r);
}

template <class F, class... T> constexpr DynamicProgram trace_and_freeze(bool merge) {
  Builder g;
  const auto out = trace_into<F, T...>(g);
  return freeze(g, tree_values(out), merge);
}

/// Whether the result is a tree of values; a poisoned result already gave its error.
template <class R> constexpr bool complete_result() {
  if constexpr (!Tree<R>)
    return false;
  else {
    bool ok = true;
    using Leaves = decltype(tree_leaves(std::declval<const R&>()));
    [&]<class... L>(hana::tuple<L...>*) { ok = (value<L> && ...); }(static_cast<Leaves*>(nullptr));
    return ok;
  }
}

template <class F, class... T> constexpr FrozenSizes measure() {
  if constexpr (!complete_result<traced_result<F, T...>>()) {
    static_assert(!std::is_void_v<traced_result<F, T...>>,
                  "Program: the step returns nothing; return arrays or a tree of arrays");
    return {1, 1, 1, 0, 0, 0, {}};
  } else {
    Builder g;
    const auto out = tree_values(trace_into<F, T...>(g));
    const DynamicProgram source = freeze(g, out, false), p = freeze(g, out, true);
    return {p.equations.size(),
            p.types.size(),
            p.extents.size(),
            p.equalities.size(),
            p.inputs.size(),
            p.outputs.size(),
            count_collectives(source.view())};
  }
}

}  // namespace detail

/// A step F traced for argument trees T. Everything here is known when the program is compiled.
template <class F, class... T> struct CompiledProgram {
  using step = F;
  using argument_types = std::tuple<T...>;
  using result_type = decltype(detail::types_of_result(std::declval<detail::traced_result<F, T...>>()));

  static constexpr detail::FrozenSizes sizes = detail::measure<F, T...>();
  static constexpr detail::FrozenProgram<sizes> frozen{detail::trace_and_freeze<F, T...>(true)};

  static constexpr ProgramView view() { return frozen.view(); }
  /// What the source means, after dead code only; a tree's reshard counts once per kind, axes and dtype.
  static constexpr Collectives collectives() { return sizes.meant; }
  /// What is left after the transforms: never more than `collectives()`.
  static constexpr Collectives issued() { return count_collectives(frozen.view()); }
  /// Equal for equal programs; compared between the ranks that run a step.
  static constexpr std::uint64_t fingerprint() { return shardwise::fingerprint(frozen.view()); }
  /// Where each argument leaf is, for messages: `argument 0.kernel`.
  static std::vector<std::string> argument_paths() {
    std::vector<std::string> out;
    int k = 0;
    (
        [&] {
          for (auto& path : tree_paths<T>())
            out.push_back("argument " + std::to_string(k) +
                          (path.empty() || path[0] == '[' || path[0] == '.' ? path : "." + path));
          ++k;
        }(),
        ...);
    return out;
  }
  /// The step made ready to run on a mesh.
  template <class Mesh> static auto on(const Mesh& mesh) {
    return bind_program(std::type_identity<CompiledProgram>{}, mesh);
  }
};

/// A tree of types as an argument of Program: `Program<step, tree_of<Net>, "f32[batch@X,784]">`.
template <class T> struct TreeArgument {};
template <class T> inline constexpr TreeArgument<T> tree_of{};

namespace detail {
template <std::size_t N, class T> struct Argument {
  fixed_string<N> notation{};
  constexpr Argument(const char (&text)[N]) : notation(text) {}
  constexpr Argument(TreeArgument<T>) {}
};
template <std::size_t N> Argument(const char (&)[N]) -> Argument<N, void>;
template <class T> Argument(TreeArgument<T>) -> Argument<1, T>;

template <auto A, class T = std::remove_cv_t<decltype(A)>> struct argument_type;
template <auto A, std::size_t N> struct argument_type<A, Argument<N, void>> {
  using type = shardwise::type<A.notation>;
};
template <auto A, class T>
  requires(!std::is_void_v<T>)
struct argument_type<A, Argument<1, T>> {
  static_assert(
      Tree<T>,
      "tree_of: a tree is an array type, a Hana tuple or map of trees, or a struct template adapted with Hana");
  using type = T;
};
}  // namespace detail

/// A compiled step: `Program<step, "f32[3,d,d]{R:X}", tree_of<Batch>>`. `step` is a stateless lambda.
template <auto F, detail::Argument... A>
using Program = CompiledProgram<std::remove_cv_t<decltype(F)>, typename detail::argument_type<A>::type...>;

}  // namespace shardwise
