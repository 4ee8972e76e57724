// conv: types and refusals.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::rejects, sw::testing::result_of;

inline constexpr sw::Axis<"X"> X;

namespace {

constexpr auto same = [](auto x, auto w) { return sw::conv<"SAME">(x, w); };
constexpr auto strided = [](auto x, auto w) { return sw::conv<"SAME", 2, 3>(x, w); };
constexpr auto valid = [](auto x, auto w) { return sw::conv<"VALID", 2, 2>(x, w); };
constexpr auto padded = [](auto x, auto w) { return sw::conv<"(1,1),(2,0)">(x, w); };
constexpr auto pending = [](auto x, auto w) { return sw::conv<"SAME">(x, w, P(unreduced(X))); };

// Extents as JAX's.
static_assert(result_of<same>("f32[n,28,27,3]"_t, "f32[3,5,3,8]"_t) == "f32[n,28,27,8]"_t);
static_assert(result_of<strided>("f32[n,28,28,3]"_t, "f32[3,5,3,8]"_t) == "f32[n,14,10,8]"_t);
static_assert(result_of<valid>("f32[n,28,27,3]"_t, "f32[3,5,3,8]"_t) == "f32[n,13,12,8]"_t);
static_assert(result_of<padded>("f32[n,28,28,3]"_t, "f32[3,5,3,8]"_t) == "f32[n,28,26,8]"_t);
static_assert(result_of<same>("f32[n,h,w,c]"_t, "f32[3,3,c,8]"_t) == "f32[n,h,w,8]"_t);
// The batch, the output channels, the input channels; a pending operand.
static_assert(result_of<same>("f32[n@X,8,8,3]"_t, "f32[3,3,3,8]{R:X}"_t) == "f32[n@X,8,8,8]"_t);
static_assert(result_of<same>("f32[n,8,8,3]"_t, "f32[3,3,3,8@X]"_t) == "f32[n,8,8,8@X]"_t);
static_assert(result_of<pending>("f32[n,8,8,4@X]"_t, "f32[3,3,4@X,8]"_t) == "f32[n,8,8,8]{U:X}"_t);
static_assert(result_of<same>("f32[n,8,8,3]{U:X}"_t, "f32[3,3,3,8]{R:X}"_t) == "f32[n,8,8,8]{U:X}"_t);
static_assert(result_of<same>("bf16[n,8,8,3]"_t, "f32[3,3,3,8]"_t) == "f32[n,8,8,8]"_t);
static_assert(result_of<[](auto x, auto w) { return sw::conv<"SAME">(x, w, sw::preferred<sw::f32>); }>(
                  "bf16[n,8,8,3]"_t, "bf16[3,3,3,8]"_t) == "f32[n,8,8,8]"_t);

static_assert(rejects<same>("f32[n,8@X,8,3]"_t, "f32[3,3,3,8]"_t,
                            "dimension 1: the spatial dimension is split over X, and windows would reach beyond the "
                            "block: gather a: reshard(a, P())"));
static_assert(rejects<same>("f32[n,8,8,3]"_t, "f32[3@X,3,3,8]"_t, "gather b: reshard(b, P())"));
static_assert(rejects<same>("f32[n,8@X,8,4]"_t, "f32[3,3,4,8]{R:X}"_t, "gather a: reshard(a, P(reduced(X)))"));
static_assert(rejects<pending>("f32[n,8@X,8,4]"_t, "f32[3,3,4@X,8]"_t,
                               "move the split of a: reshard(a, P(none, none, none, X))"));
static_assert(rejects<same>("f32[n,8,8,4@X]"_t, "f32[3,3,4@X,8]"_t, "P() all-reduces, P(X) reduce-scatters"));
static_assert(rejects<same>("f32[n,8,8,4@X]"_t, "f32[3,3,4,8]"_t, "on one side only: gather a: reshard(a, P())"));
static_assert(rejects<same>("f32[n@X,8,8,4]"_t, "f32[3,3,4,8@X]"_t, "gather b: reshard(b, P())"));
static_assert(rejects<same>("f32[n,8,8,3]"_t, "f32[3,3,4,8]"_t, "the extents of a shared label differ"));
static_assert(rejects<same>("f32[8,8,3]"_t, "f32[3,3,3,8]"_t, "a convolution wants [batch,height,width,channels]"));
static_assert(rejects<valid>("f32[n,h,8,3]"_t, "f32[3,3,3,8]"_t, "the spatial extents are numbers"));
static_assert(rejects<valid>("f32[n,2,8,3]"_t, "f32[3,3,3,8]"_t, "the kernel is larger than the padded input"));
static_assert(rejects<[](auto x, auto w) { return sw::conv<"FULL">(x, w); }>("f32[n,8,8,3]"_t, "f32[3,3,3,8]"_t,
                                                                             "the padding is not understood"));
static_assert(rejects<[](auto x, auto w) { return sw::conv<"SAME", 0>(x, w); }>("f32[n,8,8,3]"_t, "f32[3,3,3,8]"_t,
                                                                                "a stride is from 1 to 63"));

// Gradients: an R kernel's is U, a replicated kernel's is all-reduced.
constexpr auto loss = [](auto x, auto w) { return sw::sum(sw::square(sw::conv<"SAME", 2, 2>(x, w))); };
constexpr auto gradients = [](auto x, auto w) { return sw::grad<0, 1>(loss)(x, w); };
using Reduced = sw::Program<gradients, "f32[n@X,9,9,3]", "f32[3,3,3,8]{R:X}">;
static_assert(sw::testing::result<Reduced> == sw::hana::make_tuple("f32[n@X,9,9,3]"_t, "f32[3,3,3,8]{U:X}"_t));
using Replicated = sw::Program<gradients, "f32[n@X,9,9,3]", "f32[3,3,3,8]">;
static_assert(sw::testing::result<Replicated> == sw::hana::make_tuple("f32[n@X,9,9,3]"_t, "f32[3,3,3,8]"_t));

}  // namespace
