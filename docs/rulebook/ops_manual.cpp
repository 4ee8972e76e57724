// Manual mode: collectives and casts of values inside of shard_map.
#include <rulebook/families.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
using rules::State;
const Attr over{"axes", Kind::axes, "the mesh axes", true, {"axis", "axis_name"}};
const Attr split_dim{
    "dim", Kind::integer, "the dimension; 0 if none is given", false, {"axis_dim", "scatter_dimension"}};
const Attr tiled{"tiled", Kind::flag, "blocks of the dimension; else one element for each device"};

AxisList axes(const Call& c) {
  const AxisList list = c.axes("axes");
  if (list.empty()) throw BadQuestion{"attrs.axes", "expected at least one axis"};
  return list;
}
Name axis(const Call& c) {
  const AxisList list = axes(c);
  if (list.size > 1) throw BadQuestion{"attrs.axes", "one axis only"};
  return list.axes[0];
}
int dim_or_first(const Call& c, const char* name = "dim") {
  return int(std::clamp<std::int64_t>(c.integer(name, 0), -1000, 1000));
}
State state(const Call& c, State otherwise, bool invarying) {
  if (!c.has("to")) return otherwise;
  const std::string to = c.text("to");
  if (to == "varying") return State::varying;
  if (to == "reduced") return State::reduced;
  if (to == "unreduced" && !invarying) return State::unreduced;
  if (to == "invarying" && invarying) return State::replicated;
  throw BadQuestion{"attrs.to",
                    invarying ? "expected varying, reduced or invarying" : "expected varying, unreduced or reduced"};
}
Op row(const char* name, Build build, std::vector<Sample> samples, std::vector<Attr> attrs) {
  Op op{{name}, 1, build, std::move(samples), std::move(attrs)};
  op.manual = true;
  return op;
}
template <Value F(Value, const AxisList&)> Value all_devices(const Call& c, Builder&, const Operands& in) {
  return F(in[0], axes(c));
}
Value sum_over(Value a, const AxisList& x) { return manual::psum(a, x); }
Value max_over(Value a, const AxisList& x) { return manual::pmax(a, x); }
std::vector<Sample> both(const char* one, const char* two) {
  return {{one, {"f32[4,4]"}, 1}, hidden(two, {"f32[4,4]"}, 2)};
}
std::vector<Sample> over_all() { return both(R"({"axes":["X"]})", R"({"axes":["X","Y"]})"); }
}  // namespace

std::vector<Op> manual_ops() {
  const Attr one_axis{"axes", Kind::axes, "the mesh axis", true, {"axis", "axis_name"}};
  std::vector<Op> ops{
      row("psum", all_devices<sum_over>, over_all(), {over}),
      row("pmean", all_devices<manual::pmean>, over_all(), {over}),
      row("pmax", all_devices<max_over>, over_all(), {over}),
      row("pmin", all_devices<manual::pmin>, over_all(), {over}),
      row("pcast",
          [](const Call& c, Builder&, const Operands& in) {
            return manual::pcast(in[0], axes(c), state(c, State::varying, false));
          },
          {{R"({"axes":["X"],"to":"varying"})", {"f32[4,4]"}, 1},
           {R"({"axes":["X"],"to":"unreduced"})", {"f32[4,4]"}, 1},
           {R"({"axes":["X"],"to":"reduced"})", {"f32[4,4]"}, 1},
           hidden(R"({"axes":["X","Y"],"to":"varying"})", {"f32[4,4]"}, 2)},
          {over, {"to", Kind::text, "`varying`, `unreduced` or `reduced`", true}}),
      row("psum_scatter",
          [](const Call& c, Builder&, const Operands& in) {
            return manual::psum_scatter(in[0], axes(c), dim_or_first(c), c.flag("tiled"));
          },
          {{R"({"axes":["X"],"dim":0,"tiled":true})", {"f32[12,4]"}, 1},
           hidden(R"({"axes":["X"],"dim":0})", {"f32[2,4]"}),
           hidden(R"({"axes":["X","Y"],"dim":1,"tiled":true})", {"f32[4,4]"}, 2)},
          {over, split_dim, tiled}),
      row("all_gather",
          [](const Call& c, Builder&, const Operands& in) {
            return manual::all_gather(in[0], axes(c), dim_or_first(c), state(c, State::varying, true), c.flag("tiled"));
          },
          {{R"({"axes":["X"],"dim":0,"tiled":true})", {"f32[12,4]"}, 1},
           {R"({"axes":["X"],"dim":0,"to":"reduced","tiled":true})", {"f32[12,4]"}, 1},
           {R"({"axes":["X"],"dim":0,"to":"invarying","tiled":true})", {"f32[12,4]"}, 1},
           hidden(R"({"axes":["X"],"dim":1})", {"f32[12,4]"}),
           hidden(R"({"axes":["X","Y"],"dim":1,"tiled":true})", {"f32[4,4]"}, 2)},
          {over, split_dim, {"to", Kind::text, "`varying`, which is the default, `reduced` or `invarying`"}, tiled}),
      row("local_block",
          [](const Call& c, Builder&, const Operands& in) {
            return manual::local_block(in[0], axes(c), dim_or_first(c), c.flag("tiled"));
          },
          {{R"({"axes":["X"],"dim":0,"tiled":true})", {"f32[12,4]"}, 1},
           hidden(R"({"axes":["X"],"dim":0})", {"f32[2,4]"}),
           hidden(R"({"axes":["X","Y"],"dim":0,"tiled":true})", {"f32[4,4]"}, 2)},
          {over, split_dim, tiled}),
      row("all_to_all",
          [](const Call& c, Builder&, const Operands& in) {
            return manual::all_to_all(in[0], axes(c), dim_or_first(c, "split"), dim_or_first(c, "concat"),
                                      c.flag("tiled"));
          },
          {{R"({"axes":["X"],"split":0,"concat":1,"tiled":true})", {"f32[12,4]"}, 1},
           hidden(R"({"axes":["X"],"split":0,"concat":0})", {"f32[2,4]"}),
           hidden(R"({"axes":["X","Y"],"split":0,"concat":1,"tiled":true})", {"f32[4,4]"}, 2)},
          {over,
           {"split", Kind::integer, "the dimension that is cut", true, {"split_axis"}},
           {"concat", Kind::integer, "the dimension that grows", true, {"concat_axis"}},
           tiled}),
      row("ppermute",
          [](const Call& c, Builder&, const Operands& in) {
            if (c.has("shift") == c.has("pairs")) throw BadQuestion{"attrs", "ppermute wants pairs, or shift"};
            if (c.has("shift"))
              return manual::ppermute(in[0], axis(c),
                                      int(std::clamp<std::int64_t>(c.integer("shift"), -1000000, 1000000)));
            const auto list = c.pairs("pairs");
            return manual::ppermute(in[0], axis(c), list.data(), std::uint32_t(list.size() / 2));
          },
          {{R"({"axes":["X"],"shift":1})", {"f32[4,4]"}, 1},
           hidden(R"({"axes":["X"],"pairs":[[0,1]]})", {"f32[4,4]"}),
           hidden(R"({"axes":["Y"],"shift":-1})", {"f32[4,4]"}, 2)},
          {one_axis,
           {"pairs", Kind::pairs, "sources and targets: `[[0, 1], [1, 0]]`", false, {"perm"}},
           {"shift", Kind::integer, "from device i to i + shift, modulo the size of the axis"}}),
      row("axis_index", [](const Call& c, Builder& g, const Operands&) { return manual::axis_index(g, axis(c)); },
          {{R"({"axes":["X"]})", {"f32[]"}, 1}}, {one_axis}),
      row("axis_size", [](const Call& c, Builder& g, const Operands&) { return manual::axis_size(g, axis(c)); },
          {{R"({"axes":["X"]})", {"f32[]"}, 1}}, {one_axis}),
  };
  for (std::size_t k = ops.size() - 2; k < ops.size(); ++k) {
    ops[k].detached = true;
    ops[k].note = "The operand is any value of the step.";
  }
  return ops;
}

}  // namespace shardwise::rulebook
