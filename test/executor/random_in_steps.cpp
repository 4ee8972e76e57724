// Random numbers drawn inside steps: the same on any mesh and in any layout, the same as arrays of random numbers have
// and as the interpreter draws, to the bit.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstring>
#include <mutex>

#include <shardwise/array.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/backends/interpreter/local_ops.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/jit.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/random.hpp>
#include <support/devices.hpp>

namespace sw = shardwise;

namespace {
using sw::P;
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

/// What every mesh and layout must give.
template <class T> struct Same {
  std::mutex mutex;
  std::vector<T> first;
  void check(const std::vector<T>& got) {
    const std::lock_guard lock(mutex);
    if (first.empty()) first = got;
    CHECK_ON_DEVICE(first.size() == got.size());
    CHECK_ON_DEVICE(std::memcmp(first.data(), got.data(), got.size() * sizeof(T)) == 0);
  }
};

template <sw::fixed_string S> constexpr auto normal = [](auto key) { return sw::random::normal<S>(key); };
template <sw::fixed_string S>
constexpr auto uniform = [](auto key) { return sw::random::uniform<S>(sw::random::fold_in(key, 3)); };
template <sw::fixed_string S> constexpr auto bits = [](auto key) { return sw::random::bits<S>(key); };
template <sw::fixed_string S> constexpr auto permutation = [](auto key) { return sw::random::permutation<S>(key); };
/// Scaled so that its expectation is x.
constexpr auto dropout = [](auto key, auto x, auto keep) { return sw::where(keep(key), x * (1 / 0.75f), 0.0f); };
template <sw::fixed_string Mask> constexpr auto keep = [](auto key) { return sw::random::bernoulli<Mask>(key, 0.75); };
template <sw::fixed_string Mask>
constexpr auto loss = [](auto x, auto key) { return sw::sum(sw::square(dropout(key, x, keep<Mask>))); };
template <sw::fixed_string Mask>
constexpr auto loss_and_gradient = [](auto x, auto key) { return sw::value_and_grad(loss<Mask>)(x, key); };

template <sw::fixed_string... S, class M> void draw(const M& mesh, sw::RandomKey seed, Same<float>& n, Same<float>& u) {
  const auto key = sw::device_put<"key[]">(mesh, seed);
  (n.check(sw::to_host(sw::jit<normal<S>>(mesh)(key)).data), ...);
  (u.check(sw::to_host(sw::jit<uniform<S>>(mesh)(key)).data), ...);
}
}  // namespace

TEST_CASE("case 27: draws are the same on 1, 2, 4 and 2x2 devices, split on either dimension or replicated") {
  Same<float> n, u;
  Same<std::uint32_t> words;
  Same<std::int32_t> order;
  const sw::RandomKey seed = sw::random::key(17);
  for (int devices : {1, 2, 4})
    sw::launch(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      draw<"f32[8@X,4]", "f32[8,4@X]", "f32[8,4]", "f32[8,4]{R:X}">(mesh, seed, n, u);
      const auto key = sw::device_put<"key[]{R:X}">(mesh, seed);
      words.check(sw::to_host(sw::jit<bits<"u32[4@X,6]">>(mesh)(key)).data);
      order.check(sw::to_host(sw::jit<permutation<"i32[20@X]">>(mesh)(key)).data);
      order.check(sw::to_host(sw::jit<permutation<"i32[20]">>(mesh)(key)).data);
    });
  sw::launch(4, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, {2, 2}, X, Y);
    draw<"f32[8@X,4@Y]", "f32[8@(Y,X),4]", "f32[8,4@(X,Y)]", "f32[8@Y,4]{R:X}">(mesh, seed, n, u);
    // Arrays that are made of a key hold the same numbers.
    n.check(sw::to_host(sw::random::normal<"f32[8@X,4]">(mesh, seed)).data);
    u.check(sw::to_host(sw::random::uniform<"f32[8@X,4]">(mesh, sw::random::fold_in(seed, 3))).data);
  });
  CHECK(n.first.size() == 32);
  std::vector<int> seen(20, 0);
  for (int i : order.first) ++seen[std::size_t(i)];
  CHECK(seen == std::vector<int>(20, 1));
  CHECK(order.first[0] + 1 != order.first[1]);
}

TEST_CASE("dropout gives the same loss and the same gradient on 1, 2 and 4 devices") {
  Same<float> gradients;
  std::mutex mutex;
  std::vector<float> losses;
  for (int devices : {1, 2, 4})
    sw::launch(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      const auto key = sw::device_put<"key[]">(mesh, sw::random::key(5));
      const auto x = sw::random::normal<"f32[8@X,16]">(mesh, sw::random::key(6));
      const auto [value, gradient] = sw::jit<loss_and_gradient<"bool[8@X,16]">>(mesh)(x, key);
      gradients.check(sw::to_host(gradient).data);
      const std::lock_guard lock(mutex);
      losses.push_back(sw::to_host(value).data[0]);
    });
  for (float l : losses) CHECK(l == Approx(losses[0]));
  const auto zeros = std::count(gradients.first.begin(), gradients.first.end(), 0.0f);
  CHECK(zeros > 10);
  CHECK(zeros < 60);  // of 128, a quarter is dropped
}

namespace {
/// Draws that one kernel makes in registers (uniform) and in a buffer (normal), with what it computes of them: in one
/// pass, and where a row's largest number is needed in two.
constexpr auto kept = [](auto u, auto z, auto x) { return sw::where(u < 0.75f, x / 0.75f + z * u, 0.0f); };
template <sw::fixed_string S>
constexpr auto one_pass = [](auto key, auto x) {
  auto u = sw::random::uniform<S>(key);
  return sw::hana::make_tuple(kept(u, 0.5f, x), u, sw::exp(u) * x);
};
template <sw::fixed_string S>
constexpr auto two_passes = [](auto key, auto x) {
  auto u = sw::random::uniform<S>(key), z = sw::random::normal<S>(sw::random::fold_in(key, 1));
  auto y = kept(u, z, x);
  auto centred = y - sw::max<-1>(y, sw::keepdims);
  return sw::hana::make_tuple(centred * u, sw::exp(centred) * z, u);
};
/// In this layout, by one kernel each.
template <sw::fixed_string S, bool Rows, class M>
void in_kernels(const M& mesh, sw::RandomKey seed, std::array<Same<float>, 6>& same) {
  const auto x = sw::random::normal<S>(mesh, sw::random::key(2));
  const auto key = sw::device_put<"key[]">(mesh, seed);
  const auto uniform = sw::to_host(sw::random::uniform<S>(mesh, seed)).data;
  const auto [a, b, c] = sw::jit<one_pass<S>>(mesh)(key, x);
  same[0].check(sw::to_host(a).data), same[1].check(sw::to_host(b).data), same[2].check(sw::to_host(c).data);
  CHECK_ON_DEVICE(sw::to_host(b).data == uniform);
  if constexpr (Rows) {
    const auto [d, e, f] = sw::jit<two_passes<S>>(mesh)(key, x);
    same[3].check(sw::to_host(d).data), same[4].check(sw::to_host(e).data), same[5].check(sw::to_host(f).data);
    CHECK_ON_DEVICE(sw::to_host(f).data == uniform);
  }
}
}  // namespace

TEST_CASE("kernels draw the numbers of arrays, in one piece and row by row, whatever the pass") {
  std::array<Same<float>, 6> matrix, cube, row;
  const sw::RandomKey seed = sw::random::key(31);
  for (int devices : {1, 2})
    sw::launch(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      in_kernels<"f32[6@X,74]", true>(mesh, seed, matrix);
      in_kernels<"f32[6,74@X]", false>(mesh, seed, matrix);
      in_kernels<"f32[2,4@X,33]", true>(mesh, seed, cube);
      in_kernels<"f32[90@X]", false>(mesh, seed, row);
    });
}

namespace {
/// A key for each layer: split, and taken one by one by a scan.
constexpr auto layers = [](auto key, auto x) {
  auto keys = sw::random::split<3>(key);
  auto first = sw::reshape<>(sw::slice<0, 0, 1>(keys));
  auto y = sw::scan([](auto h, auto k) { return h + sw::random::normal<"f32[4@X]">(k); }, x, keys);
  return sw::hana::make_tuple(y, sw::random::normal<"f32[4@X]">(first), keys);
};
}  // namespace

TEST_CASE("keys are split, sliced and scanned") {
  sw::launch(2, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const sw::RandomKey seed = sw::random::key(9);
    const auto x = sw::zeros<"f32[4@X]">(mesh);
    const auto [scanned, drawn, all] = sw::jit<layers>(mesh)(sw::device_put<"key[]">(mesh, seed), x);
    const auto y = sw::to_host(scanned), one = sw::to_host(drawn);
    const auto returned = sw::to_host(all);
    std::vector<float> expected(4, 0.0f);
    const auto keys = sw::random::split<3>(seed);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto z = sw::to_host(sw::random::normal<"f32[4]">(mesh, keys[k]));
      CHECK_ON_DEVICE(returned.data[k] == keys[k]);
      for (std::size_t i = 0; i < 4; ++i) {
        if (k == 0) CHECK_ON_DEVICE(one.data[i] == z.data[i]);
        expected[i] += z.data[i];
      }
    }
    for (std::size_t i = 0; i < 4; ++i) CHECK_ON_DEVICE(y.data[i] == expected[i]);
  });
}

namespace {
constexpr auto samples = [](auto key, auto logits) {
  return sw::hana::make_tuple(
      sw::random::categorical<"i32[20000,2@X]">(key, logits),
      sw::random::bernoulli<"bool[20000,3]">(key, sw::slice<0, 0, 1>(sw::reshard(sw::softmax<1>(logits), P()))));
};
}  // namespace

TEST_CASE("categorical and bernoulli have the probabilities that they are given") {
  Same<std::int32_t> drawn;
  sw::launch(2, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto key = sw::device_put<"key[]">(mesh, sw::random::key(3));
    const float logits[2][3] = {{std::log(0.2f), std::log(0.7f), std::log(0.1f)}, {0, -INFINITY, 0}};
    const auto l = sw::device_put<"f32[2@X,3]">(mesh, {{logits[0][0], logits[0][1], logits[0][2]}, {0, -INFINITY, 0}});
    const auto [index, mask] = sw::jit<samples>(mesh)(key, l);
    const auto i = sw::to_host(index);
    drawn.check(i.data);
    double counts[2][3] = {};
    for (std::size_t k = 0; k < 40000; ++k) counts[k % 2][i.data[k]] += 1.0 / 20000;
    CHECK_ON_DEVICE(std::abs(counts[0][0] - 0.2) < 0.012);
    CHECK_ON_DEVICE(std::abs(counts[0][1] - 0.7) < 0.012);
    CHECK_ON_DEVICE(std::abs(counts[1][0] - 0.5) < 0.012);
    CHECK_ON_DEVICE(counts[1][1] == 0);
    double means[3] = {};
    const auto m = sw::to_host(mask);
    for (std::size_t k = 0; k < 60000; ++k) means[k % 3] += m.data[k] / 20000.0;
    CHECK_ON_DEVICE(std::abs(means[0] - 0.2) < 0.012);
    CHECK_ON_DEVICE(std::abs(means[1] - 0.7) < 0.012);
    CHECK_ON_DEVICE(std::abs(means[2] - 0.1) < 0.012);
  });
}

namespace {
constexpr auto everything = [](auto key) {
  auto k = sw::random::fold_in(key, 11);
  return sw::hana::make_tuple(
      sw::random::normal<"f32[8@X,4]">(k), sw::random::uniform<"bf16[8,4@X]">(k), sw::random::normal<"f16[8]{R:X}">(k),
      sw::random::uniform<"f64[8@X]">(k), sw::random::bits<"u32[8@X]">(k), sw::random::permutation<"i64[8@X]">(k),
      sw::random::bernoulli<"bool[8@X]">(sw::reshape<>(sw::slice<0, 1, 2>(sw::random::split<2>(k))), 0.5));
};
}  // namespace

TEST_CASE("the interpreter draws the same bits") {
  using P = sw::Program<everything, "key[]">;
  const sw::RandomKey seed = sw::random::key(123);
  namespace in = sw::interpreter;
  in::Interpreter simulated(P::view(), {{sw::Name("X"), 4}}, {}, {true});
  in::HostArray key = in::HostArray::from_shape(in::Shape{});
  key.data()[0] = in::local::key_element(seed);
  const auto expected = simulated.run_global({key});
  sw::launch(2, [&](sw::World& world) {
    const auto mesh = sw::make_mesh(world, X);
    const auto results = sw::jit<everything>(mesh)(sw::device_put<"key[]">(mesh, seed));
    std::size_t k = 0;
    const auto compare = [&](const auto& array) {
      const auto host = sw::to_host(array);
      for (std::size_t i = 0; i < host.data.size(); ++i) {
        double got = 0;
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(host.data[i])>>)
          got = double(host.data[i]);
        else
          got = double(float(host.data[i]));
        CHECK_ON_DEVICE(got == expected[k].data()[i]);
      }
      ++k;
    };
    sw::tree_for_each(compare, results);
    CHECK_ON_DEVICE(k == 7);
  });
}
