// sum, mean, max, min, argmax, argmin.
#include <rulebook/families.hpp>
#include <rulebook/promise.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
using enum Draw;
using Reduce = Value (*)(Value, unsigned, bool, const SpecDesc*);
template <Reduce F> Value reduce(const Call& c, Builder&, const Operands& in) {
  return F(in[0], c.mask("dims", in[0].type().rank), c.flag("keepdims"), c.spec());
}
/// The local sum, then a reshard of what is pending. Ties of max and min are counted over what was split.
template <PendingKind K> Collectives promise(const Call& c, const TypeDesc& result) {
  const TypeDesc& t = c.operands[0];
  const unsigned dims = c.mask("dims", t.rank);
  const TypeDesc natural = dims ? rules::judge_reduction(t, dims, c.flag("keepdims"), K).type : t;
  if (K == PendingKind::sum) return moves_and_back(natural, result);
  Collectives all = moves(natural, result);
  if (!has_cotangent(result) || !has_cotangent(t)) return all;
  TypeDesc finished = natural;  // the gradient comes back as for a replicated (reduced) maximum
  finished.unreduced = {};
  finished.pending = PendingKind::sum;
  all = all + moves(cotangent(result), cotangent(finished));
  if (natural.unreduced.size) {
    all = all + moves(result, finished);
    all.all_reduce += 1;
  }
  return all;
}
std::vector<Sample> samples(bool extremum) {
  std::vector<Sample> all{{R"({"dims":[0]})", {"f32[12,12]"}, 1, true},
                          {R"({"dims":[0]})", {"f32[4,4]"}, 2, true, false},
                          {R"({"dims":[1]})", {"f32[12,12]"}, 1, true, false},
                          {R"({})", {"f32[12,12]"}, 1, true, false},
                          {R"({"dims":[0],"keepdims":true})", {"f32[12,12]"}, 1, true, false},
                          {R"({"dims":[-1],"keepdims":true})", {"f32[4,4]"}, 2, false, false},
                          {R"({"keepdims":true})", {"f32[4,4]"}, 2, false, false},
                          {R"({})", {"f32[4,4]"}, 2, false, false},
                          {R"({})", {"f32[]"}, 1, false, false}};
  if (extremum)
    for (auto& s : all) s.draw = {mirrored}, s.differences = false;
  return all;
}
const std::vector<Attr> options{{"dims",
                                 Kind::integers,
                                 "the reduced dimensions; negative ones count from the end. None: all",
                                 false,
                                 {"dim", "axis", "axes"}},
                                {"keepdims", Kind::flag, "they stay, with extent 1"}};
const std::vector<Attr> one_dim{{"dim", Kind::integer, "the dimension", true, {"axis", "dims"}}};

Op reduction(const char* name, Build build, Promise promise, bool extremum) {
  Op op{{name}, 1, build, samples(extremum), options};
  if (!extremum) op.linear_in = {0};
  op.promise = promise;
  op.takes_out = true;
  return op;
}
Op arg(const char* name, Build build) {
  return {{name},
          1,
          build,
          {{.attrs = R"({"dim":0})", .operands = {"f32[12,12]"}, .axes = 1, .draw = {whole}},
           {.attrs = R"({"dim":-1})", .operands = {"f32[4,4]"}, .shown = false, .draw = {whole}}},
          one_dim};
}
}  // namespace

std::vector<Op> reduction_ops() {
  return {
      reduction("sum", reduce<sum>, promise<PendingKind::sum>, false),
      reduction("mean", reduce<mean>, promise<PendingKind::sum>, false),
      reduction("max", reduce<reduce_max>, promise<PendingKind::max>, true),
      reduction("min", reduce<reduce_min>, promise<PendingKind::min>, true),
      arg("argmax",
          [](const Call& c, Builder&, const Operands& in) { return argmax(in[0], c.dim("dim", in[0].type().rank)); }),
      arg("argmin",
          [](const Call& c, Builder&, const Operands& in) { return argmin(in[0], c.dim("dim", in[0].type().rank)); }),
  };
}

}  // namespace shardwise::rulebook
