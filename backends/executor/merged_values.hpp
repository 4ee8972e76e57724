// Values that are made in the memory of another one from the start: in the slot of a stack, where the last iteration's
// slot is the next one's carry, and products that add to a sum.
#pragma once

#include <shardwise/backends/executor/storage.hpp>

namespace shardwise::exec {

/// A contraction that adds to what lies in the memory of `into`, in the place of the equation `add`.
struct Accumulation {
  int into = -1, add = -1, product = -1;
};

/// The part of the planning of storage that comes before values get places of their own.
class MergedValues {
 protected:
  MergedValues(const ProgramView& p, const Shapes& s, const Operands& o, const std::vector<ReshardGroup>& groups,
               const FusedGroups& fused);

  void make_loops();
  void choose_slots();
  void follow_slots();
  void fuse_accumulations();
  /// After the loops know what they begin with.
  void gather_sums(const PlanGathering& gathering);
  /// A carry that is zero before its loop, which adds products only: the first product may write.
  bool starts_sum(int carry) const;
  const Accumulation* first_accumulation(int r) const;

  const Eqn& eqn(int i) const { return p_.equations[at(i)]; }
  std::size_t bytes(int v) const { return s_.value[at(v)].bytes; }
  /// The value is all of its root, from the begin on.
  bool whole(int v) const { return o_.exact[at(v)] && bytes(v) == bytes(live_.root(v)); }
  LoopPlan& loop_plan(int scan) { return out_.loops[at(out_.loop[at(scan)])]; }
  /// Memory of its own that may be written: no argument, no view.
  bool owns(int r) const;
  bool follows(int v) const { return live_.followed(v) >= 0; }

  const ProgramView& p_;
  const Shapes& s_;
  const Operands& o_;
  const FusedGroups& fused_;
  Liveness live_;
  int n_;
  Storage out_;
  std::vector<int> slot_;                    ///< per root: the stack in whose slot it is made
  std::vector<Accumulation> accumulations_;  ///< in the order in which they run

 private:
  bool fuse(int add, const Source& x, const Source& y);
  bool only_sums(int carry) const;
};

}  // namespace shardwise::exec
