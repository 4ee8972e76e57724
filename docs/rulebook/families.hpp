// The families of ops, a function each.
#pragma once

#include <rulebook/registry.hpp>

namespace shardwise::rulebook {

std::vector<Op> layout_ops();
std::vector<Op> elementwise_ops();
std::vector<Op> contraction_ops();
std::vector<Op> reduction_ops();
std::vector<Op> composite_ops();
std::vector<Op> shape_ops();
std::vector<Op> indexing_ops();
std::vector<Op> joining_ops();
std::vector<Op> random_ops();
std::vector<Op> manual_ops();

}  // namespace shardwise::rulebook
