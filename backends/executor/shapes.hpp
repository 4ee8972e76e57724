// Extents of every value of a program, global and on each device, once sizes are known.
#pragma once

#include <shardwise/backends/executor/bound_sizes.hpp>
#include <shardwise/backends/executor/op_code.hpp>

namespace shardwise::exec {

/// An id as an index.
constexpr std::size_t at(int id) { return std::size_t(id); }

struct ValueShape {
  Shape global, local;
  std::size_t count = 0;  ///< elements of the local block
  std::size_t bytes = 0;
};

/// What every equation makes, and how often every loop runs.
struct Shapes {
  std::vector<OpCode> code;
  std::vector<ValueShape> value;   ///< empty for a header
  std::vector<std::int64_t> trip;  ///< of scans; 0 elsewhere
  std::vector<int> loop;           ///< the loop whose body an equation stands in, or -1
  std::vector<int> branch;         ///< the branch that an equation stands in, or -1
};

/// Error: an op without a kernel, an extent that does not follow from the arguments, an axis size that does not divide
/// an extent, a loop over arrays of different lengths.
/// Extents that are sums get their values in `sizes`.
Shapes shapes_of(const ProgramView& program, const MeshInfo& mesh, BoundSizes& sizes,
                 const std::vector<Argument>& arguments);

}  // namespace shardwise::exec
