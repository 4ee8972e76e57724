// Writes the actions of a reshard's plan, merging copies of blocks into as few strided copies as they allow.
#pragma once

#include <shardwise/backends/executor/reshard.hpp>

namespace shardwise::exec {

/// Where an array lies: a slot of the pointer table, or the plan's scratch memory, and bytes from its begin.
struct Place {
  int slot = ReshardPlan::scratch;
  std::size_t offset = 0;
  bool operator==(const Place&) const = default;
};

/// Blocks of a row-major array that are packed one after the other, or unpacked from there: one for each member of a
/// group, by rank.
class BlockCopies {
 public:
  /// One dimension of a copy: distances between neighbours, in elements.
  struct Dim {
    std::size_t extent, to, from;
  };
  struct Copy {
    std::size_t to, from;  ///< where it begins, in elements
    std::vector<Dim> dims;
  };

  enum class Way { pack, unpack };
  /// `radix`: sizes of the group's axes, major first.
  BlockCopies(Way way, const Shape& array, std::vector<int> radix = {})
      : way_(way), array_(array), radix_(std::move(radix)) {}
  /// The next member's block: where it begins when packed and in the array, in elements.
  void add(std::size_t packed, std::size_t in_array, const Shape& extents);

  /// One copy where the blocks lie evenly, else one for each block that has elements.
  std::vector<Copy> copies() const;
  /// Packed, the elements lie where they lie in the array: there is nothing to copy.
  bool identity() const;

 private:
  struct Block {
    std::size_t to, from;
    Shape extents;
  };
  std::vector<Dim> dims_of(const Shape& extents) const;
  bool add_axes(std::vector<Dim>& dims) const;

  Way way_;
  Shape array_;
  std::vector<int> radix_;
  std::vector<Block> blocks_;
};

class ReshardWriter {
 public:
  /// Scratch memory.
  Place allocate(std::size_t bytes);
  void copy(Place to, Place from, std::size_t bytes);
  void zero(Place to, std::size_t bytes);
  void blocks(Place to, Place from, const BlockCopies& blocks, std::size_t element);
  void collective(ReshardPlan::Kind kind, Communicator& group, Place in, Place out, std::size_t count, Dtype dtype,
                  ReduceOp op = ReduceOp::sum);

  ReshardPlan plan;
};

}  // namespace shardwise::exec
