// When values are alive, over the loop structure of a program. Time 2i is equation i; 2E - 1 is the end of an iteration
// of a loop whose body ends at equation E, when carries take their next values.
#pragma once

#include <shardwise/backends/executor/operands.hpp>
#include <shardwise/backends/executor/reshard.hpp>

namespace shardwise::exec {

/// Reshards that run together, where the first of them stands.
struct ReshardGroup {
  std::vector<int> equations;
  ReshardPlan plan;
};

struct Use {
  int time = 0;
  int loop = -1;  ///< the loop in whose body it happens
  int reader = -1;
};

struct Interval {
  int begin = 0, end = 0;
};

/// Roots are values that own memory (or are an argument's); every other value lies in a root's memory.
class Liveness {
 public:
  Liveness(const ProgramView& program, const Shapes& shapes, const Operands& operands,
           const std::vector<ReshardGroup>& groups, const FusedGroups& fused);

  int root(int value) const {
    while (parent_[std::size_t(value)] >= 0) value = parent_[std::size_t(value)];
    return value;
  }
  OpCode code(int value) const { return shapes_.code[std::size_t(value)]; }
  int loop(int value) const { return shapes_.loop[std::size_t(value)]; }
  /// The time when a loop's iterations end.
  int loop_end(int loop) const { return 2 * program_.equations[std::size_t(loop)].a - 1; }
  bool inside(int loop, int outer) const;
  /// The two stand in two branches of which one runs.
  bool exclusive(int u, int v) const;
  const std::vector<Use>& uses(int root) const { return uses_[std::size_t(root)]; }
  void add_use(int root, const Use& use);

  /// From now on `value` lies in another value's memory; its uses become uses of that.
  void redirect(int value, int to);
  /// The carry's pointer moves over the slots of a stack instead of its memory being written.
  void follow(int carry, int stack);
  int followed(int carry) const { return follows_[std::size_t(carry)]; }

  /// When one use lets its root go: at the end of the outermost loop that the root stands outside of.
  int end_of(int root, const Use& use) const;
  /// A carry is alive twice: while the body reads it, and from the end of the body on. Others once.
  int intervals(int root, Interval out[2]) const;
  /// The interval in which a use falls.
  Interval interval_at(int root, const Use& use) const;
  /// Both values may have the same memory.
  bool disjoint(int u, int v) const;
  /// Equation i may write its result over its operands that lie in u: each element is read before it is written.
  bool in_place(int i, int u) const;

 private:
  bool touching(int u, const Interval& a, int v, const Interval& b) const;
  int birth(int root) const;

  const ProgramView& program_;
  const Shapes& shapes_;
  const Operands& operands_;
  const FusedGroups& fused_;
  std::vector<int> parent_, follows_;
  std::vector<std::vector<Use>> uses_;
  mutable std::vector<std::array<Interval, 2>> known_;  ///< intervals; begin -1: to be found out
  std::vector<std::pair<const ReshardGroup*, int>> group_of_;
};

}  // namespace shardwise::exec
