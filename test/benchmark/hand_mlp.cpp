// The classifier's step by hand: cblas for products, xsimd between them, one all-reduce, one pass for the update.
// Biases are laid into the result before its product; gradients accumulate in the product; relu's mask is read off its
// result; a row of logits is one vector.
#include "hand_rows.hpp"

#include "hand_mlp.hpp"

namespace hand {
namespace {

constexpr int I = Mlp::inputs, H1 = Mlp::hidden1, H2 = Mlp::hidden2, C = Mlp::classes;
constexpr int wide = 16;  // a row of logits in memory

struct Layout {
  static constexpr std::size_t w1 = 0, b1 = w1 + I * H1, w2 = b1 + H1, b2 = w2 + H1 * H2, w3 = b2 + H2,
                               b3 = w3 + H2 * C, end = b3 + C;
};

void relu(float* x, std::size_t n) {
  for (std::size_t i = 0; i < n; i += lanes) put(x + i, xsimd::max(at(x + i), Vec(0.f)));
}
// dy = 0 where y is 0, and the sums of its columns.
template <int N> void relu_backward(const float* y, float* dy, float* sum, int rows) {
  for (int r = 0; r < rows; r += 4, y += 4 * N, dy += 4 * N) {
    const int some = std::min(4, rows - r);
    for (int i = 0; i < N; i += lanes) {
      Vec total = at(sum + i);
      for (int j = 0; j < some; ++j) {
        const Vec g = xsimd::select(at(y + j * N + i) > Vec(0.f), at(dy + j * N + i), Vec(0.f));
        put(dy + j * N + i, g);
        total += g;
      }
      put(sum + i, total);
    }
  }
}

// The sum of the losses; each row of x becomes factor (softmax - one_hot), and its columns are added to sum. Columns
// beyond the classes hold -1e30 on the way in and 0 on the way out.
float cross_entropy(float* x, const int* labels, float factor, float* sum, int rows) {
  constexpr int n = wide / lanes;
  float loss = 0;
  for (int r = 0; r < rows; ++r, x += wide) {
    Vec v[n], total(0.f), most(-1e30f);
    for (int k = 0; k < n; ++k) most = xsimd::max(most, v[k] = at(x + k * lanes));
    const float m = largest(most), right = x[labels[r]];
    for (int k = 0; k < n; ++k) total += v[k] = xsimd::exp(v[k] - Vec(m));
    const float z = xsimd::hadd(total);
    loss += std::log(z) + m - right;
    const Vec scale(factor / z);
    for (int k = 0; k < n; ++k) put(x + k * lanes, v[k] * scale);
    x[labels[r]] -= factor;
    for (int k = 0; k < n; ++k) put(sum + k * lanes, at(sum + k * lanes) + at(x + k * lanes));
  }
  return loss;
}

// v = momentum v + g; w -= rate v
void update(float* w, float* v, const float* g, std::size_t n, float rate, float momentum) {
  const Vec m(momentum), r(rate);
  for (std::size_t i = 0; i < n; i += lanes) {
    const Vec moved = xsimd::fma(m, at(v + i), at(g + i));
    put(v + i, moved);
    put(w + i, xsimd::fnma(r, moved, at(w + i)));
  }
}

}  // namespace

const std::size_t Mlp::parameters = Layout::end;

struct Mlp::State {
  using L = Layout;
  static constexpr std::size_t padded = (L::end + 1 + 31) / 32 * 32;  // with the loss, in whole vectors for each half

  Device device;
  int devices, microbatches, rows;
  float *w, *v, *g, *images, *h1, *h2, *logits, *d1, *d2, *bias3, *sum3;
  std::vector<int> labels;

  State(int devices, int microbatches, int rows) : devices(devices), microbatches(microbatches), rows(rows) {
    w = arena(padded), v = arena(padded), g = arena(padded);
    images = arena(std::size_t(microbatches) * rows * I);
    const std::size_t n = std::size_t(rows);
    h1 = arena(n * (2 * H1 + 2 * H2 + wide) + 2 * wide);
    d1 = h1 + n * H1, h2 = d1 + n * H1, d2 = h2 + n * H2, logits = d2 + n * H2, bias3 = logits + n * wide;
    sum3 = bias3 + wide;
  }

  float step(float rate, float momentum) {
    std::memset(g + L::b1, 0, H1 * sizeof(float));
    std::memset(g + L::b2, 0, H2 * sizeof(float));
    std::fill_n(bias3, wide, -1e30f);
    std::copy_n(w + L::b3, C, bias3);
    std::fill_n(sum3, wide, 0.f);
    const float share = 1.f / float(rows * devices * microbatches);
    float loss = 0;
    for (int m = 0; m < microbatches; ++m) {
      const float* x = images + std::size_t(m) * rows * I;
      const float beta = m == 0 ? 0.f : 1.f;
      lay_bias<H1>(w + L::b1, h1, rows);
      gemm(false, false, rows, H1, I, 1, x, I, w + L::w1, H1, 1, h1, H1);
      relu(h1, std::size_t(rows) * H1);
      lay_bias<H2>(w + L::b2, h2, rows);
      gemm(false, false, rows, H2, H1, 1, h1, H1, w + L::w2, H2, 1, h2, H2);
      relu(h2, std::size_t(rows) * H2);
      lay_bias<wide>(bias3, logits, rows);
      gemm(false, false, rows, C, H2, 1, h2, H2, w + L::w3, C, 1, logits, wide);
      loss += cross_entropy(logits, labels.data() + std::size_t(m) * rows, share, sum3, rows);
      gemm(true, false, H2, C, rows, 1, h2, H2, logits, wide, beta, g + L::w3, C);
      gemm(false, true, rows, H2, C, 1, logits, wide, w + L::w3, C, 0, d2, H2);
      relu_backward<H2>(h2, d2, g + L::b2, rows);
      gemm(true, false, H1, H2, rows, 1, h1, H1, d2, H2, beta, g + L::w2, H2);
      gemm(false, true, rows, H1, H2, 1, d2, H2, w + L::w2, H2, 0, d1, H1);
      relu_backward<H1>(h1, d1, g + L::b1, rows);
      gemm(true, false, I, H1, rows, 1, x, I, d1, H1, beta, g + L::w1, H1);
    }
    std::copy_n(sum3, C, g + L::b3);
    g[L::end] = loss * share;
    all_reduce(device, g, padded);
    const float total = g[L::end];
    update(w, v, g, padded, rate, momentum);  // what fills up the arrays goes along
    return total;
  }
};

Mlp::Mlp(int rank, int devices, bool mpi, int microbatches, int rows)
    : state_(std::make_unique<State>(devices, microbatches, rows)) {
  state_->device = make_device(rank, devices, mpi, state_->g);
}
/// All devices have ended their last step.
Mlp::~Mlp() {
  for (float* p : {state_->w, state_->v, state_->g, state_->images, state_->h1}) std::free(p);
}

void Mlp::set(const std::vector<float>& weights, const std::vector<float>& images, const std::vector<int>& labels) {
  std::copy(weights.begin(), weights.end(), state_->w);
  std::copy(images.begin(), images.end(), state_->images);
  state_->labels = labels;
}
float Mlp::step(float rate, float momentum) { return state_->step(rate, momentum); }
std::vector<float> Mlp::weights() const { return {state_->w, state_->w + Layout::end}; }

}  // namespace hand
