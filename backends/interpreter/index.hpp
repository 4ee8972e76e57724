// Shapes of arrays, and plain loops over their elements.
#pragma once

#include <shardwise/backends/interpreter/simulated_mesh.hpp>

#include <cstddef>
#include <vector>

namespace shardwise::interpreter {

inline std::vector<std::size_t> shape_of(const HostArray& a) { return {a.shape().begin(), a.shape().end()}; }
inline HostArray zeros(const std::vector<std::size_t>& shape) {
  HostArray out = HostArray::from_shape(shape);
  out.fill(0.0);
  return out;
}

/// The number of elements.
inline std::size_t count(const std::vector<std::size_t>& shape) {
  std::size_t n = 1;
  for (std::size_t extent : shape) n *= extent;
  return n;
}

/// Calls f(i, index) for each element, row by row; `i` counts them.
template <class F> void for_each_index(const std::vector<std::size_t>& shape, F f) {
  const std::size_t n = count(shape);
  std::vector<std::size_t> index(shape.size(), 0);
  for (std::size_t i = 0; i < n; ++i) {
    f(i, index);
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d]) break;
      index[d] = 0;
    }
  }
}

/// Position of an element in a row-major array.
inline std::size_t position(const std::vector<std::size_t>& index, const std::vector<std::size_t>& shape) {
  std::size_t at = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) at = at * shape[d] + index[d];
  return at;
}

}  // namespace shardwise::interpreter
