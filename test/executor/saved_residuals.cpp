// What a policy keeps, with sizes, as JAX's saved_residuals lists it; and that it is what is kept.
#include <catch2/catch.hpp>
#include <support/devices.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/executor/making.hpp>
#include <shardwise/backends/executor/random_arrays.hpp>
#include <shardwise/dsl.hpp>
#include <shardwise/launch.hpp>

#include <sstream>

namespace sw = shardwise;

namespace {
inline constexpr sw::Axis<"X"> X;
using sw::none, sw::P, sw::reduced, sw::unreduced;

constexpr auto layer = [](auto h, auto w) {
  return sw::tanh(sw::checkpoint_name<"hidden">(sw::matmul(sw::checkpoint_name<"input">(sw::sin(h)), w)));
};
template <auto Policy>
constexpr auto in_scan = [](auto h, auto ws) {
  return sw::grad<0, 1>([](auto h, auto ws) {
    return sw::sum(sw::square(sw::scan(sw::checkpoint<Policy>(layer), h, ws)), P(unreduced(X)));
  })(h, ws);
};
template <auto Policy> using InScan = sw::Program<in_scan<Policy>, "f32[batch@X,8]", "f32[3,8,8]{R:X}">;
template <class Program> std::string text() { return to_string(Program::saved_residuals()); }

// The weights are an argument, the result is squared; the rest is the policy's.
const std::string always =
    "f32[3,8,8]{R:X}  192 elements  argument 2\n"
    "f32[batch@X,8]  8*batch/X elements  the result of a loop\n";
std::string stacked(const std::string& what) { return "f32[3,batch@X,8]  24*batch/X elements  " + what; }
const std::string carry = stacked("a loop's carry, stacked over a loop of 3\n");
const std::string outputs = stacked("tanh, stacked over a loop of 3\n");
const std::string input = stacked("sin, stacked over a loop of 3, named input\n");
const std::string hidden = stacked("contract, stacked over a loop of 3, named hidden\n");
}  // namespace

TEST_CASE("saved_residuals lists what each policy keeps of a loop") {
  CHECK(text<InScan<sw::everything_saveable>>() == always + outputs + input + carry);
  CHECK(text<InScan<sw::nothing_saveable>>() == always + carry);
  CHECK(text<InScan<sw::dots_saveable>>() == always + hidden + carry);
  CHECK(text<InScan<sw::save_only_these_names<"input">>>() == always + input + carry);
  CHECK(text<InScan<sw::save_only_these_names<"hidden">>>() == always + hidden + carry);
  std::ostringstream out;
  out << InScan<sw::nothing_saveable>::saved_residuals();
  CHECK(out.str() == always + carry);
}

TEST_CASE("saved_residuals knows bytes once sizes are bound") {
  sw::detail::run_threads(2, [](sw::World& world) {
    auto mesh = sw::make_mesh(world, X);
    auto h = sw::random::normal<"f32[batch@X,8]">(mesh, sw::random::key(1), {{"batch", 6}});
    auto ws = sw::random::normal<"f32[3,8,8]{R:X}">(mesh, sw::random::key(2), {});
    auto run = InScan<sw::nothing_saveable>::on(mesh);
    FAILS_WITH("not bound to sizes yet", run.saved_residuals());
    run(h, ws);
    const sw::Residuals kept = run.saved_residuals();
    CHECK_ON_DEVICE(kept.size() == 3);
    CHECK_ON_DEVICE(kept[0].bytes == 3 * 64 * 4);
    CHECK_ON_DEVICE(kept[1].bytes == 3 * 8 * 4);
    CHECK_ON_DEVICE(kept[2].bytes == 3 * 3 * 8 * 4);
    CHECK_ON_DEVICE(kept.bytes() == kept[0].bytes + kept[1].bytes + kept[2].bytes);
    CHECK_ON_DEVICE(to_string(kept).find("f32[3,batch@X,8]  288 bytes  a loop's carry") != std::string::npos);
    return 0;
  });
}
