// Program: a step traced at compile time. The program is a value; its type names only the step and its arguments.
#pragma once

#include <shardwise/dsl/program/bindings.hpp>
#include <shardwise/dsl/program/graphviz.hpp>
#include <shardwise/dsl/program/listing.hpp>
#include <shardwise/dsl/program/manual.hpp>
#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/cost.hpp>
#include <shardwise/dsl/transform/custom_vjp.hpp>
#include <shardwise/dsl/transform/freeze.hpp>
#include <shardwise/dsl/transform/grad.hpp>
#include <shardwise/dsl/transform/jvp.hpp>

#include <array>

namespace shardwise {

namespace detail {

/// How much storage a frozen program needs, and what its source means.
struct FrozenSizes {
  std::size_t equations, types, extents, equalities, numbers, inputs, outputs;
  Collectives meant;
};

template <std::size_t Equations, std::size_t Types, std::size_t Extents, std::size_t Equalities, std::size_t Numbers,
          std::size_t Inputs, std::size_t Outputs>
struct FrozenProgram {
  std::array<Eqn, Equations> equations{};
  std::array<TypeDesc, Types> types{};
  std::array<Extent, Extents> extents{};
  std::array<Equality, Equalities> equalities{};
  std::array<std::uint32_t, Numbers> numbers{};
  std::array<int, Inputs> inputs{};
  std::array<int, Outputs> outputs{};

  constexpr explicit FrozenProgram(const DynamicProgram& p) {
    copy(p.equations, equations);
    copy(p.types, types);
    copy(p.extents, extents);
    copy(p.equalities, equalities);
    copy(p.numbers, numbers);
    copy(p.inputs, inputs);
    copy(p.outputs, outputs);
  }
  constexpr ProgramView view() const { return {equations, types, extents, equalities, numbers, inputs, outputs}; }

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

/// The step gives values. If not, an error was reported: the rest of the program passes quietly, as an empty one.
template <class F, class... T>
concept Traces = requires(Builder& g) {
  { trace_into<F, T...>(g) } -> Tree;
}
&&SoundTree<std::remove_cvref_t<traced_result<F, T...>>>;

template <class F, class... T>
concept ReturnsNoTree = requires(Builder& g) {
  trace_into<F, T...>(g);
}
&&!Tree<std::remove_cvref_t<traced_result<F, T...>>>;

template <class F, class... T> constexpr DynamicProgram trace_and_freeze(bool merge) {
  if constexpr (Traces<F, T...>) {
    Builder g;
    const auto out = trace_into<F, T...>(g);
    return freeze(g, tree_values(out), merge);
  } else {
    return {};
  }
}

template <class A>
inline constexpr Text varying_result_text = [] {
  Text t;
  t << "Program: a result is " << A::desc << ", which varies over " << A::desc.varying
    << ": no array outside of shard_map does: psum it, or cast it within a shard_map whose out_specs split it";
  return t;
}();
struct RefuseVarying {
  Builder& g;
  template <class A> constexpr void operator()(Tracer<A>) const {
    if constexpr (A::desc.varying.size > 0) refuse<varying_result_text<A>>(g);
  }
};

template <class F, class... T> constexpr FrozenSizes measure() {
  if constexpr (Traces<F, T...>) {
    Builder g;
    const auto results = trace_into<F, T...>(g);
    tree_for_each(RefuseVarying{g}, results);
    const auto out = tree_values(results);
    const DynamicProgram source = freeze(g, out, false), p = freeze(g, out, true);
    Collectives meant = count_collectives(source.view());
    meant.after_error = g.failed;
    return {p.equations.size(), p.types.size(),  p.extents.size(), p.equalities.size(),
            p.numbers.size(),   p.inputs.size(), p.outputs.size(), meant};
  } else {
    static_assert(!ReturnsNoTree<F, T...>, "Program: the step returns no array and no tree of arrays");
    FrozenSizes none{};
    none.meant.after_error = true;
    return none;
  }
}

/// The types of a step's results; `void` after an error.
template <class F, class... T> constexpr auto result_types() {
  if constexpr (Traces<F, T...>) {
    Builder g;
    return types_of_result(trace_into<F, T...>(g));
  }
}

}  // namespace detail

/// A step F traced for argument trees T. Everything here is known when the program is compiled.
template <class F, class... T> struct CompiledProgram {
  using step = F;
  using argument_types = std::tuple<T...>;
  using result_type = decltype(detail::result_types<F, T...>());

  static constexpr detail::FrozenSizes sizes = detail::measure<F, T...>();
  static constexpr detail::FrozenProgram<sizes.equations, sizes.types, sizes.extents, sizes.equalities, sizes.numbers,
                                         sizes.inputs, sizes.outputs>
      frozen{detail::trace_and_freeze<F, T...>(true)};

  static constexpr ProgramView view() { return frozen.view(); }
  /// What the source means, after dead code only; a tree's reshard counts once per kind, axes and dtype.
  static constexpr Collectives collectives() { return sizes.meant; }
  /// What is left after the transforms: never more than `collectives()`.
  static constexpr Collectives issued() {
    Collectives c = count_collectives(frozen.view());
    c.after_error = sizes.meant.after_error;
    return c;
  }
  /// Floating-point operations, after the transforms, of the global arrays.
  static constexpr Flops flops() { return shardwise::flops(frozen.view()); }
  /// Equal for equal programs; compared between the ranks that run a step.
  static constexpr std::uint64_t fingerprint() { return shardwise::fingerprint(frozen.view()); }
  /// Where each argument leaf is, for messages: `argument 1.layer1.kernel`, counted from 1.
  static std::vector<std::string> argument_paths() {
    std::vector<std::string> out;
    int k = 0;
    const auto add = [&](const std::vector<std::string>& paths) {
      ++k;
      for (const std::string& path : paths)
        out.push_back("argument " + std::to_string(k) + (path.empty() || path[0] == '[' ? "" : ".") + path);
    };
    (add(tree_paths<T>()), ...);
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
