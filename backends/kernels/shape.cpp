// Everything is a strided copy. Dimensions are merged first; the two innermost then run as rows, as tiles of a
// transpose, or as repeated elements.
#include <shardwise/backends/kernels/shape.hpp>

#include <shardwise/backends/kernels/elementwise.hpp>
#include <shardwise/dsl/program/equation.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace shardwise::kernels {
namespace {

struct Dim {
  std::size_t extent;
  std::ptrdiff_t out, in;
};

/// The copy's dimensions, outermost first, without extents of 1 and with neighbours merged where both sides allow it.
struct Nest {
  int rank = 0;
  Dim dim[Shape::max_rank];
};

Nest merge(const Strides& out, const Strides& in, const Shape& shape) {
  Nest nest;
  for (int i = 0; i < shape.rank; ++i) {
    const Dim d{shape.dim[i], out.dim[i], in.dim[i]};
    if (d.extent == 1) continue;
    const std::ptrdiff_t e = std::ptrdiff_t(d.extent);
    if (nest.rank > 0 && nest.dim[nest.rank - 1].out == d.out * e && nest.dim[nest.rank - 1].in == d.in * e) {
      nest.dim[nest.rank - 1].extent *= d.extent;
      nest.dim[nest.rank - 1].out = d.out;
      nest.dim[nest.rank - 1].in = d.in;
    } else {
      nest.dim[nest.rank++] = d;
    }
  }
  return nest;
}

template <class T> void copy_row(T* out, const T* in, const Dim& d) {
  if (d.out == 1 && d.in == 1) {
    std::memcpy(out, in, d.extent * sizeof(T));
  } else if (d.out == 1 && d.in == 0) {
    std::fill_n(out, d.extent, *in);
  } else if (d.out == 1) {
    for (std::size_t i = 0; i < d.extent; ++i) out[i] = in[std::ptrdiff_t(i) * d.in];
  } else {
    for (std::size_t i = 0; i < d.extent; ++i) out[std::ptrdiff_t(i) * d.out] = in[std::ptrdiff_t(i) * d.in];
  }
}

/// out rows are in's columns. Through a tile that fits the first cache, so that both sides see whole cache lines.
template <class T> void transpose_tiles(T* out, const T* in, const Dim& rows, const Dim& columns) {
  constexpr std::size_t tile = 64 / sizeof(T) < 16 ? 16 : 64 / sizeof(T);
  T buffer[tile][tile];
  for (std::size_t c = 0; c < columns.extent; c += tile)
    for (std::size_t r = 0; r < rows.extent; r += tile) {
      const std::size_t nr = std::min(tile, rows.extent - r), nc = std::min(tile, columns.extent - c);
      const T* from = in + std::ptrdiff_t(r) * rows.in + std::ptrdiff_t(c) * columns.in;
      T* to = out + std::ptrdiff_t(r) * rows.out + std::ptrdiff_t(c) * columns.out;
      if (nr == tile && nc == tile) {
        for (std::size_t j = 0; j < tile; ++j)
          std::memcpy(buffer[j], from + std::ptrdiff_t(j) * columns.in, sizeof buffer[j]);
        for (std::size_t i = 0; i < tile; ++i) {
          T row[tile];
          for (std::size_t j = 0; j < tile; ++j) row[j] = buffer[j][i];
          std::memcpy(to + std::ptrdiff_t(i) * rows.out, row, sizeof row);
        }
      } else {
        for (std::size_t i = 0; i < nr; ++i)
          for (std::size_t j = 0; j < nc; ++j)
            to[std::ptrdiff_t(i) * rows.out + std::ptrdiff_t(j)] =
                from[std::ptrdiff_t(i) + std::ptrdiff_t(j) * columns.in];
      }
    }
}

template <class T> void run_nest(T* out, const T* in, Nest nest) {
  if (nest.rank == 0) {
    *out = *in;
    return;
  }
  // A transpose: the dimension that the input holds contiguous goes next to the one that the output does.
  int tiled = -1;
  const int last = nest.rank - 1;
  if (nest.dim[last].out == 1 && nest.dim[last].in != 1 && nest.dim[last].in != 0)
    for (int i = 0; i < last; ++i)
      if (nest.dim[i].in == 1) tiled = i;
  if (tiled >= 0) std::rotate(nest.dim + tiled, nest.dim + tiled + 1, nest.dim + last);

  const int loops = nest.rank - (tiled >= 0 ? 2 : 1);
  std::size_t index[Shape::max_rank] = {};
  for (;;) {
    if (tiled >= 0)
      transpose_tiles(out, in, nest.dim[last - 1], nest.dim[last]);
    else
      copy_row(out, in, nest.dim[last]);
    int i = loops;
    for (; i-- > 0;) {
      const Dim& d = nest.dim[i];
      out += d.out;
      in += d.in;
      if (++index[i] < d.extent) break;
      out -= d.out * std::ptrdiff_t(d.extent);
      in -= d.in * std::ptrdiff_t(d.extent);
      index[i] = 0;
    }
    if (i < 0) return;
  }
}

/// Calls f with an unsigned number of the element's size.
template <class F> void by_size(std::size_t bytes, F f) {
  switch (bytes) {
    case 1:
      return f(std::uint8_t());
    case 2:
      return f(std::uint16_t());
    case 4:
      return f(std::uint32_t());
    default:
      return f(std::uint64_t());
  }
}

const void* at(const void* p, std::ptrdiff_t elements, std::size_t bytes) {
  return static_cast<const std::byte*>(p) + elements * std::ptrdiff_t(bytes);
}
void* at(void* p, std::ptrdiff_t elements, std::size_t bytes) {
  return static_cast<std::byte*>(p) + elements * std::ptrdiff_t(bytes);
}

}  // namespace

void copy_strided(void* out, const Strides& out_strides, const void* in, const Strides& in_strides, const Shape& shape,
                  std::size_t element_bytes) {
  if (shape.size() == 0) return;
  const Nest nest = merge(out_strides, in_strides, shape);
  by_size(element_bytes, [&]<class T>(T) { run_nest(static_cast<T*>(out), static_cast<const T*>(in), nest); });
}

void broadcast(void* out, const void* in, const Shape& result, unsigned added, unsigned stretched,
               std::size_t element_bytes) {
  Strides from;
  std::ptrdiff_t step = 1;
  for (int i = result.rank; i-- > 0;) {
    if (((added | stretched) >> i) & 1) continue;
    from.dim[i] = step;
    step *= std::ptrdiff_t(result.dim[i]);
  }
  copy_strided(out, row_major(result), in, from, result, element_bytes);
}

void transpose(void* out, const void* in, const Shape& shape, std::uint32_t permutation, std::size_t element_bytes) {
  const Strides operand = row_major(shape);
  Shape result;
  Strides from;
  result.rank = shape.rank;
  for (int i = 0; i < shape.rank; ++i) {
    result.dim[i] = shape.dim[field(permutation, i)];
    from.dim[i] = operand.dim[field(permutation, i)];
  }
  copy_strided(out, row_major(result), in, from, result, element_bytes);
}

void slice(void* out, const void* in, const Shape& shape, int dim, std::size_t start, std::size_t stop,
           std::size_t stride, std::size_t element_bytes) {
  Strides from = row_major(shape);
  Shape result = shape;
  result.dim[dim] = stop > start ? (stop - start - 1) / stride + 1 : 0;
  const void* first = at(in, from.dim[dim] * std::ptrdiff_t(start), element_bytes);
  from.dim[dim] *= std::ptrdiff_t(stride);
  copy_strided(out, row_major(result), first, from, result, element_bytes);
}

void pad(void* out, const void* in, const Shape& shape, int dim, std::size_t before, std::size_t after,
         std::size_t stride, std::size_t element_bytes) {
  Shape result = shape;
  const std::size_t extent = shape.dim[dim];
  result.dim[dim] = before + after + (extent ? (extent - 1) * stride + 1 : 0);
  std::memset(out, 0, result.size() * element_bytes);
  Strides to = row_major(result);
  void* first = at(out, to.dim[dim] * std::ptrdiff_t(before), element_bytes);
  to.dim[dim] *= std::ptrdiff_t(stride);
  copy_strided(first, to, in, row_major(shape), shape, element_bytes);
}

void copy_block(void* out, const Shape& out_shape, const Shape& out_offset, const void* in, const Shape& in_shape,
                const Shape& in_offset, const Shape& block, std::size_t element_bytes) {
  const Strides to = row_major(out_shape), from = row_major(in_shape);
  std::ptrdiff_t to_first = 0, from_first = 0;
  for (int i = 0; i < block.rank; ++i) {
    to_first += to.dim[i] * std::ptrdiff_t(out_offset.dim[i]);
    from_first += from.dim[i] * std::ptrdiff_t(in_offset.dim[i]);
  }
  copy_strided(at(out, to_first, element_bytes), to, at(in, from_first, element_bytes), from, block, element_bytes);
}

void copy_rows(void* out, std::size_t pitch, const void* in, std::size_t row_bytes, std::size_t rows) {
  if (row_bytes == 0 || rows == 0) return;
  auto* to = static_cast<std::byte*>(out);
  auto* from = static_cast<const std::byte*>(in);
  if (pitch == row_bytes) {
    std::memcpy(to, from, row_bytes * rows);
    return;
  }
  for (std::size_t i = 0; i < rows; ++i) std::memcpy(to + i * pitch, from + i * row_bytes, row_bytes);
}

void flip(void* out, const void* in, const Shape& shape, unsigned dims, std::size_t element_bytes) {
  if (shape.size() == 0) return;
  Strides from = row_major(shape);
  std::ptrdiff_t first = 0;
  for (int i = 0; i < shape.rank; ++i)
    if (dims >> i & 1) {
      first += from.dim[i] * std::ptrdiff_t(shape.dim[i] - 1);
      from.dim[i] = -from.dim[i];
    }
  copy_strided(out, row_major(shape), at(in, first, element_bytes), from, shape, element_bytes);
}

void triangle(void* out, const void* in, const Shape& shape, bool lower, std::int64_t diagonal,
              std::size_t element_bytes) {
  const std::size_t n = shape.dim[shape.rank - 2], m = shape.dim[shape.rank - 1];
  if (shape.size() == 0) return;
  const std::size_t matrices = shape.size() / (n * m), row = m * element_bytes;
  auto* to = static_cast<std::byte*>(out);
  auto* from = static_cast<const std::byte*>(in);
  for (std::size_t k = 0; k < matrices; ++k)
    for (std::size_t i = 0; i < n; ++i, to += row, from += row) {
      // The elements before `cut` are kept (lower) or zero.
      const std::int64_t place = std::int64_t(i) + diagonal + (lower ? 1 : 0);
      const std::size_t cut = std::size_t(std::clamp<std::int64_t>(place, 0, std::int64_t(m))) * element_bytes;
      const std::size_t begin = lower ? 0 : cut, end = lower ? cut : row;
      if (to != from && end > begin) std::memcpy(to + begin, from + begin, end - begin);
      if (lower && cut < row) std::memset(to + cut, 0, row - cut);
      if (!lower && cut > 0) std::memset(to, 0, cut);
    }
}

Shape window_start(const Shape& whole, const Shape& part, unsigned dims, Dtype dtype, const void* places) {
  Shape start = whole;
  int k = 0;
  for (int d = 0; d < whole.rank; ++d) {
    start.dim[d] = 0;
    if (!(dims >> d & 1)) continue;
    std::int64_t place = 0;
    detail::convert(dtype, Dtype::i64, &place, at(places, k++, size_of(dtype)), 1);
    start.dim[d] = std::size_t(std::clamp<std::int64_t>(place, 0, std::int64_t(whole.dim[d] - part.dim[d])));
  }
  return start;
}

void fill(Dtype dtype, void* out, double value, std::size_t n) {
  std::uint64_t element = 0;
  detail::convert(Dtype::f64, dtype, &element, &value, 1);
  repeat(out, &element, size_of(dtype), n);
}

void repeat(void* out, const void* element, std::size_t bytes, std::size_t n) {
  by_size(bytes, [&]<class T>(T) {
    T e;
    std::memcpy(&e, element, sizeof e);
    if (e == 0 && n > 0) return void(std::memset(out, 0, n * bytes));
    std::fill_n(static_cast<T*>(out), n, e);
  });
}

void iota(Dtype dtype, void* out, const Shape& shape, int dim, std::int64_t offset) {
  std::size_t outer = 1, inner = 1;
  for (int i = 0; i < dim; ++i) outer *= shape.dim[i];
  for (int i = dim + 1; i < shape.rank; ++i) inner *= shape.dim[i];
  const std::size_t bytes = size_of(dtype);
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = 0; i < shape.dim[dim]; ++i) {
      const std::int64_t value = offset + std::int64_t(i);
      std::uint64_t element = 0;
      detail::convert(Dtype::i64, dtype, &element, &value, 1);
      by_size(bytes, [&]<class T>(T) {
        T e;
        std::memcpy(&e, &element, sizeof e);
        out = std::fill_n(static_cast<T*>(out), inner, e);
      });
    }
}

}  // namespace shardwise::kernels
