// matmul, dot and einsum.
#include <rulebook/families.hpp>
#include <rulebook/promise.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
Value prepared(const Call& c, Value v) { return c.has("preferred") ? astype(v, c.dtype("preferred", Dtype::f32)) : v; }
Value product(const Call& c, Builder&, const Operands& in) {
  const Value a = prepared(c, in[0]), b = prepared(c, in[1]);
  return matmul(a, b, c.spec());
}
fn::EinsumLabels labels_of(const Call& c) {
  if (c.has("equation")) return fn::parse_einsum(c.text("equation"));
  const auto l = rules::matmul_labels(c.operands[0].rank, c.operands[1].rank);
  return {l.a, l.b, l.out, 2, l.fits};
}
Value sum_of_products(const Call& c, Builder& g, const Operands& in) {
  const auto l = labels_of(c);
  if (!l.valid) {
    const TypeDesc types[] = {in[0].type(), in[1].type()};
    rules::Verdict v;
    v.reject("the equation is not understood",
             "it names two operands, a letter a dimension, none twice in one operand: \"ij,jk->ik\"");
    return g.reject("einsum", types, 2, v), Value{&g, -1};
  }
  const Value a = prepared(c, in[0]), b = prepared(c, in[1]);
  return einsum(a, b, l.a, l.b, l.out, c.spec());
}
/// The local product, then a reshard to `out`.
Collectives promise(const Call& c, const TypeDesc& result) {
  const auto l = labels_of(c);
  TypeDesc a = c.operands[0], b = c.operands[1];
  b.dtype = a.dtype;
  const TypeDesc natural = rules::judge_contraction(a, b, l.a, l.b, l.out).type;
  return moves_and_back(natural, result) + local_backward(c.operands, natural);
}
const std::vector<Attr> preferred{{"preferred", Kind::dtype, "both operands are cast to it before"}};
const std::vector<Attr> equation{{"equation", Kind::text, "a letter a dimension: \"ij,jk->ik\"", true, {"subscripts"}},
                                 preferred[0]};

Op contraction(const char* name, Build build, std::vector<Sample> samples, const std::vector<Attr>& attrs) {
  Op op{{name}, 2, build, samples, attrs, {0, 1}, {}, promise};
  op.takes_out = true;
  return op;
}
Sample einsum_of(const char* equation, const char* a, const char* b, bool specs = true) {
  return {equation, {a, b}, 1, specs, false};
}
}  // namespace

std::vector<Op> contraction_ops() {
  return {
      contraction("matmul", product,
                  {{"{}", {"f32[12,12]", "f32[12,12]"}, 1, true},
                   {"{}", {"f32[4,4]", "f32[4,4]"}, 2, true, false},
                   {"{}", {"f32[12,12]", "f32[12]"}, 1, true, false},
                   {"{}", {"f32[12]", "f32[12,12]"}, 1, true, false},
                   {"{}", {"i32[12,12]", "i32[12,12]"}, 1, false, false},
                   {R"({"preferred":"f32"})", {"bf16[12,12]", "bf16[12,12]"}, 1, false, false}},
                  preferred),
      contraction("dot", product,
                  {{"{}", {"f32[12]", "f32[12]"}, 1, true}, {"{}", {"f32[4]", "f32[4]"}, 2, true, false}}, preferred),
      contraction("einsum", sum_of_products,
                  {{R"({"equation":"bij,bjk->bik"})", {"f32[12,2,2]", "f32[12,2,2]"}, 1, true},
                   einsum_of(R"({"equation":"i,j->ij"})", "f32[12]", "f32[12]"),
                   einsum_of(R"({"equation":"ij,ij->i"})", "f32[12,12]", "f32[12,12]"),
                   einsum_of(R"({"equation":"ij,i->j"})", "f32[12,12]", "f32[12]"),
                   einsum_of(R"({"equation":"ij,kj->ki"})", "f32[12,12]", "f32[12,12]"),
                   einsum_of(R"({"equation":"ij,k->ik"})", "f32[12,12]", "f32[12]"),
                   einsum_of(R"({"equation":"k,ij->kj"})", "f32[12]", "f32[12,12]"),
                   einsum_of(R"({"equation":"ij,kj->ki"})", "i32[12,12]", "i32[12,12]", false),
                   einsum_of(R"({"equation":"ij,i->j"})", "i32[12,12]", "i32[12]", false),
                   {R"({"equation":"ij,jk->ik"})", {"f32[4,4]", "f32[4,4]"}, 2, false, false}},
                  equation),
  };
}

}  // namespace shardwise::rulebook
