// The steps of a reshard on one device: free ones, and the collectives of one or several leaves.
#pragma once

#include <shardwise/backends/executor/reshard_writer.hpp>
#include <shardwise/dsl/rules/reshard_order.hpp>

namespace shardwise::exec {

/// One leaf on its way.
struct MovingLeaf {
  const ReshardLeaf* leaf = nullptr;
  rules::LeafMoves moves;
  Shape shape;        ///< local extents now
  Place at;           ///< where the block lies now
  bool zero = false;  ///< all zeros, and nowhere yet
  std::size_t element = 1;

  std::size_t bytes() const { return shape.size() * element; }
  Place result() const { return {leaf->result, 0}; }
  Dtype dtype() const { return leaf->from.dtype; }
};

class ReshardSteps {
 public:
  explicit ReshardSteps(MeshInfo& mesh) : mesh_(mesh) {}

  /// Takes the free steps that are possible now.
  void free_steps(MovingLeaf& leaf);
  /// One collective for all of them.
  void collective(rules::Move move, const std::vector<MovingLeaf*>& batch);
  /// The leaf's last copy, where it does not lie in its result yet.
  void finish(MovingLeaf& leaf);

  ReshardWriter out;

 private:
  /// A leaf and the step that it takes.
  struct Step {
    MovingLeaf& leaf;
    rules::Move move;
    AxisList axes;
    TypeDesc before, after;
    Shape shape;  ///< local extents after

    bool last() const { return leaf.moves.left == axes.size; }
    std::size_t bytes() const { return shape.size() * leaf.element; }
  };
  Step step_of(MovingLeaf& leaf, rules::Move move, const AxisList& axes, const TypeDesc& after) const;
  void free_step(const Step& s);
  void take(const Step& s);
  /// Memory for what a step makes: the result if it is the last.
  Place target(const Step& s);
  /// Where the block begins among the blocks of the step's group, before or after.
  Shape begin_before(const Step& s, int rank) const;
  Shape begin_after(const Step& s, int rank) const;
  std::vector<int> radix(const AxisList& axes) const;

  void all_reduce(std::vector<Step>& batch);
  void reduce_scatter(const std::vector<Step>& batch);
  void all_gather(const std::vector<Step>& batch);
  void all_to_all(const std::vector<Step>& batch);
  struct Overlap {
    Shape extents, in_source, in_target;
  };
  Overlap overlap(const Step& s, int from, int to) const;

  MeshInfo& mesh_;
};

}  // namespace shardwise::exec
