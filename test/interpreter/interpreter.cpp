// The oracle itself: layouts by definition, ops against xtensor, loops, rounding, and the steps of a reshard.
#include <shardwise/backends/interpreter/indexing_ops.hpp>
#include <shardwise/backends/interpreter/interpreter.hpp>
#include <shardwise/backends/interpreter/local_ops.hpp>
#include <shardwise/backends/interpreter/rounding.hpp>

#include <catch2/catch.hpp>
#include <xtensor/xbuilder.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xview.hpp>

using namespace shardwise;
using namespace shardwise::interpreter;

namespace {
const Name X("X"), Y("Y");
HostArray counting(const Shape& shape) {
  HostArray a = HostArray::from_shape(shape);
  for (std::size_t i = 0; i < a.size(); ++i) a.data()[i] = double(i);
  return a;
}
/// Not by ==, which Catch and xtensor both take apart.
bool same(const HostArray& a, const HostArray& b) {
  return a.shape() == b.shape() && std::equal(a.begin(), a.end(), b.begin());
}
}  // namespace

TEST_CASE("pieces by definition") {
  const SimulatedMesh mesh({{X, 2}, {Y, 2}});
  CHECK(mesh.devices() == 4);
  CHECK(mesh.coordinate(2, X) == 1);
  CHECK(mesh.coordinate(2, Y) == 0);
  const HostArray a = counting({4, 4});
  const auto rows = mesh.scatter(type_of("f32[4@X,4]"), a);
  CHECK(same(rows[0], HostArray(xt::view(a, xt::range(0, 2)))));
  CHECK(same(rows[3], HostArray(xt::view(a, xt::range(2, 4)))));
  const auto major = mesh.scatter(type_of("f32[4@(Y,X),4]"), a);  // Y is major: device 1 is (X 0, Y 1)
  CHECK(same(major[1], HostArray(xt::view(a, xt::range(2, 3)))));
  const auto pending = mesh.scatter(type_of("f32[4,4]{U:X}"), a);
  CHECK(same(pending[0], a));
  CHECK(same(pending[2], HostArray(xt::zeros<double>({4, 4}))));
  for (const char* t :
       {"f32[4@X,4]", "f32[4@(Y,X),4]", "f32[4,4]{U:X}", "f32[4@Y,4]{U:X}", "f32[4,4]{R:Y}", "f32[4,4]{Umax:X}"})
    CHECK(same(mesh.assemble(type_of(t), mesh.scatter(type_of(t), a)), a));
  CHECK_THROWS_AS(mesh.local_shape(type_of("f32[6@(X,Y)]")), std::invalid_argument);
}

TEST_CASE("copies that differ are no value") {
  const SimulatedMesh mesh({{X, 2}});
  CHECK_THROWS_AS(mesh.assemble(type_of("f32[1]"), {HostArray{1.0}, HostArray{2.0}}), std::runtime_error);
  CHECK(same(mesh.assemble(type_of("f32[1]{U:X}"), {HostArray{1.0}, HostArray{2.0}}), HostArray{3.0}));
  CHECK(same(mesh.assemble(type_of("f32[1]{Umax:X}"), {HostArray{1.0}, HostArray{2.0}}), HostArray{2.0}));
}

TEST_CASE("the steps of a reshard make the reshard, each kind of collective once, gathers last") {
  const SimulatedMesh mesh({{X, 2}, {Y, 2}});
  const HostArray a = counting({4, 4});
  std::vector<TypeDesc> types;
  const auto add = [&](const std::string& dims, const std::string& states) {
    types.push_back(type_of("f32[" + dims + "]" + states));
  };
  for (auto* d : {"4,4", "4@X,4", "4,4@X", "4@Y,4", "4@X,4@Y", "4@Y,4@X", "4@(X,Y),4", "4@(Y,X),4", "4,4@(X,Y)"}) {
    const std::string dims = d;
    const bool x = dims.find('X') != std::string::npos, y = dims.find('Y') != std::string::npos;
    for (std::string sx : x ? std::vector<std::string>{""} : std::vector<std::string>{"", "U:X", "R:X"})
      for (std::string sy : y ? std::vector<std::string>{""} : std::vector<std::string>{"", "U:Y", "R:Y"}) {
        if (!sx.empty() && !sy.empty() && sx[0] == sy[0])
          add(dims, std::string("{") + sx[0] + ":(X,Y)}");
        else if (sx.empty() && sy.empty())
          add(dims, "");
        else
          add(dims, "{" + sx + (sx.empty() || sy.empty() ? "" : ", ") + sy + "}");
      }
  }
  int reshards = 0;
  for (auto& from : types)
    for (auto& to : types) {
      if (!rules::judge_reshard(from, spec_of(to)).ok) continue;
      ++reshards;
      Pieces pieces = mesh.scatter(from, a);
      unsigned kinds = 0;
      bool in_order = true, once = true;
      rules::for_each_step(from, to,
                           [&](rules::Move move, const AxisList&, const TypeDesc& before, const TypeDesc& after) {
                             pieces = mesh.reshard(before, after, pieces);
                             if (!rules::is_collective(move)) return;
                             once = once && !(kinds >> int(move) & 1);
                             in_order = in_order && !(kinds >> int(rules::Move::all_gather) & 1);
                             kinds |= 1u << int(move);
                           });
      INFO(to_string(from) << " to " << to_string(to));
      CHECK(same(mesh.assemble(to, pieces), a));
      CHECK(same(mesh.assemble(to, mesh.reshard(from, to, mesh.scatter(from, a))), a));
      CHECK(kinds == rules::collectives_of(from, to));
      CHECK(once);
      // Other axes of a dimension that is gathered, and those that enter it, have to wait for that.
      bool must_wait = false;
      for (int d = 0; d < 2; ++d)
        must_wait = must_wait || from.dims[d].axes.size > 1 || (from.dims[d].axes.size && to.dims[d].axes.size);
      if (!must_wait) CHECK(in_order);
    }
  CHECK(reshards > 300);
}

TEST_CASE("local ops against xtensor") {
  Builder g;
  const Value a{&g, g.input(type_of("f32[3,4]"))}, b{&g, g.input(type_of("f32[4,5]"))};
  const Extent flat[] = {extent(12)};
  const DynamicProgram p =
      freeze(g, {matmul(a, b), sum(a, 1), reduce_max(a, 2), transpose(a, 0x01), slice(a, 1, 1, 4, 2),
                 reshape(a, flat, 1), argmax(a, 1), apply<ops::tanh>(a), pad(a, 0, 1, 1, extent(5)), mean(a, 3)});
  const HostArray x = xt::sin(counting({3, 4})), y = xt::cos(counting({4, 5}));
  const auto r = Interpreter(p.view(), {}).run_global({x, y});
  HostArray product = xt::zeros<double>({3, 5});
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 5; ++j) product(i, j) = xt::sum(xt::view(x, i) * xt::view(y, xt::all(), j))();
  CHECK(xt::allclose(r[0], product));
  CHECK(xt::allclose(r[1], xt::sum(x, {0})));
  CHECK(same(r[2], HostArray(xt::amax(x, {1}))));
  CHECK(same(r[3], HostArray(xt::transpose(x))));
  CHECK(same(r[4], HostArray(xt::view(x, xt::all(), xt::range(1, 4, 2)))));
  CHECK(same(r[5], HostArray(xt::flatten(x))));
  CHECK(same(r[6], HostArray(xt::argmax(x, 1))));
  CHECK(same(r[7], HostArray(xt::tanh(x))));
  CHECK(same(HostArray(xt::view(r[8], xt::range(1, 4))), x));
  CHECK(r[8](0, 0) == 0);
  CHECK(r[9]() == Approx(xt::mean(x)()));
}

TEST_CASE("local ops along a dimension without elements") {
  const HostArray none = HostArray::from_shape({3, 0});
  CHECK_THROWS_AS(local::arg_reduce(none, 1, true), std::runtime_error);
  CHECK(local::arg_reduce(none, 0, false).size() == 0);
  const HostArray ids = counting({3, 2});
  CHECK(same(local::take_along_axis(none, ids, 1), HostArray(xt::zeros<double>({3, 2}))));
  CHECK(same(local::scatter_add_along_axis(none, ids, ids, 1), none));
}

TEST_CASE("loops forwards and backwards, carries change at once") {
  for (bool reversed : {false, true}) {
    Builder g;
    const Value x{&g, g.input(type_of("f32[n]"))}, a{&g, g.input(type_of("f32[]"))}, b{&g, g.input(type_of("f32[]"))};
    g.open(extent(Name("n")), reversed);
    const Value p = loop::carry(a), q = loop::carry(b), e = loop::item(x);
    loop::set_next(p, q);
    loop::set_next(q, p + q * e);
    const Value stack = loop::stack_in(g, g.current, q.id);
    g.close();
    const DynamicProgram program = freeze(g, {loop::result(p), loop::result(q), loop::result(stack)});
    HostArray one = HostArray::from_shape(Shape{}), two = one;
    one() = 1;
    two() = 2;
    const auto r = Interpreter(program.view(), {}, {{Name("n"), 3}}).run_global({HostArray{1.0, 2.0, 3.0}, one, two});
    double u = 1, v = 2, seen[3];
    for (int t = 0; t < 3; ++t) {
      const int i = reversed ? 2 - t : t;
      seen[i] = v;
      const double next = u + v * (i + 1);
      u = v;
      v = next;
    }
    CHECK(r[0]() == u);
    CHECK(r[1]() == v);
    CHECK(same(r[2], HostArray{seen[0], seen[1], seen[2]}));
  }
}

TEST_CASE("a tree of reshards is one collective of each kind, axes, dtype and reduction") {
  Builder g;
  std::vector<Value> leaves;
  std::vector<TypeDesc> to;
  std::vector<HostArray> values;
  for (const char* t : {"f32[4]{U:X}", "f32[2]{U:X}", "bf16[2]{U:X}", "f32[2]{Umax:X}"}) {
    leaves.push_back({&g, g.input(type_of(t))});
    to.push_back(leaves.back().type());
    to.back().unreduced = {};
    to.back().pending = PendingKind::sum;
    values.push_back(counting({std::size_t(to.back().dims[0].extent.number)}));
  }
  const DynamicProgram p = freeze(g, reshard_tree(leaves, to));
  Interpreter run(p.view(), {{X, 2}});
  CHECK(same(run.run_global(values)[0], values[0]));
  CHECK(run.collectives() == Collectives{.all_reduce = 3});
  CHECK(count_collectives(p.view()) == Collectives{.all_reduce = 3});
}

TEST_CASE("rounding to dtypes") {
  CHECK(round_to(Dtype::f32, 0.1) == double(0.1f));
  CHECK(round_to(Dtype::bf16, 257) == 256);
  CHECK(round_to(Dtype::bf16, 259) == 260);
  CHECK(round_to(Dtype::f16, 2049) == 2048);
  CHECK(round_to(Dtype::f16, 70000) == std::numeric_limits<double>::infinity());
  CHECK(round_to(Dtype::f16, 6e-8) == 0x1p-24);
  CHECK(round_to(Dtype::i32, 2147483648.0) == -2147483648.0);
  CHECK(round_to(Dtype::u32, -1) == 4294967295.0);
  CHECK(round_to(Dtype::i32, -1.9) == -1);
  CHECK(round_to(Dtype::boolean, 3) == 1);
  Builder g;
  const Value x{&g, g.input(type_of("bf16[]"))};
  const DynamicProgram p = freeze(g, {x + 1.0});
  HostArray a = HostArray::from_shape(Shape{});
  a() = 256;
  CHECK(Interpreter(p.view(), {}).run_global({a})[0]() == 257);
  CHECK(Interpreter(p.view(), {}, {}, {.round = true}).run_global({a})[0]() == 256);
}
