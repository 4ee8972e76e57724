// Convolutions in steps on 1, 2 and 4 devices: value and gradients as the interpreter's.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/array.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/jit.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/random.hpp>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
using sw::P;

/// Two layers; the channels between them split, the sum over them scattered over the batch.
constexpr auto network = [](auto x, auto first, auto second) {
  auto h = sw::relu(sw::conv<"SAME">(sw::reshard(x, P()), first));
  auto y = sw::conv<"VALID", 2, 2>(h, second, P(X));
  return sw::sum(sw::square(y));
};
constexpr auto channels = [](auto x, auto first, auto second) {
  return sw::value_and_grad<0, 1, 2>(network)(x, first, second);
};
constexpr auto batch_loss = [](auto x, auto first, auto second) {
  return sw::sum(sw::square(sw::conv<"(1,0),(0,2)", 1, 2>(sw::tanh(sw::conv<"SAME", 2, 1>(x, first)), second)));
};
constexpr auto batch = [](auto x, auto first, auto second) {
  return sw::value_and_grad<0, 1, 2>(batch_loss)(x, first, second);
};

template <class P> std::vector<sw::interpreter::HostArray> expected(const std::vector<sw::interpreter::HostArray>& in) {
  return sw::interpreter::Interpreter(P::view(), {{sw::Name("X"), 1}}).run_global(in);
}
sw::interpreter::HostArray widened(const auto& host, const sw::interpreter::Shape& shape) {
  auto a = sw::interpreter::HostArray::from_shape(shape);
  std::copy(host.data.begin(), host.data.end(), a.begin());
  return a;
}

template <auto Step, sw::fixed_string A, sw::fixed_string B, sw::fixed_string C> void check() {
  using Program = sw::CompiledProgram<std::remove_cv_t<decltype(Step)>, sw::type<A>, sw::type<B>, sw::type<C>>;
  for (int devices : {1, 2, 4})
    sw::launch(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X);
      const auto x = sw::random::normal<A>(mesh, sw::random::key(1));
      const auto first = sw::random::normal<B>(mesh, sw::random::key(2));
      const auto second = sw::random::normal<C>(mesh, sw::random::key(3));
      const auto want =
          expected<Program>({widened(sw::to_host(x), {4, 6, 5, 3}), widened(sw::to_host(first), {3, 2, 3, 4}),
                             widened(sw::to_host(second), {2, 2, 4, 4})});
      std::size_t k = 0;
      sw::tree_for_each(
          [&](const auto& got) {
            const auto host = sw::to_host(got);
            for (std::size_t i = 0; i < host.data.size(); ++i) {
              const double w = want[k].data()[i];
              CHECK_ON_DEVICE(std::abs(host.data[i] - w) < 1e-3 * (1 + std::abs(w)));
            }
            ++k;
          },
          sw::jit<Step>(mesh)(x, first, second));
      CHECK_ON_DEVICE(k == 4);
    });
}
}  // namespace

TEST_CASE("a convolution whose channels are split") {
  check<channels, "f32[4@X,6,5,3]", "f32[3,2,3,4@X]", "f32[2,2,4@X,4]">();
}
TEST_CASE("a convolution whose batch is split, with replicated kernels") {
  check<batch, "f32[4@X,6,5,3]", "f32[3,2,3,4]", "f32[2,2,4,4]">();
}
