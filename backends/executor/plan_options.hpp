// What planning may decide: the switches of Transforms that are about memory and kernels.
#pragma once

#include <cstdint>

namespace shardwise::exec {

enum class PackOperands : std::uint8_t {
  never,
  where_it_pays,  ///< by kernels::packing_pays and gathered_at_once
  always,         ///< wherever it is possible: for tests
};

struct PlanOptions {
  PackOperands pack = PackOperands::where_it_pays;    ///< of operands that a loop does not change
  PackOperands gather = PackOperands::where_it_pays;  ///< of operands of sums over a loop
  bool accumulate = true;                             ///< a product may add to what is there
  bool in_place = true;                               ///< a result may lie over an operand that ends there
  bool donate = true;                                 ///< a result may lie over an argument that is given away
  bool stack_in_place = true;                         ///< what is stacked is made in its slot
  bool side_by_side = true;                           ///< arrays that are all-reduced together are not packed for it
  bool blocks = true;                                 ///< products that pay run in blocks of our own

  constexpr PlanOptions() = default;
  constexpr PlanOptions(PackOperands both) : pack(both), gather(both) {}
};

}  // namespace shardwise::exec
