// Names of axes and extents, packed into one integer so that comparing and sorting them costs nothing.
#pragma once

#include <shardwise/dsl/type/text.hpp>

#include <string>

namespace shardwise {

inline constexpr int max_name_length = 16;

/// A name of 1 to 16 characters. The first character is in the top byte, so `<` is the alphabetical order.
__extension__ using PackedName = unsigned __int128;

struct Name {
  PackedName packed = 0;
  constexpr Name() = default;
  constexpr explicit Name(std::string_view s) {
    if (s.size() > std::size_t(max_name_length)) throw "a name is longer than 16 characters";
    for (int i = 0; i < max_name_length; ++i)
      packed = (packed << 8) | PackedName(i < int(s.size()) ? static_cast<unsigned char>(s[std::size_t(i)]) : 0);
  }
  constexpr bool operator==(const Name&) const = default;
  constexpr auto operator<=>(const Name&) const = default;
  constexpr explicit operator bool() const { return packed != 0; }
};

constexpr Text& operator<<(Text& text, Name name) {
  for (int i = max_name_length - 1; i >= 0; --i)
    if (char c = char((name.packed >> (8 * i)) & 255)) text << c;
  return text;
}

inline std::string to_string(Name name) {
  Text text;
  text << name;
  return std::string(text.view());
}

/// A short list of axes: in the order written for a dimension (major first), sorted by name for a state.
struct AxisList {
  static constexpr int capacity = 4;
  int size = 0;
  Name axes[capacity]{};

  constexpr const Name* begin() const { return axes; }
  constexpr const Name* end() const { return axes + size; }
  constexpr bool empty() const { return size == 0; }
  constexpr bool has(Name axis) const {
    for (int i = 0; i < size; ++i)
      if (axes[i] == axis) return true;
    return false;
  }
  constexpr void push(Name axis) {
    if (size == capacity) throw "more than 4 axes in one list";
    axes[size++] = axis;
  }
  constexpr void insert(Name axis) {
    push(axis);
    for (int i = size - 1; i > 0 && axes[i] < axes[i - 1]; --i) {
      Name swapped = axes[i];
      axes[i] = axes[i - 1];
      axes[i - 1] = swapped;
    }
  }
  constexpr void erase(Name axis) {
    int kept = 0;
    for (int i = 0; i < size; ++i)
      if (!(axes[i] == axis)) axes[kept++] = axes[i];
    for (int i = kept; i < size; ++i) axes[i] = Name{};
    size = kept;
  }
  constexpr bool operator==(const AxisList& other) const {
    if (size != other.size) return false;
    for (int i = 0; i < size; ++i)
      if (!(axes[i] == other.axes[i])) return false;
    return true;
  }
};

}  // namespace shardwise
