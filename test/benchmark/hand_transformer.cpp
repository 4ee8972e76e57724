// The transformer block's step by hand: cblas for products, xsimd for everything between them, one all-reduce.
//
// What is done for speed: all buffers in arenas; a device walks over its batch in chunks of sequences whose activations
// stay in the cache; biases and residuals are laid into the result before its product (beta = 1 costs no more than beta
// = 0, which fills with zeros); gradients accumulate in the product; heads are strided views of the joint projection;
// softmax visits only the past; gelu keeps its slope from the forward pass, so that each element sees one exp; sums of
// columns ride along with passes that are there anyway; AdamW is one pass over flat arrays.
#include "hand_rows.hpp"

#include "hand_transformer.hpp"

namespace hand {
namespace {

constexpr int D = TransformerBlock::width, H = TransformerBlock::heads, F = TransformerBlock::hidden;
constexpr int T = TransformerBlock::t, C = D / H;  // a head's width
constexpr float norm_epsilon = 1e-5f;

// ---- passes over rows

// y = (x - mean) / root(variance + epsilon) * scale + bias; keeps mean and the reciprocal root.
void layer_norm(const float* x, const float* scale, const float* bias, float* y, float* mean, float* inverse,
                int rows) {
  for (int r = 0; r < rows; ++r, x += D, y += D) {
    Vec v[D / lanes], s(0.f), q(0.f);
    for (int i = 0; i < D / lanes; ++i) s += v[i] = at(x + i * lanes);
    const float m = xsimd::hadd(s) / D;
    for (int i = 0; i < D / lanes; ++i) v[i] -= Vec(m), q = xsimd::fma(v[i], v[i], q);
    const float k = 1 / std::sqrt(xsimd::hadd(q) / D + norm_epsilon);
    for (int i = 0; i < D / lanes; ++i)
      put(y + i * lanes, xsimd::fma(v[i] * Vec(k), at(scale + i * lanes), at(bias + i * lanes)));
    mean[r] = m, inverse[r] = k;
  }
}

// dx = residual + the gradient through the norm; sums of columns go to dscale, dbias and, of dx, to dx_sum. Without dx
// only dscale and dbias.
template <bool WithDx>
void layer_norm_backward(const float* x, const float* dy, const float* scale, const float* mean, const float* inverse,
                         const float* residual, float* dx, float* dscale, float* dbias, float* dx_sum, int rows) {
  for (int r = 0; r < rows; ++r, x += D, dy += D) {
    const Vec m(mean[r]), k(inverse[r]);
    Vec hat[D / lanes], s1(0.f), s2(0.f);
    for (int i = 0; i < D / lanes; ++i) {
      const int o = i * lanes;
      hat[i] = (at(x + o) - m) * k;
      const Vec g = at(dy + o);
      put(dscale + o, xsimd::fma(g, hat[i], at(dscale + o)));
      put(dbias + o, at(dbias + o) + g);
      if constexpr (WithDx) {
        const Vec w = g * at(scale + o);
        s1 += w, s2 = xsimd::fma(w, hat[i], s2);
      }
    }
    if constexpr (WithDx) {
      const Vec a(xsimd::hadd(s1) / D), b(xsimd::hadd(s2) / D);
      for (int i = 0; i < D / lanes; ++i) {
        const int o = i * lanes;
        const Vec w = at(dy + o) * at(scale + o);
        const Vec g = xsimd::fma(k, w - xsimd::fma(hat[i], b, a), at(residual + o));
        put(dx + o, g);
        put(dx_sum + o, at(dx_sum + o) + g);
      }
      residual += D, dx += D;
    }
  }
}

// out = residual + bias on each row: what a product is then added to.
template <int N> void lay_residual(const float* residual, const float* bias, float* out, int rows) {
  for (int r = 0; r < rows; ++r, out += N, residual += N)
    for (int i = 0; i < N; i += lanes) put(out + i, at(residual + i) + at(bias + i));
}

// g = gelu(u) by the tanh approximation, x / (1 + exp(-2 k (x + c x^3))); u becomes its slope.
void gelu_and_slope(float* u, float* g, std::size_t n) {
  constexpr float k2 = 1.5957691216057308f, c = 0.044715f;
  for (std::size_t i = 0; i < n; i += lanes) {
    const Vec x = at(u + i), x2 = x * x;
    const Vec s = Vec(1.f) / (Vec(1.f) + xsimd::exp(-x * xsimd::fma(x2, Vec(k2 * c), Vec(k2))));
    const Vec y = x * s;
    put(g + i, y);
    // s + x s (1 - s) 2k (1 + 3 c x^2)
    put(u + i, xsimd::fma(xsimd::fnma(y, s, y), xsimd::fma(x2, Vec(3 * c * k2), Vec(k2)), s));
  }
}
// du *= slope, and the sums of its columns.
void gelu_backward(const float* slope, float* du, float* sum, int rows) {
  for (int r = 0; r < rows; r += 4, slope += 4 * F, du += 4 * F)
    for (int i = 0; i < F; i += lanes) {
      Vec g[4];
      for (int j = 0; j < 4; ++j) put(du + j * F + i, g[j] = at(du + j * F + i) * at(slope + j * F + i));
      put(sum + i, at(sum + i) + ((g[0] + g[1]) + (g[2] + g[3])));
    }
}

// Row i of the t x t scores: softmax over columns 0 to i, zeros after them. In place.
void causal_softmax(float* s) {
  const Vec index = [] {
    alignas(64) float k[lanes];
    for (int i = 0; i < lanes; ++i) k[i] = float(i);
    return at(k);
  }();
  for (int i = 0; i < T; ++i, s += T) {
    const int whole = (i + 1) / lanes * lanes;  // columns in full vectors
    const bool part = whole <= i;
    const auto there = index <= Vec(float(i - whole));
    Vec most(-1e30f), last(-1e30f);
    for (int j = 0; j < whole; j += lanes) most = xsimd::max(most, at(s + j));
    if (part) most = xsimd::max(most, last = xsimd::select(there, at(s + whole), Vec(-1e30f)));
    const Vec m(largest(most));
    Vec sum(0.f);
    for (int j = 0; j < whole; j += lanes) {
      const Vec e = xsimd::exp(at(s + j) - m);
      put(s + j, e), sum += e;
    }
    if (part) sum += last = xsimd::select(there, xsimd::exp(last - m), Vec(0.f));
    const Vec k(1 / xsimd::hadd(sum));
    for (int j = 0; j < whole; j += lanes) put(s + j, at(s + j) * k);
    if (part) put(s + whole, last * k);
    for (int j = whole + (part ? lanes : 0); j < T; j += lanes) put(s + j, Vec(0.f));
  }
}
// ds = p (dp - sum(dp p)) over columns 0 to i, zeros after them. In place of dp; p is 0 beyond i.
void causal_softmax_backward(const float* p, float* dp) {
  for (int i = 0; i < T; ++i, p += T, dp += T) {
    const int end = (i + lanes) / lanes * lanes;
    Vec sum(0.f);
    for (int j = 0; j < end; j += lanes) sum = xsimd::fma(at(p + j), at(dp + j), sum);
    const Vec m(xsimd::hadd(sum));
    for (int j = 0; j < end; j += lanes) put(dp + j, at(p + j) * (at(dp + j) - m));
    for (int j = end; j < T; j += lanes) put(dp + j, Vec(0.f));
  }
}

// The sum of (y - target)^2; dy = factor (y - target) in place of y, and the sums of its columns.
float squared_error(float* y, const float* target, float factor, float* sum, int rows) {
  Vec total(0.f);
  for (int r = 0; r < rows; ++r, y += D, target += D)
    for (int i = 0; i < D; i += lanes) {
      const Vec e = at(y + i) - at(target + i), g = e * Vec(factor);
      total = xsimd::fma(e, e, total);
      put(y + i, g);
      put(sum + i, at(sum + i) + g);
    }
  return xsimd::hadd(total);
}

// Where each parameter lies in the flat arrays. All offsets are multiples of 64 bytes.
struct Layout {
  static constexpr std::size_t scale1 = 0, bias1 = scale1 + D, qkv = bias1 + D, qkv_bias = qkv + D * 3 * D,
                               out = qkv_bias + 3 * D, out_bias = out + D * D, scale2 = out_bias + D,
                               bias2 = scale2 + D, up = bias2 + D, up_bias = up + D * F, down = up_bias + F,
                               down_bias = down + F * D, end = down_bias + D;
};

}  // namespace

const std::size_t TransformerBlock::parameters = Layout::end;

struct TransformerBlock::State {
  // Sequences whose activations are alive at a time: of 1, 2, 4 and 8 it was the fastest.
  static constexpr int chunk = 4;
  using L = Layout;

  Device device;
  int batch, devices;
  float *w, *m, *v, *g;  // flat; the loss is the last element of g
  float *x, *target;
  float *a, *qkv, *p, *o, *h, *c, *u, *act, *y, *du, *dc, *dh, *dqkv, *dp;
  float *mean1, *inverse1, *mean2, *inverse2;

  State(int devices, int batch) : batch(batch), devices(devices) {
    const std::size_t rows = std::size_t(chunk) * T;
    w = arena(L::end), m = arena(L::end), v = arena(L::end), g = arena(L::end + 64);
    x = arena(std::size_t(batch) * T * D), target = arena(std::size_t(batch) * T * D);
    const std::size_t sizes[] = {rows * D,     rows * 3 * D,       rows * H * T, rows * D, rows * D, rows * D,
                                 rows * F,     rows * F,           rows * D,     rows * F, rows * D, rows * D,
                                 rows * 3 * D, std::size_t(T) * T, rows,         rows,     rows,     rows};
    float** const buffers[] = {&a,  &qkv, &p,  &o,    &h,  &c,     &u,        &act,   &y,
                               &du, &dc,  &dh, &dqkv, &dp, &mean1, &inverse1, &mean2, &inverse2};
    std::size_t total = 0;
    for (std::size_t s : sizes) total += s + 16;
    float* next = arena(total);
    for (std::size_t k = 0; k < std::size(sizes); ++k) *buffers[k] = next, next += (sizes[k] + 31) / 16 * 16;
  }

  // Forward and backward of `n` sequences; gradients are added to g. Returns the sum of squared errors.
  float forward_backward(const float* x, const float* target, int n) {
    const int rows = n * T;
    // Forward.
    layer_norm(x, w + L::scale1, w + L::bias1, a, mean1, inverse1, rows);
    lay_bias<3 * D>(w + L::qkv_bias, qkv, rows);
    gemm(false, false, rows, 3 * D, D, 1, a, D, w + L::qkv, 3 * D, 1, qkv, 3 * D);
    for (int b = 0; b < n; ++b)
      for (int k = 0; k < H; ++k) {
        const float* head = qkv + std::size_t(b) * T * 3 * D + k * C;
        float* s = p + (std::size_t(b) * H + k) * T * T;
        gemm(false, true, T, T, C, 1 / 8.f, head, 3 * D, head + D, 3 * D, 0, s, T);
        causal_softmax(s);
        gemm(false, false, T, C, T, 1, s, T, head + 2 * D, 3 * D, 0, o + std::size_t(b) * T * D + k * C, D);
      }
    lay_residual<D>(x, w + L::out_bias, h, rows);
    gemm(false, false, rows, D, D, 1, o, D, w + L::out, D, 1, h, D);
    layer_norm(h, w + L::scale2, w + L::bias2, c, mean2, inverse2, rows);
    lay_bias<F>(w + L::up_bias, u, rows);
    gemm(false, false, rows, F, D, 1, c, D, w + L::up, F, 1, u, F);
    gelu_and_slope(u, act, std::size_t(rows) * F);
    lay_residual<D>(h, w + L::down_bias, y, rows);
    gemm(false, false, rows, D, F, 1, act, F, w + L::down, D, 1, y, D);
    const float factor = 2.f / (float(batch) * float(devices) * T * D);
    const float error = squared_error(y, target, factor, g + L::down_bias, rows);  // y is now its gradient
    // Backward.
    gemm(true, false, F, D, rows, 1, act, F, y, D, 1, g + L::down, D);
    gemm(false, true, rows, F, D, 1, y, D, w + L::down, D, 0, du, F);
    gelu_backward(u, du, g + L::up_bias, rows);
    gemm(true, false, D, F, rows, 1, c, D, du, F, 1, g + L::up, F);
    gemm(false, true, rows, D, F, 1, du, F, w + L::up, F, 0, dc, D);
    layer_norm_backward<true>(h, dc, w + L::scale2, mean2, inverse2, y, dh, g + L::scale2, g + L::bias2,
                              g + L::out_bias, rows);
    gemm(true, false, D, D, rows, 1, o, D, dh, D, 1, g + L::out, D);
    float* const d_o = dc;  // free again
    gemm(false, true, rows, D, D, 1, dh, D, w + L::out, D, 0, d_o, D);
    for (int b = 0; b < n; ++b)
      for (int k = 0; k < H; ++k) {
        const std::size_t at_head = std::size_t(b) * T * 3 * D + k * C;
        const float *head = qkv + at_head, *s = p + (std::size_t(b) * H + k) * T * T;
        const float* od = d_o + std::size_t(b) * T * D + k * C;
        float* dhead = dqkv + at_head;
        gemm(true, false, T, C, T, 1, s, T, od, D, 0, dhead + 2 * D, 3 * D);
        gemm(false, true, T, T, C, 1, od, D, head + 2 * D, 3 * D, 0, dp, T);
        causal_softmax_backward(s, dp);
        gemm(false, false, T, C, T, 1 / 8.f, dp, T, head + D, 3 * D, 0, dhead, 3 * D);
        gemm(true, false, T, C, T, 1 / 8.f, dp, T, head, 3 * D, 0, dhead + D, 3 * D);
      }
    add_columns<3 * D>(dqkv, g + L::qkv_bias, rows);
    gemm(true, false, D, 3 * D, rows, 1, a, D, dqkv, 3 * D, 1, g + L::qkv, 3 * D);
    float* const da = dh;  // free again
    gemm(false, true, rows, D, 3 * D, 1, dqkv, 3 * D, w + L::qkv, 3 * D, 0, da, D);
    layer_norm_backward<false>(x, da, nullptr, mean1, inverse1, nullptr, nullptr, g + L::scale1, g + L::bias1, nullptr,
                               rows);
    return error;
  }

  float step(int count) {
    std::memset(g, 0, (L::end + 32) * sizeof(float));
    double error = 0;
    for (int b = 0; b < batch; b += chunk)
      error +=
          forward_backward(x + std::size_t(b) * T * D, target + std::size_t(b) * T * D, std::min(chunk, batch - b));
    g[L::end] = float(error / (double(batch) * devices * T * D));
    all_reduce(device, g, (L::end + 1 + 31) / 32 * 32);
    adamw_pass(w, m, v, g, L::end, count);
    return g[L::end];
  }
};

TransformerBlock::TransformerBlock(int rank, int devices, bool mpi, int batch)
    : state_(std::make_unique<State>(devices, batch)) {
  state_->device = make_device(rank, devices, mpi, state_->g);
}
TransformerBlock::~TransformerBlock() = default;

void TransformerBlock::set(const std::vector<float>& weights, const std::vector<float>& x,
                           const std::vector<float>& target) {
  std::copy(weights.begin(), weights.end(), state_->w);
  std::copy(x.begin(), x.end(), state_->x);
  std::copy(target.begin(), target.end(), state_->target);
}
float TransformerBlock::step(int count) { return state_->step(count); }
std::vector<float> TransformerBlock::weights() const { return {state_->w, state_->w + Layout::end}; }

}  // namespace hand
