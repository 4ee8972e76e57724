// Random numbers inside steps.
#include <rulebook/families.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace shardwise::rulebook {

namespace {
template <class O> Value draw(const Call& c, Builder&, const Operands& in) {
  return random::draw<O>(in[0], c.type("type"));
}
Value split(const Call& c, Builder&, const Operands& in) { return random::split(in[0], c.integer("n", 2)); }
Value fold_in(const Call& c, Builder&, const Operands& in) {
  if (!c.literal) return random::fold_in(in[0], in[1]);
  return random::fold_in(in[0], std::int64_t(c.literal->value));
}
Value bernoulli(const Call& c, Builder&, const Operands& in) {
  if (!c.literal) return random::bernoulli(in[0], in[1], c.type("type"));
  return random::bernoulli(in[0], c.literal->value, c.type("type"));
}
Value categorical(const Call& c, Builder&, const Operands& in) {
  return random::categorical(in[0], in[1], c.type("type"));
}
const std::vector<Attr> type{
    {"type", Kind::type, "the array that is drawn: shape, dtype and how it lies", true, {"spec", "out_type"}}};

Op drawing(const char* name, Build build, std::vector<Sample> samples) { return {{name}, 1, build, samples, type}; }
Sample one(const char* attrs, int axes = 1) { return {attrs, {"key[]"}, axes}; }
}  // namespace

std::vector<Op> random_ops() {
  Op folded{{"random::fold_in"}, 2, fold_in, {{"{}", {"key[]", "i32[]"}, 2}, {"{}", {"key[]", "7"}, 1}}};
  folded.literal = true;
  Op flips{{"random::bernoulli"},
           2,
           bernoulli,
           {{R"({"type":"bool[12@X,4]"})", {"key[]", "0.5"}, 1},
            {R"({"type":"bool[12,4]"})", {"key[]", "f32[4]"}, 1},
            {R"({"type":"bool[12@X,4]"})", {"key[]", "f32[12,1]"}, 1}},
           type};
  flips.literal = true;
  return {
      {{"random::split"},
       1,
       split,
       {{R"({"n":3})", {"key[]"}, 2}, {R"({"n":2})", {"key[4]"}, 1}},
       {{"n", Kind::integer, "how many keys; 2"}}},
      folded,
      drawing("random::bits", draw<ops::random_bits>, {one(R"({"type":"u32[12@X,4]"})"), one(R"({"type":"u32[12]"})")}),
      drawing(
          "random::uniform", draw<ops::random_uniform>,
          {one(R"({"type":"f32[12@X,4]"})"), one(R"({"type":"f32[12,4]{R:X}"})"), one(R"({"type":"f32[12,4]{U:X}"})"),
           one(R"({"type":"f32[4@(X,Y),2]"})", 2), one(R"({"type":"i32[12]"})")}),
      drawing("random::normal", draw<ops::random_normal>,
              {one(R"({"type":"f32[12,4@X]"})"), one(R"({"type":"bf16[12@X]"})"), one(R"({"type":"f64[12]"})")}),
      drawing("random::permutation", draw<ops::random_permutation>,
              {one(R"({"type":"i32[12@X]"})"), one(R"({"type":"i32[12]"})"), one(R"({"type":"i32[12,4]"})")}),
      flips,
      {{"random::categorical"},
       2,
       categorical,
       {{R"({"type":"i32[12]"})", {"key[]", "f32[12,4]"}, 1}, {R"({"type":"i32[3,12@X]"})", {"key[]", "f32[12,4]"}, 1}},
       type},
  };
}

}  // namespace shardwise::rulebook
