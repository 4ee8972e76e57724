// Reductions and what is composed of them.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result_of;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

constexpr auto sum = [](auto a) { return sw::sum(a); };
constexpr auto sum0 = [](auto a) { return sw::sum<0>(a); };

static_assert(result_of<sum>("f32[8@X,4]"_t) == "f32[]"_t && result_of<sum0>("f32[8@X,4]"_t) == "f32[4]"_t);
static_assert(result_of<sum0>("f32[8,4@X]"_t) == "f32[4@X]"_t && result_of<sum>("f32[]"_t) == "f32[]"_t);
static_assert(result_of<[](auto a) { return sw::sum<-1>(a, sw::keepdims); }>("f32[8@X,4]"_t) == "f32[8@X,1]"_t);
static_assert(result_of<[](auto a) { return sw::sum<0, 2>(a); }>("f32[8,4,2]"_t) == "f32[4]"_t);
// A U operand stays U, an R operand R.
static_assert(result_of<sum>("f32[8]{U:X}"_t) == "f32[]{U:X}"_t && result_of<sum>("f32[8]{R:X}"_t) == "f32[]{R:X}"_t);
static_assert(result_of<sum>("f32[8@Y]{U:X}"_t) == "f32[]{U:X}"_t && result_of<sum>("f32[8]{V:X}"_t) == "f32[]{V:X}"_t);
// `out`: pending over any part of the axes, split, reduced.
static_assert(result_of<[](auto a) { return sw::sum(a, P(unreduced(X))); }>("f32[8@X,4]"_t) == "f32[]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::sum(a, P(unreduced(Y))); }>("f32[8@(X,Y),4]"_t) == "f32[]{U:Y}"_t);
static_assert(result_of<[](auto a) { return sw::sum<0>(a, P(X)); }>("f32[8@X,4]"_t) == "f32[4@X]"_t);
static_assert(result_of<[](auto a) { return sw::sum<0>(a, P(reduced(X))); }>("f32[8@X,4]"_t) == "f32[4]{R:X}"_t);
static_assert(result_of<[](auto a) { return sw::sum<0>(a, P(unreduced(X, Y))); }>("f32[8@X,4]{U:Y}"_t) ==
              "f32[4]{U:(X,Y)}"_t);
static_assert(result_of<[](auto a) { return sw::sum<0>(a, sw::keepdims, P(none, none, unreduced(X))); }>(
                  "f32[8@X,4]"_t) == "f32[1,4]{U:X}"_t);
static_assert(result_of<sum>("i32[8@X]"_t) == "i32[]"_t);
static_assert(rejects<[](auto a) { return sw::sum<2>(a); }>("f32[8,4]"_t,
                                                            "sum: f32[8,4]: a reduced dimension is beyond the rank"));
static_assert(rejects<[](auto a) { return sw::sum<-3>(a); }>("f32[8,4]"_t, "beyond the rank") &&
              rejects<sum>("bool[8]"_t, "the operand is no number"));
static_assert(rejects<sum>("f32[8]{Umax:X}"_t, "pending maximum or minimum over X"));

constexpr auto mean = [](auto a) { return sw::mean(a); };
static_assert(result_of<mean>("f32[8@X,4]"_t) == "f32[]"_t && result_of<mean>("f32[8]{U:X}"_t) == "f32[]{U:X}"_t);
static_assert(result_of<[](auto a) { return sw::mean(a, P(unreduced(X))); }>("f32[batch@X]"_t) == "f32[]{U:X}"_t);
static_assert(rejects<mean>("i32[8]"_t, "mean: i32[8]: the mean of values that are not floating: astype them first"));

constexpr auto max = [](auto a) { return sw::max<0>(a); };
constexpr auto min = [](auto a) { return sw::min(a); };
static_assert(result_of<max>("f32[8@X,4]"_t) == "f32[4]"_t && result_of<max>("f32[8]{R:X}"_t) == "f32[]{R:X}"_t);
static_assert(result_of<max>("f32[8]{Umax:X}"_t) == "f32[]{Umax:X}"_t && result_of<min>("i32[8@X]"_t) == "i32[]"_t);
static_assert(result_of<[](auto a) { return sw::max<0>(a, P(sw::unreduced_max(X))); }>("f32[8@X]"_t) ==
              "f32[]{Umax:X}"_t);
static_assert(result_of<[](auto a) { return sw::min<0>(a, P(X)); }>("f32[8@X,4]"_t) == "f32[4@X]"_t);
static_assert(rejects<max>("f32[8]{U:X}"_t, "max: f32[8]{U:X}: a sum is pending over X, and f(a+b) is not f(a)+f(b)"));
static_assert(rejects<min>("f32[8]{Umax:X}"_t, "pending") &&
              rejects<[](auto a) { return sw::max<0>(a, P(unreduced(X))); }>("f32[8@X]"_t, "max"));

constexpr auto argmax = [](auto a) { return sw::argmax<1>(a); };
static_assert(result_of<argmax>("f32[8@X,4]"_t) == "i32[8@X]"_t &&
              result_of<argmax>("f32[8,4]{R:X}"_t) == "i32[8]{R:X}"_t);
static_assert(result_of<[](auto a) { return sw::argmin<-1>(a); }>("i32[4]"_t) == "i32[]"_t);
static_assert(rejects<argmax>(
    "f32[8,4@X]"_t, "argmax: f32[8,4@X]: dimension 1: the dimension is split over X: gather it: reshard(a, P())"));
static_assert(rejects<argmax>("f32[8,4]{U:X}"_t, "a sum is pending over X") &&
              rejects<argmax>("f32[8]"_t, "beyond the rank"));

constexpr auto log_softmax = [](auto a) { return sw::log_softmax(a); };
static_assert(result_of<log_softmax>("f32[8@X,4]"_t) == "f32[8@X,4]"_t &&
              result_of<log_softmax>("f32[8,4@X]"_t) == "f32[8,4@X]"_t);
static_assert(result_of<log_softmax>("f32[8,4]{R:X}"_t) == "f32[8,4]{R:X}"_t);
static_assert(rejects<log_softmax>("f32[8,4]{U:X}"_t, "log_softmax: f32[8,4]{U:X}: a sum is pending over X"));
static_assert(result_of<[](auto a) { return sw::softmax<0>(a); }>("f32[8@X,4]"_t) == "f32[8@X,4]"_t);
static_assert(result_of<[](auto a) { return sw::logsumexp(a); }>("f32[8@X,4]"_t) == "f32[8@X]"_t);
static_assert(result_of<[](auto a) { return sw::logsumexp(a, sw::keepdims); }>("f32[8@X,4]"_t) == "f32[8@X,1]"_t);
static_assert(result_of<[](auto a) { return sw::logsumexp<0>(a, sw::keepdims); }>("f32[8@X,4]"_t) == "f32[1,4]"_t);
static_assert(rejects<[](auto a) { return sw::logsumexp<-3>(a, sw::keepdims); }>("f32[8,4]"_t, "beyond the rank"));

static_assert(result_of<[](auto a) { return sw::one_hot<10>(a); }>("i32[batch@X]"_t) == "f32[batch@X,10]"_t);
static_assert(result_of<[](auto a) { return sw::one_hot<10, sw::f64>(a); }>("u32[]"_t) == "f64[10]"_t);
static_assert(rejects<[](auto a) { return sw::one_hot<10>(a); }>("f32[8]"_t,
                                                                 "one_hot: f32[8]: the labels are not integers"));

constexpr auto loss = [](auto a, auto b) { return sw::softmax_cross_entropy_with_integer_labels(a, b); };
static_assert(result_of<loss>("f32[batch@X,10]"_t, "i32[batch@X]"_t) == "f32[batch@X]"_t);
static_assert(result_of<loss>("f32[batch,10@X]"_t, "i32[batch]"_t) == "f32[batch]"_t);
static_assert(result_of<loss>("f32[batch,10]{R:X}"_t, "i32[batch]"_t) == "f32[batch]{R:X}"_t);
static_assert(rejects<loss>("f32[batch,10]{U:X}"_t, "i32[batch]"_t, "a sum is pending over X"));
static_assert(rejects<loss>("f32[]"_t, "i32[]"_t, "the logits are a scalar") &&
              rejects<loss>("f32[8,10]"_t, "f32[8]"_t, "the labels are not integers"));
static_assert(rejects<loss>("f32[8@X,10]"_t, "i32[8]"_t, "split over X"));

}  // namespace
