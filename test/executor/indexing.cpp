// Embeddings and order on threads: values, gradients, in-place adding, and what a checked run reports.
#define SHARDWISE_CHECKED 1  // steps of this file report indices that are out of range
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/to_host.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

#include <numeric>

namespace sw = shardwise;
using sw::P, sw::reduced, sw::unreduced;
using Floats = std::vector<double>;
using Ints = std::vector<std::int32_t>;

namespace {
inline constexpr sw::Axis<"X"> X;

Floats numbers(std::size_t n, unsigned seed) {
  Floats v(n);
  for (auto& x : v) x = double((seed = seed * 1664525u + 1013904223u) >> 8) / double(1 << 23) - 1;
  return v;
}
Ints ids_below(std::size_t n, unsigned extent, unsigned seed) {
  Ints v(n);
  for (auto& x : v) x = std::int32_t(((seed = seed * 1664525u + 1013904223u) >> 8) % extent);
  return v;
}
template <class T> bool close(const sw::HostArray<T>& got, const Floats& want) {
  if (got.data.size() != want.size()) return false;
  for (std::size_t i = 0; i < want.size(); ++i)
    if (std::fabs(double(got.data[i]) - want[i]) > 1e-12 * (1 + std::fabs(want[i]))) return false;
  return true;
}

constexpr int vocabulary = 12, width = 3, words = 8;

// Two tables, one split by rows, one reduced; tokens and positions; the gradients of both.
constexpr auto loss = [](auto tokens, auto positions, auto ids, auto where) {
  auto x = sw::take(tokens, ids, P()) * sw::take(positions, where);
  return sw::sum(x * x * x);
};
constexpr auto gradients = [](auto tokens, auto positions, auto ids, auto where) {
  return sw::grad<0, 1>([&](auto t, auto p) { return loss(t, p, ids, where); })(tokens, positions);
};
using Split = sw::Program<gradients, "f64[n@X,d]", "f64[k,d]", "i32[b]", "i64[b]">;
// The same of a table that is reduced, with ids that are split.
constexpr auto data_loss = [](auto tokens, auto positions, auto ids, auto where) {
  auto x = sw::take(tokens, ids) * sw::take(positions, where);
  return sw::sum(x * x * x, P(unreduced(X)));
};
constexpr auto data_gradients = [](auto tokens, auto positions, auto ids, auto where) {
  auto [t, p] = sw::grad<0, 1>([&](auto t, auto p) { return data_loss(t, p, ids, where); })(tokens, positions);
  return sw::hana::make_tuple(sw::reshard(t, P()), sw::reshard(p, P()));
};
using Data = sw::Program<data_gradients, "f64[n,d]{R:X}", "f64[k,d]{R:X}", "i32[b@X]", "i64[b@X]">;

struct Expected {
  Floats tokens, positions;
};
Expected reference(const Floats& t, const Floats& p, const Ints& ids, const std::vector<std::int64_t>& where) {
  Expected e{Floats(t.size()), Floats(p.size())};
  for (std::size_t i = 0; i < ids.size(); ++i)
    for (int k = 0; k < width; ++k) {
      const std::size_t a = std::size_t(ids[i] * width + k), b = std::size_t(where[i] * width + k);
      const double x = t[a] * p[b];
      e.tokens[a] += 3 * x * x * p[b];
      e.positions[b] += 3 * x * x * t[a];
    }
  return e;
}
}  // namespace

TEST_CASE("the gradients of two embeddings, split by rows and reduced, on 1, 2 and 4 devices") {
  const Floats t = numbers(vocabulary * width, 1), p = numbers(5 * width, 2);
  const Ints ids = ids_below(words, vocabulary, 3);
  const Ints small = ids_below(words, 5, 4);
  const std::vector<std::int64_t> where(small.begin(), small.end());
  const Expected expected = reference(t, p, ids, where);
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      {
        auto run = Split::on(mesh);
        const auto before = world.counts();
        auto out = run(sw::device_put<"f64[n@X,d]">(mesh, std::span<const double>(t), {vocabulary, width}),
                       sw::device_put<"f64[k,d]">(mesh, std::span<const double>(p), {5, width}),
                       sw::device_put<"i32[b]">(mesh, std::span<const std::int32_t>(ids), {words}),
                       sw::device_put<"i64[b]">(mesh, std::span<const std::int64_t>(where), {words}));
        CHECK_ON_DEVICE(world.counts().total() - before.total() == std::uint64_t(Split::collectives().total()));
        CHECK_ON_DEVICE(close(sw::to_host(out[sw::hana::size_c<0>]), expected.tokens));
        CHECK_ON_DEVICE(close(sw::to_host(out[sw::hana::size_c<1>]), expected.positions));
      }
      auto run = Data::on(mesh);
      auto out = run(sw::device_put<"f64[n,d]{R:X}">(mesh, std::span<const double>(t), {vocabulary, width}),
                     sw::device_put<"f64[k,d]{R:X}">(mesh, std::span<const double>(p), {5, width}),
                     sw::device_put<"i32[b@X]">(mesh, std::span<const std::int32_t>(ids), {words}),
                     sw::device_put<"i64[b@X]">(mesh, std::span<const std::int64_t>(where), {words}));
      CHECK_ON_DEVICE(close(sw::to_host(out[sw::hana::size_c<0>]), expected.tokens));
      CHECK_ON_DEVICE(close(sw::to_host(out[sw::hana::size_c<1>]), expected.positions));
      return 0;
    });
}

namespace {
// Order along split and unsplit arrays.
constexpr auto ordered = [](auto x, auto weights) {
  auto f = [&](auto x) { return sw::sum(sw::cumsum<1>(sw::sort(x), sw::reverse) * weights); };
  return sw::hana::make_tuple(sw::argsort<-1>(x), sw::grad(f)(x), sw::take_along_axis<1>(x, sw::argsort<1>(weights)));
};
using Ordered = sw::Program<ordered, "f32[b@X,n]", "f32[b@X,n]">;
}  // namespace

TEST_CASE("sort, argsort, cumsum and take_along_axis, as the interpreter has them") {
  const std::size_t rows = 4, n = 300;  // long enough for the radix sort
  const Floats x = numbers(rows * n, 5), w = numbers(rows * n, 6);
  const std::vector<float> xf(x.begin(), x.end()), wf(w.begin(), w.end());
  sw::interpreter::HostArray hx = sw::interpreter::HostArray::from_shape({rows, n}), hw = hx;
  std::copy(xf.begin(), xf.end(), hx.begin());
  std::copy(wf.begin(), wf.end(), hw.begin());
  sw::interpreter::Interpreter oracle(Ordered::view(), {{sw::Name("X"), 1}},
                                      {{sw::Name("b"), 4}, {sw::Name("n"), 300}});
  const auto expected = oracle.run_global({hx, hw});
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      auto out = Ordered::on(mesh)(sw::device_put<"f32[b@X,n]">(mesh, std::span<const float>(xf), {rows, n}),
                                   sw::device_put<"f32[b@X,n]">(mesh, std::span<const float>(wf), {rows, n}));
      const auto check = [&](const auto& got, const auto& want) {
        for (std::size_t i = 0; i < want.size(); ++i)
          if (std::fabs(double(got.data[i]) - want.data()[i]) > 1e-4 * (1 + std::fabs(want.data()[i]))) return false;
        return got.data.size() == want.size();
      };
      CHECK_ON_DEVICE(check(sw::to_host(out[sw::hana::size_c<0>]), expected[0]));
      CHECK_ON_DEVICE(check(sw::to_host(out[sw::hana::size_c<1>]), expected[1]));
      CHECK_ON_DEVICE(check(sw::to_host(out[sw::hana::size_c<2>]), expected[2]));
      return 0;
    });
}

namespace {
constexpr auto lookup = [](auto t, auto ids) { return sw::take(t, ids, P()); };
constexpr auto losses = [](auto logits, auto labels) {
  return sw::softmax_cross_entropy_with_integer_labels(logits, labels);
};
constexpr auto along = [](auto a, auto ids) { return sw::take_along_axis<0>(a, ids); };
}  // namespace

TEST_CASE("a checked run reports an index that is out of range: the op, the index, the extent") {
  const Floats t = numbers(12, 1);
  const Ints far{0, 4, 1}, negative{2, -1, 0}, fits{0, 3, 1};
  sw::detail::run_threads(1, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto table = sw::device_put<"f64[n@X,d]">(mesh, std::span<const double>(t), {4, 3});
    auto matrix = sw::device_put<"f64[n,d]">(mesh, std::span<const double>(t), {4, 3});
    const auto ids = [&](const Ints& i) {
      return sw::device_put<"i32[b]">(mesh, std::span<const std::int32_t>(i), {3});
    };
    const auto labels = [&](const Ints& i) {
      return sw::device_put<"i32[n]">(mesh, std::span<const std::int32_t>(i), {4});
    };
    const auto rows = [&](const Ints& i) {
      return sw::device_put<"i32[1,d]">(mesh, std::span<const std::int32_t>(i), {1, 3});
    };
    auto run = sw::Program<lookup, "f64[n@X,d]", "i32[b]">::on(mesh);
    FAILS_WITH("take: index 4 is out of range for the extent 4", run(table, ids(far)));
    FAILS_WITH("take: index -1 is out of range for the extent 4", run(table, ids(negative)));
    CHECK_ON_DEVICE(sw::to_host(run(table, ids(fits))).data[3] == t[9]);
    auto loss = sw::Program<losses, "f64[n,d]", "i32[n]">::on(mesh);
    FAILS_WITH("clamp_index: index 3 is out of range for the extent 3", loss(matrix, labels({0, 1, 3, 2})));
    auto pick = sw::Program<along, "f64[n,d]", "i32[1,d]">::on(mesh);
    FAILS_WITH("take_along_axis: index 7 is out of range for the extent 4", pick(matrix, rows({0, 7, 3})));
    return 0;
  });
}
