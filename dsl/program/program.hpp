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
#include <shardwise/dsl/transform/saved_residuals.hpp>
#include <shardwise/dsl/transform/transforms.hpp>

#include <array>

namespace shardwise {

namespace detail {

/// How much storage a frozen program needs.
struct FrozenSizes {
  std::size_t equations = 0, types = 0, extents = 0, equalities = 0, numbers = 0, inputs = 0, outputs = 0;

  static constexpr FrozenSizes of(const DynamicProgram& p) {
    return {p.equations.size(), p.types.size(),  p.extents.size(), p.equalities.size(),
            p.numbers.size(),   p.inputs.size(), p.outputs.size()};
  }
};

/// What is known of a step before its program is stored.
struct Measured {
  FrozenSizes frozen;
  Collectives meant;  ///< by the source
  Text misfit{};      ///< says of a literal that does not fit
};

template <FrozenSizes N> struct FrozenProgram {
  std::array<Eqn, N.equations> equations{};
  std::array<TypeDesc, N.types> types{};
  std::array<Extent, N.extents> extents{};
  std::array<Equality, N.equalities> equalities{};
  std::array<std::uint32_t, N.numbers> numbers{};
  std::array<int, N.inputs> inputs{};
  std::array<int, N.outputs> outputs{};

  /// What fits of a program of any storage.
  constexpr explicit FrozenProgram(const auto& p) {
    copy(p.equations, equations);
    copy(p.types, types);
    copy(p.extents, extents);
    copy(p.equalities, equalities);
    copy(p.numbers, numbers);
    copy(p.inputs, inputs);
    copy(p.outputs, outputs);
  }
  constexpr ProgramView view() const { return {equations, types, extents, equalities, numbers, inputs, outputs}; }
  constexpr DynamicProgram dynamic() const {
    const auto list = [](const auto& a) {
      return std::vector<std::remove_cvref_t<decltype(a[0])>>(a.begin(), a.end());
    };
    return {list(equations), list(types), list(extents), list(equalities), list(numbers), list(inputs), list(outputs)};
  }

 private:
  static constexpr void copy(const auto& from, auto& to) {
    for (std::size_t i = 0; i < to.size() && i < from.size(); ++i) to[i] = from[i];
  }
};

/// A program before its size is known, in storage of the size N: so the transforms run once.
template <FrozenSizes N> struct RoomyProgram {
  FrozenSizes sizes;
  FrozenProgram<N> program;

  constexpr explicit RoomyProgram(const DynamicProgram& p) : sizes(FrozenSizes::of(p)), program(p) {}
  constexpr bool fits() const {
    return sizes.equations <= N.equations && sizes.types <= N.types && sizes.extents <= N.extents &&
           sizes.equalities <= N.equalities && sizes.numbers <= N.numbers && sizes.inputs <= N.inputs &&
           sizes.outputs <= N.outputs;
  }
};
/// Transforms seldom need more.
constexpr FrozenSizes with_room(FrozenSizes n) {
  n.equations += n.equations / 4 + 16;
  n.types += n.types / 4 + 8;
  return n;
}

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

/// Whether the step can be called with so many arguments; a mistake inside of it is another matter. As CallProbe, and
/// of arguments that the step may change.
template <class F, class... T>
concept TakesArguments =
    !std::is_class_v<F> || std::is_final_v<F> ||
    !requires(CallProbe<F, (sizeof...(T) > 0)> probe, Builder& g, decltype(input_tree<T>(g))&... arguments) {
  { std::move(probe)(arguments...) } -> std::same_as<NoSuchCall>;
};

/// The step gives values. If not, an error was reported: the rest of the program passes quietly, as an empty one.
template <class F, class... T>
concept Traces = TakesArguments<F, T...> && requires(Builder& g) {
  { trace_into<F, T...>(g) } -> Tree;
} && SoundTree<std::remove_cvref_t<traced_result<F, T...>>>;

template <class F, class... T>
concept ReturnsNoTree = TakesArguments<F, T...> && requires(Builder& g) {
  trace_into<F, T...>(g);
} && !Tree<std::remove_cvref_t<traced_result<F, T...>>>;

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

template <class T> constexpr void print_argument(Text& t) {
  if constexpr (Leaf<T>)
    t << T::desc;
  else
    t << "a tree of " << int(tree_size<T>()) << (tree_size<T>() == 1 ? " array" : " arrays");
}
template <class F, class... T>
inline constexpr Text step_arguments_text = [] {
  Text t;
  constexpr int n = sizeof...(T);
  t << "Program: the step cannot be called with " << n << (n == 1 ? " argument" : " arguments");
  [[maybe_unused]] int i = 0;
  ((t << (i == 0 ? ", " : i + 1 == n ? " and " : ", "), print_argument<T>(t), ++i), ...);
  t << ": name a type for each of its parameters";
  return t;
}();
template <class R>
inline constexpr Text no_tree_text = [] {
  Text t;
  t << "Program: the step returns no array and no tree of arrays, but ";
  if constexpr (std::is_void_v<R>)
    t << "nothing";
  else if constexpr (std::is_arithmetic_v<R>)
    t << "a number: full_like(a, number) makes an array of it";
  else if constexpr (is_stacked<R>)
    t << "what scan_with_outputs gives: take it apart, auto [carry, ys] = scan_with_outputs(...), and return "
         "boost::hana::make_tuple(carry, ys)";
  else
    t << "a value of another type: several arrays are returned by boost::hana::make_tuple(a, b)";
  return t;
}();
/// Says what a step is refused for as a whole.
template <const Text& T> constexpr void refuse_program() {
  if (!std::is_constant_evaluated()) refuse_now<T>();
}

template <class F, class... T> constexpr Measured measure() {
  if constexpr (Traces<F, T...>) {
    Builder g;
    const auto results = trace_into<F, T...>(g);
    tree_for_each(RefuseVarying{g}, results);
    const auto out = tree_values(results);
    const DynamicProgram source = freeze(g, out, false), p = freeze(g, out, true);
    Collectives meant = count_collectives(source.view());
    meant.after_error = g.failed;
    if (g.has_unnamed_literal()) g.name_literal("literal", g.rejected_operands, 1);
    return {FrozenSizes::of(p), meant, g.rejected_sentence};
  } else {
    if constexpr (!TakesArguments<F, T...>)
      refuse_program<step_arguments_text<F, T...>>();
    else if constexpr (ReturnsNoTree<F, T...>)
      refuse_program<no_tree_text<std::remove_cvref_t<traced_result<F, T...>>>>();
    Measured none{};
    none.meant.after_error = true;
    return none;
  }
}

template <int Size, const Text& T> constexpr bool judge_literals() {
  if constexpr (Size > 0) refuse_program<T>();
  return true;
}

/// A program with an error is none that a transform could trust.
template <class F> constexpr DynamicProgram run_transforms(DynamicProgram p, const Measured& measured) {
  if (measured.meant.after_error) return p;
  return optimise(static_cast<DynamicProgram&&>(p), transforms_of<F>());
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

  static constexpr detail::Measured measured = detail::measure<F, T...>();
  static constexpr Text misfit = measured.misfit;
  static_assert(detail::judge_literals<misfit.size, misfit>());
  /// As it is written: dead code gone, equal equations one.
  static constexpr detail::FrozenProgram<measured.frozen> frozen{detail::trace_and_freeze<F, T...>(true)};
  static constexpr detail::RoomyProgram<detail::with_room(measured.frozen)> optimised{
      detail::run_transforms<F>(frozen.dynamic(), measured)};
  /// As it runs.
  static constexpr detail::FrozenProgram<optimised.sizes> compiled = [] {
    using Compiled = detail::FrozenProgram<optimised.sizes>;
    return optimised.fits() ? Compiled(optimised.program)
                            : Compiled(detail::run_transforms<F>(frozen.dynamic(), measured));
  }();

  static constexpr ProgramView view() { return frozen.view(); }
  static constexpr ProgramView compiled_view() { return compiled.view(); }
  /// What the source means, after dead code only; a tree's reshard counts once per kind, axes and dtype.
  static constexpr Collectives collectives() { return measured.meant; }
  /// What is left after the transforms: never more than `collectives()`.
  static constexpr Collectives issued() {
    Collectives c = count_collectives(compiled.view());
    c.after_error = measured.meant.after_error;
    return c;
  }
  /// Floating-point operations of the program as it is written, of the global arrays.
  static constexpr Flops flops() { return shardwise::flops(frozen.view()); }
  /// What its gradients keep of the forward pass, under the policies of its checkpoints. Bytes are known once it is
  /// bound: `Step::on(mesh)` has it too.
  static constexpr Residuals saved_residuals() { return {list_residuals(frozen.view()), &argument_paths}; }
  /// Of the program that runs: equal for equal programs; compared between the ranks that run a step.
  static constexpr std::uint64_t fingerprint() { return shardwise::fingerprint(compiled.view()); }
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
  constexpr Argument(const fixed_string<N>& text) : notation(text) {}
  constexpr Argument(TreeArgument<T>) {}
};
template <std::size_t N> Argument(const char (&)[N]) -> Argument<N, void>;
template <std::size_t N> Argument(fixed_string<N>) -> Argument<N, void>;
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
