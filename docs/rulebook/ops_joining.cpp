// Ops that join, cut, move and make arrays.
#include <rulebook/families.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
using enum Draw;
const Attr dimension{
    "dim", Kind::integer, "the dimension; negative ones count from the end", true, {"axis", "dimension"}};
const Attr dims{"dims", Kind::integers, "the dimensions; none: all", false, {"dim", "axis", "axes"}};
const Attr diagonal{"k", Kind::integer, "the diagonal: 0, above it 1, 2, ..., below -1, -2, ...", false, {"diagonal"}};
const Attr made{"type", Kind::type, "the type of the result", true, {"dtype"}};

Op one(const char* name, Build build, std::vector<Sample> samples, std::vector<Attr> attrs) {
  return {{name}, 1, build, std::move(samples), std::move(attrs), {0}};
}
int dim_of(const Call& c, Value a, int more = 0) { return c.dim("dim", a.type().rank + more); }

Value split_of(const Call& c, Builder& g, const Operands& in) {
  const auto sizes = c.integers("sizes");
  const auto part = c.integer("part");
  const std::int64_t parts = sizes.size() == 1 ? sizes[0] : std::int64_t(sizes.size());
  if (sizes.empty() || part < 0 || (parts > 0 && part >= parts) || parts > 10000)
    throw BadQuestion{"attrs.part", "there is no such part"};
  const auto all = split(in[0], dim_of(c, in[0]), sizes.data(), int(sizes.size()));
  return all.empty() ? Value{&g, -1} : all[std::size_t(part)];
}
Value broadcast_of(const Call& c, Builder&, const Operands& in) {
  if (c.has("type")) return broadcast_to(in[0], c.type("type"), true);
  if (!c.has("extents")) throw BadQuestion{"attrs", "broadcast_to wants the option type, or extents"};
  const fn::ShapeDesc s = c.extents("extents");
  TypeDesc to = scalar_type(in[0].type().dtype);
  to.rank = s.rank;
  for (int i = 0; i < s.rank; ++i) to.dims[i].extent = s.extents[i];
  if (c.spec() && !apply_spec(to, *c.spec())) throw BadQuestion{"out", "the spec has more dimensions than the array"};
  return broadcast_to(in[0], to, c.spec() != nullptr);
}
Value slice_window(const Call& c, Builder&, const Operands& in) {
  const auto given = c.integers("sizes");
  const int rank = in[0].type().rank;
  if (int(given.size()) != rank || int(in.size()) != rank + 1)
    throw BadQuestion{"attrs.sizes", "expected a size and a place for each dimension"};
  Extent sizes[max_rank];
  for (int i = 0; i < rank; ++i)
    sizes[i] = given[std::size_t(i)] == -1 ? in[0].type().dims[i].extent : extent(given[std::size_t(i)]);
  return dynamic_slice(in[0], Operands(in.begin() + 1, in.end()), sizes, (1u << rank) - 1);
}
unsigned only(const Call& c, int rank) {
  const int d = c.dim("dim", rank);
  return 1u << (d < 0 || d >= rank ? max_rank + 1 : d);
}
Value slice_in_dim(const Call& c, Builder&, const Operands& in) {
  Extent sizes[max_rank];
  for (Extent& e : sizes) e = extent(c.integer("size"));
  return dynamic_slice(in[0], {in[1]}, sizes, only(c, in[0].type().rank));
}
Value update_window(const Call&, Builder&, const Operands& in) {
  const int rank = in[0].type().rank;
  if (int(in.size()) != rank + 2)
    throw BadQuestion{"in", "expected the array, the part, and a place for each dimension"};
  return dynamic_update_slice(in[0], in[1], Operands(in.begin() + 2, in.end()), (1u << rank) - 1);
}
Value update_in_dim(const Call& c, Builder&, const Operands& in) {
  return dynamic_update_slice(in[0], in[1], {in[2]}, only(c, in[0].type().rank));
}
}  // namespace

std::vector<Op> joining_ops() {
  const Attr one_dim{"dim", Kind::integer, "the dimension", true, {"axis"}};
  std::vector<Op> ops{
      {{"concat", "concatenate"},
       -1,
       [](const Call& c, Builder&, const Operands& in) { return concat(in, dim_of(c, in[0])); },
       {{R"({"dim":0})", {"f32[2,12]", "f32[3,12]"}, 1},
        hidden(R"({"dim":-1})", {"f32[4,4]", "f32[4,2]"}, 2),
        hidden(R"({"dim":0})", {"f32[2,12]", "f32[3,12]", "f32[1,12]"}),
        hidden(R"({"dim":0})", {"i32[12,2]", "i32[12,2]"})},
       {dimension}},
      {{"stack"},
       -1,
       [](const Call& c, Builder&, const Operands& in) { return stack(in, dim_of(c, in[0], 1)); },
       {{R"({"dim":0})", {"f32[12,4]", "f32[12,4]"}, 1},
        hidden(R"({"dim":1})", {"f32[4,4]", "f32[4,4]"}, 2),
        hidden(R"({"dim":-1})", {"f32[12]", "f32[12]", "f32[12]"})},
       {{"dim", Kind::integer, "where the new dimension stands", true, {"axis"}}}},
      one("split", split_of,
          {{R"({"dim":0,"sizes":[3],"part":1})", {"f32[12,12]"}, 1},
           hidden(R"({"dim":0,"sizes":[2],"part":0})", {"f32[4,4]"}, 2),
           hidden(R"({"dim":-1,"sizes":[2,9,1],"part":2})", {"f32[12,12]"})},
          {dimension,
           {"sizes", Kind::integers, "one number: of equal parts; several: the size of each", true, {"parts"}},
           {"part", Kind::integer, "which part is asked for; 0 if none is given", false, {"index"}}}),
      one("pad",
          [](const Call& c, Builder&, const Operands& in) {
            return pad_with(in[0], dim_of(c, in[0]), c.integer("before"), c.integer("after"), c.number("value"));
          },
          {{R"({"dim":1,"before":2,"after":1})", {"f32[12,12]"}, 1},
           hidden(R"({"dim":0,"before":0,"after":3})", {"f32[4,4]"}, 2),
           {.attrs = R"({"dim":0,"before":1,"after":1,"value":3})",
            .operands = {"f32[12,12]"},
            .axes = 1,
            .linear_in = std::vector<int>{}}},
          {dimension,
           {"before", Kind::integer, "elements before the first", true},
           {"after", Kind::integer, "elements after the last", true},
           {"value", Kind::number, "what they are; 0 if none is given", false, {"literal"}}}),
      one("squeeze",
          [](const Call& c, Builder&, const Operands& in) {
            return squeeze(in[0], c.integers("dims").empty() ? 0 : c.mask("dims", in[0].type().rank));
          },
          {{R"({"dims":[1]})", {"f32[12,1,12]"}, 1}, hidden("{}", {"f32[4,1,1,4]"}, 2)}, {dims}),
      {{"broadcast_to"},
       1,
       broadcast_of,
       {{.attrs = R"({"extents":[12,4]})", .operands = {"f32[4]"}, .axes = 1, .specs = true},
        {.attrs = R"({"extents":[4,4]})", .operands = {"f32[4,1]"}, .axes = 2, .specs = true, .shown = false},
        {.attrs = R"({"extents":[4]})", .operands = {"f32[]"}, .axes = 2, .specs = true, .shown = false}},
       {{"type", Kind::type, "the type of the result"},
        {"extents", Kind::extents, "its extents, and its spec as `out`", false, {"shape"}}},
       {0}},
      one("flip",
          [](const Call& c, Builder&, const Operands& in) { return flip(in[0], c.mask("dims", in[0].type().rank)); },
          {{R"({"dims":[0]})", {"f32[12,12]"}, 1},
           hidden(R"({"dims":[-1]})", {"f32[4,4]"}, 2),
           hidden("{}", {"f32[12,12]"})},
          {dims}),
      one("tril", [](const Call& c, Builder&, const Operands& in) { return tril(in[0], c.integer("k")); },
          {{"{}", {"f32[12,4,4]"}, 1}, hidden(R"({"k":-1})", {"f32[4,4,4]"}, 2)}, {diagonal}),
      one("triu", [](const Call& c, Builder&, const Operands& in) { return triu(in[0], c.integer("k")); },
          {{"{}", {"f32[12,4,4]"}, 1}, hidden(R"({"k":2})", {"f32[4,4,4]"}, 2)}, {diagonal}),
      {{"dynamic_slice"},
       -1,
       slice_window,
       {{R"({"sizes":[2,3]})", {"f32[12,12]", "i32[]", "i32[]"}, 1}},
       {{"sizes", Kind::integers, "the extents of the part; -1: all", true, {"slice_sizes"}}},
       {0}},
      {{"dynamic_slice_in_dim"},
       2,
       slice_in_dim,
       {{R"({"dim":0,"size":2})", {"f32[12,12]", "i32[]"}, 1},
        hidden(R"({"dim":1,"size":3})", {"f32[4,4]", "i32[]"}, 2)},
       {one_dim, {"size", Kind::integer, "how many elements", true, {"slice_size"}}},
       {0}},
      {{"dynamic_update_slice"}, -1, update_window, {{"{}", {"f32[12,4]", "f32[2,3]", "i32[]", "i32[]"}, 1}}, {}},
      {{"dynamic_update_slice_in_dim"},
       3,
       update_in_dim,
       {{R"({"dim":0})", {"f32[12,12]", "f32[2,12]", "i32[]"}, 1},
        hidden(R"({"dim":0})", {"f32[4,4]", "f32[2,4]", "i32[]"}, 2)},
       {one_dim}},
      {{"zeros"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return full_of(in[0], c.type("type"), 0, "zeros"); },
       {hidden(R"({"type":"f32[12@X,4]"})", {"f32[]"}), hidden(R"({"type":"f32[12,4]{U:X}"})", {"f32[]"})},
       {made}},
      {{"ones"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return full_of(in[0], c.type("type"), 1, "ones"); },
       {hidden(R"({"type":"f32[12@X,4]"})", {"f32[]"}), hidden(R"({"type":"f32[12]{R:X}"})", {"f32[]"})},
       {made}},
      {{"full"},
       1,
       [](const Call& c, Builder&, const Operands& in) { return full_of(in[0], c.type("type"), c.number("value")); },
       {hidden(R"({"type":"f32[12,4@X]","value":2.5})", {"f32[]"})},
       {made, {"value", Kind::number, "of each element", true, {"fill_value"}}}},
      {{"iota"},
       1,
       [](const Call& c, Builder&, const Operands& in) {
         const TypeDesc t = c.type("type");
         return iota_of(in[0], t, c.dim("dim", t.rank));
       },
       {hidden(R"({"type":"i32[12@X,4]","dim":0})", {"f32[]"}), hidden(R"({"type":"f32[12@X,4]","dim":1})", {"f32[]"})},
       {made, {"dim", Kind::integer, "along which it counts; 0 if none is given", false, {"axis"}}}},
  };
  for (Op& op : ops) {
    const std::string_view name = op.name();
    op.takes_out = name == "broadcast_to";
    // The operand says only where a constant is made: nothing goes back to it.
    if (name.starts_with("dynamic")) op.draw = {any, any, any, any};
    if (name == "zeros" || name == "ones" || name == "full" || name == "iota") {
      op.detached = true;
      op.promise = [](const Call&, const TypeDesc&) { return Collectives{}; };
      op.note = "The operand is any value of the step.";
      op.samples[0].shown = true;
    }
  }
  return ops;
}

}  // namespace shardwise::rulebook
