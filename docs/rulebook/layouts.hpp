// All layouts of an array: every state of every mesh axis.
#pragma once

#include <rulebook/call.hpp>

namespace shardwise::rulebook {

inline constexpr int most_axes = 3;
inline constexpr std::string_view axis_names[most_axes] = {"X", "Y", "Z"};

namespace detail {
/// Every way to put one more axis into a type.
inline void with_axis(const TypeDesc& t, Name axis, bool ones, bool varying, std::vector<TypeDesc>& out) {
  out.push_back(t);
  if (varying) {
    TypeDesc v = t;
    v.varying.insert(axis);
    out.push_back(v);
  }
  TypeDesc r = t;
  r.reduced.insert(axis);
  out.push_back(r);
  if (t.dtype != Dtype::boolean && t.dtype != Dtype::key)
    for (PendingKind kind : {PendingKind::sum, PendingKind::max, PendingKind::min}) {
      if (t.unreduced.size && t.pending != kind) continue;
      TypeDesc u = t;
      u.unreduced.insert(axis);
      u.pending = kind;
      out.push_back(u);
    }
  for (int d = 0; d < t.rank; ++d) {
    if (t.dims[d].extent.is_one() && !ones) continue;
    // Axes that split a dimension together come in each order.
    const AxisList there = t.dims[d].axes;
    for (int at = there.size; at >= 0; --at) {
      TypeDesc s = t;
      s.dims[d].axes = {};
      for (int i = 0; i <= there.size; ++i) {
        if (i == at) s.dims[d].axes.push(axis);
        if (i < there.size) s.dims[d].axes.push(there.axes[i]);
      }
      out.push_back(s);
    }
  }
}
}  // namespace detail

/// Every state of every axis: replicated, R, U, Umax, Umin, and split on each dimension whose extent is not 1 (with
/// `ones`, on all: such a split needs an axis of size 1), with `varying` V too. `base` has none of the axes.
inline std::vector<TypeDesc> layouts(const TypeDesc& base, int axes, bool ones = false, bool varying = false) {
  std::vector<TypeDesc> all{base};
  for (int a = 0; a < axes; ++a) {
    std::vector<TypeDesc> more;
    for (auto& t : all) detail::with_axis(t, Name(axis_names[a]), ones, varying, more);
    all = more;
  }
  return all;
}

}  // namespace shardwise::rulebook
