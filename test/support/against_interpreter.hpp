// Runs a program on this device's plan, and compares what it holds of each result, and what it
// communicated, with the interpreter.
#pragma once

#include <support/devices.hpp>
#include <support/dynamic_runner.hpp>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/dsl/program/fingerprint.hpp>

#include <cstring>
#include <optional>
#include <random>

namespace test_support {

using shardwise::ProgramView;
using shardwise::TypeDesc;
using shardwise::interpreter::HostArray;
using shardwise::interpreter::Pieces;
using shardwise::interpreter::SimulatedMesh;

/// Small integers; each device's own where a reduction is pending or the value varies.
inline Pieces random_pieces(const SimulatedMesh& mesh, const TypeDesc& type, std::mt19937& random) {
  TypeDesc base = type;
  base.unreduced = base.varying = {};
  base.pending = shardwise::PendingKind::sum;
  std::vector<Pieces> terms;
  Pieces pieces;
  for (int d = 0; d < mesh.devices(); ++d) {
    std::size_t term = 0;
    for (const auto& axes : {type.unreduced, type.varying})
      for (shardwise::Name axis : axes)
        term = term * std::size_t(mesh.axis_size(axis)) + std::size_t(mesh.coordinate(d, axis));
    while (terms.size() <= term) {
      HostArray global = HostArray::from_shape(mesh.global_shape(type));
      for (double& v : global) v = double(int(random() % 17)) - 8;
      terms.push_back(mesh.scatter(base, global));
    }
    pieces.push_back(terms[term][std::size_t(d)]);
  }
  return pieces;
}

/// Calls f with a number of the dtype.
template <class F> auto as_number(Dtype dtype, F f) {
  switch (dtype) {
    case Dtype::f64:
      return f(double{});
    case Dtype::f32:
      return f(float{});
    case Dtype::bf16:
      return f(shardwise::bf16{});
    case Dtype::f16:
      return f(shardwise::f16{});
    case Dtype::i32:
      return f(std::int32_t{});
    case Dtype::i64:
      return f(std::int64_t{});
    case Dtype::boolean:
      return f(bool{});
    default:
      throw std::logic_error("not tested on devices: " + std::string(name_of(dtype)));
  }
}
inline std::vector<std::byte> to_bytes(Dtype dtype, const HostArray& a) {
  std::vector<std::byte> bytes(a.size() * shardwise::size_of(dtype) + 8);
  as_number(dtype, [&]<class T>(T) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      const T v = T(a.data()[i]);
      std::memcpy(bytes.data() + i * sizeof v, &v, sizeof v);
    }
  });
  return bytes;
}
inline double element(Dtype dtype, const std::byte* bytes, std::size_t i) {
  return as_number(dtype, [&]<class T>(T v) {
    std::memcpy(&v, bytes + i * sizeof v, sizeof v);
    return double(v);
  });
}

/// How the result of a program is compared, and how its plan runs.
struct Comparison {
  const ProgramView* oracle = nullptr;  ///< what the interpreter runs; null: the same program
  void (*run)(exec::Plan&, std::span<std::byte* const> in, std::span<std::byte* const> out) = &run_plan;
  double tolerance = 1e-12;  ///< relative to 1 + |value|
  double scale = 1;          ///< of the arguments, whose numbers are integers from -8 to 8
  exec::PlanOptions plan = {};
};

/// All devices call it alike. What the interpreter refuses (a pair beyond an axis, an extent that does not divide) must
/// be an Error of the plan. True if it ran.
inline bool run_against_interpreter(const std::shared_ptr<shardwise::MeshInfo>& mesh, const ProgramView& p,
                                    unsigned seed, const Comparison& how = {}) {
  std::vector<shardwise::interpreter::MeshAxis> axes;
  for (shardwise::Name axis : mesh->axes()) axes.push_back({axis, mesh->size(axis)});
  const SimulatedMesh simulated(axes);
  std::mt19937 random(seed);  // the same on every device
  std::vector<Pieces> in, expected;
  std::optional<shardwise::interpreter::Interpreter> oracle;
  try {
    for (int v : p.inputs) {
      in.push_back(random_pieces(simulated, p.type_of(v), random));
      if (how.scale != 1)
        for (HostArray& piece : in.back())
          for (double& x : piece) x *= how.scale;
    }
    oracle.emplace(how.oracle ? *how.oracle : p, axes);
    expected = oracle->run(in);
  } catch (const std::invalid_argument&) {
    if (in.size() < p.inputs.size()) return false;  // not even its arguments can be made
    expected.clear();
  }

  const auto me = std::size_t(mesh->rank());
  std::vector<exec::Argument> arguments;
  std::vector<std::vector<std::byte>> bytes;
  for (std::size_t k = 0; k < in.size(); ++k) {
    shardwise::Shape shape;
    for (std::size_t e : simulated.global_shape(p.type_of(p.inputs[k]))) shape.dim[shape.rank++] = e;
    arguments.push_back({&p.type_of(p.inputs[k]), shape, "argument", true});
    bytes.push_back(to_bytes(p.type_of(p.inputs[k]).dtype, in[k][me]));
  }
  if (expected.size() < p.outputs.size()) {
    FAILS_WITH("", exec::Plan(p, mesh, arguments, shardwise::fingerprint(p)));
    return false;
  }
  exec::Plan plan(p, mesh, arguments, shardwise::fingerprint(p), how.plan);
  for (int v : p.outputs) bytes.emplace_back(plan.bytes(v) + 8, std::byte(0x7f));
  std::vector<std::byte*> inputs, outputs;
  for (std::size_t k = 0; k < bytes.size(); ++k) (k < in.size() ? inputs : outputs).push_back(bytes[k].data());
  auto& counts = mesh->world().counts();
  for (int round = 0; round < 2; ++round) {
    if (!plan.arena().empty()) std::memset(plan.arena().data(), 0xff, plan.arena().size());
    counts.reset();
    // The second time over the arguments that the plan may take.
    for (std::size_t k = 0; round == 1 && k < outputs.size(); ++k)
      if (const int donor = plan.donor(k); donor >= 0) outputs[k] = inputs[std::size_t(donor)];
    how.run(plan, inputs, outputs);
    const shardwise::Collectives ran{.all_reduce = std::int64_t(counts.all_reduce),
                                     .all_gather = std::int64_t(counts.all_gather),
                                     .reduce_scatter = std::int64_t(counts.reduce_scatter),
                                     .all_to_all = std::int64_t(counts.all_to_all),
                                     .permute = std::int64_t(counts.permute)};
    // A transformed program may run fewer than the one that the interpreter runs.
    CHECK_ON_DEVICE(how.oracle ? ran.total() <= oracle->collectives().total() : ran == oracle->collectives());
    const shardwise::Collectives proved = shardwise::count_collectives(p);
    CHECK_ON_DEVICE(!proved.exact || ran == proved);
    for (std::size_t k = 0; k < p.outputs.size(); ++k) {
      const HostArray& e = expected[k][me];
      const TypeDesc& type = p.type_of(p.outputs[k]);
      CHECK_ON_DEVICE(plan.bytes(p.outputs[k]) == e.size() * shardwise::size_of(type.dtype));
      for (std::size_t i = 0; i < e.size(); ++i) {
        const double got = element(type.dtype, outputs[k], i), want = e.data()[i];
        if (got != want && !(std::abs(got - want) <= how.tolerance * (1 + std::abs(want))) &&
            !(std::isnan(got) && std::isnan(want)))
          throw CheckFailed(
              __FILE__, __LINE__,
              "result " + std::to_string(k) + ": expected " + std::to_string(want) + ", got " + std::to_string(got));
      }
    }
  }
  return true;
}

/// The same for a compiled program, by the code that is generated for it: the interpreter runs it as it is written.
template <class P>
bool run_compiled_against_interpreter(const std::shared_ptr<shardwise::MeshInfo>& mesh, unsigned seed,
                                      Comparison how = {}) {
  const ProgramView written = P::frozen.view();
  how.oracle = &written;
  how.run = &run_compiled<P>;
  return run_against_interpreter(mesh, P::compiled.view(), seed, how);
}

}  // namespace test_support
