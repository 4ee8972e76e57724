// Ops that join, cut, move and make arrays: types, sentences, and that the repairs they name are accepted.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result_of;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

// concat: one type but for the joined extent; any state along other dimensions.
constexpr auto concat = [](auto... a) { return sw::concat<0>(a...); };
static_assert(result_of<concat>("f32[8,4@X]{U:Y}"_t, "f32[2,4@X]{U:Y}"_t) == "f32[10,4@X]{U:Y}"_t);
static_assert(result_of<concat>("f32[2]{R:X}"_t, "f32[3]{R:X}"_t, "f32[4]{R:X}"_t, "f32[1]{R:X}"_t) ==
              "f32[10]{R:X}"_t);
static_assert(result_of<concat>("f32[8]{Umax:X}"_t, "f32[2]{Umax:X}"_t) == "f32[10]{Umax:X}"_t);
static_assert(result_of<concat>("f32[batch,4]"_t, "f32[2*batch,4]"_t) == "f32[3*batch,4]"_t);
static_assert(result_of<concat>("f32[d/h]"_t, "f32[d/h]"_t) == "f32[2*d/h]"_t);
static_assert(result_of<concat>("f32[batch,4]"_t, "f32[8,4]"_t) == "f32[?,4]"_t);
static_assert(result_of<concat>("f32[8]"_t) == "f32[8]"_t);
static_assert(result_of<[](auto a, auto b) { return sw::concat<-1>(a, b); }>("i32[8,2]"_t, "i32[8,3]{R:X}"_t) ==
              "i32[8,5]"_t);
static_assert(rejects<concat>("f32[8@X]"_t, "f32[8@X]"_t,
                              "concat: f32[8@X] and f32[8@X]: dimension 0: the dimension is split over X: gather it "
                              "first: reshard(a, P())"));
static_assert(
    rejects<concat>("f32[8]"_t, "f32[8]"_t, "f32[8@X]"_t,
                    "concat: f32[8], f32[8] and f32[8@X]: operand c: dimension 0: the dimension is split over "
                    "X: gather it first: reshard(c, P())"));
static_assert(rejects<concat>("f32[8,4]{U:X}"_t, "f32[8,4]{U:X}"_t, "f32[8,4]{U:X}"_t, "f32[8,4]{R:X}"_t,
                              "operand d: a sum pending over X meets a value that is not pending and would be counted "
                              "once per device: reshard one of them: reshard(d, P(unreduced(X)))"));
static_assert(rejects<concat>("f32[8,4]{R:X}"_t, "f32[8,4]"_t,
                              "reduced over X against replicated: reshard one of them: reshard(b, P(reduced(X)))"));
static_assert(rejects<concat>("f32[8,4]{Umax:X}"_t, "f32[8,4]"_t, "reshard(a, P())"));
static_assert(rejects<concat>("f32[8,4@X]"_t, "f32[8,4]"_t, "reshard one of them: reshard(b, P(none, X))"));
static_assert(rejects<concat>("f32[8,4@(X,Y)]"_t, "f32[8,4@(Y,X)]"_t,
                              "gather both: reshard(a, P()) and reshard(b, P())"));
static_assert(rejects<concat>("f32[8,4]"_t, "f32[8,5]"_t,
                              "concat: f32[8,4] and f32[8,5]: dimension 1: the extents differ"));
static_assert(rejects<concat>("f32[8,4]"_t, "f32[8]"_t, "the ranks differ"));
static_assert(rejects<concat>("f32[8]"_t, "f64[8]"_t, "the dtypes differ: astype one of them"));
static_assert(rejects<[](auto a) { return sw::concat<1>(a, a); }>("f32[8]"_t, "the dimension is beyond the rank"));

// stack: one type; the new dimension is unsharded.
constexpr auto stack = [](auto a, auto b) { return sw::stack<1>(a, b); };
static_assert(result_of<stack>("f32[8@X]{U:Y}"_t, "f32[8@X]{U:Y}"_t) == "f32[8@X,2]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::stack<-1>(a, a, a); }>("f32[]"_t) == "f32[3]"_t);
static_assert(rejects<stack>("f32[8]"_t, "f32[9]"_t, "stack: f32[8] and f32[9]: dimension 0: the extents differ"));
static_assert(rejects<stack>("f32[]"_t, "f32[]"_t, "no dimension can be put there"));
static_assert(rejects<stack>("f32[8@X]"_t, "f32[8]"_t, "reshard(b, P(X))"));

// split: equal parts, or sizes.
template <int Dim, int Part, std::int64_t... N>
constexpr auto part = [](auto a) { return sw::split<Dim, N...>(a)[sw::hana::int_c<Part>]; };
static_assert(result_of<part<0, 2, 3>>("f32[12,4@X]{U:Y}"_t) == "f32[4,4@X]{U:Y}"_t);
static_assert(result_of<part<-1, 1, 2>>("f32[8@X,d]"_t) == "f32[8@X,d/2]"_t);
static_assert(result_of<part<0, 1, 2, 5, 1>>("f32[8]{Umin:X}"_t) == "f32[5]{Umin:X}"_t);
static_assert(result_of<part<0, 0, 1>>("f32[?]"_t) == "f32[?]"_t);
static_assert(rejects<part<0, 0, 3>>("f32[8]"_t, "split: f32[8]: dimension 0: the number of parts does not divide"));
static_assert(rejects<part<0, 0, 2>>("f32[8@X,4]"_t,
                                     "the dimension is split over X: gather it first: reshard(a, P())"));
static_assert(rejects<part<0, 0, 2, 3>>("f32[8]"_t, "the sizes of the parts do not add up to the extent"));
static_assert(rejects<part<0, 0, 2>>("f32[?]"_t, "an unknown extent cannot be divided"));
static_assert(rejects<part<1, 0, 2>>("f32[8]"_t, "the dimension is beyond the rank"));

// pad.
static_assert(result_of<[](auto a) { return sw::pad<1, 2, 1>(a); }>("f32[8@X,4]{U:Y}"_t) == "f32[8@X,7]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::pad<0, 1, 0>(a, 2.5f); }>("f32[4]{R:X}"_t) == "f32[5]{R:X}"_t);
static_assert(result_of<[](auto a) { return sw::pad<0, 1, 1>(a); }>("f32[4]{U:X}"_t) == "f32[6]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::pad<0, 1, 1>(a); }>("bool[d]"_t) == "bool[?]"_t);
static_assert(rejects<[](auto a) { return sw::pad<0, 1, 1>(a, 1); }>(
    "f32[4]{U:X}"_t,
    "pad: f32[4]{U:X}: padding other than 0 meets a sum pending over X, which would count it once per device: leave "
    "the number out, or reduce it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::pad<0, 1, 1>(a); }>("f32[4]{Umax:X}"_t,
                                                                  "reshard it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::pad<0, -1, 1>(a); }>("f32[4]"_t, "to leave elements out, slice"));
static_assert(rejects<[](auto a) { return sw::pad<0, 1, 1>(a); }>("f32[4@X]"_t, "the dimension is split over X"));
static_assert(rejects<[](auto a) { return sw::pad<0, 1, 1>(a, 0.5); }>("i32[4]"_t, "its fraction would be lost"));

// squeeze, broadcast_to, flip, tril, triu.
static_assert(result_of<[](auto a) { return sw::squeeze<1, -1>(a); }>("f32[8@X,1,1]{U:Y}"_t) == "f32[8@X]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::squeeze(a); }>("f32[1,8@X,1]"_t) == "f32[8@X]"_t);
static_assert(rejects<[](auto a) { return sw::squeeze<0>(a); }>("f32[8]"_t,
                                                                "squeeze: f32[8]: dimension 0: the extent is not 1"));
static_assert(rejects<[](auto a) { return sw::squeeze(a); }>(
    "f32[1@X,4]"_t,
    "a dimension of extent 1 that is split over X may not be merged away: gather it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::squeeze<2>(a); }>("f32[1,4]"_t, "beyond the rank"));

static_assert(result_of<[](auto a) { return sw::broadcast_to<"f32[8@X,4]">(a); }>("f32[4]{R:X}"_t) == "f32[8@X,4]"_t);
static_assert(result_of<[](auto a) { return sw::broadcast_to<8, 4>(a); }>("f32[4@X]{U:Y}"_t) == "f32[8,4@X]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::broadcast_to<"batch,4">(a, P(X)); }>("f32[1,4]"_t) ==
              "f32[batch@X,4]"_t);
static_assert(result_of<[](auto a) { return sw::broadcast_to<"f32[8,4]{U:X}">(a); }>("f32[]{U:X}"_t) ==
              "f32[8,4]{U:X}"_t);
static_assert(rejects<[](auto a) { return sw::broadcast_to<"f32[8,4]">(a); }>(
    "f32[4]{U:X}"_t, "the states that no new dimension takes stay: the result is laid out as P(unreduced(X))"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<"f32[8@X,4]">(a); }>(
    "f32[4]{U:X}"_t,
    "a new dimension would be split over X, over which a reduction is pending: reduce it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<"f32[8,4@X]">(a); }>(
    "f32[4]"_t, "a dimension that is not new keeps its split: broadcast to P(), and reshard it after"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<8>(a); }>("f32[4]"_t,
                                                                     "only a dimension of extent 1 stretches"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<4>(a); }>("f32[1,4]"_t, "the result has fewer dimensions"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<"f64[4]">(a); }>("f32[]"_t, "astype it first"));
static_assert(rejects<[](auto a) { return sw::broadcast_to<4>(a, P(none, X)); }>("f32[]"_t,
                                                                                 "the spec has more dimensions"));

static_assert(result_of<[](auto a) { return sw::flip<1>(a); }>("f32[8@X,4]{U:Y}"_t) == "f32[8@X,4]{U:Y}"_t);
static_assert(rejects<[](auto a) { return sw::flip(a); }>(
    "f32[8@X,4]"_t, "flip: f32[8@X,4]: dimension 0: the dimension is split over X"));
static_assert(result_of<[](auto a) { return sw::tril(a); }>("f32[2@X,4,4]{U:Y}"_t) == "f32[2@X,4,4]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::triu<-1>(a); }>("f32[t,t]{R:Y}"_t) == "f32[t,t]{R:Y}"_t);
static_assert(rejects<[](auto a) { return sw::tril(a); }>("f32[4@X,4]"_t, "the dimension is split over X"));
static_assert(rejects<[](auto a) { return sw::triu(a); }>("f32[4]"_t, "fewer than two dimensions"));

// Places found at run time.
constexpr auto window = [](auto a, auto... i) { return sw::dynamic_slice<2, -1>(a, i...); };
static_assert(result_of<window>("f32[8,4@X]{U:Y}"_t, "i32[]"_t, "i32[]{R:Z}"_t) == "f32[2,4@X]{U:Y}"_t);
static_assert(result_of<[](auto a, auto i) { return sw::dynamic_slice_in_dim<-1, 3>(a, i); }>("f32[8@X,d]"_t,
                                                                                              "i64[]"_t) ==
              "f32[8@X,3]"_t);
static_assert(rejects<window>("f32[8@X,4]"_t, "i32[]"_t, "i32[]"_t,
                              "dynamic_slice: f32[8@X,4], i32[] and i32[]: dimension 0: the dimension is split over X: "
                              "gather it first: reshard(a, P())"));
static_assert(rejects<window>("f32[8,4]"_t, "f32[]"_t, "i32[]"_t,
                              "operand b: a place is not an integer: astype<i32> it"));
static_assert(rejects<window>("f32[8,4]"_t, "i32[]"_t, "i32[]{U:X}"_t,
                              "operand c: a place is pending over X: reduce it first: reshard(c, P())"));
static_assert(rejects<window>("f32[8,4]"_t, "i32[]"_t, "i64[]"_t, "the dtypes of the places differ"));
static_assert(rejects<window>("f32[8,4]"_t, "i32[1]"_t, "i32[]"_t, "a place is no scalar"));
static_assert(rejects<window>("f32[8,4]"_t, "i32[]"_t, "are not one for each dimension"));
static_assert(rejects<window>("f32[1,4]"_t, "i32[]"_t, "i32[]"_t, "the part is larger than the array"));

constexpr auto put = [](auto a, auto b, auto i) { return sw::dynamic_update_slice_in_dim<0>(a, b, i); };
static_assert(result_of<put>("f32[8,4@X]{U:Y}"_t, "f32[2,4@X]{U:Y}"_t, "i32[]"_t) == "f32[8,4@X]{U:Y}"_t);
static_assert(result_of<[](auto a, auto b, auto i) { return sw::dynamic_update_slice(a, b, i, i); }>(
                  "f32[t,4]"_t, "f32[1,2]"_t, "i32[]"_t) == "f32[t,4]"_t);
static_assert(rejects<put>("f32[8,4]{U:X}"_t, "f32[2,4]"_t, "i32[]"_t,
                           "operand b: a sum pending over X meets a value that is not pending"));
static_assert(rejects<put>("f32[8,4]"_t, "f32[2,5]"_t, "i32[]"_t, "dimension 1: the extents differ"));
static_assert(rejects<put>("f32[8,4]"_t, "f32[9,4]"_t, "i32[]"_t, "the part is larger than the array"));
static_assert(rejects<put>("f32[8@X]"_t, "f32[2@X]"_t, "i32[]"_t, "dimension 0: the dimension is split over X"));
static_assert(rejects<put>("f32[8]{Umax:X}"_t, "f32[2]{Umax:X}"_t, "i32[]"_t, "takes part in nothing but max or min"));

// Manual mode: what is the same on all devices is cast to varying beside what varies.
static_assert(result_of<concat>("f32[8]{V:X}"_t, "f32[2]"_t, "f32[3]{R:X}"_t) == "f32[13]{V:X}"_t);
static_assert(result_of<stack>("f32[8]"_t, "f32[8]{V:X}"_t) == "f32[8,2]{V:X}"_t);
static_assert(result_of<window>("f32[8,4]{R:X}"_t, "i32[]{V:X}"_t, "i32[]"_t) == "f32[2,4]{V:X}"_t);
static_assert(result_of<put>("f32[8,4]"_t, "f32[2,4]{V:X}"_t, "i32[]{V:Y}"_t) == "f32[8,4]{V:(X,Y)}"_t);
static_assert(rejects<window>("f32[8,4]{U:X}"_t, "i32[]{V:X}"_t, "i32[]"_t,
                              "operand b: a place varies over X, over which the array is pending: reduce the array "
                              "first: reshard(a, P())"));
static_assert(rejects<concat>("f32[8]{V:X}"_t, "f32[2]{U:X}"_t, "meets a value that is not pending"));

// Constants of a type.
static_assert(result_of<[](auto a) { return sw::zeros<"f32[8@X,4]{U:Y}">(a); }>("i32[]"_t) == "f32[8@X,4]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::ones<"bool[batch]">(a); }>("f32[batch]"_t) == "bool[batch]"_t);
static_assert(result_of<[](auto a) { return sw::full<"f32[4]{R:X}">(a, 2.5); }>("f32[]"_t) == "f32[4]{R:X}"_t);
static_assert(!sw::Accepts<sw::fn::make<sw::fn::Made::full, sw::type<"f32[4]{U:X}">>, sw::type<"f32[]">>);
static_assert(result_of<[](auto a) { return sw::iota<"i32[8@X,4]", -1>(a); }>("f32[]"_t) == "i32[8@X,4]"_t);
static_assert(rejects<[](auto a) { return sw::ones<"f32[4]{U:X}">(a); }>(
    "f32[]"_t,
    "ones: f32[]: what is not 0 would be counted once per device where a sum is pending over X: make it without U and "
    "reshard it to P(unreduced(X))"));
static_assert(rejects<[](auto a) { return sw::zeros<"f32[4]{Umax:X}">(a); }>("f32[]"_t, "but by a reduction"));
static_assert(rejects<[](auto a) { return sw::zeros<"f32[?]">(a); }>("f32[?]"_t,
                                                                     "an extent of the result is ?: name it"));
static_assert(rejects<[](auto a) { return sw::full<"i32[4]">(a, 0.5); }>("f32[]"_t, "write a whole number"));
static_assert(rejects<[](auto a) { return sw::zeros<"f32[4]{V:X}">(a); }>("f32[]"_t, "the result would vary over X"));
static_assert(result_of<[](auto a) { return sw::zeros<"f32[4]{V:X}">(a); }>("f32[2]{V:X}"_t) == "f32[4]{V:X}"_t);
static_assert(rejects<[](auto a) { return sw::iota<"i32[8]", 1>(a); }>("f32[]"_t, "the dimension is beyond the rank"));
static_assert(rejects<[](auto a) { return sw::iota<"bool[8]">(a); }>("f32[]"_t, "count in i32"));

static_assert(result_of<[](auto a) { return sw::one_hot<10>(a, P(X, Y)); }>("i32[8@X]"_t) == "f32[8@X,10@Y]"_t);
static_assert(result_of<[](auto a) { return sw::one_hot<10, sw::bf16>(a); }>("i32[8@X]{R:Y}"_t) == "bf16[8@X,10]"_t);

// Split classes are compared where they lie: nothing of the whole extent is made.
constexpr auto classes = [](auto labels) { return sw::one_hot<10>(labels, P(none, X)); };
constexpr bool no_whole_classes() {
  for (const sw::Eqn& q : sw::Program<classes, "i32[8]">::view().equations)
    if (sw::Program<classes, "i32[8]">::view().types[std::size_t(q.type)] == sw::type_of("f32[8,10]")) return false;
  return sw::Program<classes, "i32[8]">::collectives() == sw::Collectives{};
}
static_assert(no_whole_classes());

// The gradient of split is one concat, and of a concat one slice each: no sums of padded arrays.
constexpr auto attention = [](auto qkv) {
  return sw::grad([](auto x) {
    auto [q, k, v] = sw::split<1, 3>(x);
    return sw::sum(q * k * v);
  })(qkv);
};
template <class P> constexpr int count(std::string_view name) {
  int n = 0;
  for (const sw::Eqn& q : P::view().equations) n += q.op->name == name;
  return n;
}
using Attention = sw::Program<attention, "f32[8@X,12]">;
static_assert(count<Attention>("concat") == 2 && count<Attention>("pad") == 0 && count<Attention>("add") == 0);
using Named = sw::Program<attention, "f32[8@X,3*d]">;
static_assert(count<Named>("concat") == 2 && count<Named>("pad") == 0 && count<Named>("add") == 0);
constexpr auto joined = [](auto a, auto b, auto c) {
  return sw::grad<0, 1, 2>([](auto a, auto b, auto c) { return sw::sum(sw::square(sw::concat<0>(a, b, c))); })(a, b, c);
};
using Joined = sw::Program<joined, "f32[n]", "f32[m]", "f32[k]">;
static_assert(count<Joined>("slice") == 4 && count<Joined>("pad") == 0);

}  // namespace
