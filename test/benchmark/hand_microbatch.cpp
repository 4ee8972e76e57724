// The microbatch step of baseline.cpp, which is the reference unchanged.
#include "hand_common.hpp"

#include "hand_microbatch.hpp"

namespace hand {

struct Microbatch::State {
  Device device;
  std::unique_ptr<Model> model;
  Times times;
};

Microbatch::Microbatch(int rank, int devices, bool mpi, int layers, int microbatches, int rows, int d)
    : state_(std::make_unique<State>()) {
  float* gradient = arena(grad_floats(layers, d));
  state_->device = make_device(rank, devices, mpi, gradient);
  state_->model = std::make_unique<Model>(layers, microbatches, rows, d, gradient);
}
Microbatch::~Microbatch() {
  Model& m = *state_->model;
  for (float* p : {m.W, m.G, m.X, m.dx, m.dt}) std::free(p);
}

void Microbatch::set(const std::vector<float>& weights, const std::vector<float>& inputs) {
  Model& m = *state_->model;
  std::copy(weights.begin(), weights.end(), m.W);
  std::copy(inputs.begin(), inputs.end(), m.x(0, 0));
}
void Microbatch::step(float learning_rate) {
  state_->model->step<true, true>(state_->device, true, learning_rate, state_->times);
}
void Microbatch::step_replicated(float learning_rate) {
  state_->model->step<true, true>(state_->device, false, learning_rate, state_->times);
}
void Microbatch::products() { state_->model->step<true, false>(state_->device, true, 0, state_->times); }
std::vector<float> Microbatch::weights() const {
  const Model& m = *state_->model;
  return {m.W, m.W + m.L * m.wsz};
}

}  // namespace hand
