// Runs planned contractions.
#include <shardwise/backends/kernels/contract.hpp>

#include <shardwise/backends/kernels/blas.hpp>
#include <shardwise/backends/kernels/half.hpp>

#include <algorithm>
#include <type_traits>

namespace shardwise::kernels {
namespace {

/// Indices of some loops, and where they point in the three arrays.
class Odometer {
 public:
  Odometer(const ContractPlan::Loop* loop, int count) : loop_(loop), count_(count) {}
  std::int64_t left = 0, right = 0, out = 0;

  bool next() {
    for (int i = count_; i-- > 0;) {
      const ContractPlan::Loop& l = loop_[i];
      move(l, 1);
      if (++index_[i] < l.extent) return true;
      move(l, -l.extent);
      index_[i] = 0;
    }
    return false;
  }

 private:
  void move(const ContractPlan::Loop& l, std::int64_t steps) {
    left += steps * l.left;
    right += steps * l.right;
    out += steps * l.out;
  }
  const ContractPlan::Loop* loop_;
  int count_;
  std::int64_t index_[15] = {};
};

/// Sum of products: blocks in several lanes of T, blocks' sums in Total. Integers come as unsigned.
template <class T> using TotalOf = std::conditional_t<std::is_floating_point_v<T>, double, T>;

template <class T> TotalOf<T> dot(const T* x, std::int64_t x_step, const T* y, std::int64_t y_step, std::int64_t n) {
  constexpr std::int64_t lanes = 64, block = 4096;
  TotalOf<T> total = 0;
  if (x_step != 1 || y_step != 1 || n < lanes) {
    for (std::int64_t i = 0; i < n; ++i) total += TotalOf<T>(x[i * x_step]) * TotalOf<T>(y[i * y_step]);
    return total;
  }
  while (n > 0) {
    const std::int64_t m = std::min(n, block);
    T acc[lanes] = {};
    std::int64_t i = 0;
    for (; i + lanes <= m; i += lanes)
      for (std::int64_t j = 0; j < lanes; ++j) acc[j] += x[i + j] * y[i + j];
    for (std::int64_t j = 0; i < m; ++i, ++j) acc[j] += x[i] * y[i];
    for (T a : acc) total += TotalOf<T>(a);
    x += m;
    y += m;
    n -= m;
  }
  return total;
}

/// Number types that `contract` computes in; scaling an integer truncates.
template <class T> T blend(TotalOf<T> sum, double alpha, double beta, T old) {
  if constexpr (std::is_floating_point_v<T>) {
    return beta == 0 ? T(alpha * sum) : T(alpha * sum + beta * old);
  } else {
    using Signed = std::make_signed_t<T>;
    return T(Signed(alpha)) * sum + (beta == 0 ? T(0) : T(Signed(beta)) * old);
  }
}

/// The innermost loop of a result without sums: out[i] = alpha left[i] right[i] + beta out[i].
template <class T>
void multiply_row(const ContractPlan::Loop& l, const T* x, const T* y, T* out, double alpha, double beta) {
  auto run = [&](auto value_x, auto value_y) {
    if (alpha == 1 && beta == 0 && l.out == 1) {
      for (std::int64_t i = 0; i < l.extent; ++i) out[i] = value_x(i) * value_y(i);
    } else {
      for (std::int64_t i = 0; i < l.extent; ++i)
        out[i * l.out] = blend<T>(TotalOf<T>(value_x(i)) * TotalOf<T>(value_y(i)), alpha, beta, out[i * l.out]);
    }
  };
  const T first_x = *x, first_y = *y;
  auto repeated_x = [=](std::int64_t) { return first_x; };
  auto repeated_y = [=](std::int64_t) { return first_y; };
  auto next_x = [=](std::int64_t i) { return x[i]; };
  auto next_y = [=](std::int64_t i) { return y[i]; };
  if (l.left == 0 && l.right == 1)
    run(repeated_x, next_y);
  else if (l.left == 1 && l.right == 0)
    run(next_x, repeated_y);
  else if (l.left == 1 && l.right == 1)
    run(next_x, next_y);
  else
    run([=](std::int64_t i) { return x[i * l.left]; }, [=](std::int64_t i) { return y[i * l.right]; });
}

template <class T>
void run_strided(const ContractPlan& p, const T* left, const T* right, T* out, double alpha, double beta) {
  const int sums = p.loops - p.result_loops;
  if (sums == 0 && p.loops > 0) {
    Odometer outer(p.loop, p.loops - 1);
    do multiply_row(p.loop[p.loops - 1], left + outer.left, right + outer.right, out + outer.out, alpha, beta);
    while (outer.next());
    return;
  }
  static constexpr ContractPlan::Loop once{};
  const ContractPlan::Loop& inner = sums > 0 ? p.loop[p.loops - 1] : once;
  for (int i = p.result_loops; i < p.loops; ++i)
    if (p.loop[i].extent == 0) left = right = nullptr;  // a sum over nothing
  Odometer outer(p.loop, p.result_loops);
  do {
    TotalOf<T> total = 0;
    if (left) {
      Odometer middle(p.loop + p.result_loops, std::max(sums - 1, 0));
      do
        total += dot(left + outer.left + middle.left, inner.left, right + outer.right + middle.right, inner.right,
                     inner.extent);
      while (middle.next());
    }
    T& to = out[outer.out];
    to = blend<T>(total, alpha, beta, to);
  } while (outer.next());
}

template <class T>
void run_products(const ContractPlan& p, const T* left, const T* right, T* out, T alpha, T beta, void* blocks) {
  const BlockedProduct shape{p.m, p.n, p.k, p.left_transposed, p.left_ld, p.right_transposed, p.right_ld, p.out_ld};
  auto product = [&](const T* l, const T* r, T* o, T b) {
    if (p.block_bytes) return blocked_gemm<T>(shape, alpha, l, r, b, o, blocks);
    if (p.kind == ContractPlan::Kind::gemv)
      blas::gemv(p.left_transposed, p.m, p.k, alpha, l, p.left_ld, r, p.right_transposed ? 1 : p.right_ld, b, o,
                 p.out_ld);
    else
      blas::gemm(p.left_transposed, p.right_transposed, p.m, p.n, p.k, alpha, l, p.left_ld, r, p.right_ld, b, o,
                 p.out_ld);
  };
  if (p.loops == 0) return product(left, right, out, beta);
  Odometer outer(p.loop, p.result_loops);
  do {
    Odometer sums(p.loop + p.result_loops, p.loops - p.result_loops);
    T b = beta;
    do {
      product(left + outer.left + sums.left, right + outer.right + sums.right, out + outer.out, b);
      b = 1;
    } while (sums.next());
  } while (outer.next());
}

/// `blocks`: plan.block_bytes of scratch.
template <class T>
void run(const ContractPlan& p, const void* a, const void* b, void* out, double alpha, double beta, void* blocks) {
  const T* left = static_cast<const T*>(p.swapped ? b : a);
  const T* right = static_cast<const T*>(p.swapped ? a : b);
  if constexpr (std::is_floating_point_v<T>)
    if (p.kind != ContractPlan::Kind::strided)
      return run_products<T>(p, left, right, static_cast<T*>(out), T(alpha), T(beta), blocks);
  run_strided<T>(p, left, right, static_cast<T*>(out), alpha, beta);
}

/// Hands out the scratch in aligned pieces.
struct Scratch {
  std::byte* at;
  float* take(std::size_t floats) {
    float* p = reinterpret_cast<float*>(at);
    at += (floats * sizeof(float) + 63) / 64 * 64;
    return p;
  }
};

template <class H> const float* widened(const void* in, std::size_t n, Scratch& scratch) {
  float* wide = scratch.take(n);
  detail::to_float(wide, static_cast<const H*>(in), n);
  return wide;
}
const float* widened(Dtype d, const void* in, std::size_t n, Scratch& scratch) {
  if (d == Dtype::bf16) return widened<bf16>(in, n, scratch);
  if (d == Dtype::f16) return widened<f16>(in, n, scratch);
  return static_cast<const float*>(in);
}

void run_wide(const ContractPlan& p, const void* a, const void* b, void* out, double alpha, double beta,
              void* scratch) {
  Scratch s{static_cast<std::byte*>(scratch)};
  const float* x = widened(p.a, a, p.size_a, s);
  const float* y = widened(p.b, b, p.size_b, s);
  if (p.out == Dtype::f32) return run<float>(p, x, y, out, alpha, beta, s.at);
  float* wide = s.take(p.size_out);
  auto through = [&]<class H>(H* narrow) {
    if (beta != 0) detail::to_float(wide, narrow, p.size_out);
    run<float>(p, x, y, wide, alpha, beta, s.at);
    detail::from_float(narrow, wide, p.size_out);
  };
  if (p.out == Dtype::bf16)
    through(static_cast<bf16*>(out));
  else
    through(static_cast<f16*>(out));
}

}  // namespace

void contract(const ContractPlan& plan, const void* a, const void* b, void* out, double alpha, double beta,
              void* scratch) {
  if (plan.kind == ContractPlan::Kind::nothing) return;
  switch (plan.out) {
    case Dtype::f64:
      return run<double>(plan, a, b, out, alpha, beta, scratch);
    case Dtype::i32:
    case Dtype::u32:
      return run<std::uint32_t>(plan, a, b, out, alpha, beta, nullptr);
    case Dtype::i64:
      return run<std::uint64_t>(plan, a, b, out, alpha, beta, nullptr);
    default:
      break;
  }
  if (plan.scratch_bytes == plan.block_bytes) return run<float>(plan, a, b, out, alpha, beta, scratch);
  run_wide(plan, a, b, out, alpha, beta, scratch);
}

bool can_pack(const ContractPlan& plan) {
  return plan.kind == ContractPlan::Kind::gemm && plan.loops == 0 && !plan.left_transposed && plan.a == plan.out &&
         plan.b == plan.out && (plan.out == Dtype::f32 || plan.out == Dtype::f64);
}

bool can_gather(const ContractPlan& p) {
  return p.kind == ContractPlan::Kind::gemm && p.loops == 0 && p.left_transposed && !p.right_transposed &&
         p.a == p.out && p.b == p.out && (p.out == Dtype::f32 || p.out == Dtype::f64);
}

void contract_packed(const ContractPlan& plan, const void* left, const void* packed, void* out, double alpha,
                     double beta) {
  const auto run = [&]<class T>(T* to) {
    packed_gemm<T>(plan.right_operand(), plan.m, T(alpha), static_cast<const T*>(left), plan.left_ld, packed, T(beta),
                   to, plan.out_ld);
  };
  if (plan.out == Dtype::f64)
    run(static_cast<double*>(out));
  else
    run(static_cast<float*>(out));
}

}  // namespace shardwise::kernels
