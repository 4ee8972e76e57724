// Text that constant evaluation can build: literals as template arguments, and a bounded buffer for sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace shardwise {

/// A string literal that can be a template argument: `type<"f32[8@X,4]">`.
template <std::size_t N> struct fixed_string {
  char chars[N]{};
  constexpr fixed_string() = default;
  constexpr fixed_string(const char (&literal)[N]) {
    for (std::size_t i = 0; i < N; ++i) chars[i] = literal[i];
  }
  constexpr std::string_view view() const { return {chars, N - 1}; }
};

/// A buffer that sentences, notations and names are printed into. What does not fit is dropped.
struct Text {
  static constexpr int capacity = 960;
  char chars[capacity]{};
  int size = 0;

  constexpr std::string_view view() const { return {chars, std::size_t(size)}; }
  constexpr Text& operator<<(char c) {
    if (size < capacity - 1) chars[size++] = c;
    return *this;
  }
  constexpr Text& operator<<(std::string_view s) {
    for (char c : s) *this << c;
    return *this;
  }
  constexpr Text& operator<<(const char* s) { return *this << std::string_view(s); }
  constexpr Text& operator<<(const Text& t) { return *this << t.view(); }
  constexpr Text& operator<<(std::int64_t v) {
    if (v < 0) {
      *this << '-';
      v = -v;
    }
    char digits[24]{};
    int n = 0;
    do digits[n++] = char('0' + v % 10);
    while (v /= 10);
    while (n) *this << digits[--n];
    return *this;
  }
  constexpr Text& operator<<(int v) { return *this << std::int64_t(v); }
};

/// The text as a template argument. The final zero is written explicitly: else Clang prints character codes.
template <int N> constexpr fixed_string<N + 1> freeze(const Text& text) {
  fixed_string<N + 1> result;
  for (int i = 0; i < N; ++i) result.chars[i] = text.chars[i];
  result.chars[N] = '\0';
  return result;
}

}  // namespace shardwise
