// How values are read: which equations only look at other values' bytes, which are never stored, and in which mode an
// elementwise kernel reads each operand.
#pragma once

#include <shardwise/backends/executor/fused_call.hpp>

#include <array>

namespace shardwise::exec {

/// An operand of an elementwise equation after looking through views and broadcasts.
struct Source {
  int value = -1;         ///< the value whose bytes are read, or -1
  bool constant = false;  ///< `value` is a constant equation that is read as a scalar
  kernels::Mode mode = kernels::Mode::full;
  std::size_t period = 1;
};

struct Operands {
  std::vector<std::array<Source, 3>> source;  ///< per elementwise equation
  std::vector<int> view;                      ///< the value whose bytes an equation's value is (or lies in), or -1
  std::vector<char> exact;                    ///< the view begins where its root begins
  std::vector<char>
      stored;  ///< the value exists in memory (false: a constant or broadcast that is only looked through)
  /// Per concat: the values that are copied, in order. Concats that only another one reads are looked through.
  std::vector<std::vector<int>> parts;
  std::vector<std::size_t> offset;  ///< bytes from the viewed value's begin; an item adds its iteration's
};

Operands operands_of(const ProgramView& program, const MeshInfo& mesh, const Shapes& shapes, const FusedGroups& fused);

/// The constant equation that a value is, through views, or -1.
int constant_behind(const ProgramView& program, const Operands& operands, int value);

}  // namespace shardwise::exec
