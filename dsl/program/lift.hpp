// Lifting: a function on values becomes a function on tracers. Its C++ result type is found by running it once on
// a scratch builder; a rejection becomes a compile error that carries the sentence.
#pragma once

#include <shardwise/dsl/program/tracer.hpp>
#include <shardwise/dsl/rules/rules.hpp>
#include <shardwise/dsl/type/refusal.hpp>

#include <utility>

namespace shardwise::detail {

/// What a function on values says of operands of the given types.
struct Judged {
  rules::Verdict verdict{};
  TypeDesc type{};
  TypeDesc operands[3]{};
};

template <class F, class... A> struct Call {
  static constexpr Judged judge() {
    Builder g;
    g.judging = true;
    const Value result = [&]<std::size_t... I>(std::index_sequence<I...>) {
      const Value in[] = {Value{&g, g.input(A::desc)}...};
      return F{}(in[I]...);
    }
    (std::index_sequence_for<A...>{});
    Judged j;
    j.verdict = g.rejection;
    for (int i = 0; i < 3; ++i) j.operands[i] = g.rejected_operands[i];
    if (j.verdict.ok) {
      j.type = result.type();
      for (int i = 0; i < j.type.rank; ++i)
        if (j.type.dims[i].extent.is_unknown()) j.type.dims[i].extent = unknown_extent(-1);
    }
    return j;
  }
  static constexpr Judged judged = judge();
  static constexpr TypeDesc value = judged.type;

  static constexpr Text sentence() {
    const TypeDesc types[] = {A::desc...};
    return rules::explain(F::name, types, int(sizeof...(A)), judged.verdict, judged.operands);
  }
};

template <class F, class... A> inline constexpr Text sentence_text = Call<F, A...>::sentence();
/// Tracing goes on after the refusal, so that it is the only error.
template <const Text& T> constexpr auto refuse(Builder& g) {
  if (!std::is_constant_evaluated()) refuse_now<T>();
  g.failed = true;
  return 0;
}

template <class... A>
concept Sound = (!is_poison<A> && ...);
template <class... A>
concept AnyDynamic = (is_dynamic<A> || ...);

}  // namespace shardwise::detail

namespace shardwise {

/// F accepts operands of these array types.
template <class F, class... A>
concept Accepts = detail::Sound<A...> &&(detail::AnyDynamic<A...> || detail::Call<F, A...>::judged.verdict.ok);
template <class F, class... A>
concept Rejects = detail::Sound<A...> && !detail::AnyDynamic<A...> && !detail::Call<F, A...>::judged.verdict.ok;

namespace detail {
/// The whole sentence as a template argument, for GCC. Compilers ask for it before they look at constraints.
template <class F, class... A> constexpr auto why_rejected() {
  if constexpr (Rejects<F, A...>)
    return freeze<sentence_text<F, A...>.size>(sentence_text<F, A...>);
  else
    return 0;
}
template <class F, class... A> inline constexpr auto why = why_rejected<F, A...>();
/// The poisoned result, for Clang; nothing if the op is accepted.
template <class F, class... A> struct refusal {};
template <class F, class... A>
  requires Rejects<F, A...>
struct refusal<F, A...> {
  using type = Tracer<with_pieces<poison, sentence_text<F, A...>>>;
  static constexpr void say() { refusal_of<sentence_text<F, A...>> this_op_is_rejected; }
};

template <class F, class A, class... B>
  requires(!AnyDynamic<A, B...>)
constexpr auto lift(F f, Tracer<A> a, Tracer<B>... b) {
  const int id = f(a.value(), b.value()...).id;
  if (a.builder->has_unnamed_literal()) {
    const TypeDesc types[] = {A::desc, B::desc...};
    a.builder->name_literal(F::name, types, int(1 + sizeof...(B)));
  }
  return Tracer<array_type_from<Call<F, A, B...>>>{a.builder, id};
}
/// In a dynamic program an op is judged when it runs. Rejected, it throws the sentence that a compiler would print.
template <class F, class A, class... B>
  requires AnyDynamic<A, B...>
constexpr DynamicTracer lift(F f, Tracer<A> a, Tracer<B>... b) {
  Builder& g = *a.builder;
  for (int id : {a.id, b.id...})
    if (id < 0) return {&g, -1};
  const TypeDesc types[] = {g.type_of(a.id), g.type_of(b.id)...};
  const Builder::Caller outer = g.caller;
  if (!outer.n) g.caller = {F::name, types, int(1 + sizeof...(B))};
  const int id = f(a.value(), b.value()...).id;
  g.caller = outer;
  return {&g, id};
}
/// The first poisoned type: what follows from a mistake passes quietly.
template <class... A> struct first_poison {};
template <class A, class... B> struct first_poison<A, B...> : first_poison<B...> {};
template <fixed_string... P, class... B> struct first_poison<poison<P...>, B...> { using type = Tracer<poison<P...>>; };
/// Uses the arguments of an overload that only says no, and notes that the program has an error.
constexpr void fail(const auto& f, const auto&... operands) {
  (void)f;
  ((operands.builder ? operands.builder->failed = true : false), ...);
}
}  // namespace detail

}  // namespace shardwise

// Defines a function of tracers by a function on values: the accepted overload, and the one that says why not.
// Arguments in parentheses: template parameters; the function object; the operands' array types; the parameters;
// the expression of the function object; the operands.
#define SHARDWISE_UNPACK(...) __VA_ARGS__
#if defined(__clang__)
#define SHARDWISE_FUNCTION(NAME, TEMPLATE, F, TYPES, PARAMETERS, MAKE, OPERANDS)                                  \
  template <SHARDWISE_UNPACK TEMPLATE>                                                                            \
    requires Accepts<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>                                                  \
  constexpr auto NAME(SHARDWISE_UNPACK PARAMETERS) {                                                              \
    return detail::lift(SHARDWISE_UNPACK MAKE, SHARDWISE_UNPACK OPERANDS);                                        \
  }                                                                                                               \
  template <SHARDWISE_UNPACK TEMPLATE>                                                                            \
    requires Rejects<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>                                                  \
  constexpr auto NAME(SHARDWISE_UNPACK PARAMETERS)                                                                \
      ->typename detail::refusal<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>::type {                              \
    if (!std::is_constant_evaluated()) detail::refusal<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>::say();        \
    detail::fail(SHARDWISE_UNPACK MAKE, SHARDWISE_UNPACK OPERANDS);                                               \
    return {};                                                                                                    \
  }                                                                                                               \
  template <SHARDWISE_UNPACK TEMPLATE>                                                                            \
    requires(!detail::Sound<SHARDWISE_UNPACK TYPES>)                                                              \
  constexpr auto NAME(SHARDWISE_UNPACK PARAMETERS)->typename detail::first_poison<SHARDWISE_UNPACK TYPES>::type { \
    detail::fail(SHARDWISE_UNPACK MAKE, SHARDWISE_UNPACK OPERANDS);                                               \
    return {};                                                                                                    \
  }
#else
#define SHARDWISE_FUNCTION(NAME, TEMPLATE, F, TYPES, PARAMETERS, MAKE, OPERANDS)                           \
  template <SHARDWISE_UNPACK TEMPLATE>                                                                     \
    requires Accepts<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>                                           \
  constexpr auto NAME(SHARDWISE_UNPACK PARAMETERS) {                                                       \
    return detail::lift(SHARDWISE_UNPACK MAKE, SHARDWISE_UNPACK OPERANDS);                                 \
  }                                                                                                        \
  template <SHARDWISE_UNPACK TEMPLATE, auto Why = detail::why<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>> \
    requires Rejects<SHARDWISE_UNPACK F, SHARDWISE_UNPACK TYPES>                                           \
  void NAME(SHARDWISE_UNPACK PARAMETERS) = delete;
#endif
