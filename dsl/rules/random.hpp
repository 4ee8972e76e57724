// Random numbers inside steps. A draw takes one key and the type of its result: element i of the global array is a
// function of the key and i alone, so no layout changes the numbers. No gradient flows through a draw.
#pragma once

#include <shardwise/dsl/rules/convolution.hpp>
#include <shardwise/dsl/rules/leaf.hpp>

namespace shardwise::rules {

/// A single key, and what else a draw wants of the type it makes. Where the key varies, the result does.
constexpr Verdict judge_key(const TypeDesc& key) {
  Verdict v;
  if (key.dtype != Dtype::key)
    return v.reject("the operand is no key", "make one of it with random::key(seed), outside of the step");
  if (key.unreduced.size)
    return v.reject("a key that is pending over %X is another one on each device", "reshard it first: %{a-}",
                    key.unreduced.axes[0]);
  if (key.rank == 1 && key.dims[0].axes.size)
    return v.reject("the keys are split over %X, and a draw wants one", "gather them: %{a-}, and take one",
                    key.dims[0].axes.axes[0]);
  if (key.rank == 1)
    return v.reject("these are many keys, and a draw wants one",
                    "take one: reshape<>(slice<0, 0, 1>(a)), or scan them");
  if (key.rank) return v.reject("these are many keys, and a draw wants one", "make them key[n], and scan them");
  return v;
}

constexpr Verdict judge_draw(std::string_view op, const TypeDesc& key, const TypeDesc& type) {
  Verdict v = judge_key(key);
  if (!v.ok) return v;
  const bool bits = op == "random::bits", permutation = op == "random::permutation";
  if (bits && type.dtype != Dtype::u32) return v.reject("random bits are u32", "draw those and astype");
  if (permutation && !is_integer(type.dtype)) return v.reject("a permutation is of integers", "draw i32[n]");
  if (permutation && type.rank != 1)
    return v.reject("a permutation has one dimension", "draw i32[n], and take along the dimension that is permuted");
  if (!bits && !permutation && !is_floating(type.dtype))
    return v.reject("the numbers are floating", "draw f32 and astype");
  v.type = type;
  if (type.unreduced.size)
    return v.reject("a draw is no pending sum over %X", "leave %X out of the type, and reshard the numbers to %<=>",
                    type.unreduced.axes[0]);
  for (Name x : type.varying)
    if (!key.varying.has(x))
      return v.reject("the key does not vary over %X, so the numbers are the same there",
                      "leave %X out of the type, or fold the device into the key", x);
  for (Name x : key.varying) {
    if (type.dim_of(x) >= 0 || type.reduced.has(x))
      return v.reject("the key varies over %X, and so do the numbers", "leave %X out of the type", x);
    v.type.varying.insert(x);
  }
  for (int d = 0; d < type.rank; ++d)
    if (type.dims[d].extent.is_unknown())
      return v.reject("an extent of a draw is not known", "give it a number or a name", {}, d);
  return v;
}

/// The key that mixes in a number: varies where either does.
constexpr Verdict judge_fold_in(const TypeDesc& key, const TypeDesc& data) {
  Verdict v = judge_key(key);
  if (!v.ok) return v;
  if (!is_integer(data.dtype)) return v.reject("the number is no integer", "astype<u32> it");
  if (data.rank) return v.reject("the numbers are many, and a key takes one", "fold in one, or scan them");
  if (data.unreduced.size)
    return v.reject("the number is pending over %X", "reduce it first: %{b-}", data.unreduced.axes[0]);
  v.type = scalar_type(Dtype::key);
  v.type.varying = key.varying;
  for (Name x : data.varying) v.type.varying.insert(x);
  for (Name x : key.reduced)
    if (data.reduced.has(x)) v.type.reduced.insert(x);
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace ops {
struct random_split : WithoutGradient<"random::split", 1> {};
struct random_fold_in : WithoutGradient<"random::fold_in", 2> {};
struct random_bits : WithoutGradient<"random::bits", 1> {};
struct random_uniform : WithoutGradient<"random::uniform", 1> {};
struct random_normal : WithoutGradient<"random::normal", 1> {};
struct random_permutation : WithoutGradient<"random::permutation", 1> {};
}  // namespace ops

namespace random {

/// n independent keys, as key[n].
constexpr Value split(Value key, std::int64_t n) {
  if (!key.valid()) return key;
  const TypeDesc t = key.type();
  rules::Verdict v = rules::judge_key(t);
  if (v.ok && n < 1) v.reject("a key is split into at least one", "split<2>");
  if (!v.ok) return key.builder->reject("random::split", &t, 1, v), Value{key.builder, -1};
  TypeDesc keys = t;
  keys.dims[keys.rank++].extent = extent(n);
  return {key.builder, key.builder->push({.op = op<ops::random_split>, .a = key.id}, keys)};
}

/// A key that mixes in a number, such as a step's or a device's.
constexpr Value fold_in(Value key, Value data) {
  if (!key.valid()) return key;
  if (!data.valid()) return data;
  const TypeDesc types[] = {key.type(), data.type()};
  const rules::Verdict v = rules::judge_fold_in(types[0], types[1]);
  if (!v.ok) return key.builder->reject("random::fold_in", types, 2, v), Value{key.builder, -1};
  return {key.builder, key.builder->push({.op = op<ops::random_fold_in>, .a = key.id, .b = data.id}, v.type)};
}
constexpr Value fold_in(Value key, std::int64_t data) {
  if (!key.valid()) return key;
  return fold_in(key, full(*key.builder, scalar_type(Dtype::u32), double(std::uint32_t(data))));
}

/// One of the draws: bits, uniform, normal, permutation.
constexpr Value draw(const OpInfo* o, Value key, const TypeDesc& type) {
  if (!key.valid()) return key;
  const TypeDesc t = key.type();
  const rules::Verdict v = rules::judge_draw(o->name, t, type);
  if (!v.ok) return key.builder->reject(o->name, &t, 1, v), Value{key.builder, -1};
  return {key.builder, key.builder->push({.op = o, .a = key.id}, v.type)};
}
template <class Op> constexpr Value draw(Value key, const TypeDesc& type) { return draw(op<Op>, key, type); }

}  // namespace random

namespace detail {
/// Uniform numbers of `dtype` that lie as `type`, and R where a floating operand is R that they meet.
constexpr Value noise_for(Value key, Value operand, TypeDesc type, Dtype dtype) {
  type.dtype = dtype;
  for (Name x : operand.type().reduced)
    if (!type.mentions(x)) type.reduced.insert(x);
  for (Name x : operand.type().varying)
    if (!key.type().varying.has(x)) type.varying.erase(x);  // cast where they meet
  return random::draw<ops::random_uniform>(key, type);
}
/// The numbers as the type that was asked for; replicated and R are the same to what has no cotangent.
constexpr Value as_asked(std::string_view name, Value made, const TypeDesc* operands, int n, TypeDesc type) {
  if (!made.valid()) return made;
  const TypeDesc t = made.type();
  type.varying = t.varying;
  SpecDesc s = spec_of(t);
  s.reduced = type.reduced;
  TypeDesc cast = t;
  if (apply_spec(cast, s) && made.builder->same_type(cast, type)) return reshard(made, s);
  rules::Verdict v;
  v.type = t;
  v.reject("the operands give another type than the one that is drawn", "draw one of their shape, that lies as %<=>");
  return made.builder->reject(name, operands, n, v), Value{made.builder, -1};
}
constexpr bool is_drawn(std::string_view name, const TypeDesc* operands, int n, Builder& g, const TypeDesc& type,
                        bool fits, std::string_view why, std::string_view repair) {
  rules::Verdict v = rules::judge_key(operands[0]);
  v.type = type;
  if (v.ok && !fits) v.reject(why, repair);
  if (v.ok && n > 1 && !is_floating(operands[1].dtype)) v.reject("the numbers are not floating", "astype<f32> them");
  if (!v.ok) g.reject(name, operands, n, v);
  return v.ok;
}
constexpr Dtype wide(Dtype d) { return d == Dtype::f64 ? d : Dtype::f32; }
}  // namespace detail

namespace random {
/// True with probability p, which broadcasts to the type.
constexpr Value bernoulli(Value key, Value p, const TypeDesc& type) {
  if (!key.valid()) return key;
  if (!p.valid()) return p;
  const TypeDesc types[] = {key.type(), p.type()};
  if (!detail::is_drawn("random::bernoulli", types, 2, *key.builder, type, type.dtype == Dtype::boolean,
                        "what is true or false is bool", "draw bool and astype"))
    return {key.builder, -1};
  const Dtype dtype = detail::wide(types[1].dtype);
  const Value u = detail::noise_for(key, p, type, dtype);
  return detail::as_asked("random::bernoulli", apply<ops::lt>(u, astype(p, dtype)), types, 2, type);
}
constexpr Value bernoulli(Value key, double p, const TypeDesc& type) {
  if (!key.valid()) return key;
  const TypeDesc t = key.type();
  if (!detail::is_drawn("random::bernoulli", &t, 1, *key.builder, type, type.dtype == Dtype::boolean,
                        "what is true or false is bool", "draw bool and astype"))
    return {key.builder, -1};
  TypeDesc u = type;
  u.dtype = Dtype::f32;
  return apply<ops::lt>(draw<ops::random_uniform>(key, u), p);
}

/// Indices along the last dimension of `logits`, each with the probability that softmax gives it. The type's
/// dimensions are those of the logits without the last, and further ones before them: more draws of each.
constexpr Value categorical(Value key, Value logits, const TypeDesc& type) {
  if (!key.valid()) return key;
  if (!logits.valid()) return logits;
  const TypeDesc types[] = {key.type(), logits.type()};
  const TypeDesc& l = types[1];
  const bool fits = is_integer(type.dtype) && l.rank > 0 && type.rank >= l.rank - 1 && type.rank < max_rank;
  if (!detail::is_drawn("random::categorical", types, 2, *key.builder, type, fits,
                        l.rank ? "the indices are integers, one for each row of the logits"
                               : "the logits have no dimension to choose along",
                        "draw i32 with the logits' dimensions but the last"))
    return {key.builder, -1};
  TypeDesc noisy = type;
  noisy.dims[noisy.rank++] = l.dims[l.rank - 1];
  const Dtype dtype = detail::wide(l.dtype);
  const Value u = detail::noise_for(key, logits, noisy, dtype);
  if (!u.valid()) return u;
  // Gumbel's trick: log(-log u) is what each index gains; u is no 0.
  const Value gain = -apply<ops::log>(-apply<ops::log>(apply<ops::max>(u, dtype == Dtype::f64 ? 0x1p-54 : 0x1p-25)));
  const Value sum = gain + astype(stop_gradient(logits), dtype);  // in the order of the operands, for sentences
  if (!sum.valid()) return sum;
  const Value index = argmax(sum, sum.type().rank - 1);
  return detail::as_asked("random::categorical", index.valid() ? astype(index, type.dtype) : index, types, 2, type);
}

}  // namespace random
}  // namespace shardwise
