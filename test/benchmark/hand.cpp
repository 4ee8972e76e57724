// baseline.cpp is the reference unchanged; its main is renamed and its parts are used here.
#pragma GCC diagnostic ignored "-Wreturn-type"
#define main baseline_main
#include "baseline.cpp"
#undef main

#include "hand.hpp"

namespace hand {
namespace {
// Threads of one process: the flags and gradient buffers that the two devices share.
std::atomic<unsigned> flags[2 * 16];
float* gradients[2];
std::atomic<int> ready{0};
}  // namespace

struct Step::State {
  Device device;
  std::unique_ptr<Model> model;
  Times times;
};

Step::Step(int rank, int devices, bool mpi, int layers, int microbatches, int rows, int d)
    : state_(std::make_unique<State>()) {
  Device& dev = state_->device;
  dev.rank = rank;
  dev.P = devices;
  float* gradient = arena(grad_floats(layers, d));
  if (mpi) {
    dev.kind = "mpi";
  } else if (devices == 2) {
    gradients[rank] = gradient;
    flags[16 * rank] = 0;  // an earlier pair counted here
    const int both = (ready.fetch_add(1) / 2 + 1) * 2;  // steps are made in pairs
    while (ready.load() < both) std::this_thread::yield();
    dev.spin = Spin{{&flags[0], &flags[16]}, rank};
    dev.base = gradient;
    dev.peer = gradients[rank ^ 1];
  }
  state_->model = std::make_unique<Model>(layers, microbatches, rows, d, gradient);
}
Step::~Step() = default;

void Step::set(const std::vector<float>& weights, const std::vector<float>& inputs) {
  Model& m = *state_->model;
  std::copy(weights.begin(), weights.end(), m.W);
  std::copy(inputs.begin(), inputs.end(), m.x(0, 0));
}
void Step::step(float learning_rate) { state_->model->step<true, true>(state_->device, true, learning_rate, state_->times); }
std::vector<float> Step::weights() const {
  const Model& m = *state_->model;
  return {m.W, m.W + m.L * m.wsz};
}

}  // namespace hand
