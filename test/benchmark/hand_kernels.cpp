// The best loops that we know for single kernels: each row is read once from memory and stays in registers or the
// first cache, exp is computed once an element, divisions by a row's scalar are products with its reciprocal.
#include "hand_rows.hpp"

#include "hand_kernels.hpp"

namespace hand {
namespace {

constexpr float norm_epsilon = 1e-5f;

// Rows that a norm handles at a time: their chains of sums and roots overlap, and what belongs to columns is read and
// written once for all of them. The number of rows is a multiple of it.
constexpr int together = 4;

template <int D> struct RowStatistics {
  Vec mean[together], inverse[together];
  explicit RowStatistics(const float* x) {
    Vec s[together], q[together];
    for (int j = 0; j < together; ++j) s[j] = q[j] = Vec(0.f);
    for (int i = 0; i < D; i += lanes)
      for (int j = 0; j < together; ++j) s[j] += at(x + j * D + i);
    for (int j = 0; j < together; ++j) mean[j] = Vec(xsimd::hadd(s[j]) / D);
    for (int i = 0; i < D; i += lanes)
      for (int j = 0; j < together; ++j) {
        const Vec c = at(x + j * D + i) - mean[j];
        q[j] = xsimd::fma(c, c, q[j]);
      }
    for (int j = 0; j < together; ++j) inverse[j] = Vec(1 / std::sqrt(xsimd::hadd(q[j]) / D + norm_epsilon));
  }
};

template <int D> void layer_norm_rows(const float* x, const float* scale, const float* bias, float* y, std::size_t n) {
  for (std::size_t r = 0; r < n; r += together, x += together * D, y += together * D) {
    const RowStatistics<D> rows(x);
    for (int i = 0; i < D; i += lanes) {
      const Vec k = at(scale + i), b = at(bias + i);
      for (int j = 0; j < together; ++j)
        put(y + j * D + i, xsimd::fma((at(x + j * D + i) - rows.mean[j]) * rows.inverse[j], k, b));
    }
  }
}

template <int D>
void layer_norm_backward_rows(const float* x, const float* scale, const float* dy, float* dx, float* dscale,
                              float* dbias, std::size_t n) {
  std::fill_n(dscale, D, 0.f), std::fill_n(dbias, D, 0.f);
  for (std::size_t r = 0; r < n; r += together, x += together * D, dy += together * D, dx += together * D) {
    const RowStatistics<D> rows(x);
    Vec s1[together], s2[together];
    for (int j = 0; j < together; ++j) s1[j] = s2[j] = Vec(0.f);
    for (int i = 0; i < D; i += lanes) {
      Vec ds = at(dscale + i), db = at(dbias + i);
      const Vec k = at(scale + i);
      for (int j = 0; j < together; ++j) {
        const Vec hat = (at(x + j * D + i) - rows.mean[j]) * rows.inverse[j], g = at(dy + j * D + i), w = g * k;
        ds = xsimd::fma(g, hat, ds), db += g;
        s1[j] += w, s2[j] = xsimd::fma(w, hat, s2[j]);
      }
      put(dscale + i, ds), put(dbias + i, db);
    }
    for (int j = 0; j < together; ++j) s1[j] = Vec(xsimd::hadd(s1[j]) / D), s2[j] = Vec(xsimd::hadd(s2[j]) / D);
    for (int i = 0; i < D; i += lanes) {
      const Vec k = at(scale + i);
      for (int j = 0; j < together; ++j) {
        const Vec hat = (at(x + j * D + i) - rows.mean[j]) * rows.inverse[j];
        put(dx + j * D + i, rows.inverse[j] * (at(dy + j * D + i) * k - xsimd::fma(hat, s2[j], s1[j])));
      }
    }
  }
}

template <int D> float row_maximum(const float* x) {
  Vec most[2] = {at(x), at(x + lanes)};
  for (int i = 2 * lanes; i < D; i += 2 * lanes)
    most[0] = xsimd::max(most[0], at(x + i)), most[1] = xsimd::max(most[1], at(x + i + lanes));
  return largest(xsimd::max(most[0], most[1]));
}
// y = exp(x - m); their sum.
template <int D> float row_exponentials(const float* x, float m, float* y) {
  Vec sum[2] = {Vec(0.f), Vec(0.f)};
  const Vec shift(m);
  for (int i = 0; i < D; i += 2 * lanes)
    for (int j = 0; j < 2; ++j) {
      const Vec e = xsimd::exp(at(x + i + j * lanes) - shift);
      put(y + i + j * lanes, e), sum[j] += e;
    }
  return xsimd::hadd(sum[0] + sum[1]);
}

template <int D> void softmax_rows(const float* x, float* y, std::size_t n) {
  for (std::size_t r = 0; r < n; ++r, x += D, y += D) {
    const Vec k(1 / row_exponentials<D>(x, row_maximum<D>(x), y));
    for (int i = 0; i < D; i += lanes) put(y + i, at(y + i) * k);
  }
}
template <int D> void softmax_backward_rows(const float* x, const float* dy, float* dx, std::size_t n) {
  for (std::size_t r = 0; r < n; ++r, x += D, dy += D, dx += D) {
    const float total = row_exponentials<D>(x, row_maximum<D>(x), dx);
    Vec sum[2] = {Vec(0.f), Vec(0.f)};
    for (int i = 0; i < D; i += 2 * lanes)
      for (int j = 0; j < 2; ++j) {
        const int o = i + j * lanes;
        sum[j] = xsimd::fma(at(dx + o), at(dy + o), sum[j]);
      }
    const Vec k(1 / total), m(xsimd::hadd(sum[0] + sum[1]) / total);
    for (int i = 0; i < D; i += lanes) put(dx + i, at(dx + i) * k * (at(dy + i) - m));
  }
}
template <int D> float cross_entropy_rows(const float* x, const int* labels, float* dx, std::size_t n) {
  double loss = 0;
  for (std::size_t r = 0; r < n; ++r, x += D, dx += D) {
    const float m = row_maximum<D>(x), total = row_exponentials<D>(x, m, dx);
    loss += std::log(total) + m - x[labels[r]];
    const Vec k(1 / (total * float(n)));
    for (int i = 0; i < D; i += lanes) put(dx + i, at(dx + i) * k);
    dx[labels[r]] -= 1 / float(n);
  }
  return float(loss / double(n));
}

}  // namespace

float* buffer(std::size_t floats) { return arena(floats); }

void layer_norm(const float* x, const float* scale, const float* bias, float* y, std::size_t rows, int width) {
  width == 256 ? layer_norm_rows<256>(x, scale, bias, y, rows) : layer_norm_rows<1024>(x, scale, bias, y, rows);
}
void layer_norm_backward(const float* x, const float* scale, const float* dy, float* dx, float* dscale, float* dbias,
                         std::size_t rows, int width) {
  width == 256 ? layer_norm_backward_rows<256>(x, scale, dy, dx, dscale, dbias, rows)
               : layer_norm_backward_rows<1024>(x, scale, dy, dx, dscale, dbias, rows);
}
void softmax(const float* x, float* y, std::size_t rows, int width) {
  width == 256 ? softmax_rows<256>(x, y, rows) : softmax_rows<1024>(x, y, rows);
}
void softmax_backward(const float* x, const float* dy, float* dx, std::size_t rows, int width) {
  width == 256 ? softmax_backward_rows<256>(x, dy, dx, rows) : softmax_backward_rows<1024>(x, dy, dx, rows);
}
float cross_entropy(const float* x, const int* labels, float* dx, std::size_t rows, int width) {
  return width == 256 ? cross_entropy_rows<256>(x, labels, dx, rows) : cross_entropy_rows<1024>(x, labels, dx, rows);
}

// x s with s = 1 / (1 + exp(-2 k (x + c x^3))), the tanh approximation.
constexpr float k2 = 1.5957691216057308f, cubic = 0.044715f;
void gelu(const float* x, float* y, std::size_t n) {
  for (std::size_t i = 0; i < n; i += lanes) {
    const Vec a = at(x + i);
    put(y + i, a / (Vec(1.f) + xsimd::exp(-a * xsimd::fma(a * a, Vec(k2 * cubic), Vec(k2)))));
  }
}
void gelu_backward(const float* x, const float* dy, float* dx, std::size_t n) {
  for (std::size_t i = 0; i < n; i += lanes) {
    const Vec a = at(x + i), a2 = a * a;
    const Vec s = Vec(1.f) / (Vec(1.f) + xsimd::exp(-a * xsimd::fma(a2, Vec(k2 * cubic), Vec(k2)))), y = a * s;
    put(dx + i, at(dy + i) * xsimd::fma(xsimd::fnma(y, s, y), xsimd::fma(a2, Vec(3 * cubic * k2), Vec(k2)), s));
  }
}

void dropout(const float* x, float* y, std::size_t n, std::uint32_t k0, std::uint32_t k1, float keep) {
  using Words = xsimd::batch<std::uint32_t>;
  const Words keys[] = {Words(k0), Words(k1), Words(0x1BD11BDAu ^ k0 ^ k1)};
  std::uint32_t from_0[std::size_t(lanes)];
  for (std::uint32_t l = 0; l < std::uint32_t(lanes); ++l) from_0[l] = l;
  const Vec factor(1 / keep);
  for (std::size_t i = 0; i < n; i += std::size_t(lanes)) {
    Words a = Words::load_unaligned(from_0) + Words(std::uint32_t(i)) + keys[0], b = keys[1];
    const auto four = [&](int t0, int t1, int t2, int t3, std::uint32_t count) {
      for (const int turn : {t0, t1, t2, t3}) {
        a += b;
        b = ((b << turn) | (b >> (32 - turn))) ^ a;
      }
      a += keys[count % 3];
      b += keys[(count + 1) % 3] + Words(count);
    };
    four(13, 15, 26, 6, 1);
    four(17, 29, 16, 24, 2);
    four(13, 15, 26, 6, 3);
    four(17, 29, 16, 24, 4);
    four(13, 15, 26, 6, 5);
    const Vec uniform = xsimd::to_float(xsimd::bitwise_cast<xsimd::batch<std::int32_t>>(a >> 8)) * Vec(0x1p-24f);
    put(y + i, xsimd::select(uniform < Vec(keep), at(x + i) * factor, Vec(0.f)));
  }
}

void adamw(float* w, float* m, float* v, const float* g, std::size_t n, int count) { adamw_pass(w, m, v, g, n, count); }

void gemm_add(int rows, int d, const float* a, const float* b, float* c, bool add) {
  gemm(true, false, d, d, rows, 1, a, d, b, d, add ? 1.f : 0.f, c, d);
}
void gemm(bool transpose_a, bool transpose_b, int m, int n, int k, const float* a, const float* b, float* c) {
  gemm(transpose_a, transpose_b, m, n, k, 1, a, transpose_a ? m : k, b, transpose_b ? k : n, 0, c, n);
}

}  // namespace hand
