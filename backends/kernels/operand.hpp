// How an elementwise kernel reads an operand, and the extents of local arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace shardwise::kernels {

enum class Mode : std::uint8_t {
  full,    ///< element i reads data[i]
  scalar,  ///< element i reads data[0]
  suffix,  ///< element i reads data[i % period]: a row broadcast, such as a bias
  prefix,  ///< element i reads data[i / period]: a column broadcast
};

/// An operand of an elementwise kernel; its element type is the kernel's. `period` counts elements, is at least 1,
/// and is used by suffix and prefix only.
struct Operand {
  const void* data = nullptr;
  Mode mode = Mode::full;
  std::size_t period = 1;
};

/// Extents of a contiguous row-major array of rank at most 8.
struct Shape {
  static constexpr int max_rank = 8;
  int rank = 0;
  std::size_t dim[max_rank] = {};

  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<std::size_t> extents) {
    for (std::size_t e : extents) dim[rank++] = e;
  }
  constexpr std::size_t size() const {
    std::size_t n = 1;
    for (int i = 0; i < rank; ++i) n *= dim[i];
    return n;
  }
  constexpr std::size_t operator[](int i) const { return dim[i]; }
  constexpr bool operator==(const Shape&) const = default;
};

}  // namespace shardwise::kernels
