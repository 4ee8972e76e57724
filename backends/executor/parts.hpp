// Arrays cut into parts: pieces that go through a window one after the other, a slice for each device.
#pragma once

#include <algorithm>
#include <cstddef>

namespace shardwise::exec {

/// Parts of `each` elements in an array of `count`; the last may be shorter.
constexpr std::size_t parts_in(std::size_t count, std::size_t each) { return (count + each - 1) / each; }

struct Part {
  std::size_t begin, count;
};
/// Part k, counted from 0: empty beyond the end.
constexpr Part part_of(std::size_t count, std::size_t each, std::size_t k) {
  const std::size_t begin = std::min(count, k * each);
  return {begin, std::min(each, count - begin)};
}

/// The elements of a part where each device has one. Cuts lie on pairs of cache lines, so that two devices never write
/// to one.
constexpr std::size_t part_each(std::size_t count, std::size_t element_size, std::size_t devices) {
  const std::size_t pair = 128 / element_size;
  return parts_in(parts_in(count, pair), devices) * pair;
}

/// So many bytes after p.
inline const char* at(const void* p, std::size_t bytes) { return static_cast<const char*>(p) + bytes; }
inline char* at(void* p, std::size_t bytes) { return static_cast<char*>(p) + bytes; }

}  // namespace shardwise::exec
