// Fused groups (dsl/transform/fused_group.hpp) in the executor: known to the planner, then bound to sizes.
#pragma once

#include <shardwise/backends/executor/shapes.hpp>
#include <shardwise/backends/kernels/random.hpp>
#include <shardwise/dsl/transform/describe_group.hpp>

namespace shardwise::exec {

/// The groups of a program, and which equation is in which.
struct FusedGroups {
  std::vector<FusedGroup> all;
  std::vector<int> of;  ///< per equation: index of its group, or -1

  explicit FusedGroups(const ProgramView& program);
  FusedGroups() = default;
  const FusedGroup* group(int equation) const {
    const int g = of[std::size_t(equation)];
    return g < 0 ? nullptr : &all[std::size_t(g)];
  }
};

/// The random numbers that an equation draws on this device.
struct Drawing {
  OpCode code{};
  Dtype dtype{};
  int key = -1;  ///< slot
  kernels::Block block;
};

/// What a generated row kernel is called with; sizes are those of this device's blocks.
struct FusedCall {
  struct Source {
    int value = -1;
    std::size_t repeat = 1, rows = 1, stride = 1;  ///< see kernels::RowSource
  };
  static constexpr std::size_t most_arrays = 256;  ///< of each kind; a group has at most 48 equations of three operands
  std::size_t rows = 0, columns = 0;
  std::vector<Source> sources;
  std::vector<int> outputs;
  std::vector<double> values;     ///< per equation of the group: what `divide_by_size` divides by
  std::vector<Drawing> drawings;  ///< per equation of the group; empty where none draws
  int begin = -1;                 ///< the group's first equation
  std::size_t scratch_bytes = 0;
};
FusedCall bind_fused(const FusedGroup& group, const Shapes& shapes);

/// Value i, made by a group, may lie where that source's array lies.
bool fused_in_place(const FusedGroup& group, int i, const FusedSource& source);

}  // namespace shardwise::exec
