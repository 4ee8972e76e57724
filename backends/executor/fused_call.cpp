#include <shardwise/backends/executor/fused_call.hpp>

#include <algorithm>
#include <stdexcept>

#include <shardwise/backends/kernels/row_arguments.hpp>

namespace shardwise::exec {

FusedGroups::FusedGroups(const ProgramView& program) : all(fused_groups(program)), of(program.equations.size(), -1) {
  for (std::size_t g = 0; g < all.size(); ++g) std::fill(of.begin() + all[g].begin, of.begin() + all[g].end, int(g));
}

namespace {
// A device's elements follow one another in the global array.
bool lies_in_one_piece(const ValueShape& v) {
  int d = 0;
  while (d < v.local.rank && v.local[d] == 1) ++d;
  for (++d; d < v.local.rank; ++d)
    if (v.local[d] != v.global[d]) return false;
  return true;
}
}  // namespace

FusedCall bind_fused(const FusedGroup& g, const Shapes& shapes) {
  const Shape& frame = shapes.value[std::size_t(g.frame_value)].local;
  const int lead = frame.rank - 1;
  const auto product = [&](int from, int to) {
    std::size_t n = 1;
    for (int d = from; d < to; ++d) n *= frame[d];
    return n;
  };
  FusedCall call;
  call.begin = g.begin;
  call.outputs = g.outputs;
  call.values.resize(std::size_t(g.end - g.begin));
  call.rows = product(0, lead);
  call.columns = frame[lead];
  for (const FusedSource& s : g.sources)
    call.sources.push_back({s.value, std::max<std::size_t>(product(s.to, lead), 1),
                            std::max<std::size_t>(product(s.from, s.to), 1), s.along ? call.columns : 1});
  if (call.sources.size() > FusedCall::most_arrays || call.outputs.size() > FusedCall::most_arrays)
    throw std::logic_error("a fused group has too many arrays");
  // Numbers of a block that does not lie in one piece are drawn row by row.
  const bool in_one_piece = std::all_of(g.nodes.begin(), g.nodes.end(), [&](const FusedNode& n) {
    return n.kind != FusedNode::Kind::draw || lies_in_one_piece(shapes.value[std::size_t(g.begin + n.equation)]);
  });
  if (!g.by_rows && in_one_piece) {  // one long row
    call.columns *= call.rows;
    call.rows = 1;
  }
  call.scratch_bytes = kernels::row_scratch(g, call.columns) * size_of(g.dtype);
  return call;
}

bool fused_in_place(const FusedGroup& group, int i, const FusedSource& source) {
  for (std::size_t k = 0; k < group.outputs.size(); ++k)
    if (group.outputs[k] == i) return kernels::may_overwrite(group, k, source);
  return false;
}

}  // namespace shardwise::exec
