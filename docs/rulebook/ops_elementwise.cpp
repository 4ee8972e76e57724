// Elementwise ops, with one, two and three operands.
#include <rulebook/families.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
using enum Draw;
using Bits = std::vector<int>;

Value beside(const Call& c, Value a) { return c.literal->fractional ? fn::beside<true>(a, c.literal->value) : a; }

template <class O> Value unary(const Call&, Builder&, const Operands& in) { return apply<O>(in[0]); }
template <class O> Value binary(const Call& c, Builder&, const Operands& in) {
  if (!c.literal) return apply<O>(in[0], in[1]);
  const Value a = beside(c, in[0]);
  return c.literal->place == 0 ? apply<O>(c.literal->value, a) : apply<O>(a, c.literal->value);
}
Value multiply(const Call& c, Builder&, const Operands& in) {
  return c.literal ? c.literal->value * beside(c, in[0]) : in[0] * in[1];
}
Value divide(const Call& c, Builder&, const Operands& in) {
  if (!c.literal) return in[0] / in[1];
  const Value a = beside(c, in[0]);
  return c.literal->place == 0 ? c.literal->value / a : a / c.literal->value;
}
Value choose(const Call& c, Builder&, const Operands& in) {
  if (!c.literal) return where(in[0], in[1], in[2]);
  const Value a = beside(c, in[1]), l = full_like(a, c.literal->value);
  return c.literal->place == 1 ? where(in[0], l, a) : where(in[0], a, l);
}

Op one(const char* name, Build build, Bits linear = {}, Draw draw = any) {
  return {{name}, 1, build, {{"{}", {"f32[12,12]"}, 1}, {"{}", {"f32[4,4]"}, 2, false, false}}, {}, linear, {draw}};
}
Op two(std::vector<const char*> names, Build build, Bits linear, std::vector<Draw> draw, std::vector<Sample> more) {
  // On one axis all ways to line up; on two axes the plain one and a bias.
  std::vector<Sample> samples{{"{}", {"f32[12,12]", "f32[12,12]"}, 1},
                              {"{}", {"f32[12,12]", "f32[12]"}, 1},
                              {"{}", {"f32[12,12]", "f32[]"}, 1}};
  const std::vector<const char*> shapes[] = {
      {"f32[12]", "f32[12,12]"},  {"f32[12,12]", "f32[12,1]"}, {"f32[12,1]", "f32[12,12]"}, {"f32[]", "f32[12,12]"},
      {"f32[12,1]", "f32[1,12]"}, {"f32[12]", "f32[12]"},      {"f32[]", "f32[]"}};
  for (auto& s : shapes) samples.push_back({.attrs = "{}", .operands = s, .axes = 1, .shown = false});
  samples.push_back({"{}", {"f32[4,4]", "f32[4,4]"}, 2, false, false});
  samples.push_back({"{}", {"f32[4,4]", "f32[4]"}, 2, false, false});
  samples.push_back({"{}", {"f32[]", "f32[4,4]"}, 2, false, false});
  samples.insert(samples.end(), more.begin(), more.end());
  Op op{names, 2, build, samples};
  op.linear_in = linear;
  op.draw = draw;
  op.literal = true;
  return op;
}
Sample literal(const char* left, const char* right, std::optional<Bits> linear = Bits{}) {
  return {.attrs = "{}", .operands = {left, right}, .linear_in = linear};
}
Sample integers() { return {.attrs = "{}", .operands = {"i32[12,12]", "i32[12,12]"}, .axes = 1, .shown = false}; }
Sample ties() {
  return {.attrs = "{}",
          .operands = {"f32[12]", "f32[12]"},
          .axes = 1,
          .shown = false,
          .differences = false,
          .draw = {any, like_first}};
}
template <class O> Op comparison(const char* name, const char* symbol) {
  Op op = two({name, symbol}, binary<O>, {}, {signs, signs}, {integers(), literal("f32[12,12]", "1")});
  return op;
}
template <class O> Op logical(const char* name, const char* symbol) {
  Op op{{name, symbol}, 2, binary<O>, {{"{}", {"bool[12,12]", "bool[12]"}}}};
  return op;
}
}  // namespace

std::vector<Op> elementwise_ops() {
  std::vector<Op> ops{
      one("neg", unary<ops::neg>, {0}),
      one("exp", unary<ops::exp>),
      one("expm1", unary<ops::expm1>),
      one("log", unary<ops::log>, {}, positive),
      one("log1p", unary<ops::log1p>, {}, positive),
      one("tanh", unary<ops::tanh>),
      one("sin", unary<ops::sin>),
      one("cos", unary<ops::cos>),
      one("sqrt", unary<ops::sqrt>, {}, positive),
      one("rsqrt", unary<ops::rsqrt>, {}, positive),
      one("erf", unary<ops::erf>),
      one("relu", unary<ops::relu>),
      one("gelu", unary<ops::gelu>),
      one("silu", unary<ops::silu>),
      one("sigmoid", unary<ops::sigmoid>),
      one("softplus", unary<ops::softplus>),
      one("abs", unary<ops::abs>),
      one("sign", unary<ops::sign>),
      one("square", unary<ops::square>),
      one("reciprocal", unary<ops::reciprocal>, {}, positive),
      one("isfinite", unary<ops::isfinite>),
      {{"logical_not", "!"}, 1, unary<ops::logical_not>, {{"{}", {"bool[12,12]"}}}},
      {{"astype"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return astype(in[0], c.dtype("dtype", Dtype::f32)); },
       {{R"({"dtype":"f64"})", {"f32[12,12]"}},
        {R"({"dtype":"bf16"})", {"f32[12,12]"}, 1},
        {.attrs = R"({"dtype":"i32"})", .operands = {"f32[12,12]"}, .axes = 1, .linear_in = Bits{}},
        {R"({"dtype":"f32"})", {"i32[12,12]"}, 1},
        {R"({"dtype":"f32"})", {"bool[12,12]"}, 1}},
       {{"dtype", Kind::dtype, "the element type of the result", true}},
       {0}},
      {{"stop_gradient"},
       1,
       [](const Call&, Builder&, const Operands& in) { return stop_gradient(in[0]); },
       {{.attrs = "{}", .operands = {"f32[12,12]"}, .differences = false}}},
      {{"zeros_like"},
       1,
       [](const Call&, Builder&, const Operands& in) { return full_like(in[0], 0); },
       {{"{}", {"f32[12,12]"}}}},
      {{"zeros_like_cotangent"},
       1,
       [](const Call&, Builder&, const Operands& in) { return fn::zeros_like_cotangent{}(in[0]); },
       {{"{}", {"f32[12,12]"}}}},
      {{"full_like"},
       2,
       [](const Call& c, Builder&, const Operands& in) {
         return c.literal ? full_like(beside(c, in[0]), c.literal->value)
                          : throw BadQuestion{"in", "the second operand of full_like is a number"};
       },
       {literal("f32[12,12]", "2")},
       {},
       {},
       {},
       nullptr,
       true},
      two({"add", "+"}, binary<ops::add>, {}, {},
          {literal("f32[12,12]", "10"), literal("0", "f32[12,12]", Bits{0}), integers()}),
      two({"sub", "-"}, binary<ops::sub>, {}, {}, {literal("1", "f32[12,12]"), literal("f32[12,12]", "1")}),
      two({"mul", "*"}, multiply, {0, 1}, {}, {literal("2.5", "f32[12,12]", Bits{0}), integers()}),
      two({"div", "/"}, divide, {0}, {any, positive},
          {literal("f32[12,12]", "3", Bits{0}),
           {.attrs = "{}", .operands = {"3", "f32[12,12]"}, .draw = {positive}, .linear_in = Bits{}}}),
      two({"max"}, binary<ops::max>, {}, {}, {literal("f32[12,12]", "0.9"), integers(), ties()}),
      two({"min"}, binary<ops::min>, {}, {}, {literal("f32[12,12]", "0.9"), ties()}),
      two({"pow"}, binary<ops::pow>, {}, {positive, any},
          {{.attrs = "{}", .operands = {"f32[12,12]", "3"}, .draw = {positive}}}),
      comparison<ops::eq>("eq", "=="),
      comparison<ops::ne>("ne", "!="),
      comparison<ops::lt>("lt", "<"),
      comparison<ops::le>("le", "<="),
      comparison<ops::gt>("gt", ">"),
      comparison<ops::ge>("ge", ">="),
      logical<ops::logical_and>("logical_and", "&&"),
      logical<ops::logical_or>("logical_or", "||"),
  };
  Op op{{"where"},
        3,
        choose,
        {{"{}", {"bool[12]", "f32[12]", "f32[12]"}, 1},
         {"{}", {"bool[12]", "f32[12]", "0"}, 1},
         {"{}", {"bool[4]", "f32[4]", "f32[4]"}, 2, false, false}}};
  const std::vector<const char*> shapes[] = {
      {"bool[12,12]", "f32[12]", "f32[12]"},     {"bool[12,12]", "f32[]", "f32[]"},
      {"bool[12]", "f32[12,12]", "f32[12,12]"},  {"bool[12,1]", "f32[12,12]", "f32[12,12]"},
      {"bool[]", "f32[12,12]", "f32[12,12]"},    {"bool[12,12]", "f32[]", "f32[12,12]"},
      {"bool[12,12]", "f32[12,1]", "f32[1,12]"}, {"bool[12,12]", "f32[12,12]", "f32[12]"}};
  for (auto& s : shapes) op.samples.push_back({.attrs = "{}", .operands = s, .axes = 1, .shown = false});
  op.literal = true;
  op.note = "The first operand is the mask. Beside U the only literal is 0.";
  ops.push_back(op);
  ops[0].names.push_back("-");
  return ops;
}

}  // namespace shardwise::rulebook
