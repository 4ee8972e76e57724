// Manual mode on devices, for both backends: the validator's table of collectives and casts, forward, backward and
// twice, against the interpreter; rings in loops; and compiled steps.
#pragma once

#include <shardwise/shardwise.hpp>
#include <support/against_interpreter.hpp>
#include <validator/manual.hpp>

namespace manual_cases {

namespace sw = shardwise;
namespace m = shardwise::manual;
using sw::Builder, sw::Name, sw::TypeDesc, sw::Value, sw::rules::State;
using Mesh = std::shared_ptr<sw::MeshInfo>;

inline sw::AxisList list(std::initializer_list<Name> axes) {
  sw::AxisList l;
  for (Name a : axes) l.push(a);
  return l;
}

/// Every collective and cast over these axes. Returns how many programs ran.
inline long check_table(const Mesh& mesh, const sw::AxisList& axes) {
  long ran = 0;
  for (const validator::manual_mode::Collective& c : validator::manual_mode::table()) {
    if (axes.size > 1 && c.name.starts_with("ppermute")) continue;
    for (State s : c.from)
      for (const std::string& text : c.type) {
        const auto kind = c.name == "pmin" ? sw::PendingKind::min : sw::PendingKind::max;
        const TypeDesc t = validator::manual_mode::operand_type(text, axes, s, kind);
        Builder g;
        const Value a{&g, g.input(t)};
        const int from = g.size();
        const Value y = c.build(a, axes);
        std::vector<Value> outputs{y};
        if (c.linear && sw::has_cotangent(y.type())) {
          const Value ct{&g, g.input(sw::cotangent(y.type()))};
          const Value back = sw::backward::pull_back(g, {y}, {ct}, {a}, from)[0];
          outputs.insert(outputs.end(), {back, sw::backward::pull_back(g, {back}, {a}, {ct}, from)[0]});
        }
        const sw::DynamicProgram program = sw::freeze(g, outputs);
        try {
          ran += test_support::run_against_interpreter(mesh, program.view(), 17);
        } catch (const test_support::CheckFailed& e) {
          throw std::runtime_error(c.name + " of " + sw::to_string(t) + ": " + e.what());
        }
      }
  }
  return ran;
}

/// What one writes with them: places and sizes, a ring in a loop.
inline void check_programs(const Mesh& mesh, const sw::AxisList& axes) {
  const Name axis = axes.axes[0];
  const int size = mesh->size(axis);
  Builder g;
  const Value a{&g, g.input(m::with_state(sw::type_of("f64[5,3]"), axes, State::varying))};
  std::vector<Value> out;
  for (int by : {2, -1, 7, -5}) out.push_back(m::ppermute(sw::apply<sw::ops::tanh>(a), axis, by));
  const std::uint32_t there[] = {0, std::uint32_t(size - 1)};
  const Value alone = m::ppermute(a, axis, there, 1);
  const Value i = m::axis_index(g, axis), n = m::axis_size(g, axis);
  const Value varying_n = m::pcast(n, list({axis}), State::varying);
  out.insert(out.end(), {alone, i, n, i * 3 + varying_n, m::psum(alone + a, axes)});
  // Around the ring: each device sees every block.
  const Value zero = a * 0.0;
  g.open(sw::extent(axis), false);
  const Value block = sw::loop::carry(a), total = sw::loop::carry(zero);
  sw::loop::set_next(block, m::ppermute(block, axis, 1));
  sw::loop::set_next(total, total + block);
  g.close();
  out.insert(out.end(), {sw::loop::result(block), sw::loop::result(total)});
  const sw::DynamicProgram program = sw::freeze(g, out);
  CHECK_ON_DEVICE(test_support::run_against_interpreter(mesh, program.view(), 23));
}

inline void refuse_pairs_beyond(const Mesh& mesh) {
  const Name axis = mesh->axes().axes[0];
  const auto size = std::uint32_t(mesh->size(axis));
  Builder g;
  const Value a{&g, g.input(m::with_state(sw::type_of("f32[4]"), list({axis}), State::varying))};
  const std::uint32_t pairs[] = {0, 0, size, 1};
  const sw::DynamicProgram program = sw::freeze(g, {m::ppermute(a, axis, pairs, 2)});
  const std::string n = std::to_string(size);
  const std::string message =
      "ppermute: the pair (" + n + ", 1) is beyond axis " + sw::to_string(axis) + ", which has " + n + " device";
  const std::vector<sw::exec::Argument> arguments{{&program.view().type_of(0), {4}, "argument 1"}};
  FAILS_WITH(message.c_str(), sw::exec::Plan(program.view(), mesh, arguments, 1));
}

// ---- compiled steps
inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

constexpr auto loss = [](auto w, auto x) {
  return sw::shard_map([](auto w, auto x) { return sw::psum(sw::sum(sw::tanh(sw::matmul(x, w))), X); },
                       boost::hana::make_tuple(sw::spec(w), sw::spec(x)), sw::P())(w, x);
};
/// The sum over microbatches in a loop, and its gradient.
constexpr auto train = [](auto w, auto xs) {
  auto total = [](auto w, auto xs) {
    return sw::scan([&](auto t, auto x) { return t + loss(w, x); }, sw::zeros_like(sw::sum(w, sw::P())), xs);
  };
  return boost::hana::make_tuple(total(w, xs), sw::grad(total)(w, xs));
};
constexpr auto ring = [](auto x) {
  return sw::shard_map([](auto x) { return x + sw::ppermute<sw::shift(1)>(x, X); }, sw::P(X), sw::P(X))(x);
};
using Train = sw::Program<train, "f32[4,3]", "f32[5,24@X,4]">;
using TrainReduced = sw::Program<train, "f32[4,3]{R:X}", "f32[5,24@X,4]">;
using Ring = sw::Program<ring, "f32[12@X]">;
static_assert(Ring::collectives() == sw::Collectives{.permute = 1});

template <class P, class Mesh, class... A> auto counted(const Mesh& mesh, A&&... arguments) {
  auto run = P::on(mesh);
  auto& counts = mesh.world().counts();
  run(arguments...);
  counts.reset();
  auto result = run(arguments...);
  const sw::Collectives ran{.all_reduce = std::int64_t(counts.all_reduce),
                            .all_gather = std::int64_t(counts.all_gather),
                            .reduce_scatter = std::int64_t(counts.reduce_scatter),
                            .all_to_all = std::int64_t(counts.all_to_all),
                            .permute = std::int64_t(counts.permute)};
  CHECK_ON_DEVICE(ran == P::issued());
  return result;
}

inline void check_steps(sw::World& world) {
  const auto mesh = sw::make_mesh(world, X);
  const auto key = sw::random::key(5);
  const auto x = sw::random::normal<"f32[5,24@X,4]">(mesh, key);
  const auto w = sw::random::normal<"f32[4,3]">(mesh, key);
  const auto reduced = sw::random::normal<"f32[4,3]{R:X}">(mesh, key);
  const auto whole = counted<Train>(mesh, w, x);
  const auto both = counted<TrainReduced>(mesh, reduced, x);
  // The same by plain loops on the host.
  const auto hw = sw::to_host(w);
  const auto hx = sw::to_host(x);
  double sum = 0;
  std::vector<double> expected(12);
  for (std::size_t row = 0; row < 5 * 24; ++row)
    for (std::size_t j = 0; j < 3; ++j) {
      double z = 0;
      for (std::size_t k = 0; k < 4; ++k) z += double(hx.data[row * 4 + k]) * double(hw.data[k * 3 + j]);
      const double t = std::tanh(z);
      sum += t;
      for (std::size_t k = 0; k < 4; ++k) expected[k * 3 + j] += double(hx.data[row * 4 + k]) * (1 - t * t);
    }
  CHECK_ON_DEVICE(std::abs(double(sw::to_host(whole[boost::hana::size_c<0>]).item()) - sum) < 1e-3);
  const auto got = sw::to_host(whole[boost::hana::size_c<1>]);
  for (std::size_t i = 0; i < 12; ++i) CHECK_ON_DEVICE(std::abs(got.data[i] - expected[i]) < 1e-3);
  // With reduced weights the gradient is a pending sum: each device's own part.
  const auto pieces = sw::to_host_pieces(both[boost::hana::size_c<1>]);
  for (std::size_t i = 0; i < 12; ++i) {
    double total = 0;
    for (const auto& p : pieces) total += double(p.data[i]);
    CHECK_ON_DEVICE(std::abs(total - expected[i]) < 1e-3);
  }
  sw::HostArray<float> line(sw::Shape{12});
  for (std::size_t i = 0; i < 12; ++i) line.data[i] = float(i);
  const auto moved = sw::to_host(counted<Ring>(mesh, sw::device_put<"f32[12@X]">(mesh, line)));
  const std::size_t block = 12 / std::size_t(world.size());
  for (std::size_t i = 0; i < 12; ++i) CHECK_ON_DEVICE(moved.data[i] == float(i) + float((i + 12 - block) % 12));
}

}  // namespace manual_cases
