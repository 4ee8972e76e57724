// The check of one op on operands of given types: the laws of the rules, on simulated meshes, against one device.
#pragma once

#include <validator/data.hpp>

#include <rulebook/promise.hpp>

#include <functional>
#include <optional>
#include <sstream>

namespace validator {

using rulebook::local_backward, rulebook::moves, rulebook::operator+;

/// An op, or a small program, on operands of given types.
struct Subject {
  std::string op;  ///< with its options
  std::vector<TypeDesc> operands;
  /// Builds it. With `plain`, for operands without axes: no output specs.
  std::function<Value(Builder&, const std::vector<Value>&, bool plain)> build;
  std::vector<rulebook::Draw> draw{};  ///< what values the operands have
  /// Changes the random values: to make ties.
  std::function<void(std::vector<HostArray>&)> adjust{};
  bool differences = true;  ///< the gradient is also compared with differences
  /// The collectives that the types promise, forward and backward; by default those of a local op.
  std::function<Collectives(const TypeDesc& result)> promised{};
  std::vector<int> linear_in{};  ///< operands in which it is linear: its double transpose is itself
  std::string name{};            ///< the op's, where it is one of the registry
  bool with_out = false;         ///< the spec of the result is given
  bool detached = false;         ///< the operand has no part in it

  std::string text() const {
    std::string s = op + ":";
    for (auto& t : operands) s += " " + to_string(t);
    return s;
  }
};

struct Report {
  std::vector<std::string> failures;
  long accepted = 0, rejected = 0, runs = 0;
  /// Stops looking once there are this many failures.
  std::size_t enough = 20;
  bool full() const { return failures.size() >= enough; }
  void fail(const Subject& s, const std::string& what) { failures.push_back(s.text() + ": " + what); }
};

/// A subject as a program: results are its value and, if there are any, the gradients of the operands that have one.
struct Differentiated {
  Builder g;
  std::vector<Value> operands, wrt, gradients;
  Value result, cotangent;
  int from = 0;
  DynamicProgram forward, both;

  Differentiated(const Subject& s, bool plain_types, bool differentiate = true) {
    for (auto& t : s.operands) operands.push_back({&g, g.input(plain_types ? plain(t) : t)});
    from = g.size();
    result = s.build(g, operands, plain_types);
    forward = freeze(g, {result});
    std::vector<Value> outputs{result};
    if (differentiate && has_cotangent(result.type())) {
      cotangent = {&g, g.input(shardwise::cotangent(result.type()))};
      for (std::size_t k = 0; k < operands.size(); ++k)
        if (has_cotangent(s.operands[k])) wrt.push_back(operands[k]);
      gradients = pull_back(g, {result}, {cotangent}, wrt, from);
      outputs.insert(outputs.end(), gradients.begin(), gradients.end());
    }
    both = freeze(g, outputs);
  }
  Differentiated(const Differentiated&) = delete;
};

using Mesh = std::vector<MeshAxis>;
inline std::string text_of(const Mesh& mesh) {
  std::string s = "mesh";
  for (auto& a : mesh) s += " " + to_string(a.name) + "=" + std::to_string(a.size);
  return s;
}
inline const std::vector<Mesh>& line_meshes() {
  static const std::vector<Mesh> m{{{X, 1}}, {{X, 2}}, {{X, 3}}, {{X, 4}}};
  return m;
}
inline const std::vector<Mesh>& square_meshes() {
  static const std::vector<Mesh> m{{{X, 2}, {Y, 2}}};
  return m;
}
inline const std::vector<Mesh>& cube_meshes() {
  static const std::vector<Mesh> m{{{X, 2}, {Y, 2}, {Z, 2}}};
  return m;
}

/// Global values of the operands and of the result's cotangent.
inline std::vector<HostArray> random_arguments(const Subject& s, const Differentiated& d, Random& random) {
  const SimulatedMesh one;
  std::vector<HostArray> values;
  for (std::size_t k = 0; k < s.operands.size(); ++k)
    values.push_back(random.array(one.global_shape(plain(s.operands[k])), s.operands[k].dtype,
                                  k < s.draw.size() ? s.draw[k] : rulebook::Draw::any));
  if (s.adjust) s.adjust(values);
  if (d.cotangent.valid())
    values.push_back(random.array(one.global_shape(plain(d.cotangent.type())), d.cotangent.type().dtype));
  return values;
}

/// `sum over operands of <tangent, gradient>` against a central difference of `<result, cotangent>`.
inline std::string compare_with_differences(const Differentiated& dense, const std::vector<HostArray>& arguments,
                                            const std::vector<HostArray>& results, Random& random) {
  Interpreter run(dense.forward.view(), {});
  const double h = 1e-5;
  std::vector<HostArray> plus = arguments, minus = arguments;
  double predicted = 0, size = 0;
  for (std::size_t w = 0; w < dense.wrt.size(); ++w) {
    std::size_t k = 0;
    while (dense.operands[k].id != dense.wrt[w].id) ++k;
    const HostArray t =
        random.array(interpreter::Shape(arguments[k].shape().begin(), arguments[k].shape().end()), Dtype::f64);
    plus[k] += h * t;
    minus[k] -= h * t;
    predicted += dot(t, results[w + 1]);
    for (std::size_t i = 0; i < t.size(); ++i) size += std::fabs(t.data()[i] * results[w + 1].data()[i]);
  }
  const HostArray& c = arguments.back();
  const double measured = (dot(run.run_global(plus)[0], c) - dot(run.run_global(minus)[0], c)) / (2 * h);
  if (std::fabs(measured - predicted) <= 1e-6 * (1 + size)) return {};
  std::ostringstream o;
  o << "the gradient on one device gives " << predicted << ", differences give " << measured;
  return o.str();
}

/// The transpose of the transpose in one operand: the function itself, with the same collectives.
inline void check_double_transpose(Report& report, const Subject& s, int k, Random& random) {
  Builder g;
  std::vector<Value> in;
  for (auto& t : s.operands) in.push_back({&g, g.input(t)});
  const int from = g.size();
  const Value y = s.build(g, in, false);
  const auto forward = freeze(g, {y});
  const Value c{&g, g.input(cotangent(y.type()))};
  const Value back = pull_back(g, {y}, {c}, {in[std::size_t(k)]}, from)[0];
  const Value x{&g, g.input(in[std::size_t(k)].type())};
  const Value again = pull_back(g, {back}, {x}, {c}, from)[0];
  if (!(again.type() == y.type())) return report.fail(s, "transposed twice it has the type " + to_string(again.type()));
  const auto twice = freeze(g, {again});
  const auto a = count_collectives(forward.view()), b = count_collectives(twice.view());
  if (!(a == b)) report.fail(s, "transposed twice it runs other collectives");
  const SimulatedMesh one;
  std::vector<HostArray> values;
  for (auto& t : s.operands) values.push_back(random.array(one.global_shape(plain(t)), t.dtype));
  std::optional<Interpreter> run, run_twice;
  try {
    run.emplace(forward.view(), Mesh{{X, 2}, {Y, 2}});
    run_twice.emplace(twice.view(), Mesh{{X, 2}, {Y, 2}});
  } catch (const std::invalid_argument&) {
    return;  // the mesh does not divide an extent
  }
  std::vector<HostArray> more = values;
  more.push_back(random.array(one.global_shape(plain(c.type())), c.type().dtype));
  more.push_back(values[std::size_t(k)]);
  if (first_difference(run_twice->run_global(more)[0], run->run_global(values)[0], 1e-9) >= 0)
    report.fail(s, "transposed twice it is another function");
}

/// Checks all laws on all meshes. True if the op accepted the operands.
inline bool check(Report& report, const Subject& s, const std::vector<Mesh>& meshes, Random& random) {
  std::optional<Differentiated> program;
  try {
    Builder g;
    std::vector<Value> in;
    for (auto& t : s.operands) in.push_back({&g, g.input(t)});
    s.build(g, in, false);
  } catch (const RuleError&) {
    ++report.rejected;
    return false;
  }
  ++report.accepted;
  try {
    program.emplace(s, false);
  } catch (const std::exception& e) {  // it type-checks forward, so it must backward
    report.fail(s, std::string("the backward pass was refused: ") + e.what());
    return true;
  }
  const Differentiated& p = *program;
  for (std::size_t w = 0; w < p.wrt.size(); ++w)
    if (!(p.gradients[w].type() == cotangent(p.wrt[w].type())))
      report.fail(
          s, "the gradient of " + to_string(p.wrt[w].type()) + " has the type " + to_string(p.gradients[w].type()));

  for (auto& q : p.both.equations)  // equal types are equal texts
    if (!opens_region(q.op))
      if (const TypeDesc& t = p.both.types[std::size_t(q.type)]; !(type_of(to_string(t)) == t))
        report.fail(s, "a type is not canonical: " + to_string(t));

  const Differentiated dense(s, true, p.cotangent.valid());
  const auto values = random_arguments(s, p, random);
  Interpreter reference(dense.both.view(), {});
  const auto expected = reference.run_global(values);
  if (s.differences && p.wrt.size()) {
    std::string problem = compare_with_differences(dense, values, expected, random);
    if (!problem.empty()) {  // other values: these may be beside a kink
      const auto others = random_arguments(s, p, random);
      problem = compare_with_differences(dense, others, reference.run_global(others), random);
    }
    if (!problem.empty()) report.fail(s, problem);
  }

  const Collectives counted = count_collectives(p.both.view());
  const Collectives promised = s.promised ? s.promised(p.result.type()) : local_backward(s.operands, p.result.type());
  if (!(counted == promised)) {
    Text t;
    t << "the program means " << counted << ", its types promise " << promised;
    report.fail(s, std::string(t.view()));
  }
  for (int k : s.linear_in)
    if (has_cotangent(s.operands[std::size_t(k)]) && has_cotangent(p.result.type()))
      check_double_transpose(report, s, k, random);

  for (auto& mesh : meshes) {
    const std::string where = " on " + text_of(mesh);
    std::optional<Interpreter> run;
    try {
      run.emplace(p.both.view(), mesh);
    } catch (const std::invalid_argument&) {
      continue;  // an axis size does not divide an extent
    }
    ++report.runs;
    try {
      std::vector<Pieces> pieces;
      for (std::size_t k = 0; k < values.size(); ++k)
        pieces.push_back(random.scatter(run->mesh(), p.both.view().type_of(p.both.inputs[k]), values[k]));
      const auto results = run->run(pieces);
      for (std::size_t k = 0; k < results.size(); ++k) {
        const TypeDesc& type = p.both.view().type_of(p.both.outputs[k]);
        const HostArray whole = run->mesh().assemble(type, results[k]);
        const long at = first_difference(whole, expected[k], 1e-8);
        if (at < 0) continue;
        std::ostringstream o;
        o << (k ? "the gradient of operand " + std::to_string(k - 1) : std::string("the value")) << " is wrong" << where
          << ": element " << at;
        if (whole.shape() == expected[k].shape())
          o << " is " << whole.data()[at] << ", should be " << expected[k].data()[at];
        else
          o << ": the shapes differ";
        o << "; result type " << to_string(type);
        report.fail(s, o.str());
        break;
      }
      if (!(run->collectives() == counted)) report.fail(s, "the collectives that ran are not those counted" + where);
    } catch (const std::exception& e) {
      report.fail(s, e.what() + where);
    }
    if (report.full()) break;
  }
  return true;
}

/// Varying operands: every device computes on its own, forward and backward.
inline bool check_varying(Report& report, const Subject& s, Random& random) {
  std::optional<Differentiated> program;
  try {
    program.emplace(s, false);
  } catch (const RuleError&) {
    ++report.rejected;
    return false;
  }
  ++report.accepted;
  ++report.runs;
  const Differentiated& p = *program;
  if (!p.result.type().varying.has(X)) report.fail(s, "the result does not vary");
  Interpreter run(p.both.view(), {{X, 3}}), alone(p.both.view(), {{X, 1}});
  std::vector<std::vector<HostArray>> own;
  std::vector<Pieces> pieces(p.both.inputs.size());
  for (int device = 0; device < 3; ++device) {
    own.push_back(random_arguments(s, p, random));
    for (std::size_t k = 0; k < pieces.size(); ++k) pieces[k].push_back(own.back()[k]);
  }
  const auto results = run.run(pieces);
  if (count_collectives(p.both.view()).total()) report.fail(s, "local ops communicate");
  for (int device = 0; device < 3; ++device) {
    std::vector<Pieces> single;
    for (auto& v : own[std::size_t(device)]) single.push_back({v});
    const auto expected = alone.run(single);
    for (std::size_t k = 0; k < results.size(); ++k)
      if (first_difference(results[k][std::size_t(device)], expected[k][0], 1e-12) >= 0)
        report.fail(s, "a device did not compute on its own");
  }
  return true;
}

}  // namespace validator
