// Ops that move elements within devices.
#include <rulebook/families.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
Value permuted(const Call& c, Builder&, const Operands& in) {
  const int rank = in[0].type().rank;
  const auto list = c.integers("permutation");
  std::uint32_t packed = 0;
  for (int i = 0; i < rank; ++i)
    if (list.empty()) packed |= std::uint32_t(rank - 1 - i) << (4 * i);
  bool right = list.empty() || int(list.size()) == rank;
  for (std::size_t i = 0; right && i < list.size(); ++i) {
    right = list[i] >= 0 && list[i] < rank;
    packed |= std::uint32_t(list[i]) << (4 * i);
  }
  return transpose(in[0], right ? packed : ~0u);
}
Value reshaped(const Call& c, Builder&, const Operands& in) {
  fn::ShapeDesc s = c.extents("extents");
  if (s.inferred >= 0) {
    Extent left = extent(1);
    for (int i = 0; i < in[0].type().rank; ++i) left = left * in[0].type().dims[i].extent;
    for (int i = 0; i < s.rank; ++i)
      if (i != s.inferred) left = left / s.extents[i];
    s.extents[s.inferred] = left;
  }
  return reshape(in[0], s.extents, s.rank);
}
Sample to(const char* attrs, const char* from, int axes = 1, bool ones = false) {
  return {.attrs = attrs, .operands = {from}, .axes = axes, .shown = false, .ones = ones};
}
}  // namespace

std::vector<Op> shape_ops() {
  std::vector<Op> ops{
      {{"transpose"},
       1,
       permuted,
       {{R"({"permutation":[1,0]})", {"f32[12,12]"}, 1},
        {"{}", {"f32[4,4]"}, 2, false, false},
        {R"({"permutation":[2,1,0]})", {"f32[12,4,12]"}, 1, false, false},
        {R"({"permutation":[1,2,0]})", {"f32[4,4,4]"}, 2, false, false},
        {R"({"permutation":[2,0,1]})", {"f32[12,4,12]"}, 1, false, false}},
       {{"permutation",
         Kind::integers,
         "result dimension i is dimension permutation[i]; none: reversed",
         false,
         {"perm", "axes", "dims"}}}},
      {{"reshape"},
       1,
       reshaped,
       {{R"({"extents":[144]})", {"f32[12,12]"}, 1},
        {R"({"extents":[12,2,2]})", {"f32[12,4]"}, 1},
        to(R"({"extents":[16]})", "f32[4,4]", 2),
        to(R"({"extents":[4,2,2]})", "f32[8,2]", 2),
        to(R"({"extents":[12,2,2]})", "f32[24,2]"),
        to(R"({"extents":[24,-1]})", "f32[12,2,12]"),
        to(R"({"extents":[1,12,1,12]})", "f32[12,12]"),
        to(R"({"extents":[12,12]})", "f32[12,1,12]"),
        to(R"({"extents":"1,6,2"})", "f32[1,12]", 1, true)},
       {{"extents",
         Kind::extents,
         "numbers or names, -1 once for what is left: [2, -1] or \"batch,28*28\"",
         true,
         {"shape", "dims"}}}},
      {{"expand_dims"},
       1,
       [](const Call& c, Builder&, const Operands& in) {
         return expand_dims(in[0], c.dim("dim", in[0].type().rank + 1));
       },
       {{R"({"dim":1})", {"f32[12,12]"}, 1}, to(R"({"dim":-1})", "f32[4,4]", 2)},
       {{"dim", Kind::integer, "where the new dimension of extent 1 stands", true, {"axis"}}}},
      {{"slice"},
       1,
       [](const Call& c, Builder&, const Operands& in) {
         return slice(in[0], c.dim("dim", in[0].type().rank), c.integer("start"), c.integer("stop", to_end),
                      c.integer("stride", 1));
       },
       {{R"({"dim":0,"start":1,"stop":11})", {"f32[12,12]"}, 1},
        to(R"({"dim":1,"start":1,"stop":12,"stride":2})", "f32[12,12]"),
        to(R"({"dim":0,"start":1,"stop":3})", "f32[4,4]", 2),
        to(R"({"dim":-1,"start":-3})", "f32[12,12]")},
       {{"dim", Kind::integer, "the dimension", true, {"axis"}},
        {"start", Kind::integer, "the first element; a negative place counts from the end", true},
        {"stop", Kind::integer, "the element after the last; none: to the end"},
        {"stride", Kind::integer, "the step; 1 if none is given"}}},
  };
  for (auto& op : ops) op.linear_in = {0};
  return ops;
}

}  // namespace shardwise::rulebook
