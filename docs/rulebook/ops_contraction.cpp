// matmul, dot, einsum and conv.
#include <rulebook/families.hpp>
#include <rulebook/promise.hpp>

#include <shardwise/dsl/rules/rules.hpp>

#include <algorithm>

#include <algorithm>

namespace shardwise::rulebook {

namespace {
template <class F> Value with_preferred(const Call& c, F f) {
  if (!c.has("preferred")) return f(nullptr);
  const Dtype dtype = c.dtype("preferred", Dtype::f32);
  return f(&dtype);
}
Value product(const Call& c, Builder&, const Operands& in) {
  return with_preferred(c, [&](const Dtype* dtype) { return matmul(in[0], in[1], c.spec(), dtype); });
}
rules::EinsumLabels labels_of(const Call& c) {
  if (c.has("equation")) return rules::parse_einsum(c.text("equation"));
  const auto l = rules::matmul_labels(c.operands[0].rank, c.operands[1].rank);
  return {{l.a, l.b}, l.out, 2, {}, {}, l.fits};
}
Value sum_of_products(const Call& c, Builder& g, const Operands& in) {
  const auto l = labels_of(c);
  const bool few = in.size() <= 3;
  if (!l.valid || l.operands != int(in.size())) {
    TypeDesc types[3]{};
    for (std::size_t k = 0; k < in.size() && k < 3; ++k) types[k] = in[k].type();
    rules::Verdict v;
    if (!l.valid)
      v.reject(l.problem, l.repair);
    else
      v.reject("the equation names another number of operands than the call", "give it letters for each operand");
    return g.reject("einsum", types, few ? int(in.size()) : 3, v), Value{&g, -1};
  }
  return with_preferred(
      c, [&](const Dtype* dtype) { return einsum(in.data(), l.labels, int(in.size()), l.out, c.spec(), dtype); });
}
/// The local product: what is split and summed is U.
TypeDesc natural_type(const Call& c) {
  const auto l = labels_of(c);
  TypeDesc t = scalar_type(Dtype::f32);
  t.rank = rules::count_labels(l.out);
  for (std::size_t k = 0; k < c.operands.size(); ++k) {
    const TypeDesc& o = c.operands[k];
    for (Name x : o.unreduced) t.unreduced.insert(x);
    for (int d = 0; d < o.rank; ++d)
      if (const int at = rules::find_label(l.out, t.rank, field(l.labels[k], d)); at >= 0)
        t.dims[at] = o.dims[d];
      else
        for (Name x : o.dims[d].axes) t.unreduced.insert(x);
  }
  for (auto& o : c.operands)
    for (Name x : o.reduced)
      if (!t.mentions(x)) t.reduced.insert(x);
  return t;
}
/// The local product, then a reshard to `out`.
Collectives promise(const Call& c, const TypeDesc& result) {
  TypeDesc natural = natural_type(c);
  natural.dtype = result.dtype;
  return moves_and_back(natural, result) + local_backward(c.operands, natural);
}
using Places = std::vector<int>;
const std::vector<Attr> preferred{{"preferred", Kind::dtype, "the element type of the result"}};
rules::ConvOptions options_of(const Call& c) {
  const auto s = c.integers("strides");
  rules::ConvOptions o = rules::parse_padding(c.has("padding") ? c.text("padding") : "SAME");
  for (std::size_t d = 0; d < 2 && d < s.size(); ++d) o.strides[d] = int(std::clamp<std::int64_t>(s[d], 0, 1 << 20));
  return o;
}
Value convolution(const Call& c, Builder&, const Operands& in) {
  return with_preferred(c, [&](const Dtype* dtype) { return conv(in[0], in[1], options_of(c), c.spec(), dtype); });
}
Collectives conv_promise(const Call& c, const TypeDesc& result) {
  TypeDesc natural = result;
  natural.reduced = natural.unreduced = {};
  const TypeDesc &x = c.operands[0], &w = c.operands[1];
  for (int d = 0; d < 4; ++d) natural.dims[d].axes = d == 0 ? x.dims[0].axes : d == 3 ? w.dims[3].axes : AxisList{};
  for (auto* t : {&x, &w})
    for (Name axis : t->unreduced) natural.unreduced.insert(axis);
  for (Name axis : x.dims[3].axes) natural.unreduced.insert(axis);
  for (auto* t : {&x, &w})
    for (Name axis : t->reduced)
      if (!natural.mentions(axis)) natural.reduced.insert(axis);
  return moves_and_back(natural, result) + local_backward(c.operands, natural);
}
const std::vector<Attr> conv_attrs{
    {"padding", Kind::text, "\"SAME\" (if nothing is said), \"VALID\", or what is added: \"(1,1),(2,0)\""},
    {"strides", Kind::integers, "along height and width; 1", false, {"window_strides"}},
    preferred[0]};
const std::vector<Attr> equation{
    {"equation", Kind::text, "a letter a dimension, one to three operands: \"ij,jk->ik\"", true, {"subscripts"}},
    preferred[0]};

Op contraction(const char* name, int arity, Build build, std::vector<Sample> samples, const std::vector<Attr>& attrs) {
  Op op{{name}, arity, build, samples, attrs, {0, 1}, {}, promise};
  op.takes_out = true;
  return op;
}
Op with_promise(Op op, Promise promise) {
  op.promise = promise;
  return op;
}
Sample einsum_of(const char* equation, const char* a, const char* b, bool specs = true) {
  return {equation, {a, b}, 1, specs, false};
}
}  // namespace

std::vector<Op> contraction_ops() {
  return {
      contraction("matmul", 2, product,
                  {{"{}", {"f32[12,12]", "f32[12,12]"}, 1, true},
                   {"{}", {"f32[4,4]", "f32[4,4]"}, 2, true, false},
                   {"{}", {"f32[12,12]", "f32[12]"}, 1, true, false},
                   {"{}", {"f32[12]", "f32[12,12]"}, 1, true, false},
                   {"{}", {"i32[12,12]", "i32[12,12]"}, 1, false, false},
                   {R"({"preferred":"f32"})", {"bf16[12,12]", "bf16[12,12]"}, 1, false, false}},
                  preferred),
      contraction("dot", 2, product,
                  {{"{}", {"f32[12]", "f32[12]"}, 1, true}, {"{}", {"f32[4]", "f32[4]"}, 2, true, false}}, preferred),
      contraction(
          "einsum", -1, sum_of_products,
          {{R"({"equation":"bij,bjk->bik"})", {"f32[12,2,2]", "f32[12,2,2]"}, 1, true},
           einsum_of(R"({"equation":"i,j->ij"})", "f32[12]", "f32[12]"),
           einsum_of(R"({"equation":"ij,ij->i"})", "f32[12,12]", "f32[12,12]"),
           einsum_of(R"({"equation":"ij,i->j"})", "f32[12,12]", "f32[12]"),
           einsum_of(R"({"equation":"ij,kj->ki"})", "f32[12,12]", "f32[12,12]"),
           einsum_of(R"({"equation":"ij,k->ik"})", "f32[12,12]", "f32[12]"),
           einsum_of(R"({"equation":"k,ij->kj"})", "f32[12]", "f32[12,12]"),
           einsum_of(R"({"equation":"ij,kj->ki"})", "i32[12,12]", "i32[12,12]", false),
           einsum_of(R"({"equation":"ij,i->j"})", "i32[12,12]", "i32[12]", false),
           {R"({"equation":"ij,jk->ik"})", {"f32[4,4]", "f32[4,4]"}, 2, false, false},
           {R"({"equation":"ij,jk->ik"})", {"f32[12,12]", "bf16[12,12]"}, 1, false, false},
           {.attrs = R"({"equation":"ij->j"})",
            .operands = {"f32[12,12]"},
            .axes = 1,
            .specs = true,
            .linear_in = Places{0}},
           {.attrs = R"({"equation":"ij->ji"})", .operands = {"f32[4,4]"}, .shown = false, .linear_in = Places{0}},
           {.attrs = R"({"equation":"ij,jk,k->i"})",
            .operands = {"f32[12,12]", "f32[12,12]", "f32[12]"},
            .axes = 1,
            .linear_in = Places{0, 1, 2}},
           {.attrs = R"({"equation":"bi,bj,ij->b"})",
            .operands = {"f32[12,12]", "f32[12,12]", "f32[12,12]"},
            .axes = 1,
            .shown = false,
            .linear_in = Places{0, 1, 2}},
           {.attrs = R"({"equation":"i,j,k->ij"})",
            .operands = {"i32[12]", "i32[12]", "i32[12]"},
            .axes = 1,
            .shown = false}},
          equation),
      with_promise(
          contraction(
              "conv", 2, convolution,
              {{"{}", {"f32[12,3,3,12]", "f32[2,3,12,12]"}, 1, true},
               {R"({"padding":"VALID","strides":[2,1]})", {"f32[4,5,4,4]", "f32[3,2,4,4]"}, 2, false, false},
               {R"x({"padding":"(1,2),(0,1)","strides":[2,3]})x", {"f32[4,4,5,4]", "f32[2,2,4,4]"}, 1, false, false}},
              conv_attrs),
          conv_promise),
  };
}

}  // namespace shardwise::rulebook
