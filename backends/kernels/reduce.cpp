// Reductions. Dimensions are first merged into alternating groups of kept and reduced ones; what remains is rows that
// end in a reduced group (each sums to one number) or in a kept one (columns, accumulated side by side).
#include <shardwise/backends/kernels/reduce.hpp>

#include <shardwise/backends/kernels/half.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

namespace shardwise::kernels {
namespace {

// What an element becomes on loading, what blocks accumulate in, and what blocks' results accumulate in.
template <class T> struct Traits {
  using Lane = T;
  using Total = T;
};
template <> struct Traits<float> {
  using Lane = float;
  using Total = double;
};
template <> struct Traits<bf16> {
  using Lane = float;
  using Total = double;
};
template <> struct Traits<f16> {
  using Lane = float;
  using Total = double;
};
template <> struct Traits<std::int32_t> {
  using Lane = std::uint32_t;
  using Total = std::uint32_t;
};
template <> struct Traits<std::int64_t> {
  using Lane = std::uint64_t;
  using Total = std::uint64_t;
};

template <class T> struct Sum {
  using Lane = typename Traits<T>::Lane;
  using Total = typename Traits<T>::Total;
  static constexpr Lane start = Lane(0);
  template <class A> static A combine(A x, A y) { return x + y; }
};

template <class T> using Compared = std::conditional_t<std::is_same_v<T, bf16> || std::is_same_v<T, f16>, float, T>;
template <class T>
constexpr T lowest = std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity()
                                                 : std::numeric_limits<T>::lowest();
template <class T>
constexpr T highest = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();

template <class T> struct Max {
  using Lane = Compared<T>;
  using Total = Lane;
  static constexpr Lane start = lowest<Lane>;
  static Lane combine(Lane x, Lane y) { return x > y || x != x ? x : y; }
};
template <class T> struct Min {
  using Lane = Compared<T>;
  using Total = Lane;
  static constexpr Lane start = highest<Lane>;
  static Lane combine(Lane x, Lane y) { return x < y || x != x ? x : y; }
};

/// A contiguous run of n elements, n up to the block, as lanes: itself, or widened into `wide`.
template <class T, class Lane>
inline const Lane* as_lanes(const T* in, [[maybe_unused]] Lane* wide, [[maybe_unused]] std::size_t n) {
  if constexpr (sizeof(T) == 2) {
    detail::to_float(wide, in, n);
    return wide;
  } else {
    return reinterpret_cast<const Lane*>(in);  // T itself, or its unsigned twin
  }
}

constexpr std::size_t lanes = 64;    // accumulators of a block: several registers, to hide the latency of adding
constexpr std::size_t block = 2048;  // elements; each lane adds 32 of them before they go to the total

template <class Op, class T> typename Op::Total reduce_run(const T* in, std::size_t n) {
  using Lane = typename Op::Lane;
  using Total = typename Op::Total;
  Lane wide[block];
  Total total = Total(Op::start);
  for (; n > 0;) {
    const std::size_t m = std::min(n, block);
    const Lane* x = as_lanes(in, wide, m);
    if (m < lanes) {
      for (std::size_t i = 0; i < m; ++i) total = Op::combine(total, Total(x[i]));
    } else {
      Lane acc[lanes];
      for (std::size_t j = 0; j < lanes; ++j) acc[j] = x[j];
      std::size_t i = lanes;
      for (; i + lanes <= m; i += lanes)
        for (std::size_t j = 0; j < lanes; ++j) acc[j] = Op::combine(acc[j], x[i + j]);
      for (std::size_t j = 0; i < m; ++i, ++j) acc[j] = Op::combine(acc[j], x[i]);
      Total part[8];  // in a fixed tree, wide enough for registers
      for (std::size_t j = 0; j < 8; ++j) part[j] = Total(acc[j]);
      for (std::size_t k = 8; k < lanes; k += 8)
        for (std::size_t j = 0; j < 8; ++j) part[j] = Op::combine(part[j], Total(acc[k + j]));
      for (std::size_t step = 4; step > 0; step /= 2)
        for (std::size_t j = 0; j < step; ++j) part[j] = Op::combine(part[j], part[j + step]);
      total = Op::combine(total, part[0]);
    }
    in += m;
    n -= m;
  }
  return total;
}

constexpr std::size_t column_tile = 256;  // columns accumulated together
constexpr std::size_t row_block = 32;     // rows added in lanes before they go to the totals

/// Adds `rows` rows of `columns` (at most a tile) elements, `stride` apart, to the totals.
template <class Op, class T>
void reduce_columns(typename Op::Total* total, const T* in, std::size_t rows, std::size_t columns, std::size_t stride) {
  using Lane = typename Op::Lane;
  using Total = typename Op::Total;
  Lane acc[column_tile], wide[column_tile];
  for (std::size_t r = 0; r < rows;) {
    const std::size_t end = std::min(rows, r + row_block);
    std::fill_n(acc, columns, Op::start);
    for (; r < end; ++r) {
      const Lane* x = as_lanes(in + r * stride, wide, columns);
      for (std::size_t j = 0; j < columns; ++j) acc[j] = Op::combine(acc[j], x[j]);
    }
    for (std::size_t j = 0; j < columns; ++j) total[j] = Op::combine(total[j], Total(acc[j]));
  }
}

struct Group {
  std::size_t extent;
  bool reduced;
};
struct Groups {
  int count = 0;
  Group group[Shape::max_rank];
};

Groups merge_dimensions(const Shape& shape, unsigned mask) {
  Groups g;
  for (int i = 0; i < shape.rank; ++i) {
    if (shape.dim[i] == 1) continue;
    const bool reduced = (mask >> i) & 1;
    if (g.count > 0 && g.group[g.count - 1].reduced == reduced)
      g.group[g.count - 1].extent *= shape.dim[i];
    else
      g.group[g.count++] = {shape.dim[i], reduced};
  }
  return g;
}

template <class T, class Total> T result_of(Total total) {
  if constexpr (sizeof(T) == 2)
    return T(total);
  else
    return static_cast<T>(total);
}

/// Indices of the groups of one kind but the innermost two, as offsets into the input.
struct Counter {
  int count = 0;
  std::size_t extent[Shape::max_rank], stride[Shape::max_rank], index[Shape::max_rank] = {};
  std::size_t offset = 0;

  void add(std::size_t e, std::size_t s) {  // from the innermost outwards
    extent[count] = e;
    stride[count++] = s;
  }
  bool next() {
    for (int i = 0; i < count; ++i) {
      offset += stride[i];
      if (++index[i] < extent[i]) return true;
      offset -= stride[i] * extent[i];
      index[i] = 0;
    }
    return false;
  }
};

template <class Op, class T> void reduce_groups(T* out, const T* in, const Groups& g) {
  using Total = typename Op::Total;
  const bool ends_reduced = g.group[g.count - 1].reduced;
  const int inner = ends_reduced ? 1 : std::min(2, g.count);  // groups that the loops below take themselves
  std::size_t stride = 1;
  Counter kept, reduced;
  for (int i = g.count; i-- > 0;) {
    if (i < g.count - inner) (g.group[i].reduced ? reduced : kept).add(g.group[i].extent, stride);
    stride *= g.group[i].extent;
  }
  const std::size_t last = g.group[g.count - 1].extent;
  do {
    if (ends_reduced) {
      Total total = Total(Op::start);
      do total = Op::combine(total, reduce_run<Op>(in + kept.offset + reduced.offset, last));
      while (reduced.next());
      *out++ = result_of<T>(total);
    } else {
      const std::size_t rows = inner == 2 ? g.group[g.count - 2].extent : 1;
      Total total[column_tile];
      for (std::size_t c = 0; c < last; c += column_tile) {
        const std::size_t columns = std::min(column_tile, last - c);
        std::fill_n(total, columns, Total(Op::start));
        do reduce_columns<Op>(total, in + kept.offset + reduced.offset + c, rows, columns, last);
        while (reduced.next());
        for (std::size_t j = 0; j < columns; ++j) *out++ = result_of<T>(total[j]);
      }
    }
  } while (kept.next());
}

template <class Op, class T> void reduce_typed(void* out, const void* in, const Shape& shape, unsigned mask) {
  T* to = static_cast<T*>(out);
  if (shape.size() == 0) {
    std::size_t results = 1;
    for (int i = 0; i < shape.rank; ++i)
      if (!((mask >> i) & 1)) results *= shape.dim[i];
    std::fill_n(to, results, result_of<T>(typename Op::Total(Op::start)));
    return;
  }
  Groups g = merge_dimensions(shape, mask);
  if (g.count == 0) g.group[g.count++] = {1, true};
  reduce_groups<Op>(to, static_cast<const T*>(in), g);
}

template <template <class> class Op>
void reduce_any(Dtype dtype, void* out, const void* in, const Shape& shape, unsigned mask) {
  switch (dtype) {
    case Dtype::f32:
      return reduce_typed<Op<float>, float>(out, in, shape, mask);
    case Dtype::f64:
      return reduce_typed<Op<double>, double>(out, in, shape, mask);
    case Dtype::bf16:
      return reduce_typed<Op<bf16>, bf16>(out, in, shape, mask);
    case Dtype::f16:
      return reduce_typed<Op<f16>, f16>(out, in, shape, mask);
    case Dtype::i32:
      return reduce_typed<Op<std::int32_t>, std::int32_t>(out, in, shape, mask);
    case Dtype::i64:
      return reduce_typed<Op<std::int64_t>, std::int64_t>(out, in, shape, mask);
    case Dtype::u32:
      return reduce_typed<Op<std::uint32_t>, std::uint32_t>(out, in, shape, mask);
    default:
      return reduce_typed<Op<std::uint8_t>, std::uint8_t>(out, in, shape, mask & 0xffu);
  }
}

/// `before(x, y)`: x is the extreme rather than y. NaN comes before all numbers; equals keep the first.
template <class T, bool Largest>
void arg_extreme(std::int32_t* out, const T* in, std::size_t outer, std::size_t extent, std::size_t inner) {
  using Lane = Compared<T>;
  auto before = [](Lane x, Lane y) { return (Largest ? x > y : x < y) || (x != x && y == y); };
  if (inner == 1) {
    for (std::size_t o = 0; o < outer; ++o, in += extent) {
      Lane best = Lane(in[0]);
      std::size_t at = 0;
      for (std::size_t i = 1; i < extent; ++i)
        if (const Lane x = Lane(in[i]); before(x, best)) {
          best = x;
          at = i;
        }
      *out++ = std::int32_t(at);
    }
    return;
  }
  for (std::size_t o = 0; o < outer; ++o, in += extent * inner, out += inner)
    for (std::size_t c = 0; c < inner; c += column_tile) {
      const std::size_t columns = std::min(column_tile, inner - c);
      Lane best[column_tile];
      std::int32_t at[column_tile] = {};
      for (std::size_t j = 0; j < columns; ++j) best[j] = Lane(in[c + j]);
      for (std::size_t i = 1; i < extent; ++i)
        for (std::size_t j = 0; j < columns; ++j) {
          const Lane x = Lane(in[i * inner + c + j]);
          const bool better = before(x, best[j]);
          best[j] = better ? x : best[j];
          at[j] = better ? std::int32_t(i) : at[j];
        }
      std::copy_n(at, columns, out + c);
    }
}

template <bool Largest> void arg_any(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim) {
  std::size_t outer = 1, inner = 1;
  for (int i = 0; i < dim; ++i) outer *= shape.dim[i];
  for (int i = dim + 1; i < shape.rank; ++i) inner *= shape.dim[i];
  auto run = [&]<class T>(std::type_identity<T>) {
    arg_extreme<T, Largest>(out, static_cast<const T*>(in), outer, shape.dim[dim], inner);
  };
  switch (dtype) {
    case Dtype::f32:
      return run(std::type_identity<float>{});
    case Dtype::f64:
      return run(std::type_identity<double>{});
    case Dtype::bf16:
      return run(std::type_identity<bf16>{});
    case Dtype::f16:
      return run(std::type_identity<f16>{});
    case Dtype::i32:
      return run(std::type_identity<std::int32_t>{});
    case Dtype::i64:
      return run(std::type_identity<std::int64_t>{});
    case Dtype::u32:
      return run(std::type_identity<std::uint32_t>{});
    default:
      return run(std::type_identity<std::uint8_t>{});
  }
}

}  // namespace

void reduce(Reduction op, Dtype dtype, void* out, const void* in, const Shape& shape, unsigned mask) {
  switch (op) {
    case Reduction::sum:
      return reduce_any<Sum>(dtype, out, in, shape, mask);
    case Reduction::max:
      return reduce_any<Max>(dtype, out, in, shape, mask);
    case Reduction::min:
      return reduce_any<Min>(dtype, out, in, shape, mask);
  }
}

void argmax(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim) {
  arg_any<true>(dtype, out, in, shape, dim);
}
void argmin(Dtype dtype, std::int32_t* out, const void* in, const Shape& shape, int dim) {
  arg_any<false>(dtype, out, in, shape, dim);
}

}  // namespace shardwise::kernels
