// The tile of every product: a few rows of the result, a panel of its columns, kept in registers while it runs over k.
// A panel of the right operand holds `width` columns of each k side by side, so that it is read as one stream; the last
// panel holds the registers that it needs.
#include <shardwise/backends/kernels/packed.hpp>

#include <shardwise/backends/kernels/blas.hpp>
#include <shardwise/backends/kernels/simd.hpp>

#include <algorithm>
#include <utility>

namespace shardwise::kernels {
namespace {

#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int registers = 32;
#else
constexpr int registers = 16;
#endif
constexpr int rows_max = 6;                              ///< of a tile
constexpr int vectors_max = (registers - 4) / rows_max;  ///< of a tile's row: 4, or 2 where registers are few
template <class T> constexpr std::int64_t width = vectors_max* std::int64_t(Batch<T>::size);

constexpr std::int64_t strip = 8 * rows_max;  ///< rows of the left operand that are packed at a time

std::int64_t up(std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; }
/// So many columns in whole registers.
template <class T> std::int64_t padded(std::int64_t columns) { return up(columns, std::int64_t(Batch<T>::size)); }

/// How a tile reads the left operand: element (i, t) of it lies at i * row + t * step.
struct Direct {
  std::int64_t row;
  static constexpr std::int64_t step = 1;
};
struct Strip {
  static constexpr std::int64_t row = 1, step = rows_max;
};

/// out[M, columns] = alpha left[M, k] panel[k, columns] + beta out, for columns that fill Vectors registers but for
/// the last one. `soon`: what will be read soon, or null: of packed rows, so many elements of panels; of strips, a tile
/// of the result.
template <class T, int M, int Vectors, class Left>
[[gnu::noinline]] void tile(Left left, const T* __restrict a, const T* __restrict b, std::int64_t k, T alpha, T beta,
                            T* __restrict c, std::int64_t ldc, std::int64_t columns, const T* soon,
                            std::int64_t soon_count) {
  constexpr int lanes = int(Batch<T>::size);
  const std::size_t rest = std::size_t(columns - (Vectors - 1) * lanes);  // lanes of the last vector
  const bool full = rest == std::size_t(lanes), add = alpha == 1 && beta == 1 && full;
  Batch<T> sum[M][Vectors];
  if (add) {
#pragma GCC unroll 8
    for (int i = 0; i < M; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < Vectors; ++j) sum[i][j] = Batch<T>::load_unaligned(c + i * ldc + j * lanes);
  } else {
#pragma GCC unroll 8
    for (int i = 0; i < M; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < Vectors; ++j) sum[i][j] = Batch<T>(T(0));
  }
  const auto step = [&]() __attribute__((always_inline)) {
    Batch<T> y[Vectors];
#pragma GCC unroll 8
    for (int j = 0; j < Vectors; ++j) y[j] = Batch<T>::load_unaligned(b + j * lanes);
#pragma GCC unroll 8
    for (int i = 0; i < M; ++i) {
      const Batch<T> x(a[i * left.row]);
#pragma GCC unroll 8
      for (int j = 0; j < Vectors; ++j) sum[i][j] = detail::fused(x, y[j], sum[i][j]);
    }
    a += Left::step;
    b += Vectors * lanes;
  };
  std::int64_t t = 0;
  // Spread over the steps: all at once would wait for each other.
  if (soon && std::is_same_v<Left, Direct>) {
    constexpr std::int64_t line = 64 / std::int64_t(sizeof(T)), some = 4;
    const std::int64_t lines = soon_count / line, each = (lines * some + k - 1) / k;
    for (const T* const end = soon + lines * line; t + some <= k && soon < end; t += some) {
      for (std::int64_t l = 0; l < each; ++l, soon += line) __builtin_prefetch(soon, 0, 2);
#pragma GCC unroll 4
      for (std::int64_t s = 0; s < some; ++s) step();
    }
  } else if (soon) {
    for (; t < std::min<std::int64_t>(M, k); ++t, soon += ldc) {
      for (int j = 0; j < Vectors; ++j) __builtin_prefetch(soon + j * lanes, 1);
      step();
    }
  }
#pragma GCC unroll 4
  for (; t < k; ++t) step();
  if (add || (alpha == 1 && beta == 0 && full)) {
#pragma GCC unroll 8
    for (int i = 0; i < M; ++i)
#pragma GCC unroll 8
      for (int j = 0; j < Vectors; ++j) sum[i][j].store_unaligned(c + i * ldc + j * lanes);
    return;
  }
  const Batch<T> scale(alpha), keep(beta);
#pragma GCC unroll 8
  for (int i = 0; i < M; ++i)
#pragma GCC unroll 8
    for (int j = 0; j < Vectors; ++j) {
      T* to = c + i * ldc + j * lanes;
      const bool last = j == Vectors - 1 && !full;
      Batch<T> v = scale * sum[i][j];
      if (beta != 0) v = detail::fused(keep, last ? detail::load_some(to, rest) : Batch<T>::load_unaligned(to), v);
      if (last)
        detail::store_some(to, v, rest);
      else
        v.store_unaligned(to);
    }
}

template <class T, class Left>
using Tile = void (*)(Left, const T*, const T*, std::int64_t, T, T, T*, std::int64_t, std::int64_t, const T*,
                      std::int64_t);

/// The tile of m rows and so many columns.
template <class T, class Left> Tile<T, Left> tile_for(std::int64_t m, std::int64_t columns) {
  static constexpr auto table = []<int... K>(std::integer_sequence<int, K...>) {
    struct {
      Tile<T, Left> at[sizeof...(K)];
    } t{{&tile<T, K / vectors_max + 1, K % vectors_max + 1, Left>...}};
    return t;
  }
  (std::make_integer_sequence<int, rows_max * vectors_max>{});
  constexpr std::int64_t lanes = std::int64_t(Batch<T>::size);
  return table.at[(m - 1) * vectors_max + (columns + lanes - 1) / lanes - 1];
}

/// Calls f(begin, count) for the tiles of m rows: as few as there can be, of about the same height.
template <class F> void for_each_tile(std::int64_t m, const F& f) {
  std::int64_t tiles = (m + rows_max - 1) / rows_max;
  for (std::int64_t i = 0; tiles > 0; --tiles) {
    const std::int64_t count = (m - i + tiles - 1) / tiles;
    f(i, count);
    i += count;
  }
}

/// 4 rows of 4 numbers, `ld` apart, as columns, w apart.
template <class T> void transpose_four(const T* from, std::int64_t ld, T* to, std::int64_t w) {
  typedef T Four __attribute__((vector_size(4 * sizeof(T))));
  Four x[4];
  for (int i = 0; i < 4; ++i) std::memcpy(&x[i], from + i * ld, sizeof(Four));
  const Four a = __builtin_shufflevector(x[0], x[1], 0, 4, 1, 5), b = __builtin_shufflevector(x[2], x[3], 0, 4, 1, 5);
  const Four c = __builtin_shufflevector(x[0], x[1], 2, 6, 3, 7), d = __builtin_shufflevector(x[2], x[3], 2, 6, 3, 7);
  x[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  x[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  x[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  x[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
  for (int i = 0; i < 4; ++i) std::memcpy(to + i * w, &x[i], sizeof(Four));
}

/// Zeros in the last register of a panel's row that is not full. No memset, which would take longer.
template <class T> void pad(std::int64_t columns, T* row) {
  constexpr std::int64_t lanes = std::int64_t(Batch<T>::size);
  if (columns % lanes != 0) Batch<T>(T(0)).store_unaligned(row + columns / lanes * lanes);
}

/// Panels of a right operand that is stored [k, n], row by row, each from end to end: its rows may come from far, and
/// lie in a page each. Panels have room for `depth` rows; these are those from `begin` on.
template <class T>
void pack_rows(const T* from, std::int64_t ld, std::int64_t k, std::int64_t n, std::int64_t depth, std::int64_t begin,
               T* __restrict to) {
  constexpr std::int64_t w = width<T>, line = 64 / std::int64_t(sizeof(T)), ahead = 2;
  const std::int64_t whole = n / w * w, rest = n - whole, last = padded<T>(rest);
  for (std::int64_t t = 0; t < k; ++t, from += ld) {
    const T* const soon = from + (k - t > ahead ? ahead * ld : 0);
    T* const row = to + (begin + t) * w;
    for (std::int64_t j = 0; j < whole; j += w) {
      for (std::int64_t l = 0; l < w; l += line) __builtin_prefetch(soon + j + l);
      std::memcpy(row + j * depth, from + j, std::size_t(w) * sizeof(T));
    }
    if (rest == 0) continue;
    T* const end = to + whole * depth + (begin + t) * last;
    pad(rest, end);
    std::memcpy(end, from + whole, std::size_t(rest) * sizeof(T));
  }
}

/// A panel of one that is stored [n, k]: `columns` (at most `width`) of its rows, zeros after them.
template <class T>
void pack_columns(const T* from, std::int64_t ld, std::int64_t k, std::int64_t columns, T* __restrict to) {
  constexpr std::int64_t line = 64 / std::int64_t(sizeof(T));
  const std::int64_t w = padded<T>(columns);
  if (columns < w)
    for (std::int64_t t = 0; t < k; ++t) pad(columns, to + t * w);
  // Some rows of what is stored at a time, each read from end to end, so that whole cache lines are written.
  for (std::int64_t j0 = 0; j0 < columns; j0 += line) {
    const std::int64_t rows = std::min(line, columns - j0);
    const T* row = from + j0 * ld;
    T* column = to + j0;
    for (std::int64_t t = 0; t < k; t += line, row += line, column += line * w) {
      const std::int64_t count = std::min(line, k - t);
      if (count < line || rows < line) {
        for (std::int64_t j = 0; j < rows; ++j)
          for (std::int64_t s = 0; s < count; ++s) column[s * w + j] = row[j * ld + s];
        continue;
      }
      if (k - t > 4 * line)
        for (std::int64_t j = 0; j < line; ++j) __builtin_prefetch(row + j * ld + 4 * line, 0, 2);
      for (std::int64_t j = 0; j < line; j += 4)
        for (std::int64_t s = 0; s < line; s += 4) transpose_four(row + j * ld + s, ld, column + s * w + j, w);
    }
  }
}

/// All panels of k rows of n columns of it, from the first of both.
template <class T> void pack_panels(const RightOperand& right, const T* from, std::int64_t k, std::int64_t n, T* to) {
  if (!right.transposed) return pack_rows(from, right.ld, k, n, k, 0, to);
  for (std::int64_t j = 0; j < n; j += width<T>)
    pack_columns(from + j * right.ld, right.ld, k, std::min(width<T>, n - j), to + j * k);
}

/// Rows of the left operand that is stored [k, m]: for each tile of rows_max rows, its elements of each k; tiles lie as
/// far apart as `depth` of these need.
template <class T>
void pack_strip(const T* from, std::int64_t ld, std::int64_t k, std::int64_t depth, std::int64_t rows,
                T* __restrict to) {
  for (std::int64_t t = 0; t < k; ++t, from += ld)
    for (std::int64_t i = 0; i < rows; i += rows_max) {
      T* at = to + i * depth + t * rows_max;
      if (rows - i >= rows_max)
        std::memcpy(at, from + i, rows_max * sizeof(T));
      else
        std::memcpy(at, from + i, std::size_t(rows - i) * sizeof(T));
    }
}

/// A result, and its rows that tiles are computed of. What is added to comes from far: each tile asks for the one after
/// the next, in this row of tiles or in the one below.
template <class T> struct Result {
  T* data;
  std::int64_t ld, m, n;
  T alpha, beta;
};
/// Rows [i, i + rows) of a result from n columns of panels that lie `depth` k apart; k of them are summed.
template <class T, class Left>
void row_of_tiles(const Result<T>& c, Left left, const T* a, const T* panels, std::int64_t k, std::int64_t depth,
                  std::int64_t i, std::int64_t rows) {
  constexpr std::int64_t ahead = 2;  // tiles
  for (std::int64_t j = 0; j < c.n; j += width<T>) {
    const std::int64_t columns = std::min(width<T>, c.n - j), soon = j + ahead * width<T>;
    T* const to = c.data + i * c.ld + j;
    const T* next = c.beta == 0           ? nullptr
                    : soon < c.n          ? to + ahead * width<T>
                    : i + 2 * rows <= c.m ? to + rows * c.ld + soon - c.n - j
                                          : nullptr;
    tile_for<T, Left>(rows, columns)(left, a, panels + j * depth, k, c.alpha, c.beta, to, c.ld, columns,
                                     std::is_same_v<Left, Strip> ? next : nullptr, 0);
  }
}

}  // namespace

template <class T> std::size_t packed_bytes(const RightOperand& right) {
  return std::size_t(up(padded<T>(right.n) * right.k, 64 / std::int64_t(sizeof(T)))) * sizeof(T);
}

template <class T> void pack(const RightOperand& right, const T* from, void* packed) {
  pack_panels(right, from, right.k, right.n, static_cast<T*>(packed));
}

template <class T>
void packed_gemm(const RightOperand& right, std::int64_t m, T alpha, const T* left, std::int64_t left_ld,
                 const void* packed, T beta, T* out, std::int64_t out_ld) {
  constexpr std::int64_t block = 1024;  // so many k at a time: what is read again and again fits the second cache
  for (std::int64_t j = 0; j < right.n; j += width<T>) {
    const std::int64_t columns = std::min(width<T>, right.n - j);
    const std::int64_t w = padded<T>(columns);
    for (std::int64_t t = 0; t < right.k; t += block) {
      const std::int64_t k = std::min(block, right.k - t);
      const T* const panel = static_cast<const T*>(packed) + j * right.k + t * w;
      // The panels that follow lie far away, and each tile asks for a part of the next one.
      const bool same = t + block < right.k;  // more of the same columns
      const T* const next = same ? panel + block * w : panel + right.k * w - t * w;
      const std::int64_t following =
          same ? std::min(block, right.k - t - block) * w
               : std::min(block, right.k) * padded<T>(std::clamp<std::int64_t>(right.n - j - width<T>, 0, width<T>));
      for_each_tile(m, [&](std::int64_t i, std::int64_t rows) {
        tile_for<T, Direct>(rows, columns)({left_ld}, left + i * left_ld + t, panel, k, alpha, t == 0 ? beta : T(1),
                                           out + i * out_ld + j, out_ld, columns,
                                           following > 0 ? next + following * i / m : nullptr, following * rows / m);
      });
    }
  }
}

namespace {
/// OpenBLAS has kernels of its own for products of at most 100 by 100 by 100 with an untransposed right operand; they
/// need no packing and are as fast as the tiles.
bool small(std::int64_t m, const RightOperand& right) {
  return blas::knows_cpu() && !right.transposed && double(m) * double(right.n) * double(right.k) <= 1e6;
}
}  // namespace

// In GF/s of f32 on a core with 116: x W with 16, 64, 256 rows of 512 takes OpenBLAS 75, 97, 99, packed 116, 115, 112;
// with the transpose 64, 92, 92. Packing costs no more than what the blocked product below packs anyway.
bool packing_pays(const RightOperand& right, std::int64_t m, std::int64_t uses) {
  return uses >= 2 && right.n >= 32 && right.k >= 16 && !small(m, right);
}

namespace {
constexpr bool few_registers = registers == 16;
/// How many k at a time. With few registers a panel has a quarter of the columns: of a matrix whose rows are packed as
/// they lie more of each row is read at once, and fewer rows.
std::int64_t k_block(const BlockedProduct& p) { return few_registers && !p.right_transposed ? 128 : 256; }
constexpr std::int64_t right_block = std::int64_t(1) << 17;  ///< elements: they stay in the second cache
template <class T> std::int64_t columns_block(const BlockedProduct& p) {
  return std::min(padded<T>(p.n), right_block / std::min(p.k, k_block(p)) / width<T> * width<T>);
}
}  // namespace

// Time over OpenBLAS's, each matrix from far, as in a step, with 16, 64 and 256 rows (k of G + x^T z).
// AVX2 (Zen 3):
// - x W 0.86, 0.92, 0.97 at 512 and 0.97, 1.00, 1.03 at 1024; x W^T 0.92, 0.98, 0.99 and 0.99, 1.00, 1.04
// - G + x^T z 0.62 and 0.69 with k of 16 and 64 at 256, 0.73 with 32 and 0.96 with 128 at 512, 0.89 with 64 at 1024;
//   1.02 and 1.03 with 256 at 1024 and 512
// AVX-512 (Zen 4):
// - x W 0.90, 0.95, 0.93 at 512 and 0.73, 0.85, 0.94 at 1024; x W^T 0.91, 0.87, 0.91 and 0.67, 0.78, 0.89
// - G + x^T z 1.27, 1.14, 0.98 at 512, 0.91, 0.94, 1.02 at 1024, 0.74, 0.88, 1.03 at 2048
// Where OpenBLAS does not know the CPU, 0.15 to 0.8 of its time from 4 x 8 x 4 on.
bool blocking_pays(const BlockedProduct& p) {
  if (!blas::knows_cpu()) return p.n >= 8;
  if (p.n < 32 || p.k < 16 || small(p.m, p.right())) return false;
  if (p.left_transposed && few_registers) return p.k <= 192;
  if (p.left_transposed) return p.k > 96 || p.m * p.n > std::int64_t(1) << 19;
  return p.m >= 32 || (p.m >= 16 && p.n * p.k >= std::int64_t(1) << 18);
}

template <class T> std::size_t blocked_gemm_bytes(const BlockedProduct& p) {
  const std::int64_t k = std::min(p.k, k_block(p));
  return std::size_t(up(columns_block<T>(p) * k, 16) +
                     (p.left_transposed ? up(std::min(strip, up(p.m, rows_max)) * k, 16) : 0)) *
         sizeof(T);
}

template <class T>
void blocked_gemm(const BlockedProduct& p, T alpha, const T* left, const T* right, T beta, T* out, void* scratch) {
  const std::int64_t columns_at_once = columns_block<T>(p), k_at_once = k_block(p);
  T* const panels = static_cast<T*>(scratch);
  T* const rows_packed = panels + up(columns_at_once * std::min(p.k, k_at_once), 16);
  for (std::int64_t t = 0; t < p.k; t += k_at_once, beta = 1) {
    const std::int64_t k = std::min(k_at_once, p.k - t);
    for (std::int64_t j0 = 0; j0 < p.n; j0 += columns_at_once) {
      const std::int64_t n = std::min(columns_at_once, p.n - j0);
      pack_panels(p.right(), right + (p.right_transposed ? j0 * p.right_ld + t : t * p.right_ld + j0), k, n, panels);
      const Result<T> c{out + j0, p.out_ld, p.m, n, alpha, beta};
      if (!p.left_transposed) {
        for_each_tile(p.m, [&](std::int64_t i, std::int64_t rows) {
          row_of_tiles(c, Direct{p.left_ld}, left + i * p.left_ld + t, panels, k, k, i, rows);
        });
        continue;
      }
      for (std::int64_t i0 = 0; i0 < p.m; i0 += strip) {
        const std::int64_t m = std::min(strip, p.m - i0);
        pack_strip(left + t * p.left_ld + i0, p.left_ld, k, k, m, rows_packed);
        for (std::int64_t i = 0; i < m; i += rows_max)
          row_of_tiles(c, Strip{}, rows_packed + i * k, panels, k, k, i0 + i, std::min<std::int64_t>(rows_max, m - i));
      }
    }
  }
}

// A result of 4 MB that 16 rows are added to takes a third of the time that its bytes take from memory. So as many
// products as 256 rows, but never more than half of what the result itself needs; results that stay in the second
// cache need none of it.
std::int64_t gathered_at_once(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t products,
                              std::int64_t results, std::size_t element) {
  if (n < 32 || m < 32 || k < 1 || std::size_t(m * n * results) * element < std::size_t(1) << 21) return 1;
  const std::int64_t most = std::min(products, std::min<std::int64_t>(256, m * n / (2 * (m + n))) / k);
  if (most < 2) return 1;
  const std::int64_t times = (products + most - 1) / most;
  return (products + times - 1) / times;
}

namespace {
std::int64_t depth(const GatheredProduct& p) { return p.k * p.at_once; }
/// Where the left operand's strips begin, after the panels: elements.
template <class T> std::int64_t strips_begin(const GatheredProduct& p) { return up(padded<T>(p.n) * depth(p), 16); }
}  // namespace

template <class T> std::size_t gathered_bytes(const GatheredProduct& p) {
  return std::size_t(strips_begin<T>(p) + up(up(p.m, rows_max) * depth(p), 16)) * sizeof(T);
}

template <class T>
void gather(const GatheredProduct& p, std::int64_t which, const T* left, const T* right, void* packed) {
  T *const panels = static_cast<T*>(packed), *const strips = panels + strips_begin<T>(p) + which * p.k * rows_max;
  pack_rows(right, p.right_ld, p.k, p.n, depth(p), which * p.k, panels);
  pack_strip(left, p.left_ld, p.k, depth(p), p.m, strips);
}

template <class T>
void gathered_gemm(const GatheredProduct& p, std::int64_t count, T alpha, const void* packed, T beta, T* out) {
  const T *const panels = static_cast<const T*>(packed), *const strips = panels + strips_begin<T>(p);
  const Result<T> c{out, p.out_ld, p.m, p.n, alpha, beta};
  for (std::int64_t i = 0; i < p.m; i += rows_max)
    row_of_tiles(c, Strip{}, strips + i * depth(p), panels, count * p.k, depth(p), i,
                 std::min<std::int64_t>(rows_max, p.m - i));
}

#define SHARDWISE_X(T)                                                                                           \
  template std::size_t packed_bytes<T>(const RightOperand&);                                                     \
  template void pack<T>(const RightOperand&, const T*, void*);                                                   \
  template void packed_gemm<T>(const RightOperand&, std::int64_t, T, const T*, std::int64_t, const void*, T, T*, \
                               std::int64_t);                                                                    \
  template std::size_t blocked_gemm_bytes<T>(const BlockedProduct&);                                             \
  template void blocked_gemm<T>(const BlockedProduct&, T, const T*, const T*, T, T*, void*);                     \
  template std::size_t gathered_bytes<T>(const GatheredProduct&);                                                \
  template void gather<T>(const GatheredProduct&, std::int64_t, const T*, const T*, void*);                      \
  template void gathered_gemm<T>(const GatheredProduct&, std::int64_t, T, const void*, T, T*);
SHARDWISE_X(float)
SHARDWISE_X(double)
#undef SHARDWISE_X

}  // namespace shardwise::kernels
