// matmul, dot and einsum on tracers. The result's spec is the last argument: `matmul(a, b, P(none, none,
// unreduced(X)))`.
#pragma once

#include <shardwise/dsl/program/functions.hpp>

namespace shardwise {

/// The element type of a contraction's result: `matmul(a, b, preferred<f32>)`.
template <class T> struct Preferred {};
template <class T> inline constexpr Preferred<T> preferred{};

namespace fn {

template <class T> inline constexpr bool is_preferred = false;
template <class T> inline constexpr bool is_preferred<Preferred<T>> = true;
/// What may follow the operands of a contraction.
template <class O>
concept ContractionOption = is_preferred<O> || SpecValue<O>;

template <class P> inline constexpr Dtype preferred_dtype = Dtype::f32;
template <class T> inline constexpr Dtype preferred_dtype<Preferred<T>> = dtype_for<T>;

template <class... Options> struct ContractionOptions {
  template <class O> static constexpr void note(const SpecDesc*& out, const Dtype*& dtype) {
    if constexpr (SpecValue<O>)
      out = &O::desc;
    else
      dtype = &preferred_dtype<O>;
  }
  /// Calls f(out, dtype); null where not given.
  template <class F> static constexpr Value with(F f) {
    const SpecDesc* out = nullptr;
    const Dtype* dtype = nullptr;
    (note<Options>(out, dtype), ...);
    return f(out, dtype);
  }
};

template <class Options> struct matmul {
  static constexpr std::string_view name = "matmul";
  constexpr Value operator()(Value a, Value b) const {
    return Options::with([&](auto* out, auto* dtype) { return shardwise::matmul(a, b, out, dtype); });
  }
};

using rules::EinsumLabels, rules::parse_einsum;
template <fixed_string Equation, class Options> struct einsum {
  static constexpr std::string_view name = "einsum";
  static constexpr EinsumLabels labels = parse_einsum(Equation.view());
  template <class... B> constexpr Value operator()(Value a, B... b) const {
    const Value in[] = {a, b...};
    constexpr int n = 1 + int(sizeof...(B));
    for (const Value& v : in)
      if (!v.valid()) return v;
    if (!labels.valid || labels.operands != n) {
      const TypeDesc types[] = {a.type(), b.type()...};
      rules::Verdict v;
      if (!labels.valid)
        v.reject(labels.problem, labels.repair);
      else
        v.reject("the equation names another number of operands than the call", "give it letters for each operand");
      return a.builder->reject(name, types, n, v), Value{a.builder, -1};
    }
    return Options::with(
        [&](auto* out, auto* dtype) { return shardwise::einsum(in, labels.labels, n, labels.out, out, dtype); });
  }
};

template <fixed_string Padding, int StrideHeight, int StrideWidth, class Options> struct conv {
  static constexpr std::string_view name = "conv";
  constexpr Value operator()(Value x, Value w) const {
    rules::ConvOptions o = rules::parse_padding(Padding.view());
    o.strides[0] = StrideHeight;
    o.strides[1] = StrideWidth;
    return Options::with([&](auto* out, auto* dtype) { return shardwise::conv(x, w, o, out, dtype); });
  }
};

}  // namespace fn

/// `[..., m, k] @ [k, n]`, or with the same leading dimensions on both sides; a vector is summed over its dimension.
SHARDWISE_FUNCTION(matmul, (class A, class B, fn::ContractionOption... O), (fn::matmul<fn::ContractionOptions<O...>>),
                   (A, B), (Tracer<A> a, Tracer<B> b, O...), (fn::matmul<fn::ContractionOptions<O...>>{}), (a, b))
SHARDWISE_FUNCTION(dot, (class A, class B, fn::ContractionOption... O), (fn::matmul<fn::ContractionOptions<O...>>),
                   (A, B), (Tracer<A> a, Tracer<B> b, O...), (fn::matmul<fn::ContractionOptions<O...>>{}), (a, b))
/// Sums products over the letters that the result lacks: `einsum<"ij,jk->ik">(a, b)`, of one to three operands.
SHARDWISE_FUNCTION(einsum, (fixed_string E, class A, fn::ContractionOption... O),
                   (fn::einsum<E, fn::ContractionOptions<O...>>), (A), (Tracer<A> a, O...),
                   (fn::einsum<E, fn::ContractionOptions<O...>>{}), (a))
SHARDWISE_FUNCTION(einsum, (fixed_string E, class A, class B, fn::ContractionOption... O),
                   (fn::einsum<E, fn::ContractionOptions<O...>>), (A, B), (Tracer<A> a, Tracer<B> b, O...),
                   (fn::einsum<E, fn::ContractionOptions<O...>>{}), (a, b))
SHARDWISE_FUNCTION(einsum, (fixed_string E, class A, class B, class C, fn::ContractionOption... O),
                   (fn::einsum<E, fn::ContractionOptions<O...>>), (A, B, C),
                   (Tracer<A> a, Tracer<B> b, Tracer<C> c, O...), (fn::einsum<E, fn::ContractionOptions<O...>>{}),
                   (a, b, c))
/// Convolves [batch,height,width,in] with [height,width,in,out]: `conv<"SAME", 2, 2>(x, w)`. The padding is SAME or
/// VALID, as in JAX, or what is added before and after height and width: `conv<"(1,1),(2,0)">(x, w)`. Strides follow.
SHARDWISE_FUNCTION(conv,
                   (fixed_string Padding, int H = 1, int W = 1, class A = void, class B = void,
                    fn::ContractionOption... O),
                   (fn::conv<Padding, H, W, fn::ContractionOptions<O...>>), (A, B), (Tracer<A> x, Tracer<B> w, O...),
                   (fn::conv<Padding, H, W, fn::ContractionOptions<O...>>{}), (x, w))

}  // namespace shardwise
