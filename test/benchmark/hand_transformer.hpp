// The transformer block's step written by hand, one device of it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace hand {

/// Forward, backward, one all-reduce of all gradients and the loss, AdamW: what examples/transformer_block_step.hpp
/// says. All devices make it, in any order, and call step together.
class TransformerBlock {
 public:
  static constexpr int width = 256, heads = 4, hidden = 1024, t = 128;
  /// Floats of all parameters, in the order of the example's tree.
  static const std::size_t parameters;

  /// `batch` sequences on each device.
  TransformerBlock(int rank, int devices, bool mpi, int batch);
  ~TransformerBlock();
  /// The flat parameters; this device's inputs and targets, batch x t x width.
  void set(const std::vector<float>& weights, const std::vector<float>& x, const std::vector<float>& target);
  /// The loss before the update; `count` is 1 in the first step.
  float step(int count);
  std::vector<float> weights() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hand
