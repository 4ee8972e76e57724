// A program bound to a mesh and to sizes: everything that can be known before it runs.
#pragma once

#include <shardwise/backends/executor/fused_call.hpp>
#include <shardwise/backends/executor/storage.hpp>
#include <shardwise/backends/kernels/contract.hpp>
#include <shardwise/backends/kernels/convolve.hpp>
#include <shardwise/backends/kernels/memory.hpp>

#include <array>
#include <span>

namespace shardwise {

/// Bytes on each device.
struct MemoryReport {
  std::size_t arguments = 0;
  std::size_t results = 0;
  std::size_t temporaries = 0;  ///< all that a step needs besides
  bool operator==(const MemoryReport&) const = default;
};

namespace exec {

/// What one equation's kernel call needs. Slots are indices of the pointer table.
struct Step {
  int operand[3] = {-1, -1, -1};
  kernels::Mode mode[3] = {};
  std::size_t period[3] = {1, 1, 1};
  std::size_t count = 0;  ///< elements of the result
  double value = 0;
  int alias = -1;  ///< slot: the result lies there, `offset` bytes on
  std::size_t offset = 0;
  std::size_t stride = 0;  ///< bytes of one iteration's element: item, stack; the extent: clamp_index
  int extra = -1;          ///< its plan among those of its op: contract, reshard, scan, permute, concat, own; or -1
  int packed = -1;         ///< contract: its right operand among those that are packed
  int gathered = -1;       ///< contract: the sum over a loop that it belongs to
  bool accumulate = false;
};

/// Who sends to this device along an axis, and to whom it sends; -1: nobody.
struct Permute {
  Communicator* group = nullptr;
  int source = -1, target = -1;
};

/// Rows of several arrays, one after the other in each row of the result.
struct ConcatPlan {
  struct Part {
    int value = -1;
    std::size_t offset = 0, bytes = 0;  ///< in a row
  };
  std::vector<Part> parts;
  std::size_t rows = 1, pitch = 0;
};

/// The blocks of one op of a user's own; where they lie is said while running.
struct OwnCall {
  OutBlock out;
  std::array<InBlock, 3> in;
};

/// The pointers and parameters that straight-line code works with.
struct Frame {
  std::byte** slot = nullptr;
  const Step* step = nullptr;
  class Plan* plan = nullptr;
  bool checked = false;  ///< an index that is out of range is an error; else it is clamped
};

/// One device's plan for one program, mesh and set of sizes. Owns the arena.
class Plan {
 public:
  /// All devices make it together: they agree on the program and the sizes first. Errors: see BoundSizes, shapes_of;
  /// devices whose programs or sizes differ. The program's arrays must outlive the plan.
  Plan(const ProgramView& program, std::shared_ptr<MeshInfo> mesh, const std::vector<Argument>& arguments,
       std::uint64_t fingerprint, const PlanOptions& options = {});
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  /// Before a run: where arguments and results lie, in the program's order.
  void begin(std::span<std::byte* const> inputs, std::span<std::byte* const> outputs);
  /// After it: results that are arguments, or given twice, are copied.
  void finish();
  Frame& frame() { return frame_; }

  const Shape& global_shape(int value) const { return shapes_.value[std::size_t(value)].global; }
  const Shape& local_shape(int value) const { return shapes_.value[std::size_t(value)].local; }
  std::size_t bytes(int value) const { return shapes_.value[std::size_t(value)].bytes; }
  MemoryReport memory() const;
  /// Of all its reshards together, each once, as the last run did them.
  ReshardCost reshard_cost() const;
  const Storage& storage() const { return storage_; }
  /// The argument whose memory output k may be written to, where the caller gives it away; or -1.
  int donor(std::size_t k) const { return storage_.donor[k]; }
  /// The memory of all temporaries; its contents mean nothing between runs.
  std::span<std::byte> arena() const { return {arena_.data(), storage_.arena_bytes}; }
  const ProgramView& program() const { return program_; }
  MeshInfo& mesh() const { return *mesh_; }
  const std::shared_ptr<MeshInfo>& shared_mesh() const { return mesh_; }

  // For the steps:
  const kernels::ConvPlan& convolution(int index) const { return convolutions_[std::size_t(index)]; }
  const kernels::ContractPlan& contraction(int index) const { return contractions_[std::size_t(index)]; }
  OwnCall& own_call(int index) { return own_calls_[std::size_t(index)]; }
  const Permute& permute(int index) const { return permutes_[std::size_t(index)]; }
  const ConcatPlan& concat(int index) const { return concats_[std::size_t(index)]; }
  const ReshardGroup& group(int index) const { return groups_[std::size_t(index)]; }
  const FusedGroups& fused_groups() const { return fused_; }
  const FusedCall& fused_call(int index) const { return fused_calls_[std::size_t(index)]; }
  const LoopPlan& loop(int index) const { return storage_.loops[std::size_t(index)]; }
  std::byte* group_scratch(int index) { return arena_.data() + storage_.group_scratch[std::size_t(index)]; }
  std::byte* kernel_scratch(int equation) { return arena_.data() + storage_.scratch[std::size_t(equation)]; }
  const Packing& packing() const { return packing_; }
  /// Packs an operand, all matrices of it, from where its source lies now.
  void pack(int operand);
  /// Packed, the matrix of an operand that lies at `from`.
  const std::byte* packed(int operand, const std::byte* from) const {
    const PackedOperand& o = packing_.operands[std::size_t(operand)];
    const std::size_t which = std::size_t(from - slots_[std::size_t(o.source)]) / o.bytes;
    return arena_.data() + storage_.packed[std::size_t(operand)] + which * o.packed_bytes;
  }
  /// Whether a contraction adds to what is there.
  void accumulate(int equation, bool on) { steps_[std::size_t(equation)].accumulate = on; }
  Gathering& gathering(int index) { return gatherings_[std::size_t(index)]; }
  /// Where the carry of a gathered sum lies.
  const std::byte* gathered_carry(int index) const {
    return slots_[std::size_t(storage_.gathers[std::size_t(index)].carry)];
  }
  std::byte* stage(int index) { return arena_.data() + storage_.stages[std::size_t(index)]; }

 private:
  void find_groups();
  std::vector<std::size_t> plan_contractions(bool blocks);
  void plan_permutes();
  Name axis_of(int equation) const;
  void make_steps(const BoundSizes& sizes);
  int plan_concat(int equation);
  int plan_own(int equation);
  void make_slots();

  ProgramView program_;
  std::shared_ptr<MeshInfo> mesh_;
  Shapes shapes_;
  FusedGroups fused_;
  std::vector<FusedCall> fused_calls_;
  Operands operands_;
  std::vector<ReshardGroup> groups_;
  std::vector<kernels::ContractPlan> contractions_;
  std::vector<kernels::ConvPlan> convolutions_;
  std::vector<Permute> permutes_;
  std::vector<ConcatPlan> concats_;
  std::vector<OwnCall> own_calls_;
  std::vector<int> contraction_of_, group_of_, permute_of_;
  Packing packing_;
  Storage storage_;
  std::vector<Gathering> gatherings_;
  std::vector<Step> steps_;
  std::vector<int> scalar_of_;   ///< per constant: the slot of its value as one element
  std::vector<double> scalars_;  ///< storage of those elements, 8 bytes each
  std::vector<std::byte*> slots_;
  std::vector<std::vector<int>> output_members_;
  kernels::Arena arena_;
  Frame frame_;
  std::span<std::byte* const> outputs_;
};

}  // namespace exec
}  // namespace shardwise
