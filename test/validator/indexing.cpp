// Indexing and order on given numbers: embeddings, ids that repeat or are out of range, equal elements and NaN.
#include <validator/data.hpp>

#include <shardwise/dsl/rules/rules.hpp>

#include <catch2/catch.hpp>
#include <limits>

using namespace validator;

namespace {
/// A program on devices along X.
struct On {
  Builder g;
  DynamicProgram program;

  Value input(const char* type) { return {&g, g.input(type_of(type))}; }
  std::vector<Pieces> run(int devices, const std::vector<Value>& results, const std::vector<Pieces>& arguments,
                          interpreter::Options options = {}) {
    program = freeze(g, results);
    return Interpreter(program.view(), {{X, devices}}, {}, options).run(arguments);
  }
  std::vector<HostArray> run_global(int devices, const std::vector<Value>& results,
                                    const std::vector<HostArray>& arguments) {
    program = freeze(g, results);
    return Interpreter(program.view(), {{X, devices}}).run_global(arguments);
  }
};
HostArray array(const interpreter::Shape& shape, const std::vector<double>& x) {
  HostArray a = HostArray::from_shape(shape);
  std::copy(x.begin(), x.end(), a.begin());
  return a;
}
HostArray row(const std::vector<double>& x) { return array({x.size()}, x); }
bool same(const HostArray& got, const std::vector<double>& expected, double tolerance = 1e-12) {
  if (got.size() != expected.size()) return false;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!close(got.data()[i], expected[i], tolerance)) return false;
  return true;
}
SpecDesc pending_x() {
  SpecDesc s;
  s.unreduced.insert(X);
  return s;
}
const SpecDesc replicated{};
const double not_a_number = std::numeric_limits<double>::quiet_NaN();
}  // namespace

TEST_CASE("case 6: the gradient of a table is ones; a replicated table costs one all-reduce, a reduced one none") {
  for (bool reduced : {false, true}) {
    On p;
    const Value table = p.input(reduced ? "f32[4,2]{R:X}" : "f32[4,2]"), ids = p.input("i32[4@X]");
    const SpecDesc pending = pending_x();
    const Value loss = sum(take(table, ids), 3, false, reduced ? &pending : nullptr);
    const Value g = gradient(p.g, loss, {table}, 2)[0];
    CHECK(to_string(g.type()) == (reduced ? "f32[4,2]{U:X}" : "f32[4,2]"));
    const HostArray ones = array({4, 2}, std::vector<double>(8, 1));
    const auto r = p.run(2, {g}, {Pieces(2, ones), {row({0, 1}), row({2, 3})}});
    CHECK(count_collectives(p.program.view()) == Collectives{.all_reduce = reduced ? 0 : 1});
    CHECK(same(r[0][0], reduced ? std::vector<double>{1, 1, 1, 1, 0, 0, 0, 0} : std::vector<double>(8, 1)));
    CHECK(same(r[0][1], reduced ? std::vector<double>{0, 0, 0, 0, 1, 1, 1, 1} : std::vector<double>(8, 1)));
  }
}

TEST_CASE("case 14: cross-entropy over a vocabulary that is split") {
  On p;
  const Value logits = p.input("f64[1,4@X]"), labels = p.input("i32[1]");
  const Value loss = sum(softmax_cross_entropy_with_integer_labels(logits, labels), 1);
  const auto r = p.run_global(2, {loss, gradient(p.g, loss, {logits}, 2)[0]}, {array({1, 4}, {0, 1, 2, 3}), row({3})});
  CHECK(r[0]() == Approx(0.4401897).epsilon(1e-6));
  CHECK(same(r[1], {.0321, .0871, .2369, -.3561}, 1e-4));
}

TEST_CASE("a label that is out of range is clamped") {
  for (const char* type : {"f64[4,4]", "f64[4,4@X]"}) {
    On p;
    const Value logits = p.input(type), labels = p.input("i32[4]");
    const Value losses = softmax_cross_entropy_with_integer_labels(logits, labels);
    const HostArray x = array({4, 4}, {0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3});
    const auto r = p.run_global(2, {losses, gradient(p.g, sum(losses, 1), {logits}, 2)[0]}, {x, row({7, 3, -1, 0})});
    CHECK(r[0](0) == Approx(0.4401897).epsilon(1e-6));
    CHECK(r[0](0) == r[0](1));
    CHECK(r[0](2) == r[0](3));
    CHECK(r[1](0, 3) == r[1](1, 3));
  }
}

TEST_CASE("case 15: an embedding whose rows are split") {
  On p;
  const Value table = p.input("f32[4@X,1]"), ids = p.input("i32[3]");
  const SpecDesc u = pending_x();
  const auto r =
      p.run(2, {take(table, ids, &u)}, {{array({2, 1}, {1, 2}), array({2, 1}, {3, 4})}, Pieces(2, row({0, 3, 3}))});
  CHECK(same(r[0][0], {1, 0, 0}));
  CHECK(same(r[0][1], {0, 4, 4}));
}

TEST_CASE("case 15: two tables in one step, of different sizes, with their own ids") {
  On p;
  const Value a = p.input("f64[4@X,1]"), b = p.input("f64[8@X,2]"), ids = p.input("i32[3]"), more = p.input("i32[3]");
  const SpecDesc u = pending_x();
  const Value x = take(a, ids, &u), y = take(b, ids, &u), z = take(a, more, &u);
  const Value loss =
      sum(reshard(x, replicated) * reshard(sum(y, 2, true), replicated), 3) + 10.0 * sum(z, 3, false, &replicated);
  std::vector<double> eight(16);
  for (std::size_t i = 0; i < 16; ++i) eight[i] = double(i);
  const auto r = p.run_global(2, {loss, gradient(p.g, loss, {a}, 4)[0], gradient(p.g, loss, {b}, 4)[0]},
                              {array({4, 1}, {1, 2, 3, 4}), array({8, 2}, eight), row({0, 3, 3}), row({2, 2, 7})});
  // Rows 0 and 3 of b sum to 1 and 13; row 7 of a is clamped to its last.
  CHECK(r[0]() == 1 * 1 + 4 * 13 + 4 * 13 + 10 * (3 + 3 + 4));
  CHECK(same(r[1], {1, 0, 20, 13 + 13 + 10}));
  std::vector<double> db(16, 0);
  db[0] = db[1] = 1;
  db[6] = db[7] = 8;
  CHECK(same(r[2], db));
}

TEST_CASE("case 15: a device that holds none of the ids") {
  On p;
  const Value table = p.input("f64[4@X,1]"), ids = p.input("i32[2]");
  const SpecDesc u = pending_x();
  const Value rows = take(table, ids, &u);
  const Value loss = sum(reshard(rows, replicated), 3);
  const auto r = p.run(4, {rows, gradient(p.g, loss, {table}, 2)[0]},
                       {{array({1, 1}, {1}), array({1, 1}, {2}), array({1, 1}, {3}), array({1, 1}, {not_a_number})},
                        Pieces(4, row({1, 1}))});
  for (std::size_t d = 0; d < 4; ++d) {
    CHECK(same(r[0][d], d == 1 ? std::vector<double>{2, 2} : std::vector<double>{0, 0}));  // no NaN from row 3
    CHECK(same(r[1][d], {d == 1 ? 2.0 : 0.0}));
  }
}

TEST_CASE("ids that repeat, and ids out of range") {
  On p;
  const Value table = p.input("f64[3,2]"), ids = p.input("i32[4]"), updates = p.input("f64[4,2]");
  const HostArray t = array({3, 2}, {1, 2, 3, 4, 5, 6}), u = array({4, 2}, {1, 1, 2, 2, 4, 4, 8, 8});
  const std::vector<HostArray> arguments{t, row({2, -5, 9, 0}), u};
  const auto r = p.run_global(1, {take(table, ids), scatter_add(table, ids, updates)}, arguments);
  CHECK(same(r[0], {5, 6, 1, 2, 5, 6, 1, 2}));
  CHECK(same(r[1], {1 + 2 + 8, 2 + 2 + 8, 3, 4, 5 + 1 + 4, 6 + 1 + 4}));
}

TEST_CASE("a checked interpreter names the op, the index and the extent") {
  const auto problem = [](On& p, const Value& v, const std::vector<Pieces>& arguments) -> std::string {
    try {
      p.run(1, {v}, arguments, {.checked = true});
    } catch (const std::out_of_range& e) {
      return e.what();
    }
    return "none";
  };
  const HostArray t = array({3, 2}, {1, 2, 3, 4, 5, 6});
  On a, b, c;
  const Value table = a.input("f64[3,2]"), ids = a.input("i32[2]");
  CHECK(problem(a, take(table, ids), {{t}, {row({0, 3})}}) == "take: index 3 is out of range for the extent 3");
  CHECK(problem(a, take(table, ids), {{t}, {row({0, 2})}}) == "none");
  const Value x = b.input("f64[3,2]"), column = b.input("i32[3,1]");
  CHECK(problem(b, take_along_axis(x, column, 1), {{t}, {array({3, 1}, {0, -1, 1})}}) ==
        "take_along_axis: index -1 is out of range for the extent 2");
  const Value logits = c.input("f64[3,2]"), labels = c.input("i32[3]");
  CHECK(problem(c, softmax_cross_entropy_with_integer_labels(logits, labels), {{t}, {row({0, 1, 2})}}) ==
        "clamp_index: index 2 is out of range for the extent 2");
}

TEST_CASE("sort and argsort: equal elements keep their order, NaN comes last, -0 equals 0") {
  On p;
  const double inf = std::numeric_limits<double>::infinity();
  const Value x = p.input("f64[8]"), weights = p.input("f64[8]");
  const Value loss = sum(sort(x, 0) * weights, 1);
  const auto r =
      p.run_global(1, {argsort(x, 0), sort(x, 0), gradient(p.g, loss, {x}, 2)[0]},
                   {row({0.0, not_a_number, 2, -0.0, -inf, 2, not_a_number, inf}), row({1, 2, 3, 4, 5, 6, 7, 8})});
  CHECK(same(r[0], {4, 0, 3, 2, 5, 7, 1, 6}));
  CHECK(same(r[1], {-inf, 0, 0, 2, 2, inf, not_a_number, not_a_number}));
  CHECK(same(r[2], {2, 7, 4, 3, 1, 5, 8, 6}));
}

TEST_CASE("argmax and argmin: the first among equals, NaN is the extreme") {
  On p;
  const Value x = p.input("f64[3,4]");
  const auto r = p.run_global(1, {argmax(x, 1), argmin(x, 1)},
                              {array({3, 4}, {1, 7, 7, 1, 1, not_a_number, 9, not_a_number, not_a_number, 1, 2, 3})});
  CHECK(same(r[0], {1, 1, 0}));
  CHECK(same(r[1], {0, 1, 0}));
}

TEST_CASE("cumsum from either end, and its gradient") {
  On p;
  const Value x = p.input("f64[2,3]"), weights = p.input("f64[2,3]");
  const Value loss = sum(cumsum(x, 1) * weights, 3);
  const auto r = p.run_global(1, {cumsum(x, 1), cumsum(x, 1, true), cumsum(x, 0), gradient(p.g, loss, {x}, 2)[0]},
                              {array({2, 3}, {1, 2, 3, 4, 5, 6}), array({2, 3}, {1, 10, 100, 2, 20, 200})});
  CHECK(same(r[0], {1, 3, 6, 4, 9, 15}));
  CHECK(same(r[1], {6, 5, 3, 15, 11, 6}));
  CHECK(same(r[2], {1, 2, 3, 5, 7, 9}));
  CHECK(same(r[3], {111, 110, 100, 222, 220, 200}));
}

TEST_CASE("varying ids in a table that all devices hold: each device's gradient is a piece, without communication") {
  On p;
  const Value table = p.input("f64[3,1]{R:X}"), ids = p.input("i32[2]{V:X}"), c = p.input("f64[2,1]{V:X}");
  const int from = p.g.size();
  const Value rows = take(table, ids);
  const Value g = pull_back(p.g, {rows}, {c}, {table}, from)[0];
  CHECK(to_string(rows.type()) == "f64[2,1]{V:X}");
  CHECK(to_string(g.type()) == "f64[3,1]{U:X}");
  const auto r = p.run(2, {rows, g},
                       {Pieces(2, array({3, 1}, {5, 6, 7})),
                        {row({0, 0}), row({2, 1})},
                        {array({2, 1}, {1, 2}), array({2, 1}, {4, 8})}});
  CHECK(same(r[0][0], {5, 5}));
  CHECK(same(r[0][1], {7, 6}));
  CHECK(same(r[1][0], {3, 0, 0}));
  CHECK(same(r[1][1], {0, 8, 4}));
  CHECK(count_collectives(p.program.view()) == Collectives{});
}
