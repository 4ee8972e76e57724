// Functions composed of ops: their rules and gradients follow from the parts.
#pragma once

#include <shardwise/dsl/rules/loop.hpp>
#include <shardwise/dsl/rules/ordering.hpp>

namespace shardwise {

namespace detail {
/// The bit of a dimension that a function runs along; one beyond the rank, which reductions refuse, if there is none.
constexpr unsigned along(Value x, int dimension) {
  const bool there = !x.valid() || (dimension >= 0 && dimension < x.type().rank);
  return 1u << (there ? dimension : max_rank + 1);
}
}  // namespace detail

/// log(sum(exp(x))) along one dimension, shifted by the maximum; where that is infinite by 0, so that a row of -inf
/// gives -inf. Over a split dimension two small all-reduces.
constexpr Value logsumexp(Value x, int dimension, bool keepdims = false) {
  const unsigned dims = detail::along(x, dimension);
  const Value most = stop_gradient(reduce_max(x, dims, true));
  const Value finite = apply<ops::isfinite>(most);
  const Value m = where(finite, most, full_like(most, 0));
  const Value total = apply<ops::log>(sum(apply<ops::exp>(x - m), dims, true)) + m;
  if (!total.valid() || keepdims) return total;
  Extent left[max_rank];
  int n = 0;
  for (int i = 0; i < x.type().rank; ++i)
    if (i != dimension) left[n++] = x.type().dims[i].extent;
  return reshape(total, left, n);
}
constexpr Value log_softmax(Value x, int dimension) {
  const unsigned dims = detail::along(x, dimension);
  const Value shifted = x - stop_gradient(reduce_max(x, dims, true));
  return shifted - apply<ops::log>(sum(apply<ops::exp>(shifted), dims, true));
}
constexpr Value softmax(Value x, int dimension) {
  const unsigned dims = detail::along(x, dimension);
  const Value most = reduce_max(x, dims, true);
  const Value e = apply<ops::exp>(x - (rules::fault(22) ? most : stop_gradient(most)));
  return e / sum(e, dims, true);
}

namespace detail {
/// The axes over which the classes of labels can be split where they are compared: all, or none if the labels have
/// another state over one of them.
constexpr AxisList axes_of_classes(const TypeDesc& labels, const AxisList& axes) {
  for (Name x : axes) {
    const rules::State s = rules::state_of(labels, x);
    if (s != rules::State::replicated && s != rules::State::reduced) return {};
  }
  return axes;
}
/// True where the new last dimension of extent `classes` equals the label. Over the axes that split the classes each
/// device compares its own.
constexpr Value label_mask(Value labels, const Extent& classes, const AxisList& split = {}) {
  if (!labels.valid()) return labels;
  TypeDesc t = labels.type();
  if (!is_integer(t.dtype)) {
    rules::Verdict v;
    v.reject("the labels are not integers", "astype them first");
    return labels.builder->reject("one_hot", &t, 1, v), Value{labels.builder, -1};
  }
  if (t.rank == max_rank || classes.number < 0) {
    rules::Verdict v;
    if (classes.number < 0)
      v.reject("the number of classes is negative", "one_hot<classes>(a)");
    else
      v.reject("the result's rank is above 8", "reshape the labels first");
    return labels.builder->reject("one_hot", &t, 1, v), Value{labels.builder, -1};
  }
  TypeDesc column = t, count = scalar_type(t.dtype);
  column.dims[column.rank++].extent = extent(1);
  count.rank = 1;
  count.dims[0] = {classes, split};
  Extent extents[max_rank];
  for (int i = 0; i < column.rank; ++i) extents[i] = column.dims[i].extent;
  const Value label = reshape(labels, extents, column.rank);
  return apply<ops::eq>(label, iota(*labels.builder, count, 0));
}
}  // namespace detail

/// 1 where the new last dimension of extent `classes` equals the label, else 0. Laid out as `out` says.
constexpr Value one_hot(Value labels, const Extent& classes, Dtype dtype = Dtype::f32, const SpecDesc* out = nullptr) {
  if (!labels.valid()) return labels;
  const TypeDesc t = labels.type();
  AxisList split;
  if (out && t.rank < max_rank) split = detail::axes_of_classes(t, out->dims[t.rank]);
  const Value hot = astype(detail::label_mask(labels, classes, split), dtype);
  return out ? reshard(hot, *out) : hot;
}

/// One loss an example: `f32[batch,classes], i32[batch] -> f32[batch]`; minus the log-probability of the label.
constexpr Value softmax_cross_entropy_with_integer_labels(Value logits, Value labels) {
  if (!logits.valid() || !labels.valid()) return {logits.builder, -1};
  const TypeDesc t = logits.type();
  const int last = t.rank - 1;
  if (last < 0) {
    rules::Verdict v;
    v.reject("the logits are a scalar", "give them a last dimension of classes");
    return logits.builder->reject("softmax_cross_entropy_with_integer_labels", &t, 1, v), Value{logits.builder, -1};
  }
  const TypeDesc both[] = {t, labels.type()};
  bool fits = both[1].rank == last;
  for (int i = 0; fits && i < last; ++i)
    fits = unify(t.dims[i].extent, both[1].dims[i].extent).how != Agreement::mismatch;
  if (!fits) {
    rules::Verdict v;
    v.reject("the labels have not the shape of the logits without the classes",
             "give one label for each row of logits");
    return logits.builder->reject("softmax_cross_entropy_with_integer_labels", both, 2, v), Value{logits.builder, -1};
  }
  // A label that is out of range is clamped, as an index is.
  const bool whole = is_integer(both[1].dtype);
  Value hot = detail::label_mask(whole ? clamp_index(labels, t.dims[last].extent) : labels, t.dims[last].extent,
                                 detail::axes_of_classes(both[1], t.dims[last].axes));
  if (!hot.valid()) return hot;
  // Split classes: each device compares its own. Labels have no cotangent, so replicated ones fit reduced logits.
  SpecDesc spec = spec_of(hot.type());
  spec.dims[hot.type().rank - 1] = t.dims[last].axes;
  spec.reduced = {};
  for (Name x : t.reduced)
    if (!spec.mentions(x)) spec.reduced.insert(x);
  hot = reshard(hot, spec);
  // Chosen, not multiplied: a class that is masked out by -inf is no NaN.
  const Value log_probability = log_softmax(logits, last);
  return -sum(where(hot, log_probability, full_like(log_probability, 0)), 1u << last);
}

}  // namespace shardwise
