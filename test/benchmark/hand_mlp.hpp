// The step of the Fashion-MNIST example written by hand, one device of it.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace hand {

/// 784-256-128-10 with relu, cross-entropy, gradients over microbatches, one all-reduce of all gradients and the
/// loss, momentum: what examples/fashion_mnist_step.hpp says. All devices make it, in any order, and call step
/// together.
class Mlp {
 public:
  static constexpr int inputs = 784, hidden1 = 256, hidden2 = 128, classes = 10;
  /// Floats of all parameters, in the order of the example's tree.
  static const std::size_t parameters;

  /// `rows` images a microbatch on each device.
  Mlp(int rank, int devices, bool mpi, int microbatches, int rows);
  ~Mlp();
  /// The flat parameters; this device's images (microbatches x rows x 784) and labels.
  void set(const std::vector<float>& weights, const std::vector<float>& images, const std::vector<int>& labels);
  /// The loss before the update.
  float step(float rate, float momentum);
  std::vector<float> weights() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hand
