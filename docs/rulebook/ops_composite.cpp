// Functions composed of ops: softmax and its like.
#include <rulebook/families.hpp>
#include <rulebook/promise.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
const std::vector<Attr> along_last{
    {"dim", Kind::integer, "the dimension; the last if none is given", false, {"axis", "dims"}}};

/// Over a split dimension two small all-reduces forward, and `Backward` back.
template <int Backward> Collectives promise(const Call& c, const TypeDesc&) {
  const TypeDesc& t = c.operands[0];
  const int d = c.dim("dim", t.rank, -1);
  Collectives all;
  if (d >= 0 && d < t.rank && t.dims[d].axes.size) all.all_reduce = 2 + Backward;
  return all;
}
Op row(const char* name, Build build, Promise promise) {
  return {{name},
          1,
          build,
          {{R"({"dim":1})", {"f32[12,12]"}, 1},
           {R"({"dim":0})", {"f32[4,4]"}, 2, false, false},
           {"{}", {"f32[4]"}, 2, false, false}},
          along_last,
          {},
          {},
          promise};
}
/// The classes of replicated labels are compared where they lie; the rest is a reshard.
Collectives promise_of_one_hot(const Call& c, const TypeDesc& result) {
  const TypeDesc& t = c.operands[0];
  TypeDesc natural = result;
  SpecDesc spec = spec_of(t);
  spec.rank = t.rank + 1;
  if (c.spec()) {
    bool free = true;
    for (Name x : c.out->dims[t.rank]) free = free && (!t.mentions(x) || t.reduced.has(x));
    if (free) spec.dims[t.rank] = c.out->dims[t.rank];
    for (Name x : spec.dims[t.rank]) spec.reduced.erase(x);
  }
  apply_spec(natural, spec);
  return moves(natural, result);
}
}  // namespace

std::vector<Op> composite_ops() {
  Op loss{
      {"softmax_cross_entropy_with_integer_labels"},
      2,
      [](const Call&, Builder&, const Operands& in) { return softmax_cross_entropy_with_integer_labels(in[0], in[1]); },
      {{"{}", {"f32[12,12]", "i32[12]"}, 1}, {"{}", {"f32[4,4]", "i32[4]"}, 2, false, false}}};
  loss.draw = {Draw::any, Draw::index};
  loss.promise = [](const Call& c, const TypeDesc&) {
    const TypeDesc& t = c.operands[0];
    Collectives all;
    if (t.rank && t.dims[t.rank - 1].axes.size) all.all_reduce = 4;
    return all;
  };
  Op total = row(
      "logsumexp",
      [](const Call& c, Builder&, const Operands& in) {
        return logsumexp(in[0], c.dim("dim", in[0].type().rank, -1), c.flag("keepdims"));
      },
      promise<0>);
  total.attrs.push_back({"keepdims", Kind::flag, "it stays, with extent 1"});
  total.samples.push_back({R"({"dim":1,"keepdims":true})", {"f32[12,12]"}, 1, false, false});
  return {
      total,
      row(
          "softmax",
          [](const Call& c, Builder&, const Operands& in) {
            return softmax(in[0], c.dim("dim", in[0].type().rank, -1));
          },
          promise<1>),
      row(
          "log_softmax",
          [](const Call& c, Builder&, const Operands& in) {
            return log_softmax(in[0], c.dim("dim", in[0].type().rank, -1));
          },
          promise<1>),
      {{"one_hot"},
       1,
       [](const Call& c, Builder&, const Operands& in) {
         return one_hot(in[0], extent(c.integer("classes")), c.dtype("dtype", Dtype::f32), c.spec());
       },
       {{.attrs = R"({"classes":5})", .operands = {"i32[12]"}, .draw = {Draw::index}},
        {.attrs = R"({"classes":12})", .operands = {"i32[12]"}, .axes = 1, .specs = true, .draw = {Draw::index}}},
       {{"classes", Kind::integer, "the extent of the new last dimension", true, {"num_classes"}},
        {"dtype", Kind::dtype, "the element type of the result; f32 if none is given"}},
       {},
       {},
       promise_of_one_hot,
       false,
       false,
       true},
      loss,
  };
}

}  // namespace shardwise::rulebook
