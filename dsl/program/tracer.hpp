// Tracer: what a user's step computes with while it is traced. It carries its array type in its C++ type.
#pragma once

#include <shardwise/dsl/program/value.hpp>
#include <shardwise/dsl/type/array_type.hpp>

namespace shardwise {

/// A value of a step, of array type A. Holds the builder and an id, nothing more.
template <class A> struct Tracer {
  using type = A;
  static constexpr TypeDesc desc = A::desc;
  Builder* builder = nullptr;
  int id = -1;
  constexpr Value value() const { return {builder, id}; }
  /// Refused, with what to write instead: operators.hpp.
  constexpr explicit operator bool() const;
};

/// The array type of a tracer whose type is known only to its builder: the same step, traced in a dynamic program.
struct DynamicType {
  static constexpr TypeDesc desc{};
  static constexpr std::string_view notation = "dynamic";
};
using DynamicTracer = Tracer<DynamicType>;

/// The result of a rejected op on compilers that cannot print a long sentence in one piece: the sentence, in pieces.
template <fixed_string... Pieces> struct poison {
  static constexpr TypeDesc desc{};
  static constexpr std::string_view notation = "rejected";
};

namespace detail {
template <class T> inline constexpr bool is_tracer = false;
template <class A> inline constexpr bool is_tracer<Tracer<A>> = true;
template <class A> inline constexpr bool is_poison = false;
template <fixed_string... P> inline constexpr bool is_poison<poison<P...>> = true;
template <class A> inline constexpr bool is_dynamic = std::is_same_v<A, DynamicType>;
template <class T> inline constexpr bool is_poisoned_tracer = false;
template <fixed_string... P> inline constexpr bool is_poisoned_tracer<Tracer<poison<P...>>> = true;
}  // namespace detail

/// True for the result of an accepted op: `requires { { a + b } -> shardwise::value; }`.
template <class T>
concept value = !detail::is_poisoned_tracer<std::remove_cvref_t<T>> && !std::is_void_v<T>;

template <class T>
concept Literal = std::is_arithmetic_v<T>;
/// The number that a literal stands for. Whole numbers beyond 2^53 are marked: programs hold doubles.
template <Literal L> constexpr rules::LiteralNumber literal_value(L literal) {
  if constexpr (sizeof(L) == 8 && std::is_integral_v<L>) {
    const std::uint64_t magnitude = literal < 0 ? 0 - std::uint64_t(literal) : std::uint64_t(literal);
    if (magnitude > std::uint64_t(1) << 53) return {double(literal), magnitude};
  }
  return double(literal);
}
/// A literal that may have a fraction. Of what is no literal it is nothing: GCC substitutes the default arguments of an
/// overload before it looks at its constraints, and would judge `a + 2.` for each `a + b`.
template <Literal L> inline constexpr bool is_fractional = std::is_floating_point_v<L>;

}  // namespace shardwise
