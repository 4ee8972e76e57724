// What a step checks when it is bound, and what it keeps between calls.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/shardwise.hpp>

namespace sw = shardwise;

template <class K, class B> struct Linear { BOOST_HANA_DEFINE_STRUCT(Linear, (K, kernel), (B, bias)); };
template <class A, class B> struct Net { BOOST_HANA_DEFINE_STRUCT(Net, (A, layer1), (B, layer2)); };

namespace {
inline constexpr sw::Axis<"X"> X;

using Layer = Linear<sw::type<"f32[d,d]{R:X}">, sw::type<"f32[d]{R:X}">>;
using Weights = Net<Layer, Layer>;

auto put_layer(const auto& mesh, float scale, std::size_t d) {
  auto kernel = sw::full<"f32[d,d]{R:X}">(mesh, scale, {{"d", d}});
  auto bias = sw::full<"f32[d]{R:X}">(mesh, scale, {{"d", d}});
  return Linear<decltype(kernel), decltype(bias)>{kernel, bias};
}
template <class A, class B> auto make_net(A layer1, B layer2) { return Net<A, B>{layer1, layer2}; }

constexpr auto multiply = [](auto x, auto y) { return sw::matmul(x, y); };
using Multiply = sw::Program<multiply, "f32[batch@X,d]", "f32[d,d]">;

constexpr auto add = [](auto x, auto y) { return x + y; };
using Add = sw::Program<add, "f32[batch@X,d]", "f32[batch@X,d]">;
using AddUnknown = sw::Program<add, "f32[?@X]", "f32[?@X]">;

constexpr auto outer = [](auto x, auto y) { return sw::matmul(x, sw::transpose(y)); };
using Outer = sw::Program<outer, "f32[a,k]", "f32[b,k]">;

constexpr auto loss = [](auto net, auto x) {
  auto h = sw::tanh(sw::matmul(x, net.layer1.kernel) + net.layer1.bias);
  auto y = sw::matmul(h, net.layer2.kernel) + net.layer2.bias;
  return sw::sum(sw::square(y), sw::P(sw::unreduced(X)));
};
constexpr auto train = [](auto net, auto x, auto rate) {
  auto grads = sw::grad(loss)(net, x);
  return net - rate * sw::reshard(grads, sw::spec(net));
};
using Train = sw::Program<train, sw::tree_of<Weights>, "f32[batch@X,d]", "f32[]{R:X}">;
static_assert(Train::collectives() == sw::Collectives{.all_reduce = 1});

template <class F> void on_devices(int n, F f) {
  sw::detail::run_threads(n, [&](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    f(mesh, world);
    return 0;
  });
}
}  // namespace

TEST_CASE("sizes that disagree, before anything runs") {
  on_devices(2, [](auto& mesh, sw::World& world) {
    auto x = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 32}, {"d", 4}});
    auto y = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 48}, {"d", 4}});
    auto run = Add::on(mesh);
    FAILS_WITH("batch is 32 in argument 1 (f32[batch@X,d]) and 48 in argument 2 (f32[batch@X,d])", run(x, y));
    CHECK_ON_DEVICE(world.counts().total() == 0);
    FAILS_WITH("not bound", run.memory());
    auto w = sw::ones<"f32[a,b]">(mesh, {{"a", 4}, {"b", 6}});
    FAILS_WITH("d is 4 in argument 1 (f32[batch@X,d]) and 6 in argument 2 (f32[d,d])", Multiply::on(mesh)(x, w));
    // The executable still works.
    CHECK_ON_DEVICE(run(x, x).span()[0] == 2);
  });
}

TEST_CASE("devices that call a bound step with different sizes, where calls are compared") {
  on_devices(2, [](auto& mesh, sw::World& world) {
    auto x = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 32}, {"d", 4}});
    auto y = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 48}, {"d", 4}});
    auto run = Add::on(mesh);
    run(x, x);
    run(y, y);
    world.set_checked(true);
    CHECK_ON_DEVICE(run(x, x).span()[0] == 2);
    auto& mine = world.rank() ? x : y;
    FAILS_WITH("a call of a step with [48,4], [48,4]", run(mine, mine));
    FAILS_WITH("a call of a step with [32,4], [32,4]", run(mine, mine));
    CHECK_ON_DEVICE(run(y, y).span()[0] == 2);
  });
}

TEST_CASE("a value that no memory has") {
  on_devices(2, [](auto& mesh, sw::World&) {
    const std::int64_t huge = std::int64_t(1) << 33;
    auto x = sw::ones<"f32[a,k]">(mesh, {{"a", huge}, {"k", 0}});
    auto y = sw::ones<"f32[b,k]">(mesh, {{"b", huge}, {"k", 0}});
    FAILS_WITH("f32[a,b] with extents [8589934592,8589934592] is too large", Outer::on(mesh)(x, y));
  });
}

namespace {
constexpr auto largest = [](auto x) { return sw::argmax<1>(x); };
constexpr auto smallest = [](auto x) { return sw::argmin<0>(x); };
constexpr auto chosen = [](auto key, auto logits) { return sw::random::categorical<"i32[b@X]">(key, logits); };
}  // namespace

TEST_CASE("an argmax of no elements, before anything runs") {
  on_devices(2, [](auto& mesh, sw::World& world) {
    auto run = sw::Program<largest, "f32[b@X,n]">::on(mesh);
    FAILS_WITH("(argmax) of f32[b@X,n] with extents [4,0]: expected at least 1 element along dimension 1, got 0",
               run(sw::zeros<"f32[b@X,n]">(mesh, {4, 0})));
    CHECK_ON_DEVICE(run(sw::ones<"f32[b@X,n]">(mesh, {4, 3})).span()[1] == 0);
    CHECK_ON_DEVICE(run(sw::zeros<"f32[b@X,n]">(mesh, {0, 0})).span().empty());  // no row asks for one
    FAILS_WITH("(argmin) of i64[n,b@X] with extents [0,2]: expected at least 1 element along dimension 0, got 0",
               sw::Program<smallest, "i64[n,b@X]">::on(mesh)(sw::zeros<"i64[n,b@X]">(mesh, {0, 2})));
    auto choose = sw::Program<chosen, "key[]", "f32[b@X,n]">::on(mesh);
    FAILS_WITH("expected at least 1 element along dimension 1, got 0",
               choose(sw::device_put<"key[]">(mesh, sw::random::key(1)), sw::zeros<"f32[b@X,n]">(mesh, {4, 0})));
    CHECK_ON_DEVICE(world.counts().total() == 0);
  });
}

TEST_CASE("unknown extents that must be equal") {
  on_devices(2, [](auto& mesh, sw::World&) {
    auto a = sw::ones<"f32[8@X]">(mesh), b = sw::ones<"f32[8@X]">(mesh);
    auto c = sw::ones<"f32[6@X]">(mesh);
    auto run = AddUnknown::on(mesh);
    CHECK_ON_DEVICE(run(a, b).span()[3] == 2);
    FAILS_WITH("equal extents: ? is 8 (argument 1, dimension 0), and ? is 6 (argument 2, dimension 0)", run(a, c));
  });
}

TEST_CASE("an array of another mesh, an empty one") {
  on_devices(2, [](auto& mesh, sw::World& world) {
    auto other = sw::make_mesh(world, X);
    auto x = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 4}, {"d", 4}});
    auto y = sw::ones<"f32[batch@X,d]">(other, {{"batch", 4}, {"d", 4}});
    auto run = Add::on(mesh);
    FAILS_WITH("argument 2: expected an array on the mesh of the step", run(x, y));
    FAILS_WITH("a mesh equals itself only: make one and use it for all", run(x, y));
    auto gone = x;
    auto z = run(x, std::move(gone));
    FAILS_WITH("empty array", run(x, gone));
    CHECK_ON_DEVICE(z.span()[0] == 2);
  });
}

TEST_CASE("a tree of weights: one collective, a run-time rate, results in the same tree") {
  on_devices(2, [](auto& mesh, sw::World& world) {
    auto net = make_net(put_layer(mesh, 0.5f, 4), put_layer(mesh, 0.25f, 4));
    auto x = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 8}, {"d", 4}});
    auto run = Train::on(mesh);
    const auto before = world.counts();
    auto next = run(net, x, 0.0f);
    CHECK_ON_DEVICE(world.counts().total() - before.total() == 1);
    CHECK_ON_DEVICE(world.counts().all_reduce_bytes - before.all_reduce_bytes == 4 * 2 * (16 + 4));
    CHECK_ON_DEVICE(next.layer1.kernel.span()[0] == 0.5f);
    const auto momentum = sw::zeros_like(next);
    static_assert(std::is_same_v<decltype(momentum), const decltype(next)>);
    CHECK_ON_DEVICE(momentum.layer1.kernel.span()[0] == 0 && momentum.layer2.bias.shape() == next.layer2.bias.shape());
    CHECK_ON_DEVICE(next.layer2.bias.span()[3] == 0.25f);
    // y = 4 * 0.25 tanh(2.5) + 0.25 for each of 8 rows: d bias2 = 8 * 2y
    next = run(net, x, 0.125);
    const double y = std::tanh(2.5) + 0.25;
    CHECK_ON_DEVICE(std::fabs(next.layer2.bias.span()[1] - (0.25 - 0.125 * 16 * y)) < 1e-5);
    FAILS_WITH("d is 4 in argument 1.layer1.kernel (f32[d,d]{R:X}) and 6 in argument 1.layer2.kernel (f32[d,d]{R:X})",
               run(make_net(put_layer(mesh, 0.5f, 4), put_layer(mesh, 0.5f, 6)), x, 1));
    const sw::MemoryReport m = run.memory();
    CHECK_ON_DEVICE(m.arguments == 4 * (2 * 20 + 16 + 1));
    CHECK_ON_DEVICE(m.results == 4 * 2 * 20);
    CHECK_ON_DEVICE(m.temporaries < 4096);
  });
}

namespace {
constexpr auto scaled = [](auto x, auto rate, auto count) {
  return x * sw::astype<float>(rate) + sw::astype<float>(count);
};
}  // namespace

TEST_CASE("a number as an argument that the dtype does not hold") {
  on_devices(2, [](auto& mesh, sw::World& world) {
    auto x = sw::ones<"f32[4@X]">(mesh);
    auto run = sw::Program<scaled, "f32[4@X]", "f32[]", "i32[]">::on(mesh);
    CHECK_ON_DEVICE(run(x, 0.5, 3).span()[0] == 3.5f);
    CHECK_ON_DEVICE(run(x, 2, 3.0).span()[0] == 5);
    CHECK_ON_DEVICE(std::isinf(run(x, std::numeric_limits<double>::infinity(), 3).span()[0]));
    FAILS_WITH("argument 2: f32[]: expected a number that is finite in f32, up to about 3.4e38, got 1e+300",
               run(x, 1e300, 3));
    FAILS_WITH("argument 3: i32[]: expected an integer from -2147483648 to 2147483647, got 5000000000",
               run(x, 1, 5000000000));
    FAILS_WITH("got 2.5: round it first", run(x, 1, 2.5));
    auto half = sw::Program<scaled, "f32[4@X]", "f16[]", "bool[]">::on(mesh);
    CHECK_ON_DEVICE(half(x, 65504, true).span()[0] == 65505);
    FAILS_WITH("argument 2: f16[]: expected a number that is finite in f16, up to 65504, got 1000000",
               half(x, 1000000, 1));
    FAILS_WITH("argument 3: bool[]: expected 0 or 1, got 2", half(x, 1, 2));
    CHECK_ON_DEVICE(world.counts().total() == 0);
  });
}

TEST_CASE("a steady loop uses the same memory again") {
  on_devices(2, [](auto& mesh, sw::World&) {
    auto x = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 8}, {"d", 4}});
    auto one = sw::ones<"f32[batch@X,d]">(mesh, {{"batch", 8}, {"d", 4}});
    auto run = Add::on(mesh);
    auto kept = run(x, one);
    std::vector<const float*> seen;
    for (int k = 0; k < 20; ++k) {
      x = run(std::move(x), one);
      if (std::find(seen.begin(), seen.end(), x.data()) == seen.end()) seen.push_back(x.data());
    }
    CHECK_ON_DEVICE(seen.size() <= 2);
    CHECK_ON_DEVICE(x.span()[0] == 21);
    CHECK_ON_DEVICE(kept.span()[0] == 2);  // what a user holds is never written
    std::vector<decltype(kept)> all;
    for (int k = 0; k < 10; ++k) all.push_back(run(one, x));
    x = run(one, one);
    for (auto& a : all) CHECK_ON_DEVICE(a.span()[0] == 22);
  });
}

TEST_CASE("sizes are bound once each") {
  on_devices(2, [](auto& mesh, sw::World&) {
    auto run = Add::on(mesh);
    for (int k = 0; k < 3; ++k)
      for (std::size_t n : {4, 8, 4}) {
        auto x = sw::full<"f32[batch@X,d]">(mesh, double(n), {{"batch", n}, {"d", 2}});
        auto y = run(x, x);
        CHECK_ON_DEVICE(y.shape() == sw::Shape({n, 2}));
        CHECK_ON_DEVICE(y.span()[n - 1] == 2 * float(n));
      }
  });
}

TEST_CASE("devices with different sizes end with an error on each") {
  sw::detail::run_threads(2, [](sw::World& world) {
    world.set_deadline(std::chrono::milliseconds(500));
    auto mesh = sw::make_mesh(world, X);
    const std::size_t n = world.rank() ? 4 : 8;
    auto x = sw::full<"f32[batch@X,d]">(mesh, 1, {{"batch", n}, {"d", 2}});
    FAILS_WITH("program and the sizes", Add::on(mesh)(x, x));
    return 0;
  });
}

// A program need not come from tracing: constexpr equations by hand.
namespace {
struct DoubledProgram {
  sw::Eqn equations[3] = {{.op = sw::op<sw::ops::input>, .type = 0},
                          {.op = sw::op<sw::ops::add>, .a = 0, .b = 0, .type = 0},
                          {.op = sw::op<sw::ops::reshard>, .a = 1, .type = 1}};
  sw::TypeDesc types[2] = {sw::type_of("f32[8@X]"), sw::type_of("f32[8]")};
  int inputs[1] = {0}, outputs[2] = {2, 0};
  constexpr sw::ProgramView view() const { return {equations, types, {}, {}, {}, inputs, outputs}; }
};
struct Doubled {
  static constexpr DoubledProgram frozen{};
};
}  // namespace

TEST_CASE("a program written by hand") {
  on_devices(4, [](auto& mesh, sw::World& world) {
    auto x = sw::device_put<"f32[8@X]">(mesh, {1, 2, 3, 4, 5, 6, 7, 8});
    auto run = sw::bind_program(std::type_identity<Doubled>{}, mesh);
    auto y = run(x);
    static_assert(std::is_same_v<std::remove_cvref_t<decltype(y[sw::hana::size_c<0>])>, sw::Array<sw::type<"f32[8]">>>);
    CHECK_ON_DEVICE(y[sw::hana::size_c<0>].span()[7] == 16);
    CHECK_ON_DEVICE(y[sw::hana::size_c<1>].span()[1] == float(2 * world.rank() + 2));
    CHECK_ON_DEVICE(world.counts().all_gather == 1);
  });
}
