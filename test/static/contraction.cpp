// matmul and einsum: a line a row of their table.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::axes, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result_of;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

constexpr auto matmul = [](auto a, auto b) { return sw::matmul(a, b); };
constexpr auto to_replicated = [](auto a, auto b) { return sw::matmul(a, b, P()); };
constexpr auto to_rows = [](auto a, auto b) { return sw::matmul(a, b, P(X)); };
constexpr auto to_reduced = [](auto a, auto b) { return sw::matmul(a, b, P(none, none, reduced(X))); };
constexpr auto to_pending = [](auto a, auto b) { return sw::matmul(a, b, P(none, none, unreduced(X))); };

// Nothing split.
static_assert(result_of<matmul>("f32[8,4]"_t, "f32[4,2]"_t) == "f32[8,2]"_t);
static_assert(result_of<matmul>("f32[8,4]{R:X}"_t, "f32[4,2]{R:X}"_t) == "f32[8,2]{R:X}"_t);
static_assert(result_of<matmul>("f32[8,4]{V:X}"_t, "f32[4,2]{V:X}"_t) == "f32[8,2]{V:X}"_t);
static_assert(result_of<matmul>("f32[8,4]{U:X}"_t, "f32[4,2]{R:X}"_t) == "f32[8,2]{U:X}"_t);
static_assert(result_of<matmul>("f32[8,4]{R:X}"_t, "f32[4,2]{U:X}"_t) == "f32[8,2]{U:X}"_t);
// A free label split: the other operand replicated or reduced.
static_assert(result_of<matmul>("f32[8@X,4]"_t, "f32[4,2]"_t) == "f32[8@X,2]"_t);
static_assert(result_of<matmul>("f32[8@X,4]"_t, "f32[4,2]{R:X}"_t) == "f32[8@X,2]"_t);
static_assert(result_of<matmul>("f32[8,4]"_t, "f32[4,2@X]"_t) == "f32[8,2@X]"_t);
static_assert(result_of<matmul>("f32[8,4]{R:X}"_t, "f32[4,2@X]"_t) == "f32[8,2@X]"_t);
static_assert(result_of<matmul>("f32[8@X,4]"_t, "f32[4,2@Y]"_t) == "f32[8@X,2@Y]"_t);
static_assert(result_of<matmul>("f32[8@(X,Y),4]"_t, "f32[4,2]{R:X}"_t) == "f32[8@(X,Y),2]"_t);
// Batch labels.
static_assert(result_of<matmul>("f32[b@X,8,4]"_t, "f32[b@X,4,2]"_t) == "f32[b@X,8,2]"_t);
static_assert(result_of<matmul>("f32[b@X,t,d]"_t, "f32[d,e]"_t) == "f32[b@X,t,e]"_t);
// Vectors.
static_assert(result_of<matmul>("f32[8@X,4]"_t, "f32[4]"_t) == "f32[8@X]"_t &&
              result_of<matmul>("f32[4]"_t, "f32[4]"_t) == "f32[]"_t);
static_assert(result_of<[](auto a, auto b) { return sw::dot(a, b, P(unreduced(X))); }>("f32[4@X]"_t, "f32[4@X]"_t) ==
              "f32[]{U:X}"_t);
// The contracted label split: `out` says where the pending sum goes.
static_assert(result_of<to_pending>("f32[8,4@X]"_t, "f32[4@X,2]"_t) == "f32[8,2]{U:X}"_t);
static_assert(result_of<to_replicated>("f32[8,4@X]"_t, "f32[4@X,2]"_t) == "f32[8,2]"_t);
static_assert(result_of<to_rows>("f32[8,4@X]"_t, "f32[4@X,2]"_t) == "f32[8@X,2]"_t);
static_assert(result_of<to_reduced>("f32[8,4@X]"_t, "f32[4@X,2]"_t) == "f32[8,2]{R:X}"_t);
static_assert(result_of<[](auto a, auto b) { return sw::matmul(a, b, P(none, none, unreduced(Y))); }>(
                  "f32[8,4@(X,Y)]"_t, "f32[4@(X,Y),2]"_t) == "f32[8,2]{U:Y}"_t);
static_assert(result_of<to_pending>("f32[8@X,4]"_t, "f32[4,2]"_t) == "f32[8,2]{U:X}"_t);
// dtypes.
static_assert(result_of<matmul>("bf16[8,4]"_t, "bf16[4,2]"_t) == "bf16[8,2]"_t &&
              result_of<matmul>("bf16[8,4]"_t, "f32[4,2]"_t) == "f32[8,2]"_t);
static_assert(result_of<[](auto a, auto b) { return sw::matmul(a, b, sw::preferred<sw::f32>); }>("bf16[8,4]"_t,
                                                                                                 "bf16[4,2]"_t) ==
              "f32[8,2]"_t);

static_assert(rejects<matmul>("f32[8,4@X]"_t, "f32[4@X,2]"_t, "matmul: f32[8,4@X] and f32[4@X,2]: "));
static_assert(rejects<matmul>("f32[8,4@X]"_t, "f32[4@X,2]"_t,
                              "so the sum is still pending; say where it goes: P() all-reduces"));
static_assert(
    rejects<matmul>("f32[8,4@X]"_t, "f32[4,2]"_t,
                    "the contracted dimension is split over X on one side only: gather a: reshard(a, P()), or "
                    "slice b (free): reshard(b, P(X)), and say with a spec where the sum goes"));
static_assert(rejects<matmul>("f32[8,4]"_t, "f32[4@X,2]"_t,
                              "gather b: reshard(b, P()), or slice a (free): reshard(a, P(none, X)), and say"));
static_assert(rejects<matmul>("f32[b@X,8,4]"_t, "f32[b,4,2]"_t, "a shared dimension is split over X on one side only"));
static_assert(rejects<matmul>("f32[8@X,4]"_t, "f32[4,2@X]"_t,
                              "axis X would split two dimensions of the result: gather b: reshard(b, P())"));
static_assert(rejects<matmul>("f32[8@X,4]"_t, "f32[4@X,2]"_t,
                              "the contracted dimension is split over X on one side only"));
static_assert(rejects<matmul>("f32[8,4]{U:X}"_t, "f32[4,2]{U:X}"_t, "the product of two sums pending over X"));
static_assert(rejects<matmul>("f32[8,4]{U:X}"_t, "f32[4,2]"_t,
                              "make b reduced (free): reshard(b, P(reduced(X))), or reduce a: reshard(a, P())"));
static_assert(rejects<matmul>("f32[8,4]{U:X}"_t, "f32[4,2@X]"_t,
                              "a sum pending over X contracted with a value that is split over X"));
static_assert(rejects<matmul>("f32[8,4]{R:X}"_t, "f32[4,2]"_t,
                              "reduced over X against replicated: make b reduced (free): reshard(b, P(reduced(X)))"));
static_assert(rejects<matmul>("f32[8,4]{Umax:X}"_t, "f32[4,2]"_t, "pending maximum"));
static_assert(rejects<matmul>("f32[8,4]"_t, "f32[5,2]"_t, "the extents of a shared label differ") &&
              rejects<matmul>("f32[8,d]"_t, "f32[e,2]"_t, "differ"));
static_assert(rejects<matmul>("f32[8,4]"_t, "f32[]"_t, "ranks of at least 1") &&
              rejects<matmul>("bool[8,4]"_t, "bool[4,2]"_t, "no numbers"));
static_assert(rejects<matmul>("f32[8,4]"_t, "i32[4,2]"_t, "the dtypes differ"));
static_assert(rejects<matmul>("f32[8,4@(X,Y)]"_t, "f32[4@(Y,X),2]"_t,
                              "a shared dimension is split in different orders"));
static_assert(rejects<to_rows>("f32[8,4]{V:X}"_t, "f32[4,2]{V:X}"_t,
                               "give P(varying(X)), as the product lies by itself"));

// einsum.
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"ij,jk->ik">(a, b); }>("f32[8@X,4]"_t, "f32[4,2]"_t) ==
              "f32[8@X,2]"_t);
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"ij, kj -> ki">(a, b); }>("f32[8@X,4]"_t,
                                                                                         "f32[2,4]"_t) ==
              "f32[2,8@X]"_t);
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"i,j->ij">(a, b); }>("f32[8@X]"_t, "f32[4@Y]"_t) ==
              "f32[8@X,4@Y]"_t);
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"ij,i->ij">(a, b); }>("f32[8@X,4]"_t, "f32[8@X]"_t) ==
              "f32[8@X,4]"_t);
// Case 17: i on Y and j on X, left pending over Y; over two axes; a scalar.
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"ij,i->j">(a, b, P(X, unreduced(Y))); }>(
                  "f32[8@Y,4@X]"_t, "f32[8@Y]"_t) == "f32[4@X]{U:Y}"_t);
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"ij,ij->">(a, b, P(unreduced(X, Y))); }>(
                  "f32[8@X,4@Y]"_t, "f32[8@X,4@Y]"_t) == "f32[]{U:(X,Y)}"_t);
static_assert(result_of<[](auto a, auto b) { return sw::einsum<"ij,k->k">(a, b, P(unreduced(X))); }>("f32[8@X,4]"_t,
                                                                                                     "f32[2]{R:X}"_t) ==
              "f32[2]{U:X}"_t);
static_assert(rejects<[](auto a, auto b) { return sw::einsum<"ij,ij->i">(a, b); }>("f32[8,4@X]"_t, "f32[8,4]"_t,
                                                                                   "on one side only"));
static_assert(rejects<[](auto a, auto b) { return sw::einsum<"ij,jk->ik">(a, b); }>("f32[8]"_t, "f32[8,4]"_t,
                                                                                    "the ranks do not fit the labels"));
constexpr bool parses(std::string_view text) { return sw::fn::parse_einsum(text).valid; }
static_assert(parses("ij,jk->ik") && parses("i,j->") && parses(" bij , bjk -> bik "));
static_assert(parses("ij->i") && parses("ij,jk,kl->il"));
static_assert(!parses("ij,jk") && !parses("ii,i->i") && !parses("ij,jk->il") && !parses("i,j,k,l->i") &&
              !parses("i1,j->i") && !parses("ij->ii"));

// One operand: a sum and a transpose. Three: the rule over one axis speaks of all.
static_assert(result_of<[](auto a) { return sw::einsum<"ij->ji">(a); }>("f32[8@X,4]{R:Y}"_t) == "f32[4,8@X]{R:Y}"_t);
static_assert(result_of<[](auto a) { return sw::einsum<"ij->j">(a, P(unreduced(X))); }>("f32[8@X,4]"_t) ==
              "f32[4]{U:X}"_t);
static_assert(rejects<[](auto a) { return sw::einsum<"ij->j">(a); }>("f32[8@X,4]"_t,
                                                                     "P() all-reduces, P(X) reduce-scatters"));
constexpr auto chain = [](auto a, auto b, auto c) { return sw::einsum<"ij,jk,kl->il">(a, b, c); };
static_assert(result_of<chain>("f32[8@X,4]"_t, "f32[4,5]"_t, "f32[5,6]{R:X}"_t) == "f32[8@X,6]"_t);
static_assert(result_of<chain>("f32[8,4]{R:X}"_t, "f32[4,5]"_t, "f32[5,6@X]"_t) == "f32[8,6@X]"_t);
static_assert(result_of<chain>("f32[8,4]{R:X}"_t, "f32[4,5]{U:X}"_t, "f32[5,6]{R:X}"_t) == "f32[8,6]{U:X}"_t);
static_assert(result_of<[](auto a, auto b, auto c) { return sw::einsum<"ij,jk,kl->il">(a, b, c, P(unreduced(X))); }>(
                  "f32[8,4@X]"_t, "f32[4@X,5]"_t, "f32[5,6]"_t) == "f32[8,6]{U:X}"_t);
static_assert(rejects<chain>("f32[8,4]{R:X}"_t, "f32[4,5]"_t, "f32[5,6]"_t,
                             "reduced over X against replicated: make a replicated (free): reshard(a, P())"));
static_assert(rejects<chain>("f32[8@X,4]"_t, "f32[4,5]"_t, "f32[5,6@X]"_t, "gather c: reshard(c, P())"));
static_assert(rejects<chain>("f32[8,4]"_t, "f32[4,5@X]"_t, "f32[5,6]"_t,
                             "gather b: reshard(b, P()), or slice c (free): reshard(c, P(X)), and say"));
static_assert(rejects<[](auto a, auto b) { return sw::einsum<"ij,jk,kl->il">(a, b); }>(
    "f32[8,4]"_t, "f32[4,5]"_t, "the equation names another number of operands than the call"));
// A spec that the product cannot take.
static_assert(rejects<[](auto a, auto b) { return sw::matmul(a, b, P(axes(X, Y))); }>(
    "f32[8@Y,4@X]"_t, "f32[4@X,2]"_t, "give P(Y, unreduced(X)), as the product lies by itself, and reshard that"));
static_assert(result_of<[](auto a, auto b) { return sw::matmul(a, b, sw::preferred<sw::bf16>); }>("f32[8,4]"_t,
                                                                                                  "bf16[4,2]"_t) ==
              "bf16[8,2]"_t);

}  // namespace
