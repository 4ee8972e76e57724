// Manual mode: every collective and cast in every state, against its definition on the devices' pieces; its transpose
// against the pairing of values with cotangents; and what must be refused.
#pragma once

#include <validator/data.hpp>

#include <functional>
#include <optional>

namespace validator::manual_mode {

using rules::State;

using Mesh = std::vector<MeshAxis>;
inline const std::vector<Mesh> meshes{{{X, 1}}, {{X, 2}},         {{X, 3}},
                                      {{X, 4}}, {{X, 2}, {Y, 2}}, {{X, 2}, {Y, 2}, {Name("Z"), 2}}};

/// The devices that differ from this one along `axes` only, in the order of their places, major first.
inline std::vector<int> group(const SimulatedMesh& mesh, int device, const AxisList& axes) {
  std::vector<std::pair<int, int>> found;
  for (int other = 0; other < mesh.devices(); ++other) {
    bool same = true;
    int place = 0;
    for (const MeshAxis& a : mesh.axes())
      if (!axes.has(a.name)) same &= mesh.coordinate(other, a.name) == mesh.coordinate(device, a.name);
    for (Name x : axes) place = place * mesh.axis_size(x) + mesh.coordinate(other, x);
    if (same) found.push_back({place, other});
  }
  std::sort(found.begin(), found.end());
  std::vector<int> devices;
  for (auto& [place, other] : found) devices.push_back(other);
  return devices;
}
inline int place_of(const SimulatedMesh& mesh, int device, const AxisList& axes) {
  int place = 0;
  for (Name x : axes) place = place * mesh.axis_size(x) + mesh.coordinate(device, x);
  return place;
}
inline bool counts_once(const TypeDesc& t, const SimulatedMesh& mesh, int device) {
  for (const MeshAxis& a : mesh.axes())
    if (rules::state_of(t, a.name) == State::replicated && mesh.coordinate(device, a.name) > 0) return false;
  return true;
}
/// What the devices hold of a value: copies where it is the same on all, anything elsewhere.
inline Pieces random_pieces(const SimulatedMesh& mesh, const TypeDesc& t, Random& random) {
  Pieces pieces;
  for (int device = 0; device < mesh.devices(); ++device) {
    int original = device;
    for (int other = 0; other < device; ++other) {
      bool copy = true;
      for (const MeshAxis& a : mesh.axes()) {
        const State s = rules::state_of(t, a.name);
        copy &= s == State::replicated || s == State::reduced ||
                mesh.coordinate(other, a.name) == mesh.coordinate(device, a.name);
      }
      if (copy) {
        original = other;
        break;
      }
    }
    pieces.push_back(original < device ? pieces[std::size_t(original)] : random.array(mesh.local_shape(t), t.dtype));
  }
  return pieces;
}
/// A value with a cotangent: each device's share, copies once.
inline double pairing(const SimulatedMesh& mesh, const TypeDesc& t, const Pieces& a, const Pieces& b) {
  double sum = 0;
  for (int device = 0; device < mesh.devices(); ++device)
    if (counts_once(t, mesh, device)) sum += dot(a[std::size_t(device)], b[std::size_t(device)]);
  return sum;
}

using Build = std::function<Value(Value, const AxisList&)>;
/// What device `device` holds afterwards, from the pieces of its group, by the definition.
using Meaning = std::function<HostArray(const std::vector<HostArray>& group, int place)>;

struct Collective {
  std::string name;
  Build build;
  Meaning meaning;
  std::vector<State> from;        ///< what it takes
  std::vector<std::string> type;  ///< of the operand with the axes' states left open, such as "f64[4*X,3]"
  std::function<Collectives(State)> forward, backward;
  bool linear = true;
};

inline HostArray total(const std::vector<HostArray>& group) {
  HostArray s = xt::zeros_like(group[0]);
  for (auto& p : group) s += p;
  return s;
}
inline HostArray block(const HostArray& a, int dim, int n, int i) {
  const std::size_t size = a.shape()[std::size_t(dim)] / std::size_t(n);
  xt::xstrided_slice_vector at;
  for (int d = 0; d < int(a.dimension()); ++d) {
    if (d == dim)
      at.push_back(xt::range(std::size_t(i) * size, std::size_t(i + 1) * size));
    else
      at.push_back(xt::all());
  }
  return xt::strided_view(a, at);
}
inline HostArray joined(const std::vector<HostArray>& parts, int dim) {
  HostArray all = parts[0];
  for (std::size_t k = 1; k < parts.size(); ++k) {
    HostArray both = xt::concatenate(xt::xtuple(all, parts[k]), std::size_t(dim));
    all = both;
  }
  return all;
}
inline HostArray with_dim(HostArray a, int dim) {
  auto shape = interpreter::Shape(a.shape().begin(), a.shape().end());
  shape.insert(shape.begin() + dim, 1);
  a.reshape(shape);
  return a;
}
inline HostArray without_dim(HostArray a, int dim) {
  auto shape = interpreter::Shape(a.shape().begin(), a.shape().end());
  shape.erase(shape.begin() + dim);
  a.reshape(shape);
  return a;
}

inline const Collectives nothing{};
inline const Collectives one_all_reduce{.all_reduce = 1}, one_gather{.all_gather = 1}, one_scatter{.reduce_scatter = 1},
    one_exchange{.all_to_all = 1}, one_permute{.permute = 1};
inline std::function<Collectives(State)> always(Collectives c) {
  return [c](State) { return c; };
}

inline std::vector<Collective> table() {
  using namespace manual;
  std::vector<Collective> t;
  const auto same = [](auto& g, int i) { return g[std::size_t(i)]; };
  t.push_back({"psum",
               [](Value a, auto& x) { return psum(a, x); },
               [](auto& g, int) { return total(g); },
               {State::varying, State::unreduced},
               {"f64[3,2]", "f64[]", "f32[0,2]"},
               always(one_all_reduce),
               always(nothing)});
  t.push_back({"pmean",
               [](Value a, auto& x) { return pmean(a, x); },
               [](auto& g, int) { return HostArray(total(g) / double(g.size())); },
               {State::varying, State::unreduced},
               {"f64[3,2]"},
               always(one_all_reduce),
               always(nothing)});
  t.push_back({"pcast<varying>",
               [](Value a, auto& x) { return pcast(a, x, State::varying); },
               same,
               {State::replicated, State::reduced},
               {"f64[3]"},
               always(nothing),
               [](State s) { return s == State::replicated ? one_all_reduce : nothing; }});
  t.push_back({"pcast<unreduced>",
               [](Value a, auto& x) { return pcast(a, x, State::unreduced); },
               same,
               {State::varying},
               {"f64[3]"},
               always(nothing),
               always(nothing)});
  t.push_back({"pcast<reduced>",
               [](Value a, auto& x) { return pcast(a, x, State::reduced); },
               same,
               {State::replicated},
               {"f64[3]"},
               always(nothing),
               always(one_all_reduce)});
  for (int dim : {0, 1}) {
    const std::string d = std::to_string(dim);
    const std::string many = dim ? "f64[2,12]" : "f64[12,2]", one = dim ? "f64[2,N]" : "f64[N,2]";
    t.push_back({"psum_scatter<" + d + ">",
                 [dim](Value a, auto& x) { return psum_scatter(a, x, dim, true); },
                 [dim](auto& g, int i) { return block(total(g), dim, int(g.size()), i); },
                 {State::varying, State::unreduced},
                 {many},
                 always(one_scatter),
                 always(one_gather)});
    t.push_back({"psum_scatter<" + d + "> untiled",
                 [dim](Value a, auto& x) { return psum_scatter(a, x, dim, false); },
                 [dim](auto& g, int i) { return without_dim(block(total(g), dim, int(g.size()), i), dim); },
                 {State::varying, State::unreduced},
                 {one},
                 always(one_scatter),
                 always(one_gather)});
    t.push_back({"local_block<" + d + ">",
                 [dim](Value a, auto& x) { return local_block(a, x, dim, true); },
                 [dim](auto& g, int i) { return block(g[0], dim, int(g.size()), i); },
                 {State::replicated},
                 {many},
                 always(nothing),
                 always(one_gather)});
    t.push_back({"local_block<" + d + "> untiled",
                 [dim](Value a, auto& x) { return local_block(a, x, dim, false); },
                 [dim](auto& g, int i) { return without_dim(block(g[0], dim, int(g.size()), i), dim); },
                 {State::replicated},
                 {one},
                 always(nothing),
                 always(one_gather)});
    for (State to : {State::varying, State::reduced, State::replicated}) {
      const auto back = always(to == State::replicated ? nothing : one_scatter);
      const std::string name = "all_gather<" + d + "> to " + std::to_string(int(to));
      t.push_back({name,
                   [=](Value a, auto& x) { return all_gather(a, x, dim, to, true); },
                   [dim](auto& g, int) { return joined(g, dim); },
                   {State::varying},
                   {"f64[3,2]"},
                   always(one_gather),
                   back});
      t.push_back({name + " untiled",
                   [=](Value a, auto& x) { return all_gather(a, x, dim, to, false); },
                   [dim](auto g, int) {
                     for (HostArray& p : g) p = with_dim(p, dim);
                     return joined(g, dim);
                   },
                   {State::varying},
                   {"f64[3]"},
                   always(one_gather),
                   back});
    }
    t.push_back({"all_to_all<" + d + "," + std::to_string(1 - dim) + ">",
                 [dim](Value a, auto& x) { return all_to_all(a, x, dim, 1 - dim, true); },
                 [dim](auto g, int i) {
                   for (HostArray& p : g) p = block(HostArray(p), dim, int(g.size()), i);
                   return joined(g, 1 - dim);
                 },
                 {State::varying},
                 {many},
                 always(one_exchange),
                 always(one_exchange)});
    for (int to : {0, 1})
      t.push_back({"all_to_all<" + d + "," + std::to_string(to) + "> untiled",
                   [=](Value a, auto& x) { return all_to_all(a, x, dim, to, false); },
                   [=](auto g, int i) {
                     for (HostArray& p : g)
                       p = with_dim(without_dim(block(HostArray(p), dim, int(g.size()), i), dim), to);
                     return joined(g, to);
                   },
                   {State::varying},
                   {one},
                   always(one_exchange),
                   always(one_exchange)});
  }
  for (int by : {0, 1, -1, 5})
    t.push_back({"ppermute<shift(" + std::to_string(by) + ")>",
                 [by](Value a, auto& x) { return ppermute(a, x.axes[0], by); },
                 [by](auto& g, int i) {
                   const int n = int(g.size());
                   return g[std::size_t((((i - by) % n) + n) % n)];
                 },
                 {State::varying},
                 {"f64[3]"},
                 always(one_permute),
                 always(one_permute)});
  t.push_back({"ppermute<pairs>",
               [](Value a, auto& x) {
                 const std::uint32_t pairs[] = {0, 1, 1, 0};
                 return ppermute(a, x.axes[0], pairs, 2);
               },
               [](auto& g, int i) { return i < 2 ? g[std::size_t(1 - i)] : HostArray(xt::zeros_like(g[0])); },
               {State::varying},
               {"f64[3]"},
               always(one_permute),
               always(one_permute)});
  for (PendingKind kind : {PendingKind::max, PendingKind::min})
    t.push_back({kind == PendingKind::max ? "pmax" : "pmin",
                 [=](Value a, auto& x) { return pmax(a, x, kind); },
                 [=](auto g, int) {
                   HostArray m = g[0];
                   for (auto& p : g)
                     for (std::size_t k = 0; k < m.size(); ++k)
                       m.data()[k] = kind == PendingKind::max ? std::max(m.data()[k], p.data()[k])
                                                              : std::min(m.data()[k], p.data()[k]);
                   return m;
                 },
                 {State::varying, State::pending},
                 {"f64[3]", "i32[4]"},
                 always(one_all_reduce),
                 always(nothing),
                 false});
  return t;
}

/// The operand's type: `axes` in the state, and N of its extents one element a device.
inline TypeDesc operand_type(std::string text, const AxisList& axes, State s, PendingKind kind) {
  Text n;
  for (int i = 0; i < axes.size; ++i) n << (i ? "*" : "") << axes.axes[i];
  if (const auto at = text.find('N'); at != std::string::npos) text.replace(at, 1, std::string(n.view()));
  return manual::with_state(type_of(text), axes, s, kind);
}

inline void check(const Collective& c, const AxisList& axes, State s, const std::string& text, const Mesh& axes_of_mesh,
                  Random& random, long& checked, std::vector<std::string>& failures) {
  const TypeDesc t = operand_type(text, axes, s, c.name == "pmin" ? PendingKind::min : PendingKind::max);
  const auto expect = [&](bool condition, const char* what) {
    if (!condition) failures.push_back(c.name + " of " + to_string(t) + ": " + what);
  };
  Builder g;
  const Value a{&g, g.input(t)};
  const int from = g.size();
  const Value y = c.build(a, axes);
  expect(count_collectives(freeze(g, {y}).view()) == c.forward(s), "it runs other collectives");
  std::vector<Value> outputs{y};
  Value ct, back, again;
  if (c.linear) {
    ct = {&g, g.input(cotangent(y.type()))};
    back = pull_back(g, {y}, {ct}, {a}, from)[0];
    expect(back.type() == cotangent(t), "its transpose has another type");
    expect(count_collectives(freeze(g, {back}).view()) == c.backward(s), "its transpose runs other collectives");
    const int here = g.size();
    again = pull_back(g, {back}, {a}, {ct}, from)[0];
    expect(again.type() == y.type(), "transposed twice it has another type");
    expect(count_collectives(freeze(g, {again}).view()) == c.forward(s), "transposed twice it runs other collectives");
    (void)here;
    outputs.push_back(back);
    outputs.push_back(again);
  }
  const DynamicProgram program = freeze(g, outputs);
  std::optional<Interpreter> run;
  try {
    run.emplace(program.view(), axes_of_mesh);
  } catch (const std::invalid_argument&) {
    return;  // an extent does not divide
  }
  const SimulatedMesh& mesh = run->mesh();
  std::vector<Pieces> arguments{random_pieces(mesh, t, random)};
  if (c.linear) arguments.push_back(random_pieces(mesh, ct.type(), random));
  std::vector<Pieces> results;
  try {
    results = run->run(arguments);
  } catch (const std::invalid_argument&) {
    expect(c.name == "ppermute<pairs>", "it does not run");  // pairs beyond a small axis
    return;
  }
  ++checked;
  for (int device = 0; device < mesh.devices(); ++device) {
    std::vector<HostArray> mine;
    for (int other : group(mesh, device, axes)) mine.push_back(arguments[0][std::size_t(other)]);
    const HostArray expected = c.meaning(mine, place_of(mesh, device, axes));
    expect(first_difference(results[0][std::size_t(device)], expected, 1e-12) < 0, "the value is wrong");
  }
  if (!c.linear) return;
  const double forward = pairing(mesh, y.type(), results[0], arguments[1]);
  const double backward = pairing(mesh, t, arguments[0], results[1]);
  expect(std::fabs(forward - backward) <= 1e-9 * (1 + std::fabs(forward)), "its transpose is wrong");
  for (int device = 0; device < mesh.devices(); ++device)
    expect(first_difference(results[2][std::size_t(device)], results[0][std::size_t(device)], 1e-12) < 0,
           "transposed twice it is another function");
}

inline AxisList list(std::initializer_list<Name> names) {
  AxisList l;
  for (Name x : names) l.push(x);
  return l;
}

/// All of the table, in every state, on every mesh. How many were run; what is wrong is said in `failures`.
inline long check_all(Random& random, std::vector<std::string>& failures, const std::vector<Mesh>& on = meshes) {
  long checked = 0;
  for (const Collective& c : table())
    for (State s : c.from)
      for (const std::string& text : c.type)
        for (const Mesh& mesh : on) try {
            check(c, list({X}), s, text, mesh, random, checked, failures);
            if (mesh.size() < 2 || c.name.starts_with("ppermute")) continue;
            check(c, list({Y}), s, text, mesh, random, checked, failures);
            check(c, list({X, Y}), s, text, mesh, random, checked, failures);
            check(c, list({Y, X}), s, text, mesh, random, checked, failures);
          } catch (const std::exception& e) {
            failures.push_back(c.name + " of " + text + ": " + e.what());
          }
  return checked;
}

}  // namespace validator::manual_mode
