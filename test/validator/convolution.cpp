// Convolutions in all layouts: value, both gradients, types, collectives; gradients of gradients; draws in layouts.
#include <validator/repairs.hpp>
#include <validator/layouts.hpp>

#include <catch2/catch.hpp>

#include <iostream>

using namespace validator;

namespace {

struct Convolution {
  const char* padding;
  int height, width;
  Dims x, w, y;
};
const std::vector<Convolution>& convolutions() {
  static const std::vector<Convolution> all{{"SAME", 1, 1, {4, 3, 4, 4}, {3, 2, 4, 4}, {4, 3, 4, 4}},
                                            {"VALID", 1, 1, {4, 3, 4, 4}, {2, 3, 4, 4}, {4, 2, 2, 4}},
                                            {"SAME", 2, 3, {4, 5, 4, 4}, {3, 2, 4, 4}, {4, 3, 2, 4}},
                                            {"(1,2),(0,1)", 2, 1, {4, 4, 3, 4}, {3, 2, 4, 4}, {4, 3, 3, 4}},
                                            {"VALID", 2, 2, {4, 5, 6, 4}, {1, 1, 4, 4}, {4, 3, 3, 4}},
                                            {"VALID", 3, 2, {4, 4, 4, 4}, {2, 1, 4, 4}, {4, 1, 2, 4}}};
  return all;
}
rules::ConvOptions options_of(const Convolution& c) {
  rules::ConvOptions o = rules::parse_padding(c.padding);
  o.strides[0] = c.height;
  o.strides[1] = c.width;
  return o;
}
TypeDesc natural_type(const TypeDesc& x, const TypeDesc& w, const Dims& y) {
  TypeDesc t = array_type(x.dtype, y);
  t.dims[0].axes = x.dims[0].axes;
  t.dims[3].axes = w.dims[3].axes;
  for (auto* o : {&x, &w})
    for (Name axis : o->unreduced) t.unreduced.insert(axis);
  for (Name axis : x.dims[3].axes) t.unreduced.insert(axis);
  for (auto* o : {&x, &w})
    for (Name axis : o->reduced)
      if (!t.mentions(axis)) t.reduced.insert(axis);
  return t;
}

/// y = conv(x, w), element by element.
double element(const HostArray& x, const HostArray& w, const Convolution& c, int before0, int before1, std::size_t n,
               std::size_t p, std::size_t q, std::size_t o) {
  double sum = 0;
  for (std::size_t i = 0; i < w.shape()[0]; ++i)
    for (std::size_t j = 0; j < w.shape()[1]; ++j)
      for (std::size_t k = 0; k < w.shape()[2]; ++k) {
        const long a = long(p) * c.height + long(i) - before0, b = long(q) * c.width + long(j) - before1;
        if (a >= 0 && b >= 0 && a < long(x.shape()[1]) && b < long(x.shape()[2]))
          sum += x(n, std::size_t(a), std::size_t(b), k) * w(i, j, k, o);
      }
  return sum;
}
}  // namespace

TEST_CASE("a convolution is the sum that its padding and strides say") {
  const int before[][2] = {{1, 0}, {0, 0}, {1, 0}, {1, 0}, {0, 0}, {0, 0}};  // as JAX pads: SAME has less before
  Random random(3);
  std::size_t at = 0;
  for (auto& c : convolutions()) {
    Builder g;
    const Value x{&g, g.input(array_type(Dtype::f64, c.x))}, w{&g, g.input(array_type(Dtype::f64, c.w))};
    const auto p = freeze(g, {conv(x, w, options_of(c))});
    const SimulatedMesh one;
    const auto a = random.array(one.global_shape(x.type()), Dtype::f64),
               b = random.array(one.global_shape(w.type()), Dtype::f64);
    const HostArray y = Interpreter(p.view(), {}).run_global({a, b})[0];
    REQUIRE(y.dimension() == 4);
    for (std::size_t d = 0; d < 4; ++d) CHECK(std::int64_t(y.shape()[d]) == c.y[d]);
    double worst = 0;
    for (std::size_t n = 0; n < y.shape()[0]; ++n)
      for (std::size_t i = 0; i < y.shape()[1]; ++i)
        for (std::size_t j = 0; j < y.shape()[2]; ++j)
          for (std::size_t o = 0; o < y.shape()[3]; ++o)
            worst =
                std::max(worst, std::fabs(y(n, i, j, o) - element(a, b, c, before[at][0], before[at][1], n, i, j, o)));
    INFO(c.padding << " " << c.height << " " << c.width);
    CHECK(worst < 1e-12);
    ++at;
  }
}

TEST_CASE("convolutions in all layouts") {
  Report report;
  Random random(41);
  for (auto& c : convolutions()) {
    const bool first = &c == &convolutions()[0], second = &c == &convolutions()[2];
    for (int axes = 1; axes <= (second ? 2 : 1); ++axes) {
      long turn = 0;
      for (auto& x : layouts(Dtype::f32, c.x, axes))
        for (auto& w : layouts(Dtype::f32, c.w, axes)) {
          if (report.full()) break;
          std::vector<std::optional<SpecDesc>> outs{std::nullopt, SpecDesc{}};
          if (first)
            for (auto& out : specs(c.y, 1)) outs.push_back(out);
          for (auto& out : outs) {
            Subject s{"conv " + std::string(c.padding), {x, w}, [c, out](Builder&, auto& in, bool is_plain) {
                        return conv(in[0], in[1], options_of(c), out && !is_plain ? &*out : nullptr);
                      }};
            s.promised = [natural = natural_type(x, w, c.y), x, w](const TypeDesc& result) {
              return moves(natural, result) + moves(cotangent(result), cotangent(natural)) +
                     local_backward({x, w}, natural);
            };
            s.linear_in = {0, 1};
            if (axes == 2 && turn++ % 9) continue;
            check(report, s, axes == 1 ? line_meshes() : square_meshes(), random);
          }
        }
    }
  }
  std::cout << "convolutions: " << report.accepted << " accepted, " << report.rejected << " rejected, " << report.runs
            << " runs\n";
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
  CHECK(report.accepted > 150);
}

TEST_CASE("the first repair of a refused convolution is enough, the second leads on") {
  long refused = 0;
  for (const bool has_out : {true, false})
    for (auto& x : layouts(Dtype::f32, {4, 4, 4, 4}, 1))
      for (auto& w : layouts(Dtype::f32, {2, 2, 4, 4}, 1))
        for (const bool second : {false, true}) {
          const SpecDesc replicated{};
          std::vector<TypeDesc> now{x, w};
          const auto refusal = [&]() -> std::string {
            Builder g;
            const Value a{&g, g.input(now[0])}, b{&g, g.input(now[1])};
            try {
              conv(a, b, rules::parse_padding("SAME"), has_out ? &replicated : nullptr);
            } catch (const RuleError& e) {
              return e.what();
            }
            return {};
          };
          std::string why = refusal();
          const std::string first = why;
          if (why.empty() || why.find("say where it goes") != std::string::npos) continue;
          ++refused;
          int steps = 0;
          while (!why.empty() && why.find("say where it goes") == std::string::npos && steps++ < 4 &&
                 apply_repairs(why, second, now))
            why = refusal();
          INFO(first << "\nthen: " << why);
          CHECK((why.empty() || !has_out));
          if (!second && why.size()) CHECK(first.find("say with a spec") != std::string::npos);
          if (!second) CHECK(steps == 1);
        }
  CHECK(refused > 200);
}

TEST_CASE("second derivatives of convolutions") {
  // The gradient of <gradient, t> against differences of the gradient.
  Report report;
  Random random(43);
  for (auto& c : convolutions())
    for (int k : {0, 1}) {
      Subject s{"gradient of a convolution",
                {array_type(Dtype::f32, c.x), array_type(Dtype::f32, c.w)},
                [c, k](Builder& g, auto& in, bool) {
                  const int from = g.size();
                  const Value y = conv(in[0], in[1], options_of(c));
                  return gradient(g, sum(y * y, 15), {in[std::size_t(k)]}, from)[0];
                }};
      CHECK(check(report, s, {{{X, 1}}}, random));
    }
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
}

TEST_CASE("varying images stay on their device") {
  Report report;
  Random random(44);
  const auto& c = convolutions()[2];
  CHECK(check_varying(report,
                      {"conv",
                       {varying_type(Dtype::f32, c.x), varying_type(Dtype::f32, c.w)},
                       [c](Builder&, auto& in, bool) { return conv(in[0], in[1], options_of(c)); }},
                      random));
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
}

TEST_CASE("draws are one array, whatever the layout, and no gradient flows through them") {
  const char* types[] = {"f32[4@X,4]", "f32[4,4@X]", "f32[4,4]{R:X}", "f32[4@(Y,X),4]", "f32[4@X,4@Y]", "f32[4,4]"};
  std::optional<HostArray> first;
  HostArray key = HostArray::from_shape(interpreter::Shape{});
  key.data()[0] = 1.2345;  // any bits are a key
  for (const char* text : types) {
    Builder g;
    const Value k{&g, g.input(scalar_type(Dtype::key))}, x{&g, g.input(type_of("f32[]"))};
    const int from = g.size();
    const Value z = random::draw<ops::random_normal>(k, type_of(text));
    CHECK(z.type() == type_of(text));
    const Value loss = sum(reshard(z, SpecDesc{}) * x, 3);
    const auto p = freeze(g, {reshard(z, SpecDesc{}), gradient(g, loss, {x}, from)[0], loss});
    for (auto& mesh : {Mesh{{X, 2}, {Y, 2}}, Mesh{{X, 4}, {Y, 1}}, Mesh{{X, 1}, {Y, 1}}}) {
      const auto r = Interpreter(p.view(), mesh).run_global({key, HostArray(1.0)});
      if (!first) first = r[0];
      CHECK(first_difference(r[0], *first, 0) < 0);
      CHECK(r[1]() == Approx(r[2]()));
    }
  }
}
