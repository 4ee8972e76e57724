// Array types: one canonical notation for each, and a parser that says what is wrong and where.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::testing::has_type;

namespace {

/// Parsed and printed again, a notation is canonical.
constexpr bool prints(std::string_view written, std::string_view canonical) {
  const sw::ParsedType parsed = sw::parse_type(written);
  return !parsed.error && sw::print(parsed.type).view() == canonical && sw::type_of(canonical) == parsed.type;
}
constexpr bool stays(std::string_view text) { return prints(text, text); }
constexpr bool fails(std::string_view text, std::string_view error, int position) {
  const sw::ParsedType parsed = sw::parse_type(text);
  return parsed.error && std::string_view(parsed.error) == error && parsed.position == position;
}

static_assert(stays("f32[]") && stays("f64[8]") && stays("bf16[8,4]") && stays("f16[2]") && stays("i32[batch]"));
static_assert(stays("i64[]") && stays("u32[3]") && stays("bool[8]") && stays("key[]"));
static_assert(stays("f32[8@X,4]{U:Y}") && stays("f32[8@(X,Y)]") && stays("f32[8@(Y,X)]") && stays("f32[]{U:(X,Y)}"));
static_assert(stays("f32[4]{V:X, R:Y}") && stays("f32[4]{V:X, U:Y, R:Z}") && stays("f32[4]{Umax:X}"));
static_assert(stays("f32[4]{Umin:(X,Y), R:Z}") && stays("f32[?,batch@X,2*batch*t,d/h,8/X,d^2]"));

// Written otherwise, the same type.
static_assert(prints(" f32 [ 8 @ X , 4 ] { U : Y } ", "f32[8@X,4]{U:Y}"));
static_assert(prints("f32[8@(X)]", "f32[8@X]") && prints("f32[4]{U:(Y,X)}", "f32[4]{U:(X,Y)}"));
static_assert(prints("f32[4]{R:Z, U:Y, V:X}", "f32[4]{V:X, U:Y, R:Z}"));
static_assert(prints("f32[t*2*batch]", "f32[2*batch*t]") && prints("f32[d*d]", "f32[d^2]") &&
              prints("f32[d*h/h]", "f32[d]"));
static_assert(prints("f32[8/4]", "f32[2]") && prints("f32[d/d]", "f32[1]") && prints("f32[6*d/4]", "f32[3*d/2]"));
static_assert(std::is_same_v<sw::type<"f32[8 @ X, 4] {U:Y}">, sw::ArrayType<"f32[8@X,4]{U:Y}">>);
static_assert("f32[t*batch]"_t == "f32[batch*t]"_t && !("f32[8]"_t == "f32[9]"_t));
static_assert(sw::describe("f32[ 8 ]"_t) == "f32[8]" && sw::type<"f32[8@X]">::desc.dims[0].axes.has(sw::Name("X")));

// What is wrong, and where.
static_assert(fails("f31[8]", "expected a dtype: f32 f64 bf16 f16 i32 i64 u32 bool key", 0));
static_assert(fails("f32", "expected '['", 3));
static_assert(fails("f32[8", "expected ',' or ']'", 5));
static_assert(fails("f32[8,]", "expected an extent: a number, a name or ?", 6));
static_assert(fails("f32[8@]", "expected a name", 6));
static_assert(fails("f32[8@X,4@X]", "an axis is mentioned twice", 11));
static_assert(fails("f32[8@X]{U:X}", "an axis is mentioned twice", 12));
static_assert(fails("f32[8@(X,X)]", "an axis is mentioned twice", 10));
static_assert(fails("f32[8]{W:X}", "expected a state: V, U, Umax, Umin or R", 7));
static_assert(fails("f32[8]{U:X, Umax:Y}", "an array has one kind of pending reduction at a time", 12));
static_assert(fails("f32[8]{U:X, U:Y}", "an array has one kind of pending reduction at a time", 12));
static_assert(fails("f32[8]{R:X, R:Y}", "a state is given twice", 12));
static_assert(fails("f32[8]{U:X", "expected '}'", 10));
static_assert(fails("f32[8]{U}", "expected ':' after the state", 8));
static_assert(fails("f32[8] 4", "text after the type", 7));
static_assert(fails("f32[8/0]", "an extent is divided by 0", 7));
static_assert(fails("f32[1,1,1,1,1,1,1,1,1]", "the rank is above 8", 20));
static_assert(fails("f32[a*b*c*d]", "an extent has at most 3 names", 11));
static_assert(fails("f32[abcdefghijklmnopq]", "a name has at most 16 characters", 21));
static_assert(fails("f32[8@(A,B,C,D,E)]", "more than 4 axes in one list", 16));

// The cotangent map: R and U change places, the rest stays; twice, it is the identity.
constexpr bool cotangent_is(std::string_view value, std::string_view gradient) {
  const sw::TypeDesc t = sw::type_of(value), c = sw::cotangent(t);
  return sw::has_cotangent(t) && c == sw::type_of(gradient) && sw::cotangent(c) == t;
}
static_assert(cotangent_is("f32[8@X,4]", "f32[8@X,4]") && cotangent_is("f32[8]", "f32[8]"));
static_assert(cotangent_is("f32[8]{R:X}", "f32[8]{U:X}") && cotangent_is("f32[8]{U:X}", "f32[8]{R:X}"));
static_assert(cotangent_is("bf16[8]{V:X}", "bf16[8]{V:X}") && cotangent_is("f64[4@Z]{U:X, R:Y}", "f64[4@Z]{U:Y, R:X}"));
static_assert(std::is_same_v<sw::cotangent_t<sw::type<"f32[3,d]{R:(X,Y)}">>, sw::type<"f32[3,d]{U:(X,Y)}">>);
static_assert(!sw::has_cotangent(sw::type_of("i32[8]")) && !sw::has_cotangent(sw::type_of("bool[8]")));
static_assert(!sw::has_cotangent(sw::type_of("f32[8]{Umax:X}")) && !sw::has_cotangent(sw::type_of("key[]")));

}  // namespace
