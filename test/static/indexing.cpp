// Indexing and order: types, gradients' types, collectives, sentences.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result, sw::testing::result_of;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

// ---- take
constexpr auto take = [](auto t, auto i) { return sw::take(t, i); };
static_assert(result_of<take>("f32[n,d]"_t, "i32[batch,t]"_t) == "f32[batch,t,d]"_t);
static_assert(result_of<take>("f32[n,d,e]"_t, "i64[]"_t) == "f32[d,e]"_t);
static_assert(result_of<take>("bf16[n]"_t, "u32[8]"_t) == "bf16[8]"_t &&
              result_of<take>("key[8]"_t, "i32[3]"_t) == "key[3]"_t);
static_assert(result_of<take>("f32[n,d]{R:X}"_t, "i32[batch@X]"_t) == "f32[batch@X,d]"_t);
static_assert(result_of<take>("f32[n,d]"_t, "i32[2,batch@(X,Y)]"_t) == "f32[2,batch@(X,Y),d]"_t);
static_assert(result_of<take>("f32[n,d]{U:X}"_t, "i32[4]"_t) == "f32[4,d]{U:X}"_t);
static_assert(result_of<take>("f32[n,d@X]"_t, "i32[4@Y]"_t) == "f32[4@Y,d@X]"_t);
static_assert(result_of<take>("f32[n,d]"_t, "i32[4]{R:X}"_t) == "f32[4,d]"_t);
static_assert(result_of<take>("f32[n,d]{V:X}"_t, "i32[4]"_t) == "f32[4,d]{V:X}"_t &&
              result_of<take>("f32[n,d]{R:X}"_t, "i32[4]{V:X}"_t) == "f32[4,d]{V:X}"_t);
template <auto S> constexpr auto take_to = [](auto t, auto i) { return sw::take(t, i, S); };
static_assert(result_of<take_to<P()>>("f32[8@X,d]"_t, "i32[4]"_t) == "f32[4,d]"_t);
static_assert(result_of<take_to<P(unreduced(X))>>("f32[8@X,d]"_t, "i32[4@Y]"_t) == "f32[4,d]{U:X}"_t);
static_assert(result_of<take_to<P(axes(Y, X))>>("f32[8@X,d]"_t, "i32[4@Y]"_t) == "f32[4@(Y,X),d]"_t);
static_assert(result_of<take_to<P(reduced(X))>>("f32[8@X,d]"_t, "i32[4]"_t) == "f32[4,d]{R:X}"_t);
static_assert(result_of<take_to<P(X)>>("f32[8,d]"_t, "i32[4]"_t) == "f32[4@X,d]"_t);
static_assert(rejects<take>("f32[8@X,4]"_t, "i32[3]"_t,
                            "take: f32[8@X,4] and i32[3]: the rows are split over X, so the result is a sum that is "
                            "still pending; say where it goes: P() all-reduces"));
static_assert(
    rejects<take>("f32[8@X,4]"_t, "i32[3@X]"_t,
                  "the rows of the table and the ids are both split over X: first reshard(a, P()), or gather the ids"));
static_assert(rejects<take>("f32[8,4@X]"_t, "i32[3@X]"_t, "axis X would split two dimensions of the result"));
static_assert(rejects<take>("f32[8,4]{U:X}"_t, "i32[3@X]"_t, "over which the ids are split: first reshard(b, P())") &&
              rejects<take>("f32[8,4]{U:X}"_t, "i32[3]{V:X}"_t, "reduce it first: psum(a, X)") &&
              rejects<take>("f32[8,4]{Umax:X}"_t, "i32[3]"_t, "max or min of its kind: first reshard(a, P())") &&
              rejects<take>("f32[8,4]"_t, "i32[3]{U:X}"_t, "the ids are pending over X"));
static_assert(rejects<take>("f32[8@X,4]"_t, "i32[3]{U:Y}"_t,
                            "first reshard(b, P()), and say with a spec where the sum goes"));
static_assert(rejects<take>("f32[8,4]"_t, "f32[3]"_t, "the ids are not integers: astype<i32> them first") &&
              rejects<take>("f32[]"_t, "i32[3]"_t, "the table has no rows") &&
              rejects<take>("bool[8@X]"_t, "i32[3]"_t, "they hold no numbers"));

// Its gradient: in U where the ids are split, then as the table is. Case 6.
constexpr auto sum_of_rows = [](auto t, auto i) {
  return sw::grad([](auto t, auto i) { return sw::sum(sw::square(sw::take(t, i))); })(t, i);
};
using Embedding = sw::Program<sum_of_rows, "f32[n,d]", "i32[batch@X]">;
static_assert(result<Embedding> == "f32[n,d]"_t && Embedding::collectives() == Collectives{.all_reduce = 1});
using ReducedEmbedding = sw::Program<sum_of_rows, "f32[n,d]{R:X}", "i32[batch@X]">;
static_assert(result<ReducedEmbedding> == "f32[n,d]{U:X}"_t && ReducedEmbedding::collectives() == Collectives{});
constexpr auto sum_of_split_rows = [](auto t, auto i) {
  return sw::grad([](auto t, auto i) { return sw::sum(sw::square(sw::take(t, i, P()))); })(t, i);
};
using SplitEmbedding = sw::Program<sum_of_split_rows, "f32[n@X,d]", "i32[batch]">;
static_assert(result<SplitEmbedding> == "f32[n@X,d]"_t &&
              SplitEmbedding::collectives() == Collectives{.all_reduce = 1});

// ---- scatter_add
constexpr auto scatter = [](auto b, auto i, auto u) { return sw::scatter_add(b, i, u); };
static_assert(result_of<scatter>("f32[n,d]"_t, "i32[k]"_t, "f32[k,d]"_t) == "f32[n,d]"_t);
static_assert(result_of<scatter>("f32[n,d]{U:X}"_t, "i32[k@X]"_t, "f32[k@X,d]"_t) == "f32[n,d]{U:X}"_t);
static_assert(result_of<scatter>("f32[n@X,d@Y]"_t, "i32[k]"_t, "f32[k,d@Y]{R:X}"_t) == "f32[n@X,d@Y]"_t);
static_assert(result_of<scatter>("i32[n]"_t, "i32[]"_t, "i32[]{R:X}"_t) == "i32[n]"_t);
static_assert(result_of<scatter>("f32[n,d]"_t, "i32[k]{V:X}"_t, "f32[k,d]{V:X}"_t) == "f32[n,d]{V:X}"_t);
static_assert(rejects<scatter>("f32[8,4]"_t, "i32[2@X]"_t, "f32[2@X,4]"_t,
                               "only a pending sum can take them: first reshard(a, P(unreduced(X))) (free)"));
static_assert(rejects<scatter>("f32[8@X,4]"_t, "i32[2@X]"_t, "f32[2,4]"_t,
                               "first reshard(a, P(unreduced(X))) and reshard(c, P(X)) (free)"));
static_assert(rejects<scatter>("f32[8,4]{U:X}"_t, "i32[2]"_t, "f32[2,4]"_t,
                               "once per device: first reshard(c, P(unreduced(X))) (free)"));
static_assert(rejects<scatter>("f32[8,4]"_t, "i32[2]"_t, "f32[2,4]{R:X}"_t,
                               "reduced over X against replicated: first reshard(a, P(reduced(X))) (free)") &&
              rejects<scatter>("f32[8,4@X]"_t, "i32[2]"_t, "f32[2,4]"_t,
                               "added to: first reshard(c, P(none, X)) (free)") &&
              rejects<scatter>("f32[8@X,4]"_t, "i32[2]"_t, "f32[2@X,4]"_t, "added to: first reshard(c, P())"));
static_assert(rejects<scatter>("f32[8,4]"_t, "i32[2]"_t, "f32[3,4]"_t, "the updates have not the shape") &&
              rejects<scatter>("f32[8,4]"_t, "i32[2]"_t, "f32[2]"_t, "the updates have not the shape") &&
              rejects<scatter>("f32[8,4]"_t, "i32[2]"_t, "f64[2,4]"_t, "the dtypes differ") &&
              rejects<scatter>("bool[8]"_t, "i32[2]"_t, "bool[2]"_t, "the operand is no number"));
// Each is the other's transpose: the gradient of the updates is a take, that of the base passes.
constexpr auto scattered = [](auto b, auto i, auto u) {
  auto f = [&](auto b, auto u) { return sw::sum(sw::square(sw::scatter_add(b, i, u)), P()); };
  return sw::grad<0, 1>(f)(b, u);
};
static_assert(sw::Program<scattered, "f32[n@X,d]", "i32[k]", "f32[k,d]{R:X}">::collectives() == Collectives{});
static_assert(sw::Program<scattered, "f32[n@X,d]", "i32[k]", "f32[k,d]">::collectives() ==
              Collectives{.all_reduce = 1});

// ---- take_along_axis, scatter_add_along_axis
constexpr auto along = [](auto a, auto i) { return sw::take_along_axis<1>(a, i); };
static_assert(result_of<along>("f32[b@X,n]"_t, "i32[b@X,k]"_t) == "f32[b@X,k]"_t);
static_assert(result_of<along>("f32[b,n]{U:X}"_t, "i32[b,k]"_t) == "f32[b,k]{U:X}"_t &&
              result_of<along>("f32[b,n]{R:X}"_t, "i32[b,k]{R:X}"_t) == "f32[b,k]{R:X}"_t);
static_assert(result_of<along>("f32[b@X,n]"_t, "i32[1,k]"_t) == "f32[b@X,k]"_t &&
              result_of<along>("f32[1,n]{R:X}"_t, "i32[b@X,k]"_t) == "f32[b@X,k]"_t);
static_assert(rejects<along>("f32[b,n@X]"_t, "i32[b,k]"_t,
                             "the dimension that is indexed is split over X: first reshard(a, P())") &&
              rejects<along>("f32[b,n]"_t, "i32[b,k@X]"_t, "is split over X: first reshard(b, P())") &&
              rejects<along>("f32[b@X,n]"_t, "i32[b,k]"_t, "split over X differently: first reshard(b, P(X)) (free)") &&
              rejects<along>("f32[b,n]"_t, "i32[b@X,k]"_t, "first reshard(a, P(X)) (free)") &&
              rejects<along>("f32[b,n]{U:X}"_t, "i32[b@X,k]"_t, "first reshard(b, P())") &&
              rejects<along>("f32[b]"_t, "i32[b]"_t, "the dimension is beyond the rank") &&
              rejects<along>("f32[b,n]"_t, "i32[n]"_t, "the ranks differ"));
constexpr auto add_along = [](auto b, auto i, auto u) { return sw::scatter_add_along_axis<-1>(b, i, u); };
static_assert(result_of<add_along>("f32[b@X,n]"_t, "i32[b@X,k]"_t, "f32[b@X,k]"_t) == "f32[b@X,n]"_t);
static_assert(rejects<add_along>("f32[b@X,n]"_t, "i32[b@X,k]"_t, "f32[b,k]"_t, "first reshard(c, P(X)) (free)"));

// ---- sort, argsort, cumsum
constexpr auto sort = [](auto a) { return sw::sort(a); };
constexpr auto argsort = [](auto a) { return sw::argsort<0>(a); };
constexpr auto cumsum = [](auto a) { return sw::cumsum<-1>(a); };
static_assert(result_of<sort>("f32[b@X,n]"_t) == "f32[b@X,n]"_t && result_of<sort>("f32[n]{R:X}"_t) == "f32[n]{R:X}"_t);
static_assert(result_of<argsort>("f64[n,b@X]"_t) == "i32[n,b@X]"_t && result_of<argsort>("bool[n]"_t) == "i32[n]"_t);
static_assert(result_of<cumsum>("f32[n]{U:X}"_t) == "f32[n]{U:X}"_t &&
              result_of<cumsum>("i32[n]{R:X}"_t) == "i32[n]{R:X}"_t);
static_assert(rejects<sort>("f32[b,n@X]"_t,
                            "sort: f32[b,n@X]: dimension 1: the dimension is split over X: first reshard(a, P())") &&
              rejects<sort>("f32[n]{U:X}"_t, "sort: f32[n]{U:X}: a sum is pending over X") &&
              rejects<argsort>("key[n]"_t, "the operand is no number") &&
              rejects<cumsum>("bool[n]"_t, "the operand is no number"));
static_assert(rejects<cumsum>("f32[n@X]"_t, "the dimension is split over X") &&
              rejects<cumsum>("f32[n]{Umax:X}"_t, "first reshard(a, P())") &&
              rejects<cumsum>("f32[]"_t, "beyond the rank"));
// The gradient of a sum along a dimension is the sum from the other end; that of sort goes back to the places.
constexpr auto gradients = [](auto a) {
  return sw::grad([](auto a) { return sw::sum(sw::cumsum<0>(sw::sort<0>(a)) * sw::cumsum<0>(a, sw::reverse)); })(a);
};
static_assert(result<sw::Program<gradients, "f32[n,b@X]">> == "f32[n,b@X]"_t &&
              sw::Program<gradients, "f32[n,b@X]">::collectives() == Collectives{});

}  // namespace
