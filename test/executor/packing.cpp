// Operands that loops do not change are packed outside: which, where, and that results are what they are without.
// Numbers are small integers and factors powers of 2, so that the order of sums hardly matters.
#include <catch2/catch.hpp>
#include <support/against_interpreter.hpp>
#include <support/plans.hpp>

#include <shardwise/backends/executor/executable.hpp>
#include <shardwise/backends/kernels/blas.hpp>
#include <shardwise/backends/local/launch.hpp>
#include <shardwise/dsl.hpp>

namespace sw = shardwise;
using sw::exec::PackOperands, sw::exec::PlanOptions;
using test_support::on_one_device;

namespace {
inline constexpr sw::Axis<"X"> X;

constexpr auto loss = [](auto ws, auto x) {
  auto y = sw::scan([](auto h, auto w) { return 0.125 * sw::matmul(h, w); }, x, ws);
  return sw::sum(sw::square(y), sw::P(sw::unreduced(X)));
};
constexpr auto microbatches = [](auto ws, auto xs) {
  auto zero = sw::zeros_like_cotangent(ws);
  auto acc = sw::scan([&](auto acc, auto x) { return acc + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - 0.25 * sw::reshard(acc, sw::spec(ws));
};
using Microbatches = sw::Program<microbatches, "f64[3,40,40]{R:X}", "f64[5,4@X,40]">;
using NoMicrobatch = sw::Program<microbatches, "f64[3,40,40]{R:X}", "f64[0,4@X,40]">;

// The weights change from step to step, not within one; little, since squares of squares of squares need all bits.
constexpr auto train = [](auto w, auto xs) {
  return sw::scan(
      [](auto w, auto batches) {
        auto y = sw::scan([&](auto acc, auto x) { return acc + sw::matmul(x, w); },
                          sw::zeros_like(sw::matmul(batches, w)), batches);
        return w + 0x1p-30 * sw::einsum<"bti,btj->ij">(y, y);
      },
      w, xs);
};
using Train = sw::Program<train, "f64[40,40]", "f64[3,6,4,40]">;

// They change from use to use.
constexpr auto powers = [](auto w, auto xs) {
  return sw::scan([](auto w, auto x) { return 0.03125 * sw::matmul(w, w) + sw::einsum<"bi,bj->ij">(x, x); }, w, xs);
};
using Powers = sw::Program<powers, "f64[40,40]", "f64[3,4,40]">;

// Elements of elements: two groups of three layers, for every batch.
constexpr auto groups = [](auto ws, auto xs) {
  return sw::scan(
      [&](auto acc, auto x) {
        return acc + sw::scan(
                         [](auto h, auto group) {
                           return sw::scan([](auto h, auto w) { return 0.0625 * sw::matmul(h, w); }, h, group);
                         },
                         x, ws);
      },
      sw::zeros_like(sw::sum<0>(xs)), xs);
};
using Groups = sw::Program<groups, "f64[2,3,40,40]", "f64[4,5,40]">;

// Used in one of two branches.
constexpr auto branches = [](auto w, auto xs) {
  return sw::scan(
      [&](auto acc, auto x) {
        return sw::cond(
            sw::sum(x) > 0, [&](auto acc, auto x) { return acc + sw::matmul(x, w); },
            [](auto acc, auto x) { return acc + x; }, acc, x);
      },
      sw::zeros_like(sw::sum<0>(xs)), xs);
};
using Branches = sw::Program<branches, "f64[40,40]", "f64[4,5,40]">;

// Sums over a loop: of one product, of two, from something, read inside, and of a part of what is there.
constexpr auto gathered = [](auto xs, auto ys, auto g) {
  auto one = sw::scan(
      [](auto acc, auto xy) { return acc + sw::einsum<"bi,bj->ij">(sw::hana::at_c<0>(xy), sw::hana::at_c<1>(xy)); }, g,
      sw::hana::make_tuple(xs, ys));
  auto two = sw::scan(
      [](auto acc, auto xy) {
        auto x = sw::hana::at_c<0>(xy), y = sw::hana::at_c<1>(xy);
        return acc + sw::einsum<"bi,bj->ij">(x, y) + 0.5 * sw::einsum<"bi,bj->ij">(y, x);
      },
      sw::zeros_like(g), sw::hana::make_tuple(xs, ys));
  auto read = sw::scan(
      [](auto acc, auto xy) {
        auto x = sw::hana::at_c<0>(xy), y = sw::hana::at_c<1>(xy) + 0.0078125 * sw::matmul(sw::hana::at_c<0>(xy), acc);
        return acc + sw::einsum<"bi,bj->ij">(x, y);
      },
      sw::zeros_like(g), sw::hana::make_tuple(xs, ys));
  return sw::hana::make_tuple(one, two, read);
};
using Gathered = sw::Program<gathered, "f64[7,4,40]", "f64[7,4,40]", "f64[40,40]">;

/// The loop headers of a program, in order.
std::vector<int> loops(const sw::ProgramView& p) {
  std::vector<int> found;
  for (int i = 0; i < int(p.equations.size()); ++i)
    if (p.equations[std::size_t(i)].op == sw::op<sw::ops::scan>) found.push_back(i);
  return found;
}

template <class P> void as_interpreted(int devices) {
  for (PackOperands pack : {PackOperands::always, PackOperands::where_it_pays, PackOperands::never})
    sw::detail::run_threads(devices, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X).info();
      CHECK_ON_DEVICE(test_support::run_compiled_against_interpreter<P>(mesh, 7, {.plan = pack}));
      return 0;
    });
}

}  // namespace

TEST_CASE("weights of all layers are packed before the loop over microbatches, forward and transposed") {
  on_one_device<Microbatches>(PackOperands::always, [](sw::exec::Plan& plan) {
    const auto& packing = plan.packing();
    CHECK_ON_DEVICE(packing.operands.size() == 2);
    for (const auto& o : packing.operands) {
      CHECK_ON_DEVICE(o.source == plan.program().inputs[0]);
      CHECK_ON_DEVICE(o.loop == loops(plan.program())[0]);
      CHECK_ON_DEVICE(o.count == 3);
      CHECK_ON_DEVICE(o.uses == 5);
      CHECK_ON_DEVICE(o.bytes == 40 * 40 * 8);
    }
    CHECK_ON_DEVICE(packing.operands[0].right.transposed != packing.operands[1].right.transposed);
  });
}

TEST_CASE("packed operands are counted as temporaries") {
  std::size_t with = 0, without = 0, packed = 0;
  on_one_device<Microbatches>(PackOperands::always, [&](sw::exec::Plan& plan) {
    with = plan.memory().temporaries;
    for (const auto& o : plan.packing().operands) packed += std::size_t(o.count) * o.packed_bytes;
  });
  on_one_device<Microbatches>(PackOperands::never, [&](sw::exec::Plan& plan) {
    without = plan.memory().temporaries;
    CHECK_ON_DEVICE(plan.packing().operands.empty());
  });
  CHECK(packed >= 2 * 3 * 40 * 40 * 8);
  CHECK(with >= without + packed - 40 * 40 * 8 * 3);  // what else lives in the arena may lie where it is not packed
}

TEST_CASE("what changes in a loop is packed in each iteration, before the loop that does not change it") {
  on_one_device<Train>(PackOperands::always, [](sw::exec::Plan& plan) {
    CHECK_ON_DEVICE(plan.packing().operands.size() == 1);
    CHECK_ON_DEVICE(plan.packing().operands[0].loop == loops(plan.program())[1]);
    CHECK_ON_DEVICE(plan.packing().operands[0].count == 1);
    CHECK_ON_DEVICE(plan.packing().operands[0].uses == 6);
  });
}

TEST_CASE("what each iteration changes is not packed") {
  on_one_device<Powers>(PackOperands::always,
                        [](sw::exec::Plan& plan) { CHECK_ON_DEVICE(plan.packing().operands.empty()); });
}

TEST_CASE("what only one branch uses is not packed") {
  on_one_device<Branches>(PackOperands::always,
                          [](sw::exec::Plan& plan) { CHECK_ON_DEVICE(plan.packing().operands.empty()); });
}

TEST_CASE("elements of elements are packed together") {
  on_one_device<Groups>(PackOperands::always, [](sw::exec::Plan& plan) {
    CHECK_ON_DEVICE(plan.packing().operands.size() == 1);
    CHECK_ON_DEVICE(plan.packing().operands[0].loop == loops(plan.program())[0]);
    CHECK_ON_DEVICE(plan.packing().operands[0].count == 6);
    CHECK_ON_DEVICE(plan.packing().operands[0].uses == 4);
  });
}

TEST_CASE("a loop that runs no iteration packs nothing") {
  on_one_device<NoMicrobatch>(PackOperands::always,
                              [](sw::exec::Plan& plan) { CHECK_ON_DEVICE(plan.packing().operands.empty()); });
}

TEST_CASE("small products with an operand as it is are left to BLAS that knows the CPU, transposed ones are packed") {
  on_one_device<Microbatches>(PackOperands::where_it_pays, [](sw::exec::Plan& plan) {
    CHECK_ON_DEVICE(plan.packing().operands.size() == (sw::kernels::blas::knows_cpu() ? 1 : 2));
    CHECK_ON_DEVICE(plan.packing().operands.back().right.transposed);
  });
}

TEST_CASE("gradients of all layers are gathered over microbatches") {
  on_one_device<Microbatches>(PackOperands::always, [](sw::exec::Plan& plan) {
    const auto& sums = plan.storage().gathers;
    CHECK_ON_DEVICE(sums.size() == 1);
    CHECK_ON_DEVICE(sums[0].loop == loops(plan.program())[0] && sums[0].trip == 5 && sums[0].results == 3);
    CHECK_ON_DEVICE(sums[0].starts && sums[0].form.at_once == 3);
    for (const auto& l : plan.storage().loops) CHECK_ON_DEVICE(l.fills.empty());
  });
  on_one_device<Microbatches>(PackOperands::where_it_pays,
                              [](sw::exec::Plan& plan) { CHECK_ON_DEVICE(plan.storage().gathers.empty()); });
}

TEST_CASE("a sum is gathered where nothing else adds to it or reads it") {
  on_one_device<Gathered>(PackOperands::always, [](sw::exec::Plan& plan) {
    CHECK_ON_DEVICE(plan.storage().gathers.size() == 1 && !plan.storage().gathers[0].starts);
  });
}

TEST_CASE("gathering pays where few rows are added to a large result") {
  using sw::kernels::gathered_at_once;
  CHECK(gathered_at_once(1024, 1024, 16, 8, 8, 4) == 8);
  CHECK(gathered_at_once(1024, 1024, 64, 8, 8, 4) == 4);
  CHECK(gathered_at_once(1024, 1024, 64, 6, 8, 4) == 3);  // two times three, not four and two
  CHECK(gathered_at_once(1024, 1024, 256, 8, 8, 4) == 1);
  CHECK(gathered_at_once(256, 256, 16, 8, 1, 4) == 1);  // stays in the cache
  CHECK(gathered_at_once(1024, 1024, 16, 1, 8, 4) == 1);
}

TEST_CASE("steps with packed operands do what the interpreter does") {
  as_interpreted<Gathered>(1);
  for (int devices : {1, 2}) {
    as_interpreted<Microbatches>(devices);
    as_interpreted<NoMicrobatch>(devices);
  }
  as_interpreted<Train>(1);
  as_interpreted<Powers>(1);
  as_interpreted<Groups>(1);
  as_interpreted<Branches>(1);
}

TEST_CASE("weights that change between calls are packed again") {
  on_one_device<Groups>(PackOperands::always, [](sw::exec::Plan& plan) {
    const auto value = [](std::size_t i, int round) { return double((i * 7 + std::size_t(round) * 3) % 13) - 6; };
    std::vector<double> w(6 * 1600), x(4 * 200), out(200);
    const std::array<std::byte*, 2> in{reinterpret_cast<std::byte*>(w.data()), reinterpret_cast<std::byte*>(x.data())};
    const std::array<std::byte*, 1> results{reinterpret_cast<std::byte*>(out.data())};
    for (int round = 0; round < 3; ++round) {
      for (std::size_t i = 0; i < w.size(); ++i) w[i] = value(i, round);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = value(i, 1);
      test_support::run_compiled<Groups>(plan, in, results);
      std::vector<double> expected(200, 0.0);
      for (std::size_t b = 0; b < 4; ++b) {
        std::vector<double> h(x.begin() + long(b * 200), x.begin() + long(b * 200 + 200));
        for (std::size_t l = 0; l < 6; ++l) {
          std::vector<double> next(200, 0.0);
          for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t k = 0; k < 40; ++k)
              for (std::size_t j = 0; j < 40; ++j)
                next[i * 40 + j] += 0.0625 * h[i * 40 + k] * w[l * 1600 + k * 40 + j];
          h = next;
        }
        for (std::size_t i = 0; i < 200; ++i) expected[i] += h[i];
      }
      CHECK_ON_DEVICE(out == expected);
    }
  });
}

namespace {
template <sw::Transforms T>
using Switched = sw::Program<sw::with_transforms<T>(microbatches), "f64[3,40,40]{R:X}", "f64[5,batch@X,40]">;
constexpr auto product = [](auto x, auto w) { return sw::matmul(x, w); };
using Product = sw::Program<product, "f32[64,512]", "f32[512,512]">;
constexpr auto update = [](auto w, auto g) { return w - 0.5f * g; };
using Update = sw::Program<update, "f32[8]", "f32[8]">;
template <sw::Transforms T> inline constexpr PlanOptions options_with = sw::exec::plan_options<Switched<T>>();
}  // namespace

TEST_CASE("what is decided when a step is bound can be switched off in its source") {
  using sw::Transforms;
  constexpr auto all = options_with<Transforms{}>, none = options_with<sw::no_transforms>;
  static_assert(all.pack == PackOperands::where_it_pays && all.gather == all.pack && all.accumulate && all.in_place);
  static_assert(all.donate && all.stack_in_place && all.side_by_side && all.blocks);
  static_assert(none.pack == PackOperands::never && none.gather == none.pack && !none.accumulate && !none.in_place);
  static_assert(!none.donate && !none.stack_in_place && !none.side_by_side && !none.blocks);
  static_assert(options_with<Transforms{.pack = false}>.pack == PackOperands::never);
  static_assert(options_with<Transforms{.gather = false}>.gather == PackOperands::never);
  static_assert(!options_with<Transforms{.accumulate = false}>.accumulate);
  static_assert(!options_with<Transforms{.in_place = false}>.in_place);
  static_assert(!options_with<Transforms{.donate = false}>.donate);
  static_assert(!options_with<Transforms{.stack_in_place = false}>.stack_in_place);
  static_assert(!options_with<Transforms{.side_by_side = false}>.side_by_side);
  static_assert(!options_with<Transforms{.blocks = false}>.blocks);

  // Each alone: the same result, and it is not done.
  struct Done {
    std::size_t packed = 0, gathered = 0, accumulated = 0, in_slots = 0;
    std::size_t memory = 0;
  };
  const auto done = [](const PlanOptions& options) {
    Done d;
    on_one_device<Microbatches>(options, [&](sw::exec::Plan& plan) {
      d.packed = plan.packing().operands.size();
      d.gathered = plan.storage().gathers.size();
      for (char a : plan.storage().accumulate) d.accumulated += a != 0;
      for (char a : plan.storage().in_slot) d.in_slots += a != 0;
      d.memory = plan.memory().temporaries;
    });
    sw::detail::run_threads(2, [&](sw::World& world) {
      const auto mesh = sw::make_mesh(world, X).info();
      CHECK_ON_DEVICE(test_support::run_compiled_against_interpreter<Microbatches>(mesh, 7, {.plan = options}));
      return 0;
    });
    return d;
  };
  const PlanOptions always = PackOperands::always;
  const auto but = [&](auto change) {
    PlanOptions options = always;
    change(options);
    return done(options);
  };
  const Done whole = done(always);
  CHECK(whole.packed == 2);
  CHECK(whole.gathered == 1);
  CHECK(whole.accumulated == 1);
  CHECK(whole.in_slots > 0);
  CHECK(but([](auto& o) { o.pack = PackOperands::never; }).packed == 0);
  CHECK(but([](auto& o) { o.gather = PackOperands::never; }).gathered == 0);
  CHECK(but([](auto& o) { o.accumulate = false; }).accumulated == 0);
  CHECK(but([](auto& o) { o.in_place = false; }).memory > whole.memory);
  CHECK(but([](auto& o) { o.stack_in_place = false; }).in_slots == 0);
  // executor/reshard_costs.cpp has side_by_side.
  for (bool on : {true, false}) {
    PlanOptions options;
    options.blocks = options.donate = on;
    on_one_device<Product>(options, [&](sw::exec::Plan& plan) { CHECK((plan.contraction(0).block_bytes > 0) == on); });
    on_one_device<Update>(options, [&](sw::exec::Plan& plan) { CHECK((plan.donor(0) >= 0) == on); });
  }
}
