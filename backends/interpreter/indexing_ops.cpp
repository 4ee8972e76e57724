#include <shardwise/backends/interpreter/indexing_ops.hpp>

#include <shardwise/backends/interpreter/index.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardwise::interpreter::local {

namespace {
/// Calls f(id, row): which update belongs to which of the piece's rows.
template <class F> void for_each_row(const HostArray& ids, std::size_t first, std::size_t held, std::size_t rows, F f) {
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::size_t row = std::size_t(clamped(ids.data()[i], rows));
    if (row >= first && row < first + held) f(i, row - first);
  }
}
/// Calls f(line): the positions of the elements along a dimension, for each place in the others.
template <class F> void for_each_line(const Shape& shape, int dimension, F f) {
  Shape others = shape;
  others[std::size_t(dimension)] = 1;
  std::vector<std::size_t> line(shape[std::size_t(dimension)]);
  for_each_index(others, [&](std::size_t, Shape index) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      index[std::size_t(dimension)] = k;
      line[k] = position(index, shape);
    }
    f(line);
  });
}
}  // namespace

double clamped(double index, std::size_t n) { return std::max(0.0, std::min(index, double(n) - 1)); }

HostArray take(const HostArray& table, const HostArray& ids, std::size_t first, std::size_t rows) {
  const Shape from = shape_of(table);
  Shape to = shape_of(ids);
  to.insert(to.end(), from.begin() + 1, from.end());
  HostArray out = zeros(to);
  const std::size_t row_size = count(Shape(from.begin() + 1, from.end()));
  for_each_row(ids, first, from[0], rows, [&](std::size_t i, std::size_t row) {
    for (std::size_t k = 0; k < row_size; ++k) out.data()[i * row_size + k] = table.data()[row * row_size + k];
  });
  return out;
}

HostArray scatter_add(const HostArray& base, const HostArray& ids, const HostArray& updates, std::size_t first,
                      std::size_t rows) {
  const Shape shape = shape_of(base);
  HostArray out = base;
  const std::size_t row_size = count(Shape(shape.begin() + 1, shape.end()));
  for_each_row(ids, first, shape[0], rows, [&](std::size_t i, std::size_t row) {
    for (std::size_t k = 0; k < row_size; ++k) out.data()[row * row_size + k] += updates.data()[i * row_size + k];
  });
  return out;
}

HostArray take_along_axis(const HostArray& a, const HostArray& ids, int dimension) {
  const Shape from = shape_of(a), to = shape_of(ids);
  HostArray out = zeros(to);
  if (from[std::size_t(dimension)] == 0) return out;
  for_each_index(to, [&](std::size_t i, Shape index) {
    index[std::size_t(dimension)] = std::size_t(clamped(ids.data()[i], from[std::size_t(dimension)]));
    out.data()[i] = a.data()[position(index, from)];
  });
  return out;
}

HostArray scatter_add_along_axis(const HostArray& base, const HostArray& ids, const HostArray& updates, int dimension) {
  const Shape shape = shape_of(base);
  HostArray out = base;
  if (shape[std::size_t(dimension)] == 0) return out;
  for_each_index(shape_of(ids), [&](std::size_t i, Shape index) {
    index[std::size_t(dimension)] = std::size_t(clamped(ids.data()[i], shape[std::size_t(dimension)]));
    out.data()[position(index, shape)] += updates.data()[i];
  });
  return out;
}

HostArray argsort(const HostArray& a, int dimension) {
  HostArray out = zeros(shape_of(a));
  for_each_line(shape_of(a), dimension, [&](const std::vector<std::size_t>& line) {
    std::vector<std::size_t> order(line.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t k) {
      const double x = a.data()[line[i]], y = a.data()[line[k]];
      return x < y || (!std::isnan(x) && std::isnan(y));
    });
    for (std::size_t k = 0; k < line.size(); ++k) out.data()[line[k]] = double(order[k]);
  });
  return out;
}

HostArray cumsum(const HostArray& a, int dimension, bool reverse) {
  HostArray out = zeros(shape_of(a));
  for_each_line(shape_of(a), dimension, [&](const std::vector<std::size_t>& line) {
    double sum = 0;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const std::size_t at = line[reverse ? line.size() - 1 - k : k];
      out.data()[at] = sum += a.data()[at];
    }
  });
  return out;
}

}  // namespace shardwise::interpreter::local
