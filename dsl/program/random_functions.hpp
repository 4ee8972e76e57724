// Random numbers on tracers: `random::uniform<"f32[8@X,4]">(key)`. The type says the shape and how the numbers lie;
// which numbers they are, the key and the shape alone.
#pragma once

#include <shardwise/dsl/program/functions.hpp>
#include <shardwise/dsl/type/array_type.hpp>

#include <concepts>

namespace shardwise {
namespace fn {

template <std::int64_t N> struct random_split {
  static constexpr std::string_view name = "random::split";
  constexpr Value operator()(Value key) const { return random::split(key, N); }
};
struct random_fold_in {
  static constexpr std::string_view name = "random::fold_in";
  constexpr Value operator()(Value key, Value data) const { return random::fold_in(key, data); }
};
struct random_fold_in_number {
  static constexpr std::string_view name = "random::fold_in";
  std::int64_t data = 0;
  constexpr Value operator()(Value key) const { return random::fold_in(key, data); }
};
template <class Op, class T> struct draw {
  static constexpr std::string_view name = Op::name;
  constexpr Value operator()(Value key) const { return random::draw<Op>(key, T::desc); }
};
template <class T> struct bernoulli {
  static constexpr std::string_view name = "random::bernoulli";
  constexpr Value operator()(Value key, Value p) const { return random::bernoulli(key, p, T::desc); }
};
template <class T> struct bernoulli_literal {
  static constexpr std::string_view name = "random::bernoulli";
  double p = 0.5;
  constexpr Value operator()(Value key) const { return random::bernoulli(key, p, T::desc); }
};
template <class T> struct categorical {
  static constexpr std::string_view name = "random::categorical";
  constexpr Value operator()(Value key, Value logits) const { return random::categorical(key, logits, T::desc); }
};

}  // namespace fn

namespace random {

/// N independent keys, as key[N]: scan them, or slice.
SHARDWISE_FUNCTION(split, (std::int64_t N = 2, class K = void), (fn::random_split<N>), (K), (Tracer<K> key),
                   (fn::random_split<N>{}), (key))
/// A key that mixes in an integer, such as a step's number.
SHARDWISE_FUNCTION(fold_in, (class K, class D), (fn::random_fold_in), (K, D), (Tracer<K> key, Tracer<D> data),
                   (fn::random_fold_in{}), (key, data))
SHARDWISE_FUNCTION(fold_in, (class K, std::integral I), (fn::random_fold_in_number), (K), (Tracer<K> key, I data),
                   (fn::random_fold_in_number{std::int64_t(data)}), (key))
/// Uniform words: `random::bits<"u32[8@X]">(key)`.
SHARDWISE_FUNCTION(bits, (fixed_string S, class K), (fn::draw<ops::random_bits, type<S>>), (K), (Tracer<K> key),
                   (fn::draw<ops::random_bits, type<S>>{}), (key))
/// Uniform numbers in [0, 1).
SHARDWISE_FUNCTION(uniform, (fixed_string S, class K), (fn::draw<ops::random_uniform, type<S>>), (K), (Tracer<K> key),
                   (fn::draw<ops::random_uniform, type<S>>{}), (key))
/// Standard normal numbers.
SHARDWISE_FUNCTION(normal, (fixed_string S, class K), (fn::draw<ops::random_normal, type<S>>), (K), (Tracer<K> key),
                   (fn::draw<ops::random_normal, type<S>>{}), (key))
/// The numbers 0 to n - 1 in random order: `random::permutation<"i32[8]">(key)`. Each device sorts all n.
SHARDWISE_FUNCTION(permutation, (fixed_string S, class K), (fn::draw<ops::random_permutation, type<S>>), (K),
                   (Tracer<K> key), (fn::draw<ops::random_permutation, type<S>>{}), (key))
/// True with probability p, a number or an array that broadcasts: `random::bernoulli<"bool[8@X,4]">(key, 0.9)`.
SHARDWISE_FUNCTION(bernoulli, (fixed_string S, class K, class P), (fn::bernoulli<type<S>>), (K, P),
                   (Tracer<K> key, Tracer<P> p), (fn::bernoulli<type<S>>{}), (key, p))
SHARDWISE_FUNCTION(bernoulli, (fixed_string S, class K, Literal L), (fn::bernoulli_literal<type<S>>), (K),
                   (Tracer<K> key, L p), (fn::bernoulli_literal<type<S>>{literal_value(p)}), (key))
/// Indices along the last dimension of the logits: `random::categorical<"i32[8@X]">(key, logits)`.
SHARDWISE_FUNCTION(categorical, (fixed_string S, class K, class L), (fn::categorical<type<S>>), (K, L),
                   (Tracer<K> key, Tracer<L> logits), (fn::categorical<type<S>>{}), (key, logits))

}  // namespace random
}  // namespace shardwise
