// Ops of a user's own on devices: kernels on local blocks, and elementwise ops by their meaning.
#include <catch2/catch.hpp>
#include <support/against_interpreter.hpp>
#include <support/devices.hpp>

#include <shardwise/shardwise.hpp>

#include <functional>
#include <thread>

namespace sw = shardwise;
using sw::Builder, sw::TypeDesc, sw::Value;

namespace {

/// Each row of `a` times its weight, plus the place of the element in the whole array.
struct weigh_rows : sw::ops::Own<"weigh_rows", 2> {
  static constexpr bool blocks_gradient = true;
  static constexpr sw::rules::Verdict judge(const TypeDesc& a, const TypeDesc& w) {
    sw::rules::Verdict v;
    v.type = a;
    if (!(w.dims[0].axes == a.dims[0].axes)) v.reject("the rows and their weights are split differently", "%{b@}");
    return v;
  }
  static void kernel(const sw::OutBlock& out, const sw::InBlock& a, const sw::InBlock& w) {
    for (std::size_t i = 0; i < a.extents[0]; ++i)
      for (std::size_t j = 0; j < a.extents[1]; ++j)
        out.as<double>()[i * a.extents[1] + j] = a.as<double>()[i * a.extents[1] + j] * w.as<double>()[i] +
                                                 double(100 * (i + out.begin[0]) + j + out.begin[1]);
  }
};
/// The sum over rows of local blocks: what was split is pending.
struct total : sw::ops::Own<"total", 1> {
  static constexpr bool blocks_gradient = true;
  static constexpr sw::rules::Verdict judge(const TypeDesc& a) {
    sw::rules::Verdict v;
    v.type = sw::scalar_type(a.dtype);
    v.type.unreduced = a.unreduced;
    v.type.varying = a.varying;
    for (int d = 0; d < a.rank; ++d)
      for (sw::Name x : a.dims[d].axes) v.type.unreduced.insert(x);
    return v;
  }
  static void kernel(sw::OutBlock out, sw::InBlock a) {
    double sum = 0;
    for (double x : a.as<double>()) sum += x;
    out.as<double>()[0] = sum;
  }
};
struct cube : sw::ops::Nonlinear<"cube"> {
  static double eval(double a, double, double, double) { return a * a * a; }
};
struct closer : sw::ops::Comparison<"closer"> {
  static double eval(double a, double b, double, double) { return std::fabs(a) < std::fabs(b); }
};
/// Elementwise, with a kernel.
struct halved : sw::ops::Linear<"halved"> {
  static double eval(double a, double, double, double) { return a / 2; }
  static void kernel(sw::OutBlock out, sw::InBlock a) {
    for (std::size_t i = 0; i < out.size(); ++i) out.as<double>()[i] = a.as<double>()[i] / 2;
  }
};

long run(const std::shared_ptr<sw::MeshInfo>& mesh, const char* rows, const char* weights) {
  Builder g;
  const Value a{&g, g.input(sw::type_of(rows))}, w{&g, g.input(sw::type_of(weights))};
  const Value weighed = sw::own<weigh_rows>(a, w), shifted = sw::own<weigh_rows>(weighed + 1.0, w * 2.0);
  std::vector<Value> out{weighed,
                         shifted,
                         sw::own<total>(shifted),
                         sw::apply<cube>(a),
                         sw::apply<halved>(a + a),
                         sw::apply<closer>(a, shifted)};
  // In a loop, and beside constants and broadcasts.
  g.open(sw::extent(std::int64_t(3)), false);
  const Value carry = sw::loop::carry(a);
  const Value next = sw::apply<halved>(sw::apply<cube>(carry * 0.25) + sw::own<weigh_rows>(carry, w));
  sw::loop::set_next(carry, next);
  g.close();
  out.push_back(sw::loop::result(carry));
  const sw::DynamicProgram program = sw::freeze(g, out);
  return test_support::run_against_interpreter(mesh, program.view(), 3);
}

}  // namespace

TEST_CASE("kernels of a user's own do on devices what they do in the interpreter") {
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, sw::Axis<"X">{}).info();
      CHECK_ON_DEVICE(run(mesh, "f64[8@X,5]", "f64[8@X]"));
      CHECK_ON_DEVICE(run(mesh, "f64[8,300]", "f64[8]"));
      CHECK_ON_DEVICE(run(mesh, "f64[8,4@X]", "f64[8]"));
      CHECK_ON_DEVICE(run(mesh, "f64[3,4]{V:X}", "f64[3]"));
      if (devices == 4) {
        const auto grid = sw::make_mesh(world, {2, 2}, sw::Axis<"X">{}, sw::Axis<"Y">{}).info();
        CHECK_ON_DEVICE(run(grid, "f64[8@Y,4@X]", "f64[8@Y]"));
      }
      return 0;
    });
}

TEST_CASE("an op that reads a block as another dtype") {
  Builder g;
  const Value a{&g, g.input(sw::type_of("f32[4]"))};
  const sw::DynamicProgram program = sw::freeze(g, {sw::own<total>(a)});
  sw::interpreter::Interpreter oracle(program.view(), {});
  CHECK_THROWS_WITH(oracle.run_global({xt::xarray<double>{1, 2, 3, 4}}),
                    Catch::Contains("a kernel reads a block of f32 as f64"));
}

TEST_CASE("what an op of a user's own may not say") {
  Builder g;
  const Value a{&g, g.input(sw::type_of("f64[8@X,4]"))}, w{&g, g.input(sw::type_of("f64[8]"))};
  CHECK_THROWS_WITH(sw::own<weigh_rows>(a, w),
                    "weigh_rows: f64[8@X,4] and f64[8]: the rows and their weights are split differently: "
                    "reshard(b, P(X))");
}

namespace {
/// A copy; while it is made the test does something else.
struct meanwhile : sw::ops::Own<"meanwhile", 1> {
  static constexpr bool blocks_gradient = true;
  static constexpr sw::rules::Verdict judge(const TypeDesc& a) {
    sw::rules::Verdict v;
    v.type = a;
    return v;
  }
  static inline std::function<void()> act;
  static void kernel(sw::OutBlock out, sw::InBlock a) {
    if (const auto f = std::exchange(act, {})) f();
    for (std::size_t i = 0; i < out.size(); ++i) out.as<float>()[i] = a.as<float>()[i];
  }
};
constexpr auto twice = [](auto x) { return 2 * sw::call(sw::fn::own<meanwhile>{}, x + 1); };

/// What it throws on a thread of its own, or nothing.
std::string error_on_a_thread(auto f) {
  std::string error;
  std::thread([&] {
    try {
      f();
    } catch (const sw::Error& e) {
      error = e.what();
    }
  }).join();
  return error;
}
}  // namespace

TEST_CASE("one executable called from two threads at once is an error, whatever the sizes") {
  sw::detail::run_threads(1, [](sw::World& world) {
    const auto mesh = sw::make_mesh(world, sw::Axis<"X">{});
    const auto x = sw::ones<"f32[n]">(mesh, {3}), more = sw::ones<"f32[n]">(mesh, {5});
    auto run = sw::Program<twice, "f32[n]">::on(mesh), other = sw::Program<twice, "f32[n]">::on(mesh);
    auto jitted = sw::jit<twice>(mesh);
    auto copy = jitted;
    copy(x);
    jitted(x);
    const auto meanwhile_fails = [&](auto& outer, auto& inner, const auto& array) {
      std::string error;
      meanwhile::act = [&] { error = error_on_a_thread([&] { inner(array); }); };
      CHECK_ON_DEVICE(outer(x).span()[2] == 4);
      CHECK_ON_DEVICE(error.find("make an executable for each thread") != std::string::npos);
    };
    meanwhile_fails(run, run, x);
    meanwhile_fails(run, run, more);
    meanwhile_fails(jitted, jitted, more);
    auto shared = jitted;  // copies share executables
    meanwhile_fails(jitted, shared, x);
    // From its own op, too; afterwards, also after an error in a call, it is as before.
    meanwhile::act = [&] { run(x); };
    FAILS_WITH("called from two threads at once, or from an op of its own", run(x));
    CHECK_ON_DEVICE(run(x).span()[0] == 4);
    // One after the other from several threads, and another executable meanwhile, is right.
    CHECK_ON_DEVICE(error_on_a_thread([&] { CHECK_ON_DEVICE(run(x).span()[1] == 4); }).empty());
    meanwhile::act = [&] { CHECK_ON_DEVICE(other(more).span()[4] == 4); };
    CHECK_ON_DEVICE(run(x).span()[0] == 4);
    auto moved = std::move(run);
    CHECK_ON_DEVICE(moved(more).span()[0] == 4);
    return 0;
  });
}
