// The hand-written microbatch step of baseline.cpp, one device of it, callable beside ours.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace hand {

/// One device's hand-written step: `layers` of width d, `microbatches` of `rows` rows, gradients summed over devices
/// by one all-reduce. All devices make it, in any order, and call step together. Two devices on threads; any number
/// of ranks under MPI.
class Microbatch {
 public:
  Microbatch(int rank, int devices, bool mpi, int layers, int microbatches, int rows, int d);
  /// All devices have ended their last step.
  ~Microbatch();
  /// Sets the weights (layers x d x d) and this device's inputs (microbatches x rows x d).
  void set(const std::vector<float>& weights, const std::vector<float>& inputs);
  void step(float learning_rate);
  /// The same with an all-reduce for each layer and microbatch.
  void step_replicated(float learning_rate);
  /// The products of the step alone.
  void products();
  std::vector<float> weights() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hand
