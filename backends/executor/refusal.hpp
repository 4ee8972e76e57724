// Refusing a call while it is compiled, with a sentence.
#pragma once

#include <shardwise/dsl/type/array_type.hpp>

#include <utility>

namespace shardwise::detail {

/// Named by the compiler where a call is refused; the text is the reason. GCC prints it whole, Clang cuts strings at
/// 32 characters, so it gets pieces.
template <fixed_string... Sentence> struct refused;

template <class Holder, std::size_t Begin> constexpr auto sentence_piece() {
  constexpr int left = Holder::text.size - int(Begin), n = left < 30 ? left : 30;
  fixed_string<n + 1> piece;
  for (int i = 0; i < n; ++i) piece.chars[i] = Holder::text.chars[Begin + std::size_t(i)];
  piece.chars[n] = '\0';
  return piece;
}

#ifdef __clang__
template <class Holder, class I = std::make_index_sequence<std::size_t(Holder::text.size + 29) / 30>> struct Refusal;
template <class Holder, std::size_t... I> struct Refusal<Holder, std::index_sequence<I...>> {
  using type = refused<sentence_piece<Holder, 30 * I>()...>;
};
#else
template <class Holder> struct Refusal { using type = refused<freeze<Holder::text.size>(Holder::text)>; };
#endif

/// `refused<"...">` from a Holder whose `text` is the sentence.
template <class Holder> using refusal_of = typename Refusal<Holder>::type;

/// Stops the compilation with Holder's sentence, unless that is empty.
template <class Holder> consteval bool accept() {
  if constexpr (Holder::text.size != 0) return sizeof(refusal_of<Holder>) != 0;
  return true;
}

/// `Mesh<X,Y>`
constexpr void print_mesh(Text& text, const AxisList& axes) {
  text << "Mesh<";
  for (int i = 0; i < axes.size; ++i) {
    if (i) text << ',';
    text << axes.axes[i];
  }
  text << '>';
}

}  // namespace shardwise::detail
