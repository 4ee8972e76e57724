#include <shardwise/backends/executor/blocks.hpp>

namespace shardwise::exec::blocks {

bool contiguous(const Shape& array, const Shape& block) {
  int d = 0;
  while (d < array.rank && block[d] == 1) ++d;
  for (++d; d < array.rank; ++d)
    if (block[d] != array[d]) return false;
  return true;
}

std::size_t position(const Shape& array, const Shape& index) {
  std::size_t p = 0;
  for (int d = 0; d < array.rank; ++d) p = p * array[d] + index[d];
  return p;
}

Shape begin_of(const MeshInfo& mesh, const TypeDesc& t, const AxisList& axes, const Shape& extents, int rank) {
  int coordinate[AxisList::capacity]{};
  for (int i = axes.size; i-- > 0;) {
    coordinate[i] = rank % mesh.size(axes.axes[i]);
    rank /= mesh.size(axes.axes[i]);
  }
  Shape begin = extents;
  for (int d = 0; d < extents.rank; ++d) {
    std::size_t index = 0;
    for (Name x : t.dims[d].axes)
      for (int i = 0; i < axes.size; ++i)
        if (axes.axes[i] == x) index = index * std::size_t(mesh.size(x)) + std::size_t(coordinate[i]);
    begin.dim[d] = index * extents[d];
  }
  return begin;
}

bool in_order(const MeshInfo& mesh, const AxisList& axes, const TypeDesc& split, const Shape& whole,
              const Shape& block) {
  if (!contiguous(whole, block)) return false;
  for (int r = 0; r < mesh.size(axes); ++r)
    if (block.size() && position(whole, begin_of(mesh, split, axes, block, r)) != std::size_t(r) * block.size())
      return false;
  return true;
}

}  // namespace shardwise::exec::blocks
