// Trees: struct templates, Hana tuples and maps of arrays, as arguments, results, gradients and carries.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;

inline constexpr sw::Axis<"X"> X;
inline constexpr sw::Axis<"Y"> Y;

namespace {

template <class K, class B> struct Linear { BOOST_HANA_DEFINE_STRUCT(Linear, (K, kernel), (B, bias)); };
template <class A, class B> struct Net { BOOST_HANA_DEFINE_STRUCT(Net, (A, first), (B, second)); };
struct NoTemplate {
  BOOST_HANA_DEFINE_STRUCT(NoTemplate, (sw::type<"f32[8]">, x));
};
template <class B, class K> struct WrongOrder { BOOST_HANA_DEFINE_STRUCT(WrongOrder, (K, kernel), (B, bias)); };

using Layer1 = Linear<sw::type<"f32[784,d]{R:X}">, sw::type<"f32[d]{R:X}">>;
using Layer2 = Linear<sw::type<"f32[d,10]{R:X}">, sw::type<"f32[10]{R:X}">>;
using Params = Net<Layer1, Layer2>;

static_assert(sw::TreeStruct<Layer1> && sw::Tree<Params> && sw::Tree<hana::tuple<Layer1, sw::type<"f32[]">>>);
static_assert(!sw::Tree<NoTemplate> && !sw::TreeStruct<WrongOrder<sw::type<"f32[8]">, sw::type<"f32[9]">>> &&
              !sw::Tree<int>);
static_assert(sw::tree_size<Params>() == 4);

constexpr auto apply = [](auto params, auto x) {
  auto h = sw::relu(sw::matmul(x, params.first.kernel) + params.first.bias);
  return sw::matmul(h, params.second.kernel) + params.second.bias;
};
constexpr auto loss = [](auto params, auto x, auto labels) {
  return sw::sum(sw::softmax_cross_entropy_with_integer_labels(apply(params, x), labels), P(unreduced(X)));
};

// One all-reduce for the whole tree of gradients; another for the loss, unless both are one tree.
constexpr auto step = [](auto params, auto x, auto labels) {
  auto g = sw::grad(loss)(params, x, labels);
  return params - 0.1f * sw::reshard(g, sw::spec(params));
};
using Step = sw::Program<step, sw::tree_of<Params>, "f32[batch@X,784]", "i32[batch@X]">;
static_assert(std::is_same_v<Step::result_type, Params> && Step::collectives() == Collectives{.all_reduce = 1});
constexpr auto step_with_loss = [](auto params, auto x, auto labels) {
  auto vg = sw::value_and_grad(loss)(params, x, labels);
  auto done = sw::reshard(hana::make_tuple(vg.value, vg.grad), P(reduced(X)));
  auto [value, g] = done;
  return hana::make_tuple(params - 0.1f * g, value);
};
using StepWithLoss = sw::Program<step_with_loss, sw::tree_of<Params>, "f32[batch@X,784]", "i32[batch@X]">;
static_assert(StepWithLoss::collectives() == Collectives{.all_reduce = 1} &&
              StepWithLoss::issued() == Collectives{.all_reduce = 1});
// Leaf by leaf it is one for each.
constexpr auto leaf_by_leaf = [](auto params, auto x, auto labels) {
  auto g = sw::grad(loss)(params, x, labels);
  return sw::tree_map([](auto p, auto g) { return p - 0.1f * sw::reshard(g, sw::spec(p)); }, params, g);
};
static_assert(sw::Program<leaf_by_leaf, sw::tree_of<Params>, "f32[batch@X,784]", "i32[batch@X]">::collectives() ==
              Collectives{.all_reduce = 4});

// One per kind, axes and dtype.
constexpr auto to_replicated = [](auto t) { return sw::reshard(t, P()); };
template <sw::detail::Argument... A> constexpr Collectives together = sw::Program<to_replicated, A...>::collectives();
static_assert(together<sw::tree_of<hana::tuple<sw::type<"f32[8]{U:X}">, sw::type<"f32[4]{U:X}">>>> ==
              Collectives{.all_reduce = 1});
static_assert(together<sw::tree_of<hana::tuple<sw::type<"f32[8]{U:X}">, sw::type<"f64[4]{U:X}">>>> ==
              Collectives{.all_reduce = 2});
static_assert(together<sw::tree_of<hana::tuple<sw::type<"f32[8]{U:X}">, sw::type<"f32[4]{U:Y}">>>> ==
              Collectives{.all_reduce = 2});
static_assert(together<sw::tree_of<hana::tuple<sw::type<"f32[8]{U:X}">, sw::type<"f32[4@X]">>>> ==
              Collectives{.all_reduce = 1, .all_gather = 1});
static_assert(together<sw::tree_of<hana::tuple<sw::type<"f32[8]">, sw::type<"f32[4@X]">, sw::type<"f32[6@X]">>>> ==
              Collectives{.all_gather = 1});

// The transpose of a tree's reshard is a tree's reshard.
constexpr auto gathered = [](auto t, auto x) {
  return sw::grad([](auto t, auto x) {
    auto full = sw::reshard(t, P(reduced(X)));
    return sw::sum(sw::square(sw::matmul(x, full.kernel) + full.bias));
  })(t, x);
};
using Gathered = sw::Program<gathered, sw::tree_of<Linear<sw::type<"f32[4@X,2]">, sw::type<"f32[2@X]">>>, "f32[8@X,4]">;
static_assert(Gathered::collectives() == Collectives{.all_gather = 1, .reduce_scatter = 1});

// Arithmetic, casts and zeros leaf by leaf; maps by key; trees of another shape.
constexpr auto arithmetic = [](auto t) { return sw::astype<sw::bf16>(2 * t + t / 3 - sw::zeros_like(t)); };
static_assert(std::is_same_v<sw::Program<arithmetic, sw::tree_of<Layer1>>::result_type,
                             Linear<sw::type<"bf16[784,d]{R:X}">, sw::type<"bf16[d]{R:X}">>>);
constexpr auto zeros = [](auto t) { return sw::stop_gradient(sw::zeros_like_cotangent(t)); };
static_assert(std::is_same_v<sw::Program<zeros, sw::tree_of<Layer1>>::result_type,
                             Linear<sw::type<"f32[784,d]{U:X}">, sw::type<"f32[d]{U:X}">>>);
using Map = decltype(hana::make_map(hana::make_pair(sw::key<"w">, sw::type<"f32[4,2]{R:X}">{}),
                                    hana::make_pair(sw::key<"b">, sw::type<"f32[2]{R:X}">{})));
constexpr auto by_key = [](auto params, auto x) {
  return sw::grad([](auto params, auto x) {
    return sw::sum(sw::matmul(x, params[sw::key<"w">]) + params[sw::key<"b">]);
  })(params, x);
};
using ByKey = sw::Program<by_key, sw::tree_of<Map>, "f32[8@X,4]">;
static_assert(sw::tree_size<Map>() == 2 && ByKey::collectives() == Collectives{});
static_assert(std::is_same_v<std::remove_cvref_t<decltype(std::declval<ByKey::result_type>()[sw::key<"b">])>,
                             sw::type<"f32[2]{U:X}">>);

// A tree as a carry: gradients accumulated over microbatches.
constexpr auto accumulate = [](auto params, auto xs, auto ys) {
  auto zero = sw::zeros_like_cotangent(params);
  auto g = sw::scan([&](auto g, auto x, auto y) { return g + sw::grad(loss)(params, x, y); }, zero, xs, ys);
  return sw::reshard(g, sw::spec(params));
};
static_assert(sw::Program<accumulate, sw::tree_of<Params>, "f32[8,batch@X,784]", "i32[8,batch@X]">::collectives() ==
              Collectives{.all_reduce = 1});

// A notation that is a template parameter of the caller.
constexpr auto same = [](auto x, auto) { return x; };
template <sw::fixed_string S> using Same = sw::Program<same, S, sw::tree_of<Layer1>>;
static_assert(std::is_same_v<Same<"f32[8@X]">, sw::Program<same, "f32[8@X]", sw::tree_of<Layer1>>>);
static_assert(Same<"f32[8@X]">::collectives() == Collectives{});

}  // namespace
