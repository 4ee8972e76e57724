// Indexing and order when a program runs. A table's rows may be split: each device knows which it holds.
#pragma once

#include <shardwise/backends/executor/plan.hpp>

namespace shardwise::exec {

// Each writes the value of equation i. In a checked frame an index that is out of range throws Error.
void step_take(Frame& f, int i);
void step_scatter_add(Frame& f, int i);
void step_take_along_axis(Frame& f, int i);
void step_scatter_add_along_axis(Frame& f, int i);
void step_clamp_index(Frame& f, int i);
void step_argsort(Frame& f, int i);
void step_cumsum(Frame& f, int i);

/// Bytes that the kernel of such an equation needs while it runs; 0 for other ops.
std::size_t indexing_scratch(const ProgramView& program, const Shapes& shapes, int i);

}  // namespace shardwise::exec
