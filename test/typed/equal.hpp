// A typed program and the same one built dynamically must be one program: equations, types, counts, listing, results.
#pragma once

#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/launch.hpp>
#include <shardwise/testing.hpp>

#include <support/against_interpreter.hpp>

#include <catch2/catch.hpp>

namespace typed {

namespace sw = shardwise;
using sw::Builder, sw::Value, sw::type_of, sw::apply, sw::Extent, sw::extent;
namespace ops = sw::ops;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

inline sw::SpecDesc spec(std::string_view text) { return sw::parse_spec(text).spec; }

/// The loop `carry = body(carry, item)` over the leading dimension of xs, by hand.
template <class Body> Value loop(Builder& g, Value init, Value xs, Body body) {
  g.open(xs.type().dims[0].extent, false);
  const Value carry = sw::loop::carry(init);
  const Value item = sw::loop::item(xs);
  sw::loop::set_next(carry, body(carry, item));
  g.close();
  return sw::loop::result(carry);
}

// What shard_map, checkpoint and cond trace, by hand.
inline Value by_hand(Value a) {
  const sw::SpecDesc s = sw::spec_of(a.type());
  return sw::manual::leave(apply<ops::tanh>(sw::manual::enter(a, s)), s);
}
inline Value total_by_hand(Value a) {
  sw::AxisList axes;
  axes.push(X.name);
  const Value x = sw::manual::enter(a, sw::spec_of(a.type()));
  return sw::manual::leave(sw::manual::psum(sw::sum(x, (1u << x.type().rank) - 1), axes), {});
}
inline Value recomputed(Builder& g, Value a) {
  g.begin_checkpoint(&sw::policy::Nothing::saves);
  const Value x = apply<ops::sin>(apply<ops::tanh>(a));
  g.end_checkpoint();
  return sw::alias(x);
}
inline Value branched(Builder& g, Value a, unsigned all) {
  const sw::SpecDesc none{};
  const Value p = apply<ops::gt>(sw::sum(a, all, false, &none), 0.25);
  const int first = g.open_branch(p.id, true);
  const Value x = apply<ops::tanh>(a);
  g.close();
  g.open_branch(p.id, false, first);
  const Value y = sw::scale(a, 0.5);
  g.close();
  return sw::loop::pick(g, first, x, y);
}

/// `OnDevices`: the generated code runs as well.
template <class Step, bool OnDevices> void check(void (*build)(Builder&, std::vector<Value>&)) {
  Builder g;
  std::vector<Value> results;
  build(g, results);
  const sw::DynamicProgram source = sw::freeze(g, results, false), dynamic = sw::freeze(g, results, true);
  const sw::ProgramView a = Step::view(), b = dynamic.view();
  CHECK(to_string(a) == to_string(b));
  CHECK(std::ranges::equal(a.equations, b.equations));
  CHECK(std::ranges::equal(a.types, b.types));
  CHECK(std::ranges::equal(a.extents, b.extents));
  CHECK(std::ranges::equal(a.equalities, b.equalities));
  CHECK(std::ranges::equal(a.inputs, b.inputs));
  CHECK(std::ranges::equal(a.outputs, b.outputs));
  CHECK(Step::collectives() == count_collectives(source.view()));
  const sw::DynamicProgram runs = sw::optimise(dynamic);
  CHECK(to_string(Step::compiled_view()) == to_string(runs.view()));
  CHECK(std::ranges::equal(Step::compiled_view().equations, runs.equations));
  CHECK(Step::issued() == count_collectives(runs.view()));
  CHECK(Step::fingerprint() == fingerprint(runs.view()));
  std::size_t k = 0;
  sw::tree_for_each([&]<class A>(A) { CHECK(A::desc == b.type_of(b.outputs[k++])); }, typename Step::result_type{});

  // Both give the same numbers on a mesh of 2 x 2.
  std::vector<sw::interpreter::HostArray> in;
  for (int id : a.inputs) {
    std::vector<std::size_t> shape;
    for (int d = 0; d < a.type_of(id).rank; ++d) shape.push_back(std::size_t(a.type_of(id).dims[d].extent.number));
    sw::interpreter::HostArray x(shape);
    double v = 0.37;
    for (auto& e : x) e = v = v > 0.9 ? v - 1.73 : v + 0.29;
    in.push_back(x);
  }
  const std::vector<sw::interpreter::MeshAxis> mesh{{sw::Name("X"), 2}, {sw::Name("Y"), 2}};
  sw::interpreter::Interpreter of_typed(a, mesh), of_dynamic(b, mesh);
  const auto typed_results = of_typed.run_global(in), dynamic_results = of_dynamic.run_global(in);
  REQUIRE(typed_results.size() == dynamic_results.size());
  for (std::size_t i = 0; i < typed_results.size(); ++i) CHECK(typed_results[i] == dynamic_results[i]);
  CHECK(of_typed.collectives() == count_collectives(a));
  sw::interpreter::Interpreter transformed(Step::compiled_view(), mesh);
  const auto transformed_results = transformed.run_global(in);
  for (std::size_t i = 0; i < typed_results.size(); ++i)
    for (std::size_t k = 0; k < typed_results[i].size(); ++k)
      CHECK(transformed_results[i].data()[k] == Approx(typed_results[i].data()[k]).epsilon(1e-4).margin(1e-4));
  CHECK(transformed.collectives() == Step::issued());

  // And so do the kernels that are generated for it, on four threads.
  if constexpr (OnDevices)
    sw::detail::run_threads(4, [&](sw::World& world) {
      const auto devices = sw::make_mesh(world, {2, 2}, X, Y).info();
      CHECK_ON_DEVICE(
          test_support::run_compiled_against_interpreter<Step>(devices, 11, {.tolerance = 1e-4, .scale = 0.125}));
      return 0;
    });
}

}  // namespace typed
