// Extents are monomials: equal monomials are equal sizes, different ones are an error, unknown ones wait for bind.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using sw::Agreement, sw::Extent;

namespace {

constexpr Extent e(std::string_view text) {
  char notation[64] = "f32[";
  std::size_t n = 4;
  for (char c : text) notation[n++] = c;
  notation[n++] = ']';
  return sw::type_of({notation, n}).dims[0].extent;
}
constexpr bool prints(const Extent& extent, std::string_view text) {
  sw::Text t;
  t << extent;
  return t.view() == text;
}

static_assert(e("t*batch") == e("batch*t") && e("2*d*3") == e("6*d") && e("d/h*h") == e("d") && e("8/X*X") == e("8"));
static_assert(e("batch") * e("t") == e("batch*t") && e("d") * e("1") == e("d") && e("d*h") / e("h") == e("d"));
static_assert(e("6*d") / e("4*d*h") == e("3/2/h") && e("d") * e("d") == e("d^2") && e("d^2") / e("d") == e("d"));
static_assert(prints(e("d") / e("h"), "d/h") && prints(e("1") / e("d"), "1/d") &&
              prints(e("d") / e("h") / e("h"), "d/h^2"));
static_assert((e("?") * e("8")).is_unknown() && (e("8") / e("?")).is_unknown() && e("?") * e("1") == e("?"));
static_assert(e("8").is_number() && !e("d").is_number() && e("d/d").is_one() && !e("?").is_one());

constexpr Agreement how(std::string_view a, std::string_view b, bool broadcast = false) {
  return sw::unify(e(a), e(b), broadcast).how;
}
static_assert(how("8", "8") == Agreement::equal && how("batch*t", "t*batch") == Agreement::equal);
static_assert(how("8", "9") == Agreement::mismatch && how("d", "e") == Agreement::mismatch &&
              how("8", "d") == Agreement::mismatch);
static_assert(how("?", "8") == Agreement::at_bind && how("d", "?") == Agreement::at_bind &&
              how("?", "?") == Agreement::at_bind);
// Only the literal extent 1 broadcasts.
static_assert(how("1", "8", true) == Agreement::broadcast_left && how("d", "1", true) == Agreement::broadcast_right);
static_assert(how("1", "8") == Agreement::mismatch && how("?", "8", true) == Agreement::at_bind &&
              how("1", "1", true) == Agreement::equal);

// Two unknowns of a step: what is computed from both says that they are equal, for bind to check.
constexpr auto add = [](auto a, auto b) { return a + b; };
using Unknown = sw::Program<add, "f32[?]", "f32[?]">;
static_assert(Unknown::view().equalities.size() == 1);
static_assert(Unknown::view().equalities[0].left == sw::unknown_extent(1) &&
              Unknown::view().equalities[0].right == sw::unknown_extent(2));
using Known = sw::Program<add, "f32[?]", "f32[8]">;
static_assert(Known::view().equalities.size() == 1 && sw::testing::result<Known> == sw::type<"f32[8]">{});
constexpr auto twice = [](auto a) { return a + a; };
static_assert(sw::Program<twice, "f32[?]">::view().equalities.empty());
static_assert(sw::Program<add, "f32[batch,t]", "f32[batch,t]">::view().equalities.empty());

}  // namespace
