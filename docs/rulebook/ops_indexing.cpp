// Indexing, and the order of elements.
#include <rulebook/families.hpp>
#include <rulebook/promise.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
using enum Draw;
int dim_or_last(const Call& c, const Operands& in) { return c.dim("dim", in[0].type().rank, -1); }

const std::vector<Attr> along{{"dim", Kind::integer, "the dimension", true, {"axis"}}};
const std::vector<Attr> along_or_last{
    {"dim", Kind::integer, "the dimension; the last if none is given", false, {"axis"}}};
}  // namespace

std::vector<Op> indexing_ops() {
  Op taken{{"take"},
           2,
           [](const Call& c, Builder&, const Operands& in) { return take(in[0], in[1], c.spec()); },
           {{.attrs = "{}", .operands = {"f32[12,12]", "i32[12]"}, .axes = 1, .specs = true},
            {.attrs = "{}", .operands = {"f32[4,4]", "i32[4]"}, .specs = true, .shown = false},
            {.attrs = "{}", .operands = {"f32[12]", "i32[12,12]"}, .axes = 1, .specs = true, .shown = false},
            hidden("{}", {"f32[4,4]", "i32[4,4]"}, 2),
            hidden("{}", {"f32[12,12]", "i64[]"}),
            hidden("{}", {"i32[12,12]", "i32[12]"}),
            hidden("{}", {"bool[12,12]", "i32[12]"})}};
  taken.linear_in = {0};
  taken.promise = [](const Call& c, const TypeDesc& result) {
    const TypeDesc& table = c.operands[0];
    const TypeDesc natural = rules::judge_take(table, c.operands[1]).type;
    return moves_and_back(natural, result) + local_backward({table}, natural);
  };
  taken.takes_out = true;
  taken.note = "Rows that are split want `out`. An index out of range is clamped.";

  Op scattered{{"scatter_add"},
               3,
               [](const Call&, Builder&, const Operands& in) { return scatter_add(in[0], in[1], in[2]); },
               {{.attrs = "{}", .operands = {"f32[12,12]", "i32[12]", "f32[12,12]"}, .axes = 1},
                hidden("{}", {"f32[4,4]", "i32[4]", "f32[4,4]"}, 2),
                hidden("{}", {"f32[12]", "i32[12,12]", "f32[12,12]"}),
                hidden("{}", {"i32[12,12]", "i32[12]", "i32[12,12]"})}};
  scattered.note = "The transpose of `take`. Where the ids are split, base is U.";

  Op along_taken{
      {"take_along_axis"},
      2,
      [](const Call& c, Builder&, const Operands& in) { return take_along_axis(in[0], in[1], dim_or_last(c, in)); },
      {{R"({"dim":1})", {"f32[12,4]", "i32[12,4]"}, 1},
       hidden(R"({"dim":0})", {"f32[4,4]", "i32[4,4]"}, 2),
       hidden(R"({"dim":-1})", {"f32[12,5]", "i32[1,3]"}),
       hidden(R"({"dim":1})", {"f32[1,5]", "i32[12,3]"}),
       hidden(R"({"dim":1})", {"i32[12,5]", "i32[12,3]"})},
      along};
  along_taken.linear_in = {0};

  return {
      taken,
      scattered,
      along_taken,
      {{"scatter_add_along_axis"},
       3,
       [](const Call& c, Builder&, const Operands& in) {
         return scatter_add_along_axis(in[0], in[1], in[2], dim_or_last(c, in));
       },
       {hidden(R"({"dim":0})", {"f32[5,12]", "i32[3,12]", "f32[3,12]"}),
        hidden(R"({"dim":1})", {"f32[4,4]", "i32[4,4]", "f32[4,4]"}, 2),
        hidden(R"({"dim":0})", {"i32[5,12]", "i32[3,12]", "i32[3,12]"})},
       along,
       {},
       {},
       nullptr,
       false,
       false,
       false,
       "The transpose of `take_along_axis`."},
      {{"sort"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return sort(in[0], dim_or_last(c, in)); },
       {{R"({"dim":1})", {"f32[12,12]"}, 1}, hidden(R"({"dim":0})", {"f32[4,4]"}, 2), hidden("{}", {"i32[12,12]"})},
       along_or_last},
      {{"argsort"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return argsort(in[0], dim_or_last(c, in)); },
       {{.attrs = R"({"dim":1})", .operands = {"f32[12,12]"}, .axes = 1, .draw = {whole}},
        {.attrs = R"({"dim":0})", .operands = {"f32[4,4]"}, .shown = false, .draw = {whole}}},
       along_or_last},
      {{"cumsum"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return cumsum(in[0], dim_or_last(c, in), c.flag("reverse")); },
       {{R"({"dim":1})", {"f32[12,12]"}, 1},
        hidden(R"({"dim":0,"reverse":true})", {"f32[4,4]"}, 2),
        hidden(R"({"dim":-2})", {"i32[12,12]"})},
       {{"dim", Kind::integer, "the dimension", true, {"axis"}}, {"reverse", Kind::flag, "from the last to the first"}},
       {0}},
  };
}

}  // namespace shardwise::rulebook
