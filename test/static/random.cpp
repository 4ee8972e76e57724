// Random numbers in steps: types and refusals.
#include <shardwise/testing.hpp>

namespace sw = shardwise;
using namespace sw::literals;
using sw::testing::rejects, sw::testing::result_of;

namespace {

constexpr auto uniform = [](auto key) { return sw::random::uniform<"f32[8@X,4]">(key); };
constexpr auto bits = [](auto key) { return sw::random::bits<"u32[8]{R:X}">(key); };
constexpr auto pending = [](auto key) { return sw::random::normal<"f32[8]{U:X}">(key); };
constexpr auto keep = [](auto key, auto p) { return sw::random::bernoulli<"bool[8@X,4]">(key, p); };
constexpr auto choose = [](auto key, auto logits) { return sw::random::categorical<"i32[3,8@X]">(key, logits); };
constexpr auto folded = [](auto key, auto i) { return sw::random::fold_in(key, i); };

static_assert(result_of<uniform>("key[]"_t) == "f32[8@X,4]"_t);
static_assert(result_of<uniform>("key[]{R:X}"_t) == "f32[8@X,4]"_t);
static_assert(result_of<bits>("key[]"_t) == "u32[8]{R:X}"_t);
static_assert(result_of<[](auto k) { return sw::random::permutation<"i32[8]">(k); }>("key[]"_t) == "i32[8]"_t);
static_assert(result_of<[](auto k) { return sw::random::split<3>(k); }>("key[]{R:X}"_t) == "key[3]{R:X}"_t);
static_assert(result_of<[](auto k) { return sw::random::fold_in(k, 3); }>("key[]"_t) == "key[]"_t);
static_assert(result_of<folded>("key[]"_t, "i32[]"_t) == "key[]"_t);
// A key that varies gives numbers that vary.
static_assert(result_of<folded>("key[]"_t, "i32[]{V:X}"_t) == "key[]{V:X}"_t);
static_assert(result_of<uniform>("key[]{V:Y}"_t) == "f32[8@X,4]{V:Y}"_t);
static_assert(result_of<[](auto k) { return sw::random::bernoulli<"bool[8,4]">(k, 0.5); }>("key[]{V:X}"_t) ==
              "bool[8,4]{V:X}"_t);
static_assert(result_of<keep>("key[]"_t, "f32[4]{R:Y}"_t) == "bool[8@X,4]"_t);
static_assert(result_of<keep>("key[]"_t, "f32[]"_t) == "bool[8@X,4]"_t);
static_assert(result_of<choose>("key[]"_t, "f32[8@X,10]"_t) == "i32[3,8@X]"_t);
static_assert(result_of<choose>("key[]"_t, "bf16[8@X,10]{R:Y}"_t) == "i32[3,8@X]"_t);

static_assert(rejects<uniform>("f32[]"_t, "the operand is no key: make one of it with random::key(seed)"));
static_assert(rejects<uniform>("key[4]"_t,
                               "these are many keys, and a draw wants one: take one: "
                               "reshape<>(slice<0, 0, 1>(a)), or scan them"));
static_assert(result_of<[](auto k) { return sw::random::uniform<"f32[8@X,4]">(sw::reshape<>(sw::slice<0, 0, 1>(k))); }>(
                  "key[4]"_t) == "f32[8@X,4]"_t);
static_assert(rejects<uniform>("key[]{V:X}"_t,
                               "the key varies over X, and so do the numbers: leave X out of the type"));
static_assert(rejects<pending>("key[]"_t,
                               "a draw is no pending sum over X: leave X out of the type, and reshard the "
                               "numbers to P(unreduced(X))"));
static_assert(rejects<[](auto k) { return sw::random::bits<"f32[8]">(k); }>("key[]"_t, "random bits are u32"));
static_assert(rejects<[](auto k) { return sw::random::uniform<"i32[8]">(k); }>("key[]"_t, "the numbers are floating"));
static_assert(rejects<[](auto k) { return sw::random::uniform<"f32[?]">(k); }>("key[]"_t,
                                                                               "give it a number or a name"));
static_assert(rejects<[](auto k) { return sw::random::permutation<"i32[8,2]">(k); }>(
    "key[]"_t, "a permutation has one dimension"));
static_assert(rejects<folded>("key[]"_t, "f32[]"_t, "the number is no integer: astype<u32> it"));
static_assert(rejects<folded>("key[]"_t, "i32[]{U:X}"_t, "reduce it first: reshard(b, P())"));
static_assert(rejects<keep>("key[]"_t, "f32[8,4]"_t, "slice the replicated one (free): reshard(b, P(X))"));
static_assert(rejects<keep>("key[]"_t, "i32[4]"_t, "the numbers are not floating"));
static_assert(rejects<choose>("key[]"_t, "f32[8,10]"_t, "slice the replicated one (free): reshard(b, P(X))"));
static_assert(rejects<choose>("key[]"_t, "f32[8@X,10@Y]"_t, "gather it"));

// Dropout is composed, and differentiates.
constexpr auto dropout = [](auto x, auto key) {
  return sw::sum(sw::where(sw::random::bernoulli<"bool[8@X,4]">(key, 0.9), x / 0.9f, 0.0f));
};
constexpr auto gradient = [](auto x, auto key) { return sw::grad(dropout)(x, key); };
static_assert(sw::testing::result<sw::Program<gradient, "f32[8@X,4]", "key[]">> == "f32[8@X,4]"_t);

}  // namespace

namespace {
// The elements along a leading dimension, by structured bindings.
constexpr auto two_keys = [](auto key, auto x) {
  auto [a, b] = sw::random::split<2>(key);
  auto [u, v] = sw::random::normal<"f32[2,8]">(a) + sw::random::uniform<"f32[2,8]">(b);
  return u * v + x;
};
static_assert(sw::testing::result<sw::Program<two_keys, "key[]", "f32[8]">> == "f32[8]"_t);
}  // namespace
