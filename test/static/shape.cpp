// Ops that move elements, and reshard in all rows for one axis and for two.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::axes, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result_of;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

// transpose permutes splits.
static_assert(result_of<[](auto a) { return sw::transpose(a); }>("f32[8@X,4]{U:Y}"_t) == "f32[4,8@X]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::transpose<2, 0, 1>(a); }>("f32[2,3@X,4]"_t) == "f32[4,2,3@X]"_t);
static_assert(result_of<[](auto a) { return sw::transpose<1, 0>(a); }>("f32[8,4]{Umax:X}"_t) == "f32[4,8]{Umax:X}"_t);
static_assert(rejects<[](auto a) { return sw::transpose<0, 0>(a); }>(
    "f32[8,4]"_t, "transpose: f32[8,4]: the permutation does not name each dimension once"));
static_assert(rejects<[](auto a) { return sw::transpose<1, 0>(a); }>("f32[8,4,2]"_t,
                                                                     "does not name each dimension once"));

// reshape: a split dimension may only be the major factor.
static_assert(result_of<[](auto a) { return sw::reshape<2, 5, 1>(a); }>("f32[10@X,1]"_t) == "f32[2@X,5,1]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<32>(a); }>("f32[8@X,4]"_t) == "f32[32@X]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<-1, 4>(a); }>("f32[8,2,2]{U:X}"_t) == "f32[8,4]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::reshape<"batch,28*28">(a); }>("f32[batch@X,28,28]"_t) ==
              "f32[batch@X,784]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<"batch*t,d">(a); }>("f32[batch@X,t,d]"_t) ==
              "f32[batch*t@X,d]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<1, 4, 128>(a); }>("f32[1@X,512@Y]"_t) == "f32[1@X,4@Y,128]"_t);
static_assert(result_of<[](auto a) { return sw::expand_dims<0>(a); }>("f32[1@X]"_t) == "f32[1,1@X]"_t);
static_assert(result_of<[](auto a) { return sw::expand_dims<-1>(a); }>("f32[8@X]"_t) == "f32[8@X,1]"_t);
static_assert(rejects<[](auto a) {
  return sw::reshape<16, 6>(a);
}>("f32[12,8@X]"_t,
   "reshape: f32[12,8@X]: dimension 1: a dimension that is split over X is no major factor of one of [16,6]: gather it "
   "first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::reshape<9>(a); }>(
    "f32[8]"_t,
    "reshape: f32[8]: dimension 0: the extents cannot be regrouped to [9]: the "
    "products of the extents must be equal"));
static_assert(rejects<[](auto a) { return sw::reshape<8>(a); }>(
    "f32[8,1@X]"_t, "may not be merged away, as [8] does: gather it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::reshape<"d">(a); }>("f32[?]"_t,
                                                                  "an unknown extent cannot be regrouped: name it"));

// Without elements, any extents with a 0 will do.
static_assert(result_of<[](auto a) { return sw::reshape<0>(a); }>("f32[0,4]"_t) == "f32[0]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<2, 0, 3>(a); }>("f32[0@X,4]{U:Y}"_t).desc.rank == 3);
static_assert(result_of<[](auto a) { return sw::reshape<0, 4>(a); }>("f32[5,0,2]{R:X}"_t) == "f32[0,4]{R:X}"_t);
static_assert(rejects<[](auto a) { return sw::reshape<0>(a); }>("f32[0,4@X]"_t,
                                                                "the extents cannot be regrouped to [0]"));
static_assert(rejects<[](auto a) { return sw::reshape<0>(a); }>("f32[4]"_t, "the extents cannot be regrouped to [0]"));

// slice: along an unsharded dimension any state.
static_assert(result_of<[](auto a) { return sw::slice<0, 2, 5>(a); }>("f32[8,4@X]{U:Y}"_t) == "f32[3,4@X]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::slice<-1, 0, 8, 3>(a); }>("i32[8]{R:X}"_t) == "i32[3]{R:X}"_t);
static_assert(result_of<[](auto a) { return sw::slice<0, 0, 2>(a); }>("f32[d]{Umin:X}"_t) == "f32[2]{Umin:X}"_t);
static_assert(result_of<[](auto a) { return sw::slice<0, -3>(a); }>("f32[8]"_t) == "f32[3]"_t &&
              result_of<[](auto a) { return sw::slice<0, 1, -1>(a); }>("f32[8]"_t) == "f32[6]"_t &&
              result_of<[](auto a) { return sw::slice<1, 2>(a); }>("f32[4@X,8]{R:Y}"_t) == "f32[4@X,6]{R:Y}"_t &&
              result_of<[](auto a) { return sw::slice<0, -2>(a); }>("f32[d]"_t) == "f32[2]"_t);
static_assert(rejects<[](auto a) { return sw::slice<0, -9>(a); }>("f32[8]"_t, "the slice is not within the extent"));
static_assert(rejects<[](auto a) { return sw::slice<0, 1>(a); }>("f32[d]"_t, "the extent is no number"));
static_assert(rejects<[](auto a) { return sw::slice<0, 0, 4>(a); }>(
    "f32[8@X]"_t, "slice: f32[8@X]: dimension 0: the dimension is split over X: gather it first: reshard(a, P())"));
static_assert(rejects<[](auto a) { return sw::slice<0, 0, 9>(a); }>("f32[8]"_t, "the slice is not within the extent"));
static_assert(rejects<[](auto a) { return sw::slice<1, 0, 1>(a); }>("f32[8]"_t, "the dimension is beyond the rank"));

// reshard: each row, with the collective that it runs.
constexpr bool moves(std::string_view from, std::string_view to, std::string_view collectives) {
  const sw::TypeDesc a = sw::type_of(from), b = sw::type_of(to);
  if (!sw::rules::judge_reshard(a, sw::spec_of(b)).ok || !(sw::rules::judge_reshard(a, sw::spec_of(b)).type == b))
    return false;
  sw::Collectives count;
  sw::rules::for_each_step(a, b, [&](sw::rules::Move m, auto&&...) {
    if (sw::rules::is_collective(m)) ++count[m];
  });
  sw::Text text;
  text << count;
  return text.view() == collectives;
}
constexpr bool stuck(std::string_view from, std::string_view to, std::string_view part) {
  const sw::TypeDesc a = sw::type_of(from), b = sw::type_of(to);
  const auto v = sw::rules::judge_reshard(a, sw::spec_of(b));
  return !v.ok && sw::rules::explain("reshard", &a, 1, v).view().find(part) != std::string_view::npos;
}
static_assert(moves("f32[8]", "f32[8@X]", "none") && moves("f32[8@X]", "f32[8]", "1 all-gather"));
static_assert(moves("f32[8@X,8]", "f32[8,8@X]", "1 all-to-all"));
static_assert(moves("f32[8]{U:X}", "f32[8]", "1 all-reduce") && moves("f32[8]{U:X}", "f32[8]{R:X}", "1 all-reduce"));
static_assert(moves("f32[8]{U:X}", "f32[8@X]", "1 reduce-scatter"));
static_assert(moves("f32[8]", "f32[8]{U:X}", "none") && moves("f32[8]{R:X}", "f32[8]{U:X}", "none") &&
              moves("f32[8@X]", "f32[8]{U:X}", "none"));
static_assert(moves("f32[8]", "f32[8]{R:X}", "none") && moves("f32[8]{R:X}", "f32[8]", "none") &&
              moves("f32[8]{R:X}", "f32[8@X]", "none"));
static_assert(moves("f32[8@X]", "f32[8]{R:X}", "1 all-gather"));
static_assert(moves("f32[8]{Umax:X}", "f32[8]", "1 all-reduce") &&
              moves("f32[8]{Umin:X}", "f32[8]{R:X}", "1 all-reduce"));
static_assert(moves("f32[8]{Umax:X}", "f32[8@X]", "1 reduce-scatter") &&
              moves("f32[8]{Umax:(X,Y)}", "f32[8]{Umax:Y}", "1 all-reduce"));
// Two axes.
static_assert(moves("f32[8]{U:(X,Y)}", "f32[8]{U:Y}", "1 all-reduce") &&
              moves("f32[8]{U:(X,Y)}", "f32[8]", "1 all-reduce"));
static_assert(moves("f32[8@X,4]{U:Y}", "f32[8,4]", "1 all-reduce, 1 all-gather") &&
              moves("f32[8@(X,Y)]", "f32[8]", "1 all-gather"));
static_assert(moves("f32[8@X]", "f32[8@(X,Y)]", "none") && moves("f32[8@(X,Y)]", "f32[8@X]", "1 all-gather"));
static_assert(moves("f32[8@Y]{U:X}", "f32[8@(Y,X)]", "1 reduce-scatter") &&
              moves("f32[8]{U:(X,Y)}", "f32[8@(X,Y)]", "1 reduce-scatter"));
static_assert(moves("f32[8@X,8@Y]", "f32[8@Y,8@X]", "1 all-to-all") || stuck("f32[8@X,8@Y]", "f32[8@Y,8@X]", "axis"));
static_assert(stuck("f32[8@(X,Y)]", "f32[8@Y]", "would pass under another axis of the same dimension"));
static_assert(stuck("f32[8@Y]", "f32[8@(X,Y)]", "would pass under") &&
              stuck("f32[8@(X,Y)]", "f32[8@(Y,X)]", "would pass under"));
static_assert(stuck("f32[8]", "f32[8]{Umax:X}",
                    "nothing becomes a pending maximum or minimum over X but by a reduction"));
static_assert(stuck("f32[8]{Umax:X}", "f32[8]{U:X}", "pending") &&
              stuck("f32[8]", "f32[8]{V:X}", "use pcast<varying>(a, X)"));
static_assert(stuck("f32[8]{V:X}", "f32[8]", "use psum(a, X)"));

constexpr auto reshard = [](auto a) { return sw::reshard(a, P(X, unreduced(Y))); };
static_assert(result_of<reshard>("f32[8]"_t) == "f32[8@X]{U:Y}"_t &&
              result_of<reshard>("f32[8@X]{U:Y}"_t) == "f32[8@X]{U:Y}"_t);
static_assert(rejects<[](auto a) { return sw::reshard(a, P(none, X)); }>(
    "f32[8]"_t, "reshard: f32[8]: the spec has more dimensions than the array"));
static_assert(rejects<[](auto a) { return sw::reshard(a, P(axes(Y, X))); }>("f32[8@(X,Y)]"_t,
                                                                            "axes enter and leave at the minor end"));
static_assert(result_of<[](auto a) { return sw::reshard(a, P(reduced(X))); }>("bf16[8,4]"_t) == "bf16[8,4]{R:X}"_t);

// reshape with names: heads, in any order, and more names than one extent can hold.
static_assert(result_of<[](auto a) { return sw::reshape<"b,t,h,d/h">(a); }>("f32[b@X,t,d]"_t) == "f32[b@X,t,h,d/h]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<"b,t,d">(a); }>("f32[b,t,h@X,d/h]"_t) == "f32[b,t,d@X]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<"a,b*c,d">(a); }>("f32[a*b,c*d]"_t) == "f32[a,b*c,d]"_t);
static_assert(result_of<[](auto a) { return sw::reshape<"batch,-1">(a); }>("f32[batch@X,28,28]"_t) ==
              "f32[batch@X,784]"_t);
static_assert(rejects<[](auto a) { return sw::reshape<3, -1>(a); }>("f32[8]"_t, "the extents cannot be regrouped"));

// A change whose gradient would pass an axis under another, and a sum of what is no number.
inline constexpr sw::Axis<"Z"> Z;
static_assert(rejects<[](auto a) { return sw::reshard(a, P(axes(Z, X, Y))); }>("f32[8]{R:X}"_t,
                                                                               "the gradient of this change"));
static_assert(rejects<[](auto a) { return sw::reshard(a, P(unreduced(X))); }>("bool[8]"_t, "no numbers"));

}  // namespace

// A repair that one reshard cannot do is named in two.
namespace {
constexpr auto plus = [](auto a, auto b) { return a + b; };
static_assert(sw::testing::rejects<plus>("f32[8,4@(X,Y)]"_t, "f32[8@X,4@Y]"_t,
                                         "reshard(reshard(b, P()), P(none, axes(X,Y)))"));
constexpr auto three_axes = [](auto a) {
  return sw::reshard(a, P(sw::axes(sw::Axis<"Z">{}, sw::Axis<"X">{}, sw::Axis<"Y">{})));
};
static_assert(sw::testing::rejects<three_axes>("f32[8]{U:(Y,Z)}"_t, "reduce first: reshard(a, P())"));
}  // namespace
