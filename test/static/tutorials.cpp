// What tutorials on JAX show of pmap, shard_map and explicit sharding: types, and counts of collectives.
#include <support/tutorials.hpp>

namespace sw = shardwise;
namespace hana = boost::hana;
using namespace sw::literals;
using namespace tutorials;
using sw::Collectives;
using sw::testing::result, sw::testing::rejects;

inline constexpr sw::Axis<"data"> data;
inline constexpr sw::Axis<"model"> model;

namespace {

static_assert(result<OnBatch<pmap_step>> == hana::make_tuple("f32[10,5]"_t, "f32[]"_t));
static_assert(result<OnBatch<explicit_step>> == result<OnBatch<pmap_step>>);
static_assert(OnBatch<pmap_step>::collectives() == Collectives{.all_reduce = 1});
static_assert(OnBatch<explicit_step>::collectives() == Collectives{.all_reduce = 1});

static_assert(result<OnBatches<pmap_accumulate>> == "f32[10,5]"_t);
static_assert(OnBatches<pmap_accumulate>::collectives() == Collectives{.all_reduce = 1});
static_assert(result<OnBatches<explicit_accumulate>> == "f32[10,5]"_t);
static_assert(OnBatches<explicit_accumulate>::collectives() == Collectives{.all_reduce = 1});

static_assert(result<OnSplitWeights<fsdp>> == hana::make_tuple("f32[16@X,24]"_t, "f32[24@X,16]"_t));
static_assert(result<OnSplitWeights<explicit_fsdp>> == result<OnSplitWeights<fsdp>>);
static_assert(OnSplitWeights<fsdp>::collectives() == Collectives{.all_gather = 2, .reduce_scatter = 2});
static_assert(OnSplitWeights<explicit_fsdp>::collectives() == OnSplitWeights<fsdp>::collectives());

constexpr auto grad_of_ring = [](auto x) {
  return sw::grad([](auto x) { return sw::sum(sw::square(ring<4>(x))); })(x);
};
using Ring = sw::Program<ring<4>, "f32[8@X,4]">;
static_assert(result<Ring> == "f32[8@X,4]"_t && Ring::collectives() == Collectives{.permute = 3});
static_assert(sw::Program<grad_of_ring, "f32[8@X,4]">::collectives() == Collectives{.permute = 6});

// The classic mistake: the gradient of what is the same on all devices is their sum already; a pmean of it would divide
// what pmap's ports find too large, or leave it too large.
constexpr auto summed_already = [](auto w, auto x, auto y) {
  return shard_map(
      [](auto w, auto x, auto y) {
        auto grad = sw::grad(own_loss)(w, x, y);
        static_assert(has_type<decltype(grad), "f32[10,5]">);
        return grad;
      },
      hana::make_tuple(P(), P(X), P(X)), P())(w, x, y);
};
static_assert(OnBatch<summed_already>::collectives() == Collectives{.all_reduce = 1});
static_assert(rejects<[](auto g) { return sw::pmean(g, X); }>("f32[10,5]"_t, "the same on all devices along X"));

// One weight used twice: both gradients are pending, and one all-reduce ends their sum.
constexpr auto fan_out = [](auto w, auto x1, auto x2) {
  return sw::grad([](auto w, auto x1, auto x2) {
    auto copy = sw::reshard(w, P(reduced(X)));
    return sw::sum(sw::matmul(x1, copy)) + sw::sum(sw::matmul(x2, copy));
  })(w, x1, x2);
};
using FanOut = sw::Program<fan_out, "f32[4,2]", "f32[8@X,4]", "f32[8@X,4]">;
static_assert(result<FanOut> == "f32[4,2]"_t && FanOut::collectives() == Collectives{.all_reduce = 1});

// Shapes inside are those of a block.
constexpr auto shapes = [](auto w1, auto w2, auto x) {
  return shard_map(
      [](auto w1, auto w2, auto x) {
        static_assert(has_type<decltype(w1), "f32[64,256/model]{V:model}">);
        static_assert(has_type<decltype(w2), "f32[256/model,64]{V:model}">);
        static_assert(has_type<decltype(x), "f32[32/data,64]{V:data}">);
        return hana::make_tuple(w1, w2, x);
      },
      hana::make_tuple(P(none, model), P(model), P(data)),
      hana::make_tuple(P(none, model), P(model), P(data)))(w1, w2, x);
};
using Shapes = sw::Program<shapes, "f32[64,256@model]", "f32[256@model,64]", "f32[32@data,64]">;
static_assert(result<Shapes> == hana::make_tuple("f32[64,256@model]"_t, "f32[256@model,64]"_t, "f32[32@data,64]"_t));
static_assert(Shapes::collectives() == Collectives{});

// Checkpoints of groups of layers, two loops deep: the gradients of reduced weights stay pending, recomputed or not.
constexpr auto block = [](auto h, auto w) { return h + sw::tanh(sw::matmul(h, w)); };
constexpr auto group = [](auto h, auto ws) { return sw::scan(block, h, ws); };
template <auto Group>
constexpr auto grad_of_groups = [](auto ws, auto x) {
  return sw::grad([](auto ws, auto x) { return sw::sum(sw::square(sw::scan(Group, x, ws)), P(sw::unreduced(X))); })(ws,
                                                                                                                    x);
};
constexpr auto remade_group = [](auto h, auto ws) { return sw::checkpoint(group)(h, ws); };
using Groups = sw::Program<grad_of_groups<group>, "f32[4,2,8,8]{R:X}", "f32[n@X,8]">;
using RemadeGroups = sw::Program<grad_of_groups<remade_group>, "f32[4,2,8,8]{R:X}", "f32[n@X,8]">;
static_assert(result<RemadeGroups> == "f32[4,2,8,8]{U:X}"_t && result<Groups> == result<RemadeGroups>);
static_assert(RemadeGroups::collectives() == Collectives{} && Groups::collectives() == Collectives{});

}  // namespace
