// Single kernels on one device: products against OpenBLAS, passes over rows against loops written by hand and against
// copying the bytes that they read and write.
#include "bench.hpp"
#include "hand_kernels.hpp"

#include <shardwise/backends/kernels/packed.hpp>

#include <cstring>

namespace {

namespace sw = shardwise;
namespace hana = boost::hana;
using bench::Options, bench::Random;

inline constexpr sw::Axis<"X"> X;

// ---- What is measured, as steps.

inline constexpr auto norm = [](auto x, auto scale, auto bias) {
  auto centred = x - sw::mean<-1>(x, sw::keepdims);
  auto variance = sw::mean<-1>(sw::square(centred), sw::keepdims);
  return centred * sw::rsqrt(variance + 1e-5f) * scale + bias;
};
inline constexpr auto norm_backward = [](auto x, auto scale, auto bias, auto dy) {
  return sw::vjp(norm, x, scale, bias).pullback(dy);
};
inline constexpr auto soft = [](auto x) { return sw::softmax<-1>(x); };
inline constexpr auto soft_backward = [](auto x, auto dy) { return sw::vjp(soft, x).pullback(dy); };
inline constexpr auto gelu = [](auto x) { return sw::gelu(x); };
inline constexpr auto gelu_backward = [](auto x, auto dy) { return sw::vjp(gelu, x).pullback(dy); };
inline constexpr auto entropy = [](auto x, auto labels) {
  return sw::mean(sw::softmax_cross_entropy_with_integer_labels(x, labels));
};
inline constexpr auto entropy_backward = [](auto x, auto labels) { return sw::value_and_grad(entropy)(x, labels); };
inline constexpr auto adamw = [](auto w, auto m, auto v, auto g, auto count) {
  constexpr float rate = 1e-3f, beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f, decay = 0.01f;
  auto m1 = beta1 * m + (1 - beta1) * g;
  auto v1 = beta2 * v + (1 - beta2) * sw::square(g);
  auto unbias1 = 1 / (1 - sw::pow(beta1, count)), unbias2 = 1 / (1 - sw::pow(beta2, count));
  auto direction = (unbias1 * m1) / (sw::sqrt(unbias2 * v1) + epsilon);
  return hana::make_tuple(w - rate * (direction + decay * w), m1, v1);
};
inline constexpr auto nn = [](auto a, auto b) { return sw::matmul(a, b); };
inline constexpr auto nt = [](auto a, auto b) { return sw::einsum<"mk,nk->mn">(a, b); };
inline constexpr auto tn = [](auto a, auto b) { return sw::einsum<"km,kn->mn">(a, b); };

inline constexpr auto dropout = [](auto key, auto x) {
  return sw::where(sw::random::bernoulli<"bool[n,d]">(key, 0.75), x / 0.75f, 0.f);
};

using Norm = sw::Program<norm, "f32[n,d]", "f32[d]", "f32[d]">;
using NormBackward = sw::Program<norm_backward, "f32[n,d]", "f32[d]", "f32[d]", "f32[n,d]">;
using Soft = sw::Program<soft, "f32[n,d]">;
using SoftBackward = sw::Program<soft_backward, "f32[n,d]", "f32[n,d]">;
using Gelu = sw::Program<gelu, "f32[n,d]">;
using GeluBackward = sw::Program<gelu_backward, "f32[n,d]", "f32[n,d]">;
using Dropout = sw::Program<dropout, "key[]", "f32[n,d]">;
using Entropy = sw::Program<entropy_backward, "f32[n,d]", "i32[n]">;
using Adamw = sw::Program<adamw, "f32[n,d]", "f32[n,d]", "f32[n,d]", "f32[n,d]", "f32[]">;

// ---- How.

/// Host data twice: as a hand-written loop takes them, and as floats that device_put takes.
struct Numbers {
  std::vector<float> values;
  float* copy;
  Numbers(std::size_t n, float centre, float spread, Random& random) : values(n), copy(hand::buffer(n)) {
    for (float& v : values) v = centre + spread * random();
    std::copy(values.begin(), values.end(), copy);
  }
};

/// The most that any element differs, over the largest element.
double relative(std::span<const float> ours, const float* by_hand) {
  double most = 0, size = 1e-30;
  for (std::size_t i = 0; i < ours.size(); ++i) {
    most = std::max(most, std::fabs(double(ours[i]) - double(by_hand[i])));
    size = std::max(size, std::fabs(double(by_hand[i])));
  }
  return most / size;
}

bool all_good = true;

/// `bytes` are what a call must read and write; `difference` what was found by comparing the results.
void measure(sw::World& world, const Options& options, const std::string& kernel, std::size_t rows, int width,
             std::size_t bytes, double difference, const std::function<void()>& ours,
             const std::function<void()>& by_hand) {
  static constexpr std::size_t most = 64u << 20;
  static float *const from = hand::buffer(most / 4), *const to = hand::buffer(most / 4);
  const auto copy = [&] {
    std::memcpy(to, from, bytes / 2);
    asm volatile("" ::: "memory");
  };
  const std::vector<bench::Times> t = bench::interleave(world, options, {ours, by_hand, copy});
  const bool good = difference < 1e-5;
  all_good = all_good && good;
  bench::report(options, {"kernel",
                          fmt::format("{}, {} x {}", kernel, rows, width),
                          t[0].median,
                          t[1].median,
                          1.2,
                          {{"of_copy_bandwidth", t[2].median / t[0].median},
                           {"target_of_copy_bandwidth", 0.8},
                           {"hand_of_copy_bandwidth", t[2].median / t[1].median},
                           bench::ratio_of_least(t[0], t[1])},
                          fmt::format("(differ by {:.1e}){}", difference, good ? "" : " DIFFERENT RESULTS")});
}

void rows_kernels(sw::World& world, const Options& options, int rows, int width) {
  auto mesh = sw::make_mesh(world, X);
  Random random;
  const std::size_t n = std::size_t(rows) * std::size_t(width), bytes = n * sizeof(float), count = std::size_t(rows);
  const Numbers x(n, 0, 3, random), dy(n, 0, 1, random), scale(std::size_t(width), 1, 0.2f, random),
      bias(std::size_t(width), 0, 0.2f, random);
  float *out = hand::buffer(n), *dscale = hand::buffer(std::size_t(width)), *dbias = hand::buffer(std::size_t(width));
  std::vector<int> labels(count);
  for (int& l : labels) l = int((random() + 1) / 2 * float(width));
  auto xs = sw::device_put<"f32[n,d]">(mesh, x.values, {rows, width});
  auto dys = sw::device_put<"f32[n,d]">(mesh, dy.values, {rows, width});
  auto scales = sw::device_put<"f32[d]">(mesh, scale.values, {width});
  auto biases = sw::device_put<"f32[d]">(mesh, bias.values, {width});
  auto ids = sw::device_put<"i32[n]">(mesh, labels, {rows});

  const auto one = [&](const std::string& name, std::size_t times, auto&& run, auto&& by_hand, auto&&... arguments) {
    if (!options.wants("kernel") && !options.wants(name)) return;
    auto result = run(arguments...);
    by_hand();
    const auto first = [&] {
      if constexpr (requires { result.span(); })
        return result.span();
      else if constexpr (requires { result.grad.span(); })
        return result.grad.span();
      else
        return result[hana::size_c<0>].span();
    };
    const double difference = relative(first(), out);
    const auto again = [&] {
      result = {};  // so that its memory is used again
      result = run(arguments...);
    };
    measure(world, options, name, count, width, times * bytes, difference, again, by_hand);
  };
  one(
      "layer norm", 2, Norm::on(mesh), [&] { hand::layer_norm(x.copy, scale.copy, bias.copy, out, count, width); }, xs,
      scales, biases);
  one(
      "layer norm backward", 3, NormBackward::on(mesh),
      [&] { hand::layer_norm_backward(x.copy, scale.copy, dy.copy, out, dscale, dbias, count, width); }, xs, scales,
      biases, dys);
  one(
      "softmax", 2, Soft::on(mesh), [&] { hand::softmax(x.copy, out, count, width); }, xs);
  one(
      "softmax backward", 3, SoftBackward::on(mesh),
      [&] { hand::softmax_backward(x.copy, dy.copy, out, count, width); }, xs, dys);
  one(
      "gelu", 2, Gelu::on(mesh), [&] { hand::gelu(x.copy, out, n); }, xs);
  one(
      "gelu backward", 3, GeluBackward::on(mesh), [&] { hand::gelu_backward(x.copy, dy.copy, out, n); }, xs, dys);
  one(
      "cross-entropy with gradient", 2, Entropy::on(mesh),
      [&] { hand::cross_entropy(x.copy, labels.data(), out, count, width); }, xs, ids);
  const sw::RandomKey key = sw::random::key(7);
  one(
      "dropout", 2, Dropout::on(mesh), [&] { hand::dropout(x.copy, out, n, key.word[0], key.word[1], 0.75f); },
      sw::device_put<"key[]">(mesh, key), xs);

  if (options.wants("kernel") || options.wants("adamw")) {
    auto w = xs, m = sw::zeros_like(xs), v = sw::zeros_like(xs);
    float *hw = out, *hm = hand::buffer(n), *hv = hand::buffer(n);
    std::copy_n(x.copy, n, hw);
    auto run = Adamw::on(mesh);
    int ours_count = 0, hand_count = 0;
    const auto ours = [&] {
      auto moved = run(std::move(w), std::move(m), std::move(v), dys, ++ours_count);
      w = std::move(moved[hana::size_c<0>]), m = std::move(moved[hana::size_c<1>]);
      v = std::move(moved[hana::size_c<2>]);
    };
    const auto by_hand = [&] { hand::adamw(hw, hm, hv, dy.copy, n, ++hand_count); };
    ours(), by_hand();
    const double difference = relative(w.span(), hw);
    measure(world, options, "adamw", count, width, 7 * bytes, difference, ours, by_hand);
  }
}

/// One product, C = op(A) op(B), by the library and by OpenBLAS.
template <auto F, sw::fixed_string A, sw::fixed_string B>
void product(sw::World& world, const Options& options, const char* form, bool ta, bool tb, int m, int n, int k) {
  auto mesh = sw::make_mesh(world, X);
  Random random;
  const auto size = [](int a, int b) { return std::size_t(a) * std::size_t(b); };
  const Numbers a(size(m, k), 0, 1, random), b(size(k, n), 0, 1, random);
  float* c = hand::buffer(size(m, n));
  auto as = sw::device_put<A>(
      mesh, a.values, ta ? sw::Shape{std::size_t(k), std::size_t(m)} : sw::Shape{std::size_t(m), std::size_t(k)});
  auto bs = sw::device_put<B>(
      mesh, b.values, tb ? sw::Shape{std::size_t(n), std::size_t(k)} : sw::Shape{std::size_t(k), std::size_t(n)});
  auto run = sw::jit<F>(mesh);
  auto result = run(as, bs);
  const auto again = [&] {
    result = {};
    result = run(as, bs);
  };
  const auto by_hand = [&] { hand::gemm(ta, tb, m, n, k, a.copy, b.copy, c); };
  by_hand();
  const double difference = relative(result.span(), c);
  const bool good = difference < 1e-5;
  all_good = all_good && good;
  const std::vector<bench::Times> t = bench::interleave(world, options, {again, by_hand});
  const double operations = 2.0 * m * n * k;
  bench::report(options, {"gemm",
                          fmt::format("{} {} x {} x {}", form, m, n, k),
                          t[0].median,
                          t[1].median,
                          1.03,
                          {{"gigaflops", operations / t[0].median / 1e6},
                           {"hand_gigaflops", operations / t[1].median / 1e6},
                           bench::ratio_of_least(t[0], t[1])},
                          fmt::format("(differ by {:.1e}){}", difference, good ? "" : " DIFFERENT RESULTS")});
}

void report_product(const Options& options, const std::string& what, double operations,
                    const std::vector<bench::Times>& t) {
  bench::report(options, {"packed",
                          what,
                          t[0].median,
                          t[1].median,
                          0,
                          {{"gigaflops", operations / t[0].median / 1e6},
                           {"hand_gigaflops", operations / t[1].median / 1e6},
                           bench::ratio_of_least(t[0], t[1])},
                          {}});
}

/// Products with weights packed before, and sums of products over 8 microbatches, as steps run them: by turns over so
/// many matrices that each comes from far. Against OpenBLAS with the weights as they are.
void packed_products(sw::World& world, const Options& options, int rows, int d) {
  namespace k = sw::kernels;
  constexpr int products = 8;
  const int matrices = (64 << 20) / (4 * d * d);  // 64 MB
  const std::size_t size = std::size_t(d) * std::size_t(d), n = std::size_t(rows) * std::size_t(d);
  Random random;
  const auto make = [&](std::size_t count) {
    float* p = hand::buffer(count);
    for (std::size_t i = 0; i < count; ++i) p[i] = random();
    return p;
  };
  float *const x = make(n), *const z = make(n), *const y = make(n), *const weights = make(size * std::size_t(matrices));
  for (const bool transposed : {false, true}) {
    const k::RightOperand right{d, d, d, transposed};
    const std::size_t bytes = k::packed_bytes<float>(right);
    float* const packed = make(bytes / 4 * std::size_t(matrices));
    for (int i = 0; i < matrices; ++i)
      k::pack(right, weights + std::size_t(i) * size, packed + bytes / 4 * std::size_t(i));
    int turn = 0, other = 0;
    const auto ours = [&] {
      k::packed_gemm<float>(right, rows, 1, x, d, packed + bytes / 4 * std::size_t(turn++ % matrices), 0, y, d);
    };
    const auto blas = [&] {
      hand::gemm(false, transposed, rows, d, d, x, weights + size * std::size_t(other++ % matrices), y);
    };
    report_product(options, fmt::format("{}, {} rows, D {}", transposed ? "dz w^T" : "x w", rows, d),
                   2.0 * double(n) * d, bench::interleave(world, options, {ours, blas}));
  }
  k::GatheredProduct sum{d, d, rows, d, d, d, 1};
  sum.at_once = k::gathered_at_once(d, d, rows, products, matrices, 4);
  if (sum.at_once < 2) return;
  float* const packed = make(k::gathered_bytes<float>(sum) / 4);
  int turn = 0, other = 0;
  const auto next = [&](int& count) { return weights + size * std::size_t(count++ % matrices); };
  const auto ours = [&] {
    for (int i = 0; i < products; ++i) {
      k::gather<float>(sum, i % sum.at_once, x, z, packed);
      if ((i + 1) % sum.at_once == 0)
        k::gathered_gemm<float>(sum, sum.at_once, 1, packed, i >= sum.at_once, next(turn));
    }
  };
  const auto blas = [&] {
    for (int i = 0; i < products; ++i) hand::gemm_add(rows, d, x, z, next(other), i > 0);
  };
  report_product(options, fmt::format("sum of 8 x^T dz, {} rows, D {}", rows, d), 2.0 * products * double(n) * d,
                 bench::interleave(world, options, {ours, blas}));
}

}  // namespace

int main(int argc, char** argv) {
  const Options options(argc, argv);
  return sw::launch(1,
                    [&](sw::World& world) {
                      rows_kernels(world, options, 1024, 256);
                      rows_kernels(world, options, 4096, 1024);
                      if (options.wants("packed"))
                        for (int d : {512, 1024})
                          for (int rows : {16, 64, 256}) packed_products(world, options, rows, d);
                      if (options.wants("gemm"))
                        for (int m : {16, 64, 256})
                          for (int d : {256, 1024}) {
                            product<nn, "f32[m,k]", "f32[k,n]">(world, options, "x w", false, false, m, d, d);
                            product<nt, "f32[m,k]", "f32[n,k]">(world, options, "dy w^T", false, true, m, d, d);
                            product<tn, "f32[k,m]", "f32[k,n]">(world, options, "x^T dy", true, false, d, d, m);
                          }
                    }),
         all_good ? 0 : 1;
}
