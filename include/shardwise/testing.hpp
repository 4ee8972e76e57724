// Static tests of types: `static_assert(accepts<op>(types...))` and `rejects<op>(types..., "part of the sentence")`.
// See docs/testing_a_step.md.
#pragma once

#include <shardwise/dsl/program/program.hpp>

namespace shardwise {

inline namespace literals {
/// An array type as a value: `"f32[8@X,4]"_t` is `type<"f32[8@X,4]">{}`.
template <fixed_string S> constexpr auto operator""_t() { return type<S>{}; }
}  // namespace literals

namespace testing {

namespace detail {

/// What an op says of operands of some types: the result's type, or the sentence.
struct Answer {
  bool ok = true;
  TypeDesc type{};
  Text sentence{};
};

template <class Op>
concept OnValues = requires {
  Op::name;
};

/// Runs the op once on a scratch builder. A lambda gets dynamic tracers, so that a rejection is an answer and no error.
template <auto Op, class... A> struct Asked {
  static constexpr Answer ask() {
    using F = std::remove_cv_t<decltype(Op)>;
    Answer answer;
    if constexpr (OnValues<F>) {
      using Call = shardwise::detail::Call<F, A...>;
      answer.ok = Call::judged.verdict.ok;
      answer.type = Call::judged.type;
      if (!answer.ok) answer.sentence = Call::sentence();
    } else {
      Builder g;
      g.judging = true;
      const int ids[] = {g.input(A::desc)...};
      const auto result = [&]<std::size_t... I>(std::index_sequence<I...>) { return Op(DynamicTracer{&g, ids[I]}...); }
      (std::index_sequence_for<A...>{});
      answer.ok = g.rejection.ok;
      answer.sentence = g.rejected_sentence;
      if (answer.ok) answer.type = g.type_of(result.id);
      for (Dim& d : answer.type.dims)
        if (d.extent.is_unknown()) d.extent = unknown_extent(-1);
    }
    return answer;
  }
  static constexpr Answer answer = ask();
  static constexpr TypeDesc value = answer.type;
};

}  // namespace detail

/// True if the op takes operands of these types. `op` is a stateless lambda over the language's functions, or one of
/// its function objects: `accepts<[](auto a, auto b) { return a + b; }>("f32[8@X,4]"_t, "f32[4]"_t)`.
template <auto Op, ArrayTypeLike... A> constexpr bool accepts(A...) { return detail::Asked<Op, A...>::answer.ok; }

/// The sentence that rejects the op on operands of these types; empty if it is accepted.
template <auto Op, ArrayTypeLike... A> constexpr std::string_view sentence(A...) {
  return detail::Asked<Op, A...>::answer.sentence.view();
}

/// True if the op is rejected for operands of these types, with a sentence that contains the last argument:
/// `rejects<[](auto a) { return tanh(a); }>("f32[8]{U:X}"_t, "a sum is pending over X")`.
template <auto Op, class... Arguments> constexpr bool rejects(const Arguments&... arguments) {
  const auto all = std::tie(arguments...);
  constexpr std::size_t n = sizeof...(Arguments) - 1;
  const std::string_view part = std::get<n>(all);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using Asked = detail::Asked<Op, std::remove_cvref_t<std::tuple_element_t<I, std::tuple<Arguments...>>>...>;
    return !Asked::answer.ok && Asked::answer.sentence.view().find(part) != std::string_view::npos;
  }
  (std::make_index_sequence<n>{});
}

/// The type of an accepted op's result: `result_of<op>("f32[8@X,4]"_t) == "f32[4]"_t`.
template <auto Op, ArrayTypeLike... A>
  requires(detail::Asked<Op, A...>::answer.ok)
constexpr auto result_of(A...) { return array_type_from<detail::Asked<Op, A...>>{}; }

/// True if a value of a step (its C++ type V) has the type of the notation: `has_type<decltype(g), "f32[4]{U:X}">`.
template <class V, fixed_string S>
inline constexpr bool has_type = std::is_same_v<typename std::remove_cvref_t<V>::type, type<S>>;

/// The types of a compiled step's results, as a tree; `result<Step> == "f32[]"_t` for one that returns an array.
template <class Step> inline constexpr typename Step::result_type result{};

}  // namespace testing
}  // namespace shardwise
