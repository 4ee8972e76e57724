// Array types as C++ types: the canonical notation is the template argument, so type identity is text identity.
#pragma once

#include <shardwise/dsl/type/cotangent.hpp>
#include <shardwise/dsl/type/spec.hpp>

namespace shardwise {

/// `ArrayType<"f32[8@X,4]{U:Y}">`. Made by `type<"...">`, which canonicalises and checks.
template <fixed_string S> struct ArrayType {
  static constexpr TypeDesc desc = parse_type(S.view()).type;
  static constexpr std::string_view notation = S.view();
};

template <fixed_string A, fixed_string B> constexpr bool operator==(ArrayType<A>, ArrayType<B>) {
  return std::is_same_v<ArrayType<A>, ArrayType<B>>;
}

namespace detail {
template <class Holder> inline constexpr Text type_text = print(Holder::value);

template <class T> inline constexpr bool is_array_type = false;
template <fixed_string S> inline constexpr bool is_array_type<ArrayType<S>> = true;

/// Named in the compiler's message when a notation is wrong: the text, what is wrong, and where.
template <fixed_string Text, fixed_string Problem, int Position> struct bad_type_notation;

template <class Parsed>
inline constexpr Text problem_text = [] {
  Text t;
  t << Parsed::value.error;
  return t;
}();
template <fixed_string S> struct ParsedNotation { static constexpr ParsedType value = parse_type(S.view()); };
template <fixed_string S> struct NotationType {
  static constexpr ParsedType parsed = ParsedNotation<S>::value;
  static consteval auto check() {
    if constexpr (parsed.error != nullptr) {
      constexpr auto& text = problem_text<ParsedNotation<S>>;
      return sizeof(bad_type_notation<S, freeze<text.size>(text), parsed.position>);
    } else {
      return 0;
    }
  }
  static constexpr auto checked = check();
  static constexpr TypeDesc value = parsed.type;
};
}  // namespace detail

template <class T>
concept ArrayTypeLike = detail::is_array_type<T>;

/// The array type that a holder's `value` (a TypeDesc) describes.
template <class Holder>
using array_type_from = ArrayType<freeze<detail::type_text<Holder>.size>(detail::type_text<Holder>)>;

/// The type that a notation names: `type<"f32[8@X, 4]{U:Y}">`.
template <fixed_string S> using type = array_type_from<detail::NotationType<S>>;

namespace detail {
template <class A> struct CotangentOf { static constexpr TypeDesc value = cotangent(A::desc); };
}  // namespace detail

/// The type of a gradient with respect to a value of type A.
template <class A> using cotangent_t = array_type_from<detail::CotangentOf<A>>;

/// The spec of a type: `spec_t<type<"f32[8@X,4]">>` is the type of `P(X)`.
template <class A> using spec_t = detail::spec_from<detail::SpecOfType<A>>;

/// The notation of a type, for programs that print it.
template <ArrayTypeLike A> constexpr std::string_view describe(A = {}) { return A::notation; }
inline std::string describe(const TypeDesc& t) { return to_string(t); }

}  // namespace shardwise
