// The kernel of a fused group: what it is generated from, and what it is called with.
#pragma once

#include <shardwise/backends/kernels/random.hpp>
#include <shardwise/backends/kernels/threefry.hpp>
#include <shardwise/dsl/transform/fused_group.hpp>

#include <array>
#include <cstddef>

namespace shardwise::kernels {

/// An array that a kernel reads: row r of the frame reads element (r / repeat % rows) * stride and, of one that lies
/// along the row, those after it.
struct RowSource {
  const void* data = nullptr;
  std::size_t repeat = 1, rows = 1, stride = 1;

  std::size_t index(std::size_t r) const {
    if (rows == 1) return 0;  // a division costs as much as some registers of a row
    if (repeat != 1) r /= repeat;
    if (r >= rows) r %= rows;
    return r * stride;
  }
};

/// What a row kernel works on. Outputs lie on sources only where the description allows it: see may_overwrite.
struct RowArguments {
  std::size_t rows = 0, columns = 0;
  const RowSource* source = nullptr;
  void* const* output = nullptr;
  const double* value = nullptr;  ///< per equation of the group: what `divide_by_size` divides by
  void* scratch = nullptr;        ///< row_scratch elements of the group's dtype
  /// Where an equation's random numbers for an element and those after it in the row lie in the stream of their key.
  RandomRun (*run)(const void* context, int equation, std::size_t element) = nullptr;
  const void* context = nullptr;
};

/// What an op draws, one after another.
inline void draw_run(const OpInfo& op, Dtype dtype, const RandomRun& run, std::size_t n, void* out) {
  const Block block = run_of(run.first, n);
  op.name == "random::normal" ? random_normal(dtype, out, run.key, block) : random_uniform(dtype, out, run.key, block);
}

/// The most rows that a kernel has in work at a time.
constexpr std::size_t most_rows_together = 4;
/// How many of them: where there are several passes, each goes over some rows, so that the numbers of one are made
/// while another is read. As many as take an eighth of the first cache, or a quarter where columns are summed: two rows
/// then share reading and writing the sums.
constexpr std::size_t rows_together(int passes, Dtype dtype, std::size_t columns, bool sums_columns) {
  const std::size_t most = sums_columns ? 8192 : passes > 1 ? 4096 : 0;
  const std::size_t rows = columns > 0 ? most / (columns * size_of(dtype)) : 1;
  return rows >= most_rows_together ? most_rows_together : rows >= 2 ? 2 : 1;
}

/// Elements that a kernel needs while it runs: its row buffers, sums of columns over a few rows, and these added in
/// f64.
constexpr std::size_t row_scratch(const FusedGroup& g, std::size_t columns) {
  const std::size_t wide = g.dtype == Dtype::f64 ? 1 : 2;
  std::size_t sums = 0;
  for (const FusedNode& n : g.nodes) sums += n.cls == FusedClass::columns;
  const std::size_t rows = rows_together(g.passes, g.dtype, columns, sums > 0);
  return (std::size_t(g.buffers) * rows + sums * (1 + wide)) * ((columns + 15) / 16 * 16);
}

/// Output k may lie where a source lies that is read along whole rows: each element is read before it is written.
inline bool may_overwrite(const FusedGroup& g, std::size_t output, const FusedSource& s) {
  for (const FusedNode& n : g.nodes)
    if (n.output == int(output)) return n.cls == FusedClass::full && !n.mask() && s.along && s.last_pass <= n.stage;
  return false;
}

/// A description with storage of its own, for constant evaluation.
template <std::size_t Nodes, std::size_t Sources> struct RowProgram {
  std::array<FusedNode, Nodes> node{};
  std::array<bool, Sources> one_row{};  ///< read again for each row: it stays in the cache
  int passes = 0, buffers = 0;
  Dtype dtype{};
};

}  // namespace shardwise::kernels
