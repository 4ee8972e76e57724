// Refusing what is compiled, with a sentence that the compiler prints.
#pragma once

#include <shardwise/dsl/type/text.hpp>

#include <utility>

namespace shardwise::detail {

/// A part of at most 30 characters: Clang cuts longer strings in what it prints.
template <const Text& T, int I> constexpr auto piece() {
  constexpr int begin = I * 30, n = T.size - begin < 30 ? T.size - begin : 30;
  fixed_string<n + 1> f;
  for (int i = 0; i < n; ++i) f.chars[i] = T.chars[begin + i];
  f.chars[n] = '\0';
  return f;
}

namespace pieces {
template <template <fixed_string...> class Template, const Text& T,
          class I = std::make_index_sequence<std::size_t((T.size + 29) / 30)>>
struct of;
template <template <fixed_string...> class Template, const Text& T, std::size_t... I>
struct of<Template, T, std::index_sequence<I...>> {
  using type = Template<piece<T, int(I)>()...>;
};
}  // namespace pieces

/// A template over the pieces of a sentence.
template <template <fixed_string...> class Template, const Text& T>
using with_pieces = typename pieces::of<Template, T>::type;

// Incomplete: naming one in an error prints the sentence. GCC prints it whole, Clang in pieces.
template <fixed_string Sentence> struct not_allowed;
template <fixed_string... Pieces> struct rejected_op;

#if defined(__clang__)
template <const Text& T> using refusal_of = with_pieces<rejected_op, T>;
#else
template <const Text& T> using refusal_of = not_allowed<freeze<T.size>(T)>;
#endif

/// Stops the compilation with a sentence, where no overload can be removed.
template <const Text& T> auto refuse_now() {
#if defined(__clang__)
  refusal_of<T> this_is_refused;
#else
  (void)sizeof(not_allowed<freeze<T.size>(T)>);
#endif
  return 0;
}

}  // namespace shardwise::detail
