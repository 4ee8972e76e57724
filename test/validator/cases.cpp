// Cases from practice: faults that people met in systems like this one, as programs on two devices.
#include <validator/data.hpp>

#include <shardwise/dsl/rules/rules.hpp>

#include <catch2/catch.hpp>
#include <limits>
#include <xtensor/xadapt.hpp>

using namespace validator;

namespace {
/// A program on two devices along X.
struct Two {
  Builder g;
  DynamicProgram program;
  std::vector<Value> outputs;

  Value input(const char* type) { return {&g, g.input(type_of(type))}; }
  /// Runs on what the devices hold of each argument; gives what they hold of each result.
  std::vector<Pieces> run(const std::vector<Value>& results, const std::vector<Pieces>& arguments) {
    program = freeze(g, results);
    return Interpreter(program.view(), {{X, 2}}).run(arguments);
  }
  Collectives collectives() const { return count_collectives(program.view()); }
};
HostArray scalar(double x) {
  HostArray a = HostArray::from_shape(interpreter::Shape{});
  a() = x;
  return a;
}
HostArray row(std::vector<double> x) {
  const interpreter::Shape shape{x.size()};
  return xt::adapt(x, shape);
}
HostArray matrix(std::size_t rows, std::vector<double> x) {
  HostArray a = row(x);
  a.reshape({rows, x.size() / rows});
  return a;
}
const SpecDesc replicated{};
SpecDesc over(AxisList SpecDesc::*state) {
  SpecDesc s;
  (s.*state).insert(X);
  return s;
}
const SpecDesc pending_x = over(&SpecDesc::unreduced);
const SpecDesc reduced_x = over(&SpecDesc::reduced);

bool same(const Pieces& got, const Pieces& expected) {
  for (std::size_t d = 0; d < 2; ++d)
    if (first_difference(got[d], expected[d], 1e-12) >= 0) return false;
  return true;
}
std::string refusal(const std::function<void()>& f) {
  try {
    f();
  } catch (const RuleError& e) {
    return e.what();
  }
  return "accepted";
}
}  // namespace

TEST_CASE("case 1: a weight that meets split data") {
  for (bool reduced : {false, true}) {
    Two p;
    const Value w = p.input(reduced ? "f32[]{R:X}" : "f32[]"), d = p.input("f32[2@X]");
    const Value loss = sum((w * w + 1.0) * d, 1);
    const auto r = p.run({loss, gradient(p.g, loss, {w}, 2)[0]}, {{scalar(1), scalar(1)}, {row({0}), row({1})}});
    CHECK(same(r[0], {scalar(2), scalar(2)}));
    CHECK(same(r[1], reduced ? Pieces{scalar(0), scalar(2)} : Pieces{scalar(2), scalar(2)}));
    CHECK(p.collectives() == Collectives{.all_reduce = reduced ? 1 : 2});
  }
}

TEST_CASE("case 2: the identity of a replicated value transposes without communication, twice") {
  Two p;
  const Value x = p.input("f32[3]");
  const Value y = x * 1.0, c = p.input("f32[3]");
  const Value back = pull_back(p.g, {y}, {c}, {x}, 1)[0], t = p.input("f32[3]");
  const Value again = pull_back(p.g, {back}, {t}, {c}, 1)[0];
  const HostArray a = row({1, 2, 3}), b = row({4, 5, 6}), e = row({7, 8, 9});
  const auto r = p.run({back, again}, {{a, a}, {b, b}, {e, e}});
  CHECK(same(r[0], {b, b}));
  CHECK(same(r[1], {e, e}));
  CHECK(p.collectives() == Collectives{});
}

TEST_CASE("case 3: a replicated scale along a split sequence") {
  Two p;
  const Value scale = p.input("f32[1]"), x = p.input("f32[2@X]");
  const Value loss = sum(scale * x, 1);
  const auto r = p.run({gradient(p.g, loss, {scale}, 2)[0]}, {{row({1}), row({1})}, {row({1}), row({2})}});
  CHECK(same(r[0], {row({3}), row({3})}));
}

TEST_CASE("case 4: stack of split arrays") {
  Two p;
  const Value a = p.input("f32[2,2@X]"), b = p.input("f32[2,2@X]");
  const Value y = stack({a, b}, 0), c = p.input("f32[2,2,2@X]");
  const auto back = pull_back(p.g, {y}, {c}, {a, b}, 2);
  const HostArray one = matrix(2, {5, 6});
  HostArray left = row({0, 2, 4, 6}), right = row({1, 3, 5, 7});  // columns of the cotangent 0..7
  left.reshape({2, 2, 1});
  right.reshape({2, 2, 1});
  const auto r = p.run({back[0], back[1]}, {{one, one}, {one, one}, {left, right}});
  CHECK(same(r[0], {matrix(2, {0, 2}), matrix(2, {1, 3})}));  // [[0, 1], [2, 3]]
  CHECK(same(r[1], {matrix(2, {4, 6}), matrix(2, {5, 7})}));
  CHECK(back[0].type() == type_of("f32[2,2@X]"));
  CHECK(p.collectives() == Collectives{});
}

TEST_CASE("case 5: dimensions of extent 1 keep their names") {
  Builder g;
  const Value x{&g, g.input(type_of("f32[1@X]"))};
  const Value loss = sum(expand_dims(x, 0), 3);
  CHECK(gradient(g, loss, {x}, 1)[0].type() == type_of("f32[1@X]"));
  const Value y{&g, g.input(type_of("f32[1@X,512@Y]"))};
  const Extent extents[] = {extent(1), extent(4), extent(128)};
  CHECK(reshape(y, extents, 3).type() == type_of("f32[1@X,4@Y,128]"));
}

TEST_CASE("case 16: a split dimension stays the major factor") {
  Builder g;
  const Value a{&g, g.input(type_of("f32[12,8@X]"))}, b{&g, g.input(type_of("f32[10@X,1]"))};
  const Extent wrong[] = {extent(16), extent(6)}, right[] = {extent(2), extent(5), extent(1)};
  CHECK(refusal([&] { reshape(a, wrong, 2); }).find("is no major factor of one of [16,6]") != std::string::npos);
  const Value c = reshape(b, right, 3);
  CHECK(c.type() == type_of("f32[2@X,5,1]"));
  const auto p = freeze(g, {c});
  Interpreter two(p.view(), {{X, 2}});
  const HostArray block = matrix(5, {0, 1, 2, 3, 4});
  const HostArray unused = HostArray::from_shape({12, 4});
  const auto r = two.run({{unused, unused}, {block, block}});
  CHECK(r[0][0].shape() == std::vector<std::size_t>({1, 5, 1}));
}

TEST_CASE("case 7a: the seed of a reduced loss; a value used twice, once captured") {
  Two p;
  const Value w = p.input("f32[]{R:X}");
  const Value loss = w * 1.0;
  auto r = p.run({gradient(p.g, loss, {w}, 1)[0]}, {{scalar(5), scalar(5)}});
  CHECK(same(r[0], {scalar(1), scalar(0)}));

  Two q;
  const Value v = q.input("f32[]");
  const Value both = v * v;  // f(w, w)
  q.g.open(extent(3), false);
  const Value carry = loop::carry(both);
  loop::set_next(carry, carry + v);  // and captured
  q.g.close();
  const Value out = loop::result(carry);
  r = q.run({out, gradient(q.g, out, {v}, 1)[0]}, {{scalar(2), scalar(2)}});
  CHECK(same(r[0], {scalar(10), scalar(10)}));
  CHECK(same(r[1], {scalar(7), scalar(7)}));  // 2 v + 3
}

TEST_CASE("case 7b: a cotangent that nothing made is zeros without communication, after a reshard too") {
  Two p;
  const Value w = p.input("f32[2]{R:X}"), x = p.input("f32[4@X]");
  const Value loss = sum(x, 1);
  const Value dw = gradient(p.g, loss, {w}, 2)[0];
  CHECK(to_string(dw.type()) == "f32[2]{U:X}");
  const Value reduced = reshard(dw, reduced_x);
  const auto r = p.run({reduced}, {{row({1, 2}), row({1, 2})}, {row({1, 2}), row({3, 4})}});
  CHECK(to_string(reduced.type()) == "f32[2]{R:X}");
  CHECK(same(r[0], {row({0, 0}), row({0, 0})}));
  CHECK(p.collectives() == Collectives{});
}

TEST_CASE("case 8: a literal does not meet a pending sum") {
  Two p;
  const Value x = p.input("f32[10@X]");
  const Value s = sum(x, 1, false, &pending_x);
  CHECK(refusal([&] { s + 10.0; }).find("a literal other than 0 meets a sum pending over X") != std::string::npos);
  const Value total = reshard(s + reshard(full(p.g, type_of("f32[]"), 10), pending_x), replicated);
  const auto r = p.run({s, total}, {{row({0, 1, 2, 3, 4}), row({5, 6, 7, 8, 9})}});
  CHECK(same(r[0], {scalar(10), scalar(35)}));
  CHECK(same(r[1], {scalar(55), scalar(55)}));
}

TEST_CASE("case 9: pieces of mixed sign go through nothing nonlinear") {
  Two p;
  const Value x = p.input("f32[]{U:X}");
  for (auto* o : {op<ops::abs>, op<ops::relu>})
    CHECK(refusal([&] { elementwise(o, x); }).find("reduce it first: reshard(a, P())") != std::string::npos);
  const Value whole = reshard(x, replicated);
  const auto r = p.run({apply<ops::abs>(whole), apply<ops::relu>(whole)}, {{scalar(3), scalar(-1)}});
  CHECK(same(r[0], {scalar(2), scalar(2)}));
  CHECK(same(r[1], {scalar(2), scalar(2)}));
}

TEST_CASE("case 10: a row-parallel linear layer reduces before its bias") {
  Two p;
  const Value x = p.input("f32[1,2@X]"), w = p.input("f32[2@X,2]"), bias = p.input("f32[2]");
  const Value product = matmul(x, w, &pending_x);
  CHECK(refusal([&] { product + bias; }) != "accepted");
  const Value y = reshard(product, replicated) + bias;
  const Value loss = sum(y, 3);
  const auto r = p.run(
      {y, gradient(p.g, loss, {bias}, 3)[0]},
      {{matrix(1, {1}), matrix(1, {1})}, {matrix(1, {1, 2}), matrix(1, {11, 3})}, {row({10, 20}), row({10, 20})}});
  CHECK(same(r[0], {matrix(1, {22, 25}), matrix(1, {22, 25})}));
  CHECK(same(r[1], {row({1, 1}), row({1, 1})}));
}

TEST_CASE("case 11: a replicated integer to U and back") {
  Two p;
  const Value x = p.input("i32[]");
  const Value u = reshard(x, pending_x), back = reshard(u, replicated);
  const auto r = p.run({u, back}, {{scalar(7), scalar(7)}});
  CHECK(same(r[0], {scalar(7), scalar(0)}));
  CHECK(same(r[1], {scalar(7), scalar(7)}));
}

TEST_CASE("case 7: the gradient through an all-to-all is ones, and lies as its argument does") {
  // On four devices; explicit, and tiled in manual mode.
  const SpecDesc rows = spec_of(type_of("f32[8@X,8]")), columns = spec_of(type_of("f32[8,8@X]"));
  AxisList over_x;
  over_x.push(X);
  for (bool manually : {false, true}) {
    Builder g;
    const Value x{&g, g.input(type_of("f32[8@X,8]"))};
    const Value y = manually ? manual::leave(manual::all_to_all(manual::enter(x, rows), over_x, 1, 0, true), columns)
                             : reshard(x, columns);
    CHECK(to_string(y.type()) == "f32[8,8@X]");
    const Value dx = gradient(g, sum(y, 3), {x}, 1)[0];
    CHECK(to_string(dx.type()) == "f32[8@X,8]");
    const DynamicProgram p = freeze(g, {y, dx});
    CHECK(count_collectives(p.view()) == Collectives{.all_to_all = 2});
    Pieces pieces;
    for (int device = 0; device < 4; ++device) pieces.push_back(xt::arange<double>(16) + 16 * device);
    for (HostArray& piece : pieces) piece.reshape({2, 8});
    const auto r = Interpreter(p.view(), {{X, 4}}).run({pieces});
    for (std::size_t device = 0; device < 4; ++device) {
      CHECK(r[1][device] == xt::ones<double>({2, 8}));
      for (std::size_t i = 0; i < 8; ++i)
        for (std::size_t j = 0; j < 2; ++j) CHECK(r[0][device](i, j) == double(8 * i + 2 * device + j));
    }
  }
}

TEST_CASE("case 13: softmax over a split dimension is finite, and one distribution over all devices") {
  const std::vector<double> large[] = {{100, 200}, {300, 400}}, small[] = {{1, 2}, {3, 4}};
  const double expected[] = {.0320586033, .0871443187, .2368828181, .6439142599};
  Two p;
  const Value x = p.input("f64[4@X]"), weights = p.input("f64[4@X]");
  const Value y = softmax(x, 0), log_y = log_softmax(x, 0), total = logsumexp(x, 0);
  const Value g = gradient(p.g, sum(y * weights, 1), {x}, 2)[0];
  auto r = p.run({y, log_y, total, g}, {{row(large[0]), row(large[1])}, {row({0, 0}), row({0, 1})}});
  CHECK(same(r[0], {row({0, 0}), row({0, 1})}));
  CHECK(same(r[1], {row({-300, -200}), row({-100, 0})}));
  CHECK(same(r[2], {scalar(400), scalar(400)}));
  CHECK(same(r[3], {row({0, 0}), row({0, 0})}));
  r = p.run({y, log_y, total, g}, {{row(small[0]), row(small[1])}, {row({0, 0}), row({0, 1})}});
  for (std::size_t device = 0; device < 2; ++device)
    for (std::size_t i = 0; i < 2; ++i) {
      const double value = expected[2 * device + i], last = expected[3];
      CHECK(r[0][device](i) == Approx(value).epsilon(1e-8));
      CHECK(r[1][device](i) == Approx(std::log(value)).epsilon(1e-8));
      CHECK(r[3][device](i) == Approx(value * ((2 * device + i == 3 ? 1 : 0) - last)).epsilon(1e-8));
    }
  CHECK(r[2][0]() == Approx(4.4401896985).epsilon(1e-9));
  // Two small all-reduces, a maximum and a sum; one more for the backward pass.
  p.run({y}, {{row(small[0]), row(small[1])}, {row({0, 0}), row({0, 1})}});
  CHECK(p.collectives() == Collectives{.all_reduce = 2});
}

TEST_CASE("stop_gradient lets no gradient through") {
  Two p;
  const Value x = p.input("f32[]");
  const Value y = x * stop_gradient(x);
  const auto r = p.run({gradient(p.g, y, {x}, 1)[0]}, {{scalar(3), scalar(3)}});
  CHECK(same(r[0], {scalar(3), scalar(3)}));
}

TEST_CASE("a class masked out by -inf: cross-entropy is finite, and so is its gradient") {
  const double none = -std::numeric_limits<double>::infinity();
  Two p;
  const Value logits = p.input("f64[1,3]"), labels = p.input("i32[1]");
  const Value loss = sum(softmax_cross_entropy_with_integer_labels(logits, labels), 1);
  const Value g = gradient(p.g, loss, {logits}, 2)[0];
  const auto r = p.run({loss, g}, {Pieces(2, matrix(1, {1, 2, none})), Pieces(2, row({0}))});
  const double e = 1 / (1 + std::exp(1.0));
  CHECK(same(r[0], Pieces(2, scalar(1 + std::log1p(std::exp(-1.0))))));
  CHECK(same(r[1], Pieces(2, matrix(1, {e - 1, 1 - e, 0}))));
}

TEST_CASE("logsumexp of nothing but -inf is -inf") {
  const double none = -std::numeric_limits<double>::infinity();
  Two p;
  const Value x = p.input("f64[4@X]");
  const auto r = p.run({logsumexp(x, 0)}, {Pieces(2, row({none, none}))});
  CHECK(r[0][0]() == none);
}

TEST_CASE("powers of 0: the gradient of x^0 is 0, of x^1 is 1, of x^2 is 0") {
  Two p;
  const Value x = p.input("f64[3]"), powers = p.input("f64[3]");
  const Value g = gradient(p.g, sum(apply<ops::pow>(x, powers), 1), {x}, 2)[0];
  const auto r = p.run({g}, {Pieces(2, row({0, 0, 0})), Pieces(2, row({0, 1, 2}))});
  CHECK(same(r[0], Pieces(2, row({0, 1, 0}))));
}

TEST_CASE("a pullback that is used in a loop: a Jacobian row by row") {
  Two p;
  const Value x = p.input("f64[3]"), basis = p.input("f64[3,3]"), zero = full_like(x, 0);
  const int from = p.g.size();
  const Value copy = alias(x), y = apply<ops::square>(copy);
  const int region = p.g.current;
  p.g.open(extent(3), false);
  const Value row_sum = loop::carry(zero), e = loop::item(basis);
  loop::set_next(row_sum, row_sum + pull_back(p.g, {y}, {e}, {copy}, from, region)[0]);
  p.g.close();
  const auto r =
      p.run({loop::result(row_sum)}, {Pieces(2, row({1, 2, 3})), Pieces(2, matrix(3, {1, 0, 0, 0, 1, 0, 0, 0, 1}))});
  CHECK(same(r[0], Pieces(2, row({2, 4, 6}))));
}

TEST_CASE("literals beside integers stay in their range") {
  Two p;
  const Value n = p.input("i32[2]");
  CHECK(refusal([&] { n + 3e9; }).find("the literal 3000000000 is no i32") != std::string::npos);
  CHECK(refusal([&] { n * 2.5; }).find("its fraction would be lost") != std::string::npos);
  CHECK(refusal([&] { n + 2e9; }) == "accepted");
}

TEST_CASE("finite literals beside floating types stay finite") {
  Two p;
  const double infinite = std::numeric_limits<double>::infinity();
  const Value f32 = p.input("f32[2]"), f16 = p.input("f16[2]"), bf16 = p.input("bf16[2]"), f64 = p.input("f64[2]");
  const Value sum = p.input("f32[2]{U:X}");
  // From half a step beyond the largest number on, rounding gives infinity.
  CHECK(refusal([&] { f32 + 3.4028235677973366e38; }).find("the literal 3.40282e+38 is beyond f32") !=
        std::string::npos);
  CHECK(refusal([&] { f32 + 3.4028235677973362e38; }) == "accepted");
  CHECK(refusal([&] { f16 * -65520.0; }).find("the literal -65520 is beyond f16") != std::string::npos);
  CHECK(refusal([&] { f16 * -65519.9; }) == "accepted");
  CHECK(refusal([&] { bf16 - 3.3961775292304957e38; }).find("is beyond bf16") != std::string::npos);
  CHECK(refusal([&] { bf16 - 3.3961775292304953e38; }) == "accepted");
  CHECK(refusal([&] { sum / 1e300; }).find("the literal 1e+300 is beyond f32") != std::string::npos);
  CHECK(refusal([&] { full_like(f64, 1e300); }) == "accepted");
  CHECK(refusal([&] { apply<ops::max>(f16, -infinite); }) == "accepted");
}

TEST_CASE("nested loops over one array: each is at its own element") {
  Two p;
  const Value x = p.input("f64[3]"), start = sum(x * 0.0, 1), copy = alias(x);
  p.g.open(extent(3), false);
  const Value outer = loop::carry(start), xi = loop::item(copy);
  p.g.open(extent(3), false);
  const Value inner = loop::carry(outer), xj = loop::item(copy);
  loop::set_next(inner, inner + xi * xj);
  p.g.close();
  loop::set_next(outer, loop::result(inner));
  p.g.close();
  const Value total = loop::result(outer);
  const auto r = p.run({total, gradient(p.g, total, {copy}, copy.id + 1)[0]}, {Pieces(2, row({1, 2, 3}))});
  CHECK(same(r[0], Pieces(2, scalar(36))));
  CHECK(same(r[1], Pieces(2, row({12, 12, 12}))));
}

TEST_CASE("half precision: a mean of many does not overflow in the sum") {
  Two p;
  const Value x = p.input("f16[1000]");
  const Value y = mean(x, 1);
  const HostArray hundreds = xt::ones<double>({1000}) * 100;
  const auto r = p.run({y}, {Pieces(2, hundreds)});
  CHECK(y.type().dtype == Dtype::f16);
  CHECK(r[0][0]() == 100);
}
