// Specs are values; equal specs are one type.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::axes, sw::none, sw::P, sw::reduced, sw::unreduced;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;
inline constexpr sw::Axis<"X"> same_as_X;

namespace {

constexpr bool prints(std::string_view written, std::string_view canonical) {
  const sw::ParsedSpec parsed = sw::parse_spec(written);
  sw::Text text;
  text << parsed.spec;
  return !parsed.error && text.view() == canonical;
}
constexpr bool fails(std::string_view text, std::string_view error, int position) {
  const sw::ParsedSpec parsed = sw::parse_spec(text);
  return parsed.error && std::string_view(parsed.error) == error && parsed.position == position;
}
template <class S> constexpr std::string_view notation(S) { return S::notation; }

static_assert(notation(P()) == "P()" && notation(P(none, none)) == "P()" && notation(P(X, none)) == "P(X)");
static_assert(notation(P(none, X)) == "P(none,X)" && notation(P(axes(Y, X), none)) == "P((Y,X))");
static_assert(notation(P(none, none, unreduced(Y, X))) == "P(){U:(X,Y)}");
static_assert(notation(P(X, reduced(Y))) == "P(X){R:Y}" && notation(P(sw::unreduced_max(X))) == "P(){Umax:X}");
static_assert(notation(P(sw::varying(X), sw::unreduced_min(Y))) == "P(){V:X, Umin:Y}");
static_assert(P(X, none) == P(same_as_X) && P() == P(none) && !(P(X) == P(Y)) && !(P(axes(X, Y)) == P(axes(Y, X))));
static_assert(!(P(unreduced(X)) == P(reduced(X))) && !(P(none, unreduced(X)) == P(X)));

static_assert(prints("P()", "P()") && prints("P( X , none )", "P(X)") && prints("P((Y,X),none){U:Z}", "P((Y,X)){U:Z}"));
static_assert(prints("P(nonesuch)", "P(nonesuch)"));
static_assert(fails("Q()", "expected P(", 0) && fails("P(X", "expected ',' or ')'", 3));
static_assert(fails("P(X,X)", "an axis is mentioned twice", 5) && fails("P() X", "text after the spec", 4));

static_assert(std::is_same_v<sw::spec_t<sw::type<"f32[8@X,4]{U:Y}">>, decltype(P(X, none, unreduced(Y)))>);

// spec(x) of a value in a step.
constexpr auto shape = [](auto x, auto y) {
  static_assert(sw::spec(x) == P(X, none) && sw::spec(y) == P(reduced(X)));
  return sw::reshard(y, sw::spec(x));
};
static_assert(sw::testing::result<sw::Program<shape, "f32[8@X,4]", "f32[8,4]{R:X}">> == "f32[8@X,4]"_t);

// A spec applied to a type: beyond the rank only `none` fits.
constexpr bool applies(std::string_view type, std::string_view spec, std::string_view result) {
  sw::TypeDesc t = sw::type_of(type);
  return sw::apply_spec(t, sw::parse_spec(spec).spec) && t == sw::type_of(result);
}
static_assert(applies("f32[8,4@Y]", "P(X)", "f32[8@X,4]") && applies("f32[8]{U:X}", "P()", "f32[8]"));
static_assert(applies("f32[8]", "P(none,none){R:X}", "f32[8]{R:X}") && !applies("f32[8]", "P(none,X)", "f32[8]"));

}  // namespace
