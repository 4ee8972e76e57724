// Blocks of row-major arrays, and how the devices of a group hold them.
#pragma once

#include <shardwise/backends/executor/array_storage.hpp>

namespace shardwise::exec::blocks {

inline Shape zeros_like(Shape s) {
  for (std::size_t& d : s.dim) d = 0;
  return s;
}

/// A block of these extents covers consecutive elements of the array.
bool contiguous(const Shape& array, const Shape& block);

/// Elements before the one at an index.
std::size_t position(const Shape& array, const Shape& index);

/// Where the block of member `rank` of the group over `axes` begins among the members' blocks, which have these extents
/// and lie as type `t` says.
Shape begin_of(const MeshInfo& mesh, const TypeDesc& t, const AxisList& axes, const Shape& extents, int rank);

/// The members' blocks, in the order of their ranks, are the whole array row by row.
bool in_order(const MeshInfo& mesh, const AxisList& axes, const TypeDesc& split, const Shape& whole,
              const Shape& block);

}  // namespace shardwise::exec::blocks
