// Convolution in two dimensions, NHWC by HWIO to NHWC: to the mesh a contraction of the channels, in which the batch,
// the input channels and the output channels may be split, and the spatial dimensions may not.
#pragma once

#include <shardwise/dsl/rules/einsum.hpp>
#include <shardwise/dsl/rules/window.hpp>

namespace shardwise::rules {

/// Strides and padding as the call says them.
struct ConvOptions {
  enum class Padding : std::uint8_t { same, valid, given };
  Padding padding = Padding::valid;
  int strides[2] = {1, 1};
  int before[2]{}, after[2]{};
  std::string_view problem{};  ///< what is wrong with the text; empty if nothing is
};
/// Reads `SAME`, `VALID` or the elements added before and after each spatial dimension: `(1,1),(2,0)`.
constexpr ConvOptions parse_padding(std::string_view text) {
  ConvOptions o;
  if (text == "SAME") return o.padding = ConvOptions::Padding::same, o;
  if (text == "VALID") return o;
  o.padding = ConvOptions::Padding::given;
  NotationParser p{text};
  for (int d = 0; d < 2; ++d) {
    std::int64_t before = 0, after = 0;
    const bool read = (d == 0 || p.eat(',')) && p.eat('(') && p.integer(before) && p.eat(',') && p.integer(after) &&
                      p.eat(')') && before < Window::most_before && after < Window::most_before;
    if (!read) return o.problem = "the padding is not understood", o;
    o.before[d] = int(before);
    o.after[d] = int(after);
  }
  if (p.peek()) o.problem = "the padding is not understood";
  return o;
}

/// The operands of a convolution as those of a contraction: labels 1 for the batch, 2 and 3 for the channels in and
/// out.
inline constexpr std::uint32_t conv_input = 0x2541, conv_kernel = 0x3276, conv_result = 0x31;
inline constexpr std::uint32_t conv_spatial = 0xf0;  ///< labels 4 to 7

/// The type of the local convolution, with the given spatial extents: a split of the input channels becomes U.
constexpr Verdict judge_conv(const TypeDesc& x, const TypeDesc& w, const Extent (&spatial)[2], bool has_out = true) {
  Verdict v;
  if (x.rank != 4 || w.rank != 4)
    return v.reject("a convolution wants [batch,height,width,channels] and [height,width,channels,channels]",
                    "reshape to four dimensions");
  const Operands o{2, {&x, &w}, {conv_input, conv_kernel}, conv_result, has_out, conv_spatial};
  for (int k : {0, 1})
    for (int d = 1 - k; d < 3 - k; ++d)
      if (const AxisList& axes = o.types[k]->dims[d].axes; axes.size) {
        v.reject(k ? "the spatial dimension of the kernel is split over %X"
                   : "the spatial dimension is split over %X, and windows would reach beyond the block",
                 {}, axes.axes[0], d);
        suggest(v, o, v.axis);
        return v;
      }
  v = judge_contraction(x, w, conv_input, conv_kernel, conv_result, has_out);
  if (!v.ok) return v;
  v.type.dims[3] = v.type.dims[1];
  for (int d : {0, 1}) v.type.dims[d + 1] = {spatial[d], {}};
  v.type.rank = 4;
  return v;
}

/// The windows of a call and the spatial extents of its result, or why there are none.
struct Windows {
  Window window[2];
  Extent extents[2];
};
constexpr Windows windows_of(Verdict& v, const TypeDesc& x, const TypeDesc& w, const ConvOptions& o) {
  Windows out;
  if (!o.problem.empty())
    v.reject(o.problem,
             "write conv<\"SAME\">, conv<\"VALID\">, or what is added before and after height and width: "
             "conv<\"(1,1),(1,1)\">");
  for (int d = 0; d < 2 && v.ok && x.rank == 4 && w.rank == 4; ++d) {
    const Extent &in = x.dims[d + 1].extent, &kernel = w.dims[d].extent;
    const int stride = o.strides[d];
    const bool same = o.padding == ConvOptions::Padding::same;
    if (stride < 1 || stride > Window::most) {
      v.reject("a stride is from 1 to 63", "take every element, and slice the result", {}, d + 1);
    } else if (!kernel.is_number() || kernel.number < 1 || kernel.number > 1024) {
      v.reject("the spatial extents of the kernel are numbers from 1 to 1024", "write the number in its type", {}, d);
    } else if (!in.is_number() && !(same && stride == 1)) {
      v.reject("the spatial extents are numbers, but for SAME with stride 1", "write the number in the type", {},
               d + 1);
    } else if (same && stride == 1) {
      out.window[d].before = int(kernel.number - 1) / 2;
      out.extents[d] = in;
    } else {
      const std::int64_t n = in.number, k = kernel.number;
      std::int64_t before = o.before[d], all = n + o.before[d] + o.after[d], made = (all - k) / stride + 1;
      if (same) {
        made = (n + stride - 1) / stride;
        const std::int64_t added = (made - 1) * stride + k - n;
        before = added > 0 ? added / 2 : 0;
      } else if (all < k) {
        v.reject("the kernel is larger than the padded input", "pad it: conv<\"SAME\">", {}, d + 1);
      }
      out.window[d] = {1, stride, 1, int(before)};
      out.extents[d] = extent(made);
    }
    if (v.ok && !out.window[d].fits()) v.reject("the padding is beyond 4095", "pad less", {}, d + 1);
  }
  return out;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace detail {
constexpr std::uint32_t permutation(int a, int b, int c, int d) { return std::uint32_t(a | b << 4 | c << 8 | d << 12); }
constexpr Value conv_local(Value x, Value w, const rules::Windows& windows, Dtype dtype, bool has_out = true);
}  // namespace detail

namespace ops {
/// The transposes are convolutions of the cotangent with the other operand.
struct conv : Structural<"conv", 2> {
  static constexpr void pull(auto& p) {
    using shardwise::detail::permutation;
    const Eqn q = p.eqn();
    const rules::Window window[] = {rules::Window::of(q.k0), rules::Window::of(q.k1)};
    const bool flipped = window[0].step < 0;
    for (int i = 0; i < 2; ++i) {
      if (!p.wants(i)) continue;
      const TypeDesc t = cotangent(p.operand_type(i));
      // The cotangent is R where the other operand may be replicated.
      Value other = p.operand(1 - i);
      SpecDesc spec = spec_of(other.type());
      for (Name x : p.cotangent.type().reduced)
        if (!spec.mentions(x)) spec.reduced.insert(x);
      other = shardwise::reshard(other, spec);
      rules::Windows w;
      for (int d = 0; d < 2; ++d) {
        w.window[d] = i ? window[d].of_kernel() : window[d].of_input();
        w.extents[d] = t.dims[i ? d : d + 1].extent;
      }
      if (i == 0) {
        const Value kernel = shardwise::transpose(other, permutation(0, 1, 3, 2));
        p.add(0, reshard_to(shardwise::detail::conv_local(p.cotangent, kernel, w, t.dtype), t));
      } else {
        const Value& input = flipped ? p.cotangent : other;
        const Value& kernel = flipped ? other : p.cotangent;
        const Value a = shardwise::transpose(input, permutation(3, 1, 2, 0));
        const Value b = shardwise::transpose(kernel, permutation(1, 2, 0, 3));
        const Value c = shardwise::detail::conv_local(a, b, w, t.dtype);
        p.add(1, reshard_to(shardwise::transpose(c, flipped ? permutation(1, 2, 3, 0) : permutation(1, 2, 0, 3)), t));
      }
    }
  }
};
}  // namespace ops

namespace detail {
/// The local convolution; `dtype` is the result's.
constexpr Value conv_local(Value x, Value w, const rules::Windows& windows, Dtype dtype, bool has_out) {
  if (!x.valid()) return x;
  if (!w.valid()) return w;
  Builder& g = *x.builder;
  vary_together({&x, &w});
  const Dtype own = rules::product_dtype(x.type().dtype, w.type().dtype);
  if (is_floating(own) && (own == Dtype::f64 || dtype == Dtype::f64)) {
    x = astype(x, Dtype::f64);
    w = astype(w, Dtype::f64);
  }
  const TypeDesc types[] = {x.type(), w.type()};
  rules::Verdict v = rules::judge_conv(types[0], types[1], windows.extents, has_out);
  if (v.ok && is_floating(v.type.dtype) != is_floating(dtype))
    v.reject("the element type that is preferred is of another kind", "astype the operands or the result");
  if (!v.ok) return g.reject("conv", types, 2, v), Value{&g, -1};
  if (unify(types[0].dims[3].extent, types[1].dims[2].extent).how == Agreement::at_bind)
    g.require_equal(types[0].dims[3].extent, types[1].dims[2].extent);
  if (v.type.dtype != Dtype::f64 && is_floating(dtype)) v.type.dtype = dtype == Dtype::f64 ? Dtype::f64 : dtype;
  const Value y{&g, g.push({.op = op<ops::conv>,
                            .a = x.id,
                            .b = w.id,
                            .k0 = windows.window[0].packed(),
                            .k1 = windows.window[1].packed()},
                           v.type)};
  return astype(y, dtype);
}
}  // namespace detail

/// The convolution with its result resharded to `out`; where input channels are split, `out` is needed.
constexpr Value conv(Value x, Value w, const rules::ConvOptions& options, const SpecDesc* out, const Dtype* preferred) {
  if (!x.valid()) return x;
  if (!w.valid()) return w;
  detail::vary_together({&x, &w});
  const TypeDesc types[] = {x.type(), w.type()};
  rules::Verdict v;
  const rules::Windows windows = rules::windows_of(v, types[0], types[1], options);
  if (!v.ok) return x.builder->reject("conv", types, 2, v), Value{x.builder, -1};
  const Dtype dtype = preferred ? *preferred : rules::product_dtype(types[0].dtype, types[1].dtype);
  const Value natural = detail::conv_local(x, w, windows, dtype, out != nullptr);
  return detail::finish_product("conv", natural, types, 2, out);
}

}  // namespace shardwise
