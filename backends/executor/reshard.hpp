// Reshards at run time: planned into a few copies and collectives on local blocks, then run without thinking.
//
// A collective reads the source and writes the result itself wherever the blocks of the group's members lie one after
// the other there; else there is one strided copy on that side. Of several leaves that share a collective the small
// ones are packed, and the others go from where they lie to where they are wanted.
#pragma once

#include <shardwise/backends/executor/array_storage.hpp>
#include <shardwise/backends/kernels/shape.hpp>

#include <optional>
#include <vector>

namespace shardwise::exec {

/// One array to be resharded: slots of the pointer table that hold its block before and after.
struct ReshardLeaf {
  int source = -1, result = -1;
  TypeDesc from{}, to{};
  Shape shape;  ///< local extents before
};

/// What one device does, in order.
struct ReshardPlan {
  enum class Kind : std::uint8_t { copy, strided, zero, all_reduce, reduce_scatter, all_to_all, all_gather };
  static constexpr int scratch = -1;  ///< as a slot: the plan's own scratch memory

  struct Action {
    Kind kind{};
    int in = scratch, out = scratch;  ///< slots
    std::size_t in_offset = 0, out_offset = 0;
    std::size_t count = 0;  ///< bytes; of a reduction, elements; per rank or pair as the Communicator wants them
    Dtype dtype{};
    ReduceOp op{};
    Communicator* group = nullptr;
    int strided = -1;
    bool continues = false;  ///< more of the collective before
  };
  struct StridedCopy {
    kernels::Strides out, in;
    Shape shape;
    std::size_t element = 1;
  };

  std::vector<Action> actions;
  std::vector<StridedCopy> copies;
  std::size_t scratch_bytes = 0;
  /// Every leaf is all-reduced and nothing else, in one call on scratch memory: leaf k lies at staging[k] there. Who
  /// lays the leaves' own memory out like that saves the copies.
  bool side_by_side = false;
  std::vector<std::size_t> staging;
  /// A result may lie on its source exactly.
  std::vector<char> in_place;
};

/// Where the result lies in the source, in bytes, if it need not be copied: the bytes stay, or a device keeps a block
/// of which the elements lie side by side. `shape`: local extents before.
std::optional<std::size_t> reshard_view(const MeshInfo& mesh, const TypeDesc& from, const TypeDesc& to,
                                        const Shape& shape);

/// Plans the reshards of one or several arrays: one collective per kind, axes and dtype for all (see
/// rules::for_each_collective). Makes the communicators that it needs, so all devices call it alike.
ReshardPlan plan_reshard(MeshInfo& mesh, const std::vector<ReshardLeaf>& leaves);

/// `slots` are the pointer table, `scratch` has scratch_bytes and is aligned to 64.
void run_reshard(const ReshardPlan& plan, std::byte* const* slots, std::byte* scratch);

/// What reshards do on one device besides moving data between devices.
struct ReshardCost {
  int copies = 0;          ///< of bytes side by side
  int strided_copies = 0;  ///< of others
  int collectives = 0;
  std::size_t copied_bytes = 0, zeroed_bytes = 0, scratch_bytes = 0;
  bool operator==(const ReshardCost&) const = default;
};
/// What run_reshard does with these slots: nothing is copied where source and result are one place.
ReshardCost cost_of(const ReshardPlan& plan, std::byte* const* slots, const std::byte* scratch);

}  // namespace shardwise::exec
