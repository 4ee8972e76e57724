// The functions of the language on tracers. Each is a function on values, lifted.
#pragma once

#include <shardwise/dsl/program/lift.hpp>

namespace shardwise {

/// Keeps reduced dimensions with extent 1: `sum<0>(x, keepdims)`.
struct KeepDims {};
inline constexpr KeepDims keepdims{};

namespace fn {

using rules::LiteralNumber;

// ---- elementwise
template <class Op> struct unary {
  static constexpr std::string_view name = Op::name;
  constexpr Value operator()(Value a) const { return apply<Op>(a); }
};
template <class Op> struct binary {
  static constexpr std::string_view name = Op::name;
  constexpr Value operator()(Value a, Value b) const { return apply<Op>(a, b); }
};
/// The operand beside a literal: floating literals want floating operands, else fractions would be lost.
/// Whole ones are below 2^53, which is as far as programs hold them.
template <bool Floating> constexpr Value beside(Value a, const LiteralNumber& literal) {
  if (!a.valid()) return a;
  if (literal.lost)
    return detail::refuse_literal(a, literal, "the literal %L is beyond 2^53, and programs hold numbers as f64",
                                  "make it an argument of the step");
  return !Floating || is_floating(a.type().dtype) ? a : detail::refuse_fraction(a);
}
/// A literal on the right, or on the left.
template <class Op, bool Floating> struct with_literal {
  static constexpr std::string_view name = Op::name;
  LiteralNumber literal = 1.0;
  constexpr Value operator()(Value a) const { return apply<Op>(beside<Floating>(a, literal), literal.value); }
};
template <class Op, bool Floating> struct literal_with {
  static constexpr std::string_view name = Op::name;
  LiteralNumber literal = 1.0;
  constexpr Value operator()(Value b) const { return apply<Op>(literal.value, beside<Floating>(b, literal)); }
};
template <bool Floating> struct scale {
  static constexpr std::string_view name = "mul";
  LiteralNumber factor = 2.0;
  constexpr Value operator()(Value a) const { return factor.value * beside<Floating>(a, factor); }
};
template <bool Floating> struct divide {
  static constexpr std::string_view name = "div";
  LiteralNumber divisor = 2.0;
  constexpr Value operator()(Value a) const { return beside<Floating>(a, divisor) / divisor.value; }
};
struct where {
  static constexpr std::string_view name = "where";
  constexpr Value operator()(Value mask, Value a, Value b) const { return shardwise::where(mask, a, b); }
};
/// With U only the literal 0 fits: checked when the step is traced.
template <bool Left, bool Floating> struct where_literal {
  static constexpr std::string_view name = "where";
  LiteralNumber literal = 0.0;
  constexpr Value operator()(Value mask, Value a) const {
    a = beside<Floating>(a, literal);
    const Value l = full_like(a, literal);
    return Left ? shardwise::where(mask, l, a) : shardwise::where(mask, a, l);
  }
};
template <class T> struct astype {
  static constexpr std::string_view name = "astype";
  constexpr Value operator()(Value a) const { return shardwise::astype(a, dtype_for<T>); }
};
struct stop_gradient {
  static constexpr std::string_view name = "stop_gradient";
  constexpr Value operator()(Value a) const { return shardwise::stop_gradient(a); }
};
struct zeros_like_cotangent {
  static constexpr std::string_view name = "zeros_like_cotangent";
  constexpr Value operator()(Value a) const {
    if (!a.valid() || a.type().pending == PendingKind::sum) return shardwise::zeros_like_cotangent(a);
    const TypeDesc t = a.type();
    rules::Verdict v;
    v.reject("a maximum or minimum that is pending over %X has no gradient", "reshard it first: %{a-}",
             t.unreduced.axes[0]);
    return a.builder->reject(name, &t, 1, v), Value{a.builder, -1};
  }
};
struct zeros_like {
  static constexpr std::string_view name = "zeros_like";
  constexpr Value operator()(Value a) const { return full_like(a, 0); }
};
template <bool Floating> struct full_like {
  static constexpr std::string_view name = "full_like";
  LiteralNumber literal = 1.0;
  constexpr Value operator()(Value a) const { return shardwise::full_like(beside<Floating>(a, literal), literal); }
};

// ---- layout
template <class S> struct reshard {
  static constexpr std::string_view name = "reshard";
  constexpr Value operator()(Value a) const { return shardwise::reshard(a, S::desc); }
};
template <int... Permutation> struct transpose {
  static constexpr std::string_view name = "transpose";
  constexpr Value operator()(Value a) const {
    std::uint32_t packed = 0;
    int i = 0;
    if constexpr (sizeof...(Permutation) == 0)
      for (; i < a.type().rank; ++i) packed |= std::uint32_t(a.type().rank - 1 - i) << (4 * i);
    else
      ((packed |= std::uint32_t(Permutation) << (4 * i++)), ...);
    // Not a permutation of the dimensions: rejected.
    if (sizeof...(Permutation) && (i != a.type().rank || ((Permutation < 0 || Permutation >= i) || ...))) packed = ~0u;
    return shardwise::transpose(a, packed);
  }
};
struct ShapeDesc {
  Extent extents[max_rank]{};
  int rank = 0;
  int inferred = -1;  ///< the dimension written -1
  int mistake = 0;    ///< of the template arguments: a place in `mistakes`, or 0
  static constexpr const char* mistakes[][2] = {
      {},
      {"the rank is above 8", "merge dimensions"},
      {"an extent is negative", "an extent is a number, and in reshape -1 once for what is left"},
      {"-1 stands twice", "it stands once, for what is left"},
      {"the extents are not understood", "separate them by commas, as in \"batch,28*28\""},
      {"-1 cannot be found beside an extent 0", "write the extent in its place"}};
  constexpr Value refuse(std::string_view op, Value a) const {
    const TypeDesc t = a.type();
    rules::Verdict v;
    v.reject(mistakes[mistake][0], mistakes[mistake][1]);
    return a.builder->reject(op, &t, 1, v), Value{a.builder, -1};
  }
};
template <ShapeDesc S> struct reshape {
  static constexpr std::string_view name = "reshape";
  constexpr Value operator()(Value a) const {
    ShapeDesc s = S;
    if (s.mistake) return s.refuse(name, a);
    if (s.inferred >= 0) {
      for (int i = 0; i < s.rank; ++i)
        if (s.extents[i].number == 0) return ShapeDesc{.mistake = 5}.refuse(name, a);
      Extent left = extent(1);
      for (int i = 0; i < a.type().rank; ++i) left = left * a.type().dims[i].extent;
      for (int i = 0; i < s.rank; ++i)
        if (i != s.inferred) left = left / s.extents[i];
      s.extents[s.inferred] = left;
    }
    return shardwise::reshape(a, s.extents, s.rank);
  }
};
template <int Dim> struct expand_dims {
  static constexpr std::string_view name = "expand_dims";
  constexpr Value operator()(Value a) const {
    return shardwise::expand_dims(a, Dim < 0 ? Dim + a.type().rank + 1 : Dim);
  }
};
template <int Dim, std::int64_t Start, std::int64_t Stop, std::int64_t Stride> struct slice {
  static constexpr std::string_view name = "slice";
  constexpr Value operator()(Value a) const {
    return shardwise::slice(a, Dim < 0 ? Dim + a.type().rank : Dim, Start, Stop, Stride);
  }
};

// ---- reductions
template <int... Dims> constexpr unsigned mask_of(int rank) {
  if constexpr (sizeof...(Dims) == 0) {
    return (1u << rank) - 1;
  } else {
    unsigned mask = 0;
    // A dimension out of range sets a bit beyond the rank, one named twice a second bit: the rule refuses both.
    const auto name = [&](int dim) {
      if (dim < -rank || dim >= rank) {
        mask |= 1u << (max_rank + 1);
      } else {
        const unsigned bit = 1u << (dim < 0 ? dim + rank : dim);
        mask |= mask & bit ? bit << rules::named_twice : bit;
      }
    };
    (name(Dims), ...);
    return mask;
  }
}
template <class... Options> struct ReductionOptions {
  static constexpr bool keepdims = (std::is_same_v<Options, KeepDims> || ...);
  template <class F> static constexpr Value with_out(F f) {
    const SpecDesc* out = nullptr;
    ((out = pick<Options>(out)), ...);
    return f(out);
  }
  template <class O> static constexpr const SpecDesc* pick(const SpecDesc* before) {
    if constexpr (SpecValue<O>)
      return &O::desc;
    else
      return before;
  }
};
enum class Reduction : std::uint8_t { sum, mean, max, min };
template <Reduction R, class Options, int... Dims> struct reduce {
  static constexpr std::string_view name = R == Reduction::sum    ? "sum"
                                           : R == Reduction::mean ? "mean"
                                           : R == Reduction::max  ? "max"
                                                                  : "min";
  constexpr Value operator()(Value a) const {
    const unsigned dims = mask_of<Dims...>(a.type().rank);
    return Options::with_out([&](const SpecDesc* out) {
      switch (R) {
        case Reduction::sum:
          return shardwise::sum(a, dims, Options::keepdims, out);
        case Reduction::mean:
          return shardwise::mean(a, dims, Options::keepdims, out);
        case Reduction::max:
          return shardwise::reduce_max(a, dims, Options::keepdims, out);
        default:
          return shardwise::reduce_min(a, dims, Options::keepdims, out);
      }
    });
  }
};
template <int Dim> struct argmax {
  static constexpr std::string_view name = "argmax";
  constexpr Value operator()(Value a) const { return shardwise::argmax(a, Dim < 0 ? Dim + a.type().rank : Dim); }
};
template <int Dim> struct argmin {
  static constexpr std::string_view name = "argmin";
  constexpr Value operator()(Value a) const { return shardwise::argmin(a, Dim < 0 ? Dim + a.type().rank : Dim); }
};

// ---- composed
template <int Dim, bool Keep> struct logsumexp {
  static constexpr std::string_view name = "logsumexp";
  constexpr Value operator()(Value a) const {
    return shardwise::logsumexp(a, Dim < 0 ? Dim + a.type().rank : Dim, Keep);
  }
};
template <int Dim> struct log_softmax {
  static constexpr std::string_view name = "log_softmax";
  constexpr Value operator()(Value a) const { return shardwise::log_softmax(a, Dim < 0 ? Dim + a.type().rank : Dim); }
};
template <int Dim> struct softmax {
  static constexpr std::string_view name = "softmax";
  constexpr Value operator()(Value a) const { return shardwise::softmax(a, Dim < 0 ? Dim + a.type().rank : Dim); }
};
template <std::int64_t Classes, class T, class Options = ReductionOptions<>> struct one_hot {
  static constexpr std::string_view name = "one_hot";
  constexpr Value operator()(Value labels) const {
    return Options::with_out(
        [&](const SpecDesc* out) { return shardwise::one_hot(labels, extent(Classes), dtype_for<T>, out); });
  }
};
struct cross_entropy {
  static constexpr std::string_view name = "softmax_cross_entropy_with_integer_labels";
  constexpr Value operator()(Value logits, Value labels) const {
    return softmax_cross_entropy_with_integer_labels(logits, labels);
  }
};

/// What may follow the operand of a reduction.
template <class O>
concept ReductionOption = std::is_same_v<O, KeepDims> || SpecValue<O>;

}  // namespace fn
}  // namespace shardwise
