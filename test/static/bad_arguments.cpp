// Arguments that no call has: operands of no use, template arguments beyond what the type allows. Each is refused with
// a sentence, and none does something else in silence.
#include <shardwise/testing.hpp>

#include <limits>

namespace sw = shardwise;
using namespace sw::literals;
using namespace sw::testing;
inline constexpr sw::Axis<"X"> X;

// A key that is pending is another one on each device.
constexpr auto draw = [](auto k) { return sw::random::uniform<"f32[4]">(k); };
constexpr auto permute = [](auto k) { return sw::random::permutation<"i32[4]">(k); };
constexpr auto split = [](auto k) { return sw::random::split<2>(k); };
constexpr auto fold = [](auto k) { return sw::random::fold_in(k, 3); };
constexpr auto flip_coins = [](auto k) { return sw::random::bernoulli<"bool[4]">(k, 0.5f); };
constexpr auto choose = [](auto k, auto logits) { return sw::random::categorical<"i32[4]">(k, logits); };
static_assert(accepts<draw>("key[]{R:X}"_t));
static_assert(rejects<draw>("key[]{U:X}"_t,
                            "pending over X is another one on each device: reshard it first: reshard(a, P())"));
static_assert(rejects<permute>("key[]{U:X}"_t, "reshard(a, P())"));
static_assert(rejects<split>("key[]{Umax:X}"_t, "reshard(a, P())"));
static_assert(rejects<fold>("key[]{U:X}"_t, "reshard(a, P())"));
static_assert(rejects<flip_coins>("key[]{U:X}"_t, "reshard(a, P())"));
static_assert(rejects<choose>("key[]{U:X}"_t, "f32[4,3]"_t, "reshard(a, P())"));

// Keys have no order and no sum, and no astype makes numbers of them.
constexpr auto arg = [](auto a) { return sw::argmax<0>(a); };
constexpr auto once = [](auto a) { return a * 1; };
constexpr auto convert = [](auto a) { return sw::astype<float>(a); };
constexpr auto add = [](auto a, auto b) { return a + b; };
static_assert(accepts<arg>("bool[4]"_t));
static_assert(rejects<arg>("key[4]"_t, "no number: a key only draws numbers"));
static_assert(rejects<once>("key[4]"_t, "a key only draws numbers"));
static_assert(rejects<convert>("key[4]"_t, "a key only draws numbers"));
static_assert(rejects<add>("key[4]"_t, "f32[4]"_t, "the dtypes differ: a key only draws numbers"));
static_assert(rejects<add>("i32[4]"_t, "f32[4]"_t, "astype one of them"));

// A factor of 1 is judged as others are.
static_assert(accepts<once>("f32[4]{U:X}"_t));
static_assert(result_of<once>("f32[4]{U:X}"_t) == "f32[4]{U:X}"_t);
static_assert(rejects<once>("f32[4]{Umax:X}"_t, "reshard(a, P())"));
static_assert(rejects<once>("bool[4]"_t, "astype it first"));
constexpr auto compare = [](auto a) { return a < 3; };
static_assert(rejects<compare>("f32[4]{Umax:X}"_t, "a pending maximum or minimum over X"));

// Extents and dimensions.
static_assert(rejects<[](auto a) { return sw::transpose<16, 1>(a); }>("f32[4,4]"_t, "each dimension once"));
static_assert(rejects<[](auto a) { return sw::transpose<-1, 0>(a); }>("f32[4,4]"_t, "each dimension once"));
static_assert(rejects<[](auto a) { return sw::one_hot<-3>(a); }>("i32[4]"_t, "classes is negative"));
static_assert(rejects<[](auto a) { return sw::one_hot<3>(a); }>("i32[1,1,1,1,1,1,1,1]"_t, "rank is above 8"));
static_assert(rejects<[](auto a) { return sw::reshape<1, 1, 1, 1, 1, 1, 1, 1, 4>(a); }>("f32[4]"_t, "above 8"));
static_assert(rejects<[](auto a) { return sw::reshape<-1, -1>(a); }>("f32[4]"_t, "-1 stands twice"));
static_assert(rejects<[](auto a) { return sw::reshape<-2, 2>(a); }>("f32[4]"_t, "an extent is negative"));
static_assert(rejects<[](auto a) { return sw::reshape<"2,-1,-1">(a); }>("f32[4]"_t, "-1 stands twice"));
static_assert(rejects<[](auto a) { return sw::reshape<"2,,2">(a); }>("f32[4]"_t, "separate them by commas"));
static_assert(rejects<[](auto a) { return sw::reshape<"2,2@X">(a); }>("f32[4]"_t, "separate them by commas"));
static_assert(result_of<[](auto a) { return sw::reshape<"2,-1">(a); }>("f32[4]"_t) == "f32[2,2]"_t);
static_assert(rejects<[](auto a) { return sw::broadcast_to<1, 1, 1, 1, 1, 1, 1, 1, 1>(a); }>("f32[1]"_t, "above 8"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<-1>(a); }>("f32[1]"_t, "an extent is negative"));
// 2^64 elements are not 0.
static_assert(rejects<[](auto a) { return sw::reshape<-1>(a); }>("f32[4294967296,4294967296]"_t, "regrouped to [?]"));
static_assert(rejects<[](auto a) { return sw::reshape<0>(a); }>("f32[4294967296,4294967296]"_t, "regrouped to [0]"));

// Collectives.
static_assert(rejects<[](auto a) { return sw::psum(a); }>("f32[4]{V:X}"_t, "no axis is named: name the axes"));
static_assert(rejects<[](auto a) { return sw::all_gather<0>(a, sw::tiled); }>("f32[4]{V:X}"_t, "no axis is named"));
static_assert(rejects<[](auto a) { return sw::pcast<sw::varying>(a); }>("f32[4]"_t, "no axis is named"));
static_assert(rejects<[](auto a) { return sw::psum(a, X); }>("bool[4]{V:X}"_t, "no number: astype it first"));
static_assert(rejects<[](auto a) { return sw::pmax(a, X); }>("key[4]{V:X}"_t, "a key only draws numbers"));
static_assert(accepts<[](auto a) { return sw::pmax(a, X); }>("bool[4]{V:X}"_t));
static_assert(accepts<[](auto a) { return sw::all_gather<0>(a, X); }>("key[4]{V:X}"_t));
static_assert(rejects<[](auto a) { return sw::pcast<3>(a, X); }>("f32[4]{V:X}"_t, "there is no such cast"));
static_assert(rejects<[](auto a) { return sw::pcast<sw::unreduced_max>(a, X); }>("f32[4]{V:X}"_t, "no such cast"));
static_assert(rejects<[](auto a) { return sw::all_gather<0, sw::unreduced>(a, X); }>("f32[4]{V:X}"_t, "no such state"));
static_assert(rejects<[](auto a) { return sw::ppermute<1>(a, X); }>("f32[4]{V:X}"_t, "ppermute<shift(1)>"));
static_assert(rejects<[](auto a) { return sw::ppermute<sw::pairs({{0, -1}})>(a, X); }>("f32[4]{V:X}"_t, "below 0"));

// Where it is the other operand that is of a wrong type, an astype does repair it.
constexpr auto fold_in = [](auto k, auto n) { return sw::random::fold_in(k, n); };
static_assert(rejects<fold_in>("key[]"_t, "f32[]"_t, "the number is no integer: astype<u32> it"));

// A dimension that is named twice, once from the end, is a slip.
static_assert(rejects<[](auto a) { return sw::sum<0, -2>(a); }>("f32[8,4]"_t, "dimension 0 is named twice"));
static_assert(rejects<[](auto a) { return sw::mean<1, 1>(a); }>("f32[8,4]"_t, "mean: f32[8,4]: dimension 1 is named"));
static_assert(rejects<[](auto a) { return sw::mean<1, 1>(a); }>("bf16[8,4]"_t, "dimension 1 is named twice"));
static_assert(rejects<[](auto a) { return sw::max<0, 0, -2>(a); }>("f32[8,4]"_t, "dimension 0 is named twice"));
static_assert(rejects<[](auto a) { return sw::min<-1, 7, 1>(a); }>("f32[8,4]"_t, "dimension 1 is named twice"));
static_assert(rejects<[](auto a) { return sw::flip<1, -1>(a); }>("f32[8,4]"_t, "dimension 1 is named twice"));
static_assert(rejects<[](auto a) { return sw::squeeze<0, -2>(a); }>("f32[1,4]"_t, "dimension 0 is named twice"));
static_assert(rejects<[](auto a) { return sw::sum<7, 7>(a); }>("f32[1,1,1,1,1,1,1,1]"_t, "dimension 7 is named twice"));
static_assert(accepts<[](auto a) { return sw::sum<0, -1>(a); }>("f32[8,4]"_t));

// An extent 0 leaves nothing to divide.
static_assert(rejects<[](auto a) { return sw::reshape<0, -1>(a); }>("f32[8]"_t, "-1 cannot be found beside"));
static_assert(rejects<[](auto a) { return sw::reshape<"0,-1">(a); }>("f32[0,8]"_t, "-1 cannot be found beside"));
static_assert(result_of<[](auto a) { return sw::reshape<-1, 8>(a); }>("f32[0,8]"_t) == "f32[0,8]"_t);

// Literals that are no elements of the type, or lose what was written. An infinity is meant.
static_assert(rejects<[](auto a) { return a + 5000000000; }>("i32[8]"_t,
                                                             "add: i32[8]: the literal 5000000000 is no i32"));
static_assert(rejects<[](auto a) { return a + (-1); }>("u32[8]"_t, "the literal -1 is no u32: astype<i64>"));
static_assert(accepts<[](auto a) { return a + 5000000000; }>("i64[8]"_t));
static_assert(rejects<[](auto a) { return a + 9007199254740993; }>("i64[8]"_t, "9007199254740993 is beyond 2^53"));
static_assert(rejects<[](auto a) { return -9007199254740993 * a; }>("i64[8]"_t, "-9007199254740993 is beyond 2^53"));
static_assert(rejects<[](auto a) { return a / 18446744073709551615u; }>("f64[8]"_t, "18446744073709551615 is beyond"));
static_assert(accepts<[](auto a) { return a - 9007199254740992; }>("i64[8]"_t));
static_assert(rejects<[](auto a) { return a * 1e300; }>("f32[8]"_t, "mul: f32[8]: the literal 1e+300 is beyond f32"));
// A pending sum is multiplied by the reciprocal, of bf16 and f16 in f32.
static_assert(rejects<[](auto a) { return a / 1e-39; }>(
    "f32[8]{U:X}"_t, "a sum pending over X takes factors, and 1 / 1e-39 is beyond f32: reduce it first"));
static_assert(accepts<[](auto a) { return a / 1e-5; }>("f16[8]{U:X}"_t));
static_assert(rejects<[](auto a) { return a == -1e39; }>("f32[8]"_t, "the literal -1e+39 is beyond f32"));
static_assert(rejects<[](auto a) { return a * 100000.f; }>("f16[8]"_t,
                                                           "the literal 100000 is beyond f16: astype<f32>"));
static_assert(rejects<[](auto a) { return sw::where(a > 0.f, a, 70000); }>("f16[8]"_t,
                                                                           "where: bool[8] and f16[8]: the"));
static_assert(rejects<[](auto a) { return sw::full_like(a, 1e300); }>("bf16[8]"_t, "is beyond bf16: astype<f64>"));
static_assert(rejects<[](auto a) { return sw::full<"i32[4]">(a, 5000000000); }>("f32[8]"_t, "5000000000 is no i32"));
static_assert(rejects<[](auto a) { return sw::pad<0, 1, 1>(a, 1e39); }>("f32[8]"_t, "the literal 1e+39 is beyond f32"));
static_assert(accepts<[](auto a) { return a * 1e300; }>("f64[8]"_t));
static_assert(accepts<[](auto a) { return sw::max(a, -std::numeric_limits<float>::infinity()); }>("f16[8]"_t));
