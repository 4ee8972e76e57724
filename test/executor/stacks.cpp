// Loops that stack what goes into an iteration and what comes out of it: one memory, a slot apart, where that can be.
#include <executor/fusion_check.hpp>
#include <memory/microbatch_step.hpp>
#include <support/plans.hpp>

namespace {
using sw::hana::size_c;

/// count(plan) of a program on one device.
template <class Program, class Count> int of_plan(const Count& count) {
  int result = 0;
  test_support::on_one_device<Program>({}, [&](const sw::exec::Plan& plan) { result = count(plan); });
  return result;
}
/// How many stacks lie in the memory of another.
template <class Program> int shared_stacks() {
  return of_plan<Program>([](const sw::exec::Plan& plan) {
    int count = 0;
    for (char in_slot : plan.storage().in_slot) count += in_slot;
    for (const auto& loop : plan.storage().loops) count -= int(loop.slots.size());
    return count;
  });
}
/// How many values of one element and more are copied in and around the loops.
template <class Program> int copies_of_loops() {
  return of_plan<Program>([](const sw::exec::Plan& plan) {
    int count = 0;
    for (const auto& loop : plan.storage().loops)
      for (const auto* list : {&loop.begin_copies, &loop.stage, &loop.copies, &loop.staged})
        for (const auto& c : *list) count += c.bytes > 0;
    return count;
  });
}
template <class Program> void check_stacks(int shared) {
  CHECK(shared_stacks<Program>() == shared);
  for (int devices : {1, 2, 4})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      auto mesh = sw::make_mesh(world, X);
      for (unsigned seed : {1u, 2u})
        CHECK_ON_DEVICE(test_support::run_compiled_against_interpreter<Program>(mesh.info(), seed,
                                                                                {.tolerance = 1e-10, .scale = 0.2}));
      return 0;
    });
}

// The backward pass wants each layer's input and its output.
constexpr auto layers = [](auto x, auto ws) { return sw::scan([](auto h, auto w) { return sw::tanh(h * w); }, x, ws); };
constexpr auto total = [](auto x, auto ws) { return sw::sum(sw::square(layers(x, ws)), P(unreduced(X))); };
constexpr auto gradient = [](auto x, auto ws) { return sw::value_and_grad<0, 1>(total)(x, ws); };
constexpr auto microbatches = [](auto xs, auto ws) {
  return sw::scan([&](auto sum, auto x) { return sum + sw::grad<1>(total)(x, ws); }, sw::zeros_like_cotangent(ws), xs);
};
constexpr auto products = [](auto x, auto ws) {
  return sw::grad<1>([](auto x, auto ws) {
    return sw::sum(sw::square(sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws)),
                   P(unreduced(X)));
  })(x, ws);
};

// The same by the user: what becomes of the stacks afterwards decides.
constexpr auto both = [](auto x, auto ws) {
  return sw::scan_with_outputs(
      [](auto h, auto w) {
        auto next = sw::sin(h * w);
        return sw::stacked(next, make_tuple(h, next));
      },
      x, ws);
};
constexpr auto summed = [](auto x, auto ws) {
  auto [last, all] = both(x, ws);
  return make_tuple(last, sw::sum<0>(all[size_c<0>] * 3 - all[size_c<1>]), sw::cumsum<0>(all[size_c<1>]));
};
constexpr auto inputs_returned = [](auto x, auto ws) {
  auto [last, all] = both(x, ws);
  return make_tuple(all[size_c<0>], last + sw::sum<0>(all[size_c<1>]));
};
constexpr auto outputs_returned = [](auto x, auto ws) {
  auto [last, all] = both(x, ws);
  return make_tuple(all[size_c<1>], last + sw::sum<0>(all[size_c<0>]));
};
// Two carries, each made of the other: a stack of one is that of its own next value, a slot earlier.
constexpr auto crossed = [](auto x, auto ws) {
  auto [last, all] = sw::scan_with_outputs(
      [](auto c, auto w) {
        auto a = c[size_c<0>], b = c[size_c<1>];
        auto next_a = sw::sin(b * w), next_b = sw::tanh(a + w);
        return sw::stacked(make_tuple(next_a, next_b), make_tuple(a, next_a, b, next_b));
      },
      make_tuple(x, x * 2), ws);
  return make_tuple(last, sw::sum<0>(all[size_c<0>] * all[size_c<2>]), sw::sum<0>(all[size_c<1>] - all[size_c<3>]));
};
// The stack is changed afterwards while the other is still read.
constexpr auto changed = [](auto x, auto ws) {
  auto [last, all] = both(x, ws);
  auto more = sw::exp(all[size_c<1>]);
  return make_tuple(sw::sum<0>(more * all[size_c<0>]), more, last);
};
}  // namespace

TEST_CASE("inputs and outputs of layers lie in one stack, a slot apart") {
  check_stacks<sw::Program<gradient, "f64[4@X,3]", "f64[5,3]{R:X}">>(1);
  check_stacks<sw::Program<gradient, "f64[8@X]", "f64[1]{R:X}">>(1);
  check_stacks<sw::Program<microbatches, "f64[3,4@X,3]", "f64[5,3]{R:X}">>(1);
  check_stacks<sw::Program<products, "f64[4@X,5]", "f64[3,5,5]{R:X}">>(1);
}
TEST_CASE("stacks of a user's own share memory where nothing else is made there") {
  check_stacks<sw::Program<summed, "f64[4@X,3]", "f64[5,3]">>(1);
  check_stacks<sw::Program<inputs_returned, "f64[4@X,3]", "f64[5,3]">>(0);
  check_stacks<sw::Program<outputs_returned, "f64[4@X,3]", "f64[5,3]">>(0);
  check_stacks<sw::Program<changed, "f64[4@X,3]", "f64[5,3]">>(1);
}
TEST_CASE("stacks of carries that are made of each other") {
  check_stacks<sw::Program<crossed, "f64[4@X,3]", "f64[5,3]">>(2);
}

namespace {
constexpr auto swapped = [](auto a, auto b) {
  return sw::fori_loop<0, 3>([](auto, auto c) { return make_tuple(c[size_c<1>], c[size_c<0>]); }, make_tuple(a, b));
};
}  // namespace
TEST_CASE("carries, slices and stacks of a training step are not copied") {
  // One: a microbatch, to where the layers' inputs are stacked.
  CHECK(copies_of_loops<sw::Program<memory_tests::step, "f32[8,32,32]{R:X}", "f32[4,16@X,32]">>() == 1);
  CHECK(copies_of_loops<sw::Program<swapped, "f32[4@X]", "f32[4@X]">>() > 0);
}
