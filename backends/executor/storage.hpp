// Where every value lies: in the arena, in an output, in a slot of a stack, or in another value's memory.
#pragma once

#include <shardwise/backends/executor/gathering.hpp>
#include <shardwise/backends/executor/liveness.hpp>

#include <functional>

namespace shardwise::exec {

/// What happens around the body of one loop.
struct LoopPlan {
  struct Copy {
    int to = -1, from = -1;  ///< values
    std::size_t bytes = 0;
  };
  struct Fill {
    int to = -1;
    Dtype dtype{};
    double value = 0;
    std::size_t count = 0;
  };
  /// In iteration t, `value` lies at the begin of `stack` plus t strides.
  struct Slot {
    int value = -1, stack = -1;
    std::size_t stride = 0;
  };

  std::int64_t trip = 0;  ///< of a scan
  bool backwards = false;
  // Before the first iteration, in this order:
  std::vector<int> packs;            ///< indices into Packing::operands
  std::vector<Copy> begin_pointers;  ///< `to` lies where `from` lies
  std::vector<Fill> fills;
  std::vector<Copy> begin_copies;
  /// Contractions that add to a carry which is zero before the first iteration: there they write instead.
  std::vector<int> starts;
  std::vector<int> gathers;  ///< indices into Storage::gathers
  // Before each iteration:
  std::vector<Slot> slots;
  // After each iteration, in this order:
  std::vector<Copy> stage;  ///< `to` is an index into Storage::stages
  std::vector<Copy> copies;
  std::vector<Copy> staged;  ///< `from` is an index into Storage::stages
  std::vector<Copy> pointers;
};

struct Storage {
  enum class Kind : std::uint8_t {
    elsewhere,  ///< a view, an argument, a slot, or nothing: its pointer is set while running
    arena,
    output,
  };
  struct Place {
    Kind kind = Kind::elsewhere;
    int output = -1;
    std::size_t offset = 0;
  };
  std::vector<Place> place;  ///< per value
  std::vector<int> loop;     ///< per loop header: its LoopPlan
  std::vector<LoopPlan> loops;
  /// Per value: lies where that value lies although its equation is no view (its work is done elsewhere), or -1.
  std::vector<int> merged;
  /// Per contraction: adds to what is there.
  std::vector<char> accumulate;
  /// Per stack: its values are made in place, nothing is copied.
  std::vector<char> in_slot;
  /// Results that lie elsewhere at the end: value, index of the output.
  std::vector<std::pair<int, int>> output_copies;
  /// Per output: the argument whose memory it may be written to, where the caller gives that away; or -1.
  std::vector<int> donor;
  std::vector<std::size_t> stages;         ///< arena offsets
  std::vector<std::size_t> group_scratch;  ///< per reshard group: arena offset
  std::vector<std::size_t> scratch;        ///< per equation: arena offset of a kernel's scratch
  std::vector<std::size_t> packed;         ///< per packed operand: arena offset
  std::vector<GatheredSum> gathers;
  std::vector<int> gather_of;         ///< per equation: the sum that its contraction belongs to, or -1
  std::vector<std::size_t> gathered;  ///< per gathered sum: arena offset of what is packed
  std::size_t arena_bytes = 0;
  /// What no arena can do without: the most bytes of values that are alive at one time.
  std::size_t live_bytes = 0;
  std::size_t unshared_bytes = 0;  ///< what the arena would be if no two values shared memory
};

/// Says of a sum whether it is gathered, and how: see plan_gathering.
using PlanGathering = std::function<bool(GatheredSum&)>;

/// `kernel_scratch`: bytes that an equation's kernel needs while it runs. `moved`: per argument, whether results had
/// best be written to its memory.
Storage plan_storage(const ProgramView& program, const Shapes& shapes, const Operands& operands,
                     const std::vector<ReshardGroup>& groups, const FusedGroups& fused,
                     const std::vector<std::size_t>& kernel_scratch, const Packing& packing,
                     const PlanGathering& gathering, const std::vector<char>& moved, const PlanOptions& options);

}  // namespace shardwise::exec
