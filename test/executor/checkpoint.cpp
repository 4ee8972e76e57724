// Checkpoints, compiled: the same gradients bit for bit, the same random numbers, and less memory.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/random_arrays.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

#include <cstring>
#include <iostream>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
using sw::none, sw::P, sw::reduced, sw::unreduced;

// A layer with dropout: its mask must be the same when it is drawn again.
constexpr auto layer = [](auto h, auto w, auto key) {
  auto z = sw::gelu(sw::matmul(sw::tanh(h), w));
  auto keep = sw::random::bernoulli<"bool[8@X,16]">(key, 0.75);
  return h + sw::where(keep, z, 0);
};
template <auto Policy>
constexpr auto in_scan = [](auto h, auto ws, auto keys) {
  return sw::grad<0, 1>([&](auto h, auto ws) {
    return sw::sum(sw::square(sw::scan(sw::checkpoint<Policy>(layer), h, ws, keys)), P(unreduced(X)));
  })(h, ws);
};
template <auto Policy>
constexpr auto around_scan = [](auto h, auto ws, auto keys) {
  return sw::grad<0, 1>([&](auto h, auto ws) {
    auto all = [](auto h, auto ws, auto keys) { return sw::scan(layer, h, ws, keys); };
    return sw::sum(sw::square(sw::checkpoint<Policy>(all)(h, ws, keys)), P(unreduced(X)));
  })(h, ws);
};
template <auto Policy> using InScan = sw::Program<in_scan<Policy>, "f32[8@X,16]", "f32[4,16,16]{R:X}", "key[4]">;
template <auto Policy>
using AroundScan = sw::Program<around_scan<Policy>, "f32[8@X,16]", "f32[4,16,16]{R:X}", "key[4]">;

std::vector<float> numbers(std::size_t n, float scale, unsigned seed) {
  std::vector<float> v(n);
  for (float& x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = scale * (float(seed >> 8) / float(1 << 23) - 1);
  }
  return v;
}
constexpr auto make_keys = [](auto key) { return sw::random::split<4>(key); };
using Keys = sw::Program<make_keys, "key[]">;

/// What the two gradients are on this device.
template <class Program> std::vector<float> gradients(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto h = sw::device_put<"f32[8@X,16]">(mesh, std::span<const float>(numbers(8 * 16, 1, 3)), {8, 16});
  auto ws = sw::device_put<"f32[4,16,16]{R:X}">(mesh, std::span<const float>(numbers(4 * 256, 0.4f, 5)), {4, 16, 16});
  auto run = Program::on(mesh);
  auto [dh, dw] = run(h, ws, Keys::on(mesh)(sw::device_put<"key[]">(mesh, sw::random::key(17))));
  std::vector<float> out(dh.span().begin(), dh.span().end());
  out.insert(out.end(), dw.span().begin(), dw.span().end());
  return out;
}
template <class... Programs> void all_equal(sw::World& world) {
  const std::vector<std::vector<float>> all{gradients<Programs>(world)...};
  for (const auto& g : all) {
    CHECK_ON_DEVICE(g.size() == all[0].size());
    CHECK_ON_DEVICE(std::memcmp(g.data(), all[0].data(), g.size() * sizeof(float)) == 0);
  }
  double size = 0;
  for (float x : all[0]) size += x * x;
  CHECK_ON_DEVICE(size > 1);
}
}  // namespace

TEST_CASE("case 26: checkpoints of layers with dropout change no bit of a gradient") {
  for (int devices : {1, 2})
    sw::detail::run_threads(devices, [](sw::World& world) {
      all_equal<InScan<sw::everything_saveable>, InScan<sw::nothing_saveable>, InScan<sw::dots_saveable>,
                AroundScan<sw::nothing_saveable>, AroundScan<sw::dots_saveable>>(world);
      return 0;
    });
}

TEST_CASE("checkpoints change no bit of a gradient that rounds each op") {
  using sw::interpreter::HostArray;
  const auto run = [](const sw::ProgramView& p) {
    sw::interpreter::Interpreter interpreter(p, {{sw::Name("X"), 2}}, {}, {.round = true});
    const auto array = [](const std::vector<float>& v, std::vector<std::size_t> shape) {
      HostArray a = HostArray::from_shape(shape);
      std::copy(v.begin(), v.end(), a.begin());
      return a;
    };
    const std::vector<float> keys{1, 2, 3, 4};
    return interpreter.run_global(
        {array(numbers(8 * 16, 1, 3), {8, 16}), array(numbers(4 * 256, 0.4f, 5), {4, 16, 16}), array(keys, {4})});
  };
  const auto expected = run(InScan<sw::everything_saveable>::view());
  for (const auto& view : {InScan<sw::nothing_saveable>::view(), InScan<sw::dots_saveable>::view(),
                           AroundScan<sw::nothing_saveable>::view(), AroundScan<sw::dots_saveable>::view()}) {
    const auto got = run(view);
    for (std::size_t k = 0; k < got.size(); ++k)
      CHECK(std::equal(got[k].begin(), got[k].end(), expected[k].begin(), expected[k].end()));
  }
}

namespace {
// Eight blocks of four layers, one after the other and not in a loop.
template <int Blocks, class Block, class H, class W> constexpr auto blocks(Block block, H h, W w) {
  if constexpr (Blocks == 0)
    return h;
  else
    return blocks<Blocks - 1>(block, block(h, w), w);
}
template <auto Policy>
constexpr auto deep = [](auto h, auto w) {
  return sw::grad<0, 1>([](auto h, auto w) {
    auto block = [](auto h, auto w) {
      for (int layer = 0; layer < 4; ++layer) h = sw::tanh(sw::matmul(h, w));
      return h;
    };
    return sw::sum(sw::square(blocks<8>(sw::checkpoint<Policy>(block), h, w)));
  })(h, w);
};
template <auto Policy> using Deep = sw::Program<deep<Policy>, "f32[256,64]", "f32[64,64]">;
template <class P> std::size_t temporaries(sw::World& world) {
  auto mesh = sw::make_mesh(world, X);
  auto run = P::on(mesh);
  run(sw::zeros<"f32[256,64]">(mesh), sw::zeros<"f32[64,64]">(mesh));
  return run.memory().temporaries;
}
}  // namespace

TEST_CASE("a deep chain needs less memory with checkpoints") {
  // 32 layers forward, 64 contractions backward; and each layer once more.
  constexpr std::int64_t dot = 2 * 256 * 64 * 64;
  STATIC_REQUIRE(Deep<sw::everything_saveable>::flops().contractions == 3 * 32 * dot);
  STATIC_REQUIRE(Deep<sw::nothing_saveable>::flops().contractions == (3 * 32 + 32) * dot);
  sw::detail::run_threads(1, [](sw::World& world) {
    const std::size_t all = temporaries<Deep<sw::everything_saveable>>(world),
                      few = temporaries<Deep<sw::nothing_saveable>>(world);
    std::cout << "temporaries of 32 layers of 64 KiB: " << all / 1024 << " KiB, with 8 checkpoints " << few / 1024
              << " KiB\n";
    // Kept are 8 results of blocks and the insides of one, instead of 32.
    CHECK_ON_DEVICE(all >= 32 * 65536);
    CHECK_ON_DEVICE(few <= 18 * 65536);
    return 0;
  });
}
