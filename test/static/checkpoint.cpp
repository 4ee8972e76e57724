// checkpoint: what each policy computes again, counted after common subexpressions are merged.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::Collectives, sw::none, sw::P, sw::reduced, sw::unreduced;
using sw::testing::result;

inline constexpr sw::Axis<"X"> X;

namespace {

// A layer of one contraction (8*8*8 products) and two elementwise ops (8*8 elements).
constexpr std::int64_t dot = 2 * 512, elements = 64;
constexpr auto layer = [](auto h, auto w) {
  return sw::tanh(sw::checkpoint_name<"hidden">(sw::matmul(sw::checkpoint_name<"input">(sw::sin(h)), w)));
};
constexpr auto loss_of = [](auto y) { return sw::sum(sw::square(y)); };

// ---- one layer: what the backward pass needs is the sine (for the weight) and the result of tanh; each policy adds
// exactly what it does not save.
template <auto Policy>
constexpr auto once = [](auto h, auto w) {
  return sw::grad<0, 1>([](auto h, auto w) { return loss_of(sw::checkpoint<Policy>(layer)(h, w)); })(h, w);
};
template <auto Policy> using Once = sw::Program<once<Policy>, "f32[8,8]", "f32[8,8]">;
constexpr auto plain = [](auto h, auto w) {
  return sw::grad<0, 1>([](auto h, auto w) { return loss_of(layer(h, w)); })(h, w);
};
constexpr sw::Flops base = sw::Program<plain, "f32[8,8]", "f32[8,8]">::flops();
static_assert(base.exact && base.contractions == 3 * dot);
constexpr bool adds(const sw::Flops& f, std::int64_t contractions, std::int64_t elementwise) {
  return f.exact && f.contractions == base.contractions + contractions * dot &&
         f.elementwise == base.elementwise + elementwise * elements;
}
static_assert(adds(Once<sw::everything_saveable>::flops(), 0, 0));
static_assert(adds(Once<sw::nothing_saveable>::flops(), 1, 2));
static_assert(adds(Once<sw::dots_saveable>::flops(), 0, 2));
static_assert(adds(Once<sw::dots_with_no_batch_dims_saveable>::flops(), 0, 2));
static_assert(adds(Once<sw::save_only_these_names<"hidden">>::flops(), 0, 2));
static_assert(adds(Once<sw::save_only_these_names<"input">>::flops(), 1, 1));
static_assert(adds(Once<sw::save_only_these_names<"input", "hidden">>::flops(), 0, 1));
static_assert(adds(Once<sw::save_only_these_names<"another">>::flops(), 1, 2));
static_assert(adds(Once<sw::save_anything_except_these_names<"input">>::flops(), 0, 1));
static_assert(adds(Once<sw::save_anything_except_these_names<"hidden">>::flops(), 0, 0));  // tanh's result is saved
static_assert(adds(Once<sw::save_anything_except_these_names<"another">>::flops(), 0, 0));
static_assert(adds(Once<sw::save_from_both_policies<sw::dots_saveable, sw::save_only_these_names<"input">>>::flops(), 0,
                   1));
// A contraction with a batch dimension is one that dots_with_no_batch_dims_saveable computes again.
template <auto Policy>
constexpr auto batched = [](auto a, auto b) {
  return sw::grad<0, 1>([](auto a, auto b) {
    return loss_of(
        sw::checkpoint<Policy>([](auto a, auto b) { return sw::sin(sw::einsum<"bij,bjk->bik">(a, b)); })(a, b));
  })(a, b);
};
template <auto Policy> using Batched = sw::Program<batched<Policy>, "f32[2,8,8]", "f32[2,8,8]">;
static_assert(Batched<sw::dots_saveable>::flops().contractions == 6 * dot);
static_assert(Batched<sw::dots_with_no_batch_dims_saveable>::flops().contractions == 8 * dot);

// ---- a checkpoint in a loop, and a loop in a checkpoint: the same
template <auto Policy>
constexpr auto in_scan = [](auto h, auto ws) {
  return sw::grad<0, 1>([](auto h, auto ws) { return loss_of(sw::scan(sw::checkpoint<Policy>(layer), h, ws)); })(h, ws);
};
template <auto Policy>
constexpr auto around_scan = [](auto h, auto ws) {
  return sw::grad<0, 1>([](auto h, auto ws) {
    return loss_of(sw::checkpoint<Policy>([](auto h, auto ws) { return sw::scan(layer, h, ws); })(h, ws));
  })(h, ws);
};
template <auto Policy> using InScan = sw::Program<in_scan<Policy>, "f32[8,8]", "f32[3,8,8]">;
template <auto Policy> using AroundScan = sw::Program<around_scan<Policy>, "f32[8,8]", "f32[3,8,8]">;
static_assert(InScan<sw::everything_saveable>::flops().contractions == 9 * dot);
static_assert(InScan<sw::nothing_saveable>::flops().contractions == 12 * dot);
static_assert(InScan<sw::dots_saveable>::flops().contractions == 9 * dot);
static_assert(AroundScan<sw::everything_saveable>::flops() == InScan<sw::everything_saveable>::flops());
static_assert(AroundScan<sw::nothing_saveable>::flops() == InScan<sw::nothing_saveable>::flops());
static_assert(AroundScan<sw::dots_saveable>::flops().contractions == 9 * dot);
static_assert(InScan<sw::nothing_saveable>::flops().elementwise ==
              InScan<sw::everything_saveable>::flops().elementwise + 3 * 2 * elements);

// ---- checkpoints in checkpoints: the outer one computes the inner ones again, and these their insides once more
constexpr auto inner = [](auto h, auto w) { return sw::sin(sw::matmul(h, w)); };
template <auto Outer, auto Inner>
constexpr auto both = [](auto h, auto w) {
  return sw::grad([](auto h, auto w) {
    auto two = [](auto h, auto w) { return sw::checkpoint<Inner>(inner)(sw::checkpoint<Inner>(inner)(h, w), w); };
    return loss_of(sw::checkpoint<Outer>(two)(h, w));
  })(h, w);
};
template <auto Outer, auto Inner> using Both = sw::Program<both<Outer, Inner>, "f32[8,8]", "f32[8,8]">;
constexpr auto count = [](const sw::Flops& f) { return f.contractions / dot; };
static_assert(count(Both<sw::everything_saveable, sw::everything_saveable>::flops()) == 4);
static_assert(count(Both<sw::everything_saveable, sw::nothing_saveable>::flops()) == 6);
static_assert(count(Both<sw::nothing_saveable, sw::everything_saveable>::flops()) == 6);
static_assert(count(Both<sw::nothing_saveable, sw::nothing_saveable>::flops()) == 7);

// ---- a branch in a checkpoint, the gradient of the gradient, random numbers and collectives that run again
constexpr auto branch = [](auto p, auto h, auto w) {
  return sw::grad([&](auto w) {
    auto f = [&](auto h, auto w) {
      return sw::cond(
          p, [](auto h, auto w) { return layer(h, w); }, [](auto h, auto w) { return sw::sin(sw::matmul(w, h)); }, h,
          w);
    };
    return sw::sum(sw::square(sw::grad([&](auto w) { return loss_of(sw::checkpoint(f)(h, w)); })(w)));
  })(w);
};
static_assert(result<sw::Program<branch, "bool[]", "f32[8,8]", "f32[8,8]">> == "f32[8,8]"_t);
template <auto Policy>
constexpr auto gathered = [](auto w, auto x) {
  return sw::grad([](auto w, auto x) {
    auto f = [](auto w, auto x) { return sw::sin(sw::matmul(x, sw::reshard(w, P(none, none, reduced(X))))); };
    return sw::sum(sw::square(sw::checkpoint<Policy>(f)(w, x)), P(unreduced(X)));
  })(w, x);
};
template <auto Policy> using Gathered = sw::Program<gathered<Policy>, "f32[8@X,8]", "f32[16@X,8]">;
static_assert(Gathered<sw::everything_saveable>::collectives() == Collectives{.all_gather = 1, .reduce_scatter = 1});
static_assert(Gathered<sw::nothing_saveable>::collectives() == Collectives{.all_gather = 2, .reduce_scatter = 1});
static_assert(Gathered<sw::nothing_saveable>::issued() == Collectives{.all_gather = 2, .reduce_scatter = 1});
// The reshard of a product to its `out` is a part of it.
template <auto Policy>
constexpr auto row_parallel = [](auto x, auto w) {
  return sw::grad([](auto x, auto w) {
    auto f = [](auto x, auto w) { return sw::sin(sw::matmul(x, w, P())); };
    return loss_of(sw::checkpoint<Policy>(f)(x, w));
  })(x, w);
};
template <auto Policy> using RowParallel = sw::Program<row_parallel<Policy>, "f32[8,8@X]", "f32[8@X,8]">;
static_assert(RowParallel<sw::nothing_saveable>::collectives() == Collectives{.all_reduce = 2});
static_assert(RowParallel<sw::dots_saveable>::collectives() == Collectives{.all_reduce = 1});
// The leaves of a tree that are gathered together are gathered together again.
constexpr auto tree = [](auto a, auto b) {
  return sw::grad<0, 1>([](auto a, auto b) {
    auto f = [](auto t) {
      auto whole = sw::reshard(t, sw::hana::make_tuple(P(reduced(X)), P(reduced(X))));
      return sw::sin(whole[sw::hana::size_c<0>]) * whole[sw::hana::size_c<1>];
    };
    return sw::sum(sw::checkpoint(f)(sw::hana::make_tuple(a, b)));
  })(a, b);
};
static_assert(sw::Program<tree, "f32[8@X]", "f32[8@X]">::collectives() ==
              Collectives{.all_gather = 1, .reduce_scatter = 1});

// A checkpoint changes no value and no type; without a gradient it costs nothing.
constexpr auto forward = [](auto h, auto w) { return sw::checkpoint(layer)(h, w); };
static_assert(sw::Program<forward, "f32[8@X,8]", "f32[8,8]{R:X}">::flops().contractions == dot);
static_assert(result<sw::Program<forward, "f32[n@X,8]", "f32[8,8]{R:X}">> == "f32[n@X,8]"_t);
static_assert(!sw::Program<forward, "f32[n@X,8]", "f32[8,8]{R:X}">::flops().exact);

}  // namespace
