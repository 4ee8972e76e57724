// All layouts of an array on one or two axes.
#pragma once

#include <validator/check.hpp>

namespace validator {

using Dims = std::vector<std::int64_t>;

inline TypeDesc array_type(Dtype dtype, const Dims& dims) {
  TypeDesc t = scalar_type(dtype);
  for (auto n : dims) t.dims[t.rank++].extent = extent(n);
  return t;
}

/// Every state of every axis: replicated, R, U, Umax, Umin, and split on each dimension whose extent is not 1 (with
/// `ones`, on all: such a split needs an axis of size 1). Two axes on one dimension come in both orders.
inline std::vector<TypeDesc> layouts(Dtype dtype, const Dims& dims, int axes, bool ones = false) {
  std::vector<TypeDesc> out;
  const TypeDesc base = array_type(dtype, dims);
  const int states = 5 + base.rank;
  const auto put = [&](TypeDesc& t, Name axis, int state) {
    if (state == 1) t.reduced.insert(axis);
    if (state >= 2 && state <= 4) {
      const PendingKind kind = PendingKind(state - 2);
      if (t.unreduced.size && t.pending != kind) return false;
      if (dtype == Dtype::boolean) return false;
      t.unreduced.insert(axis);
      t.pending = kind;
    }
    if (state >= 5) {
      if (t.dims[state - 5].extent.is_one() && !ones) return false;
      t.dims[state - 5].axes.push(axis);
    }
    return true;
  };
  for (int x = 0; x < states; ++x) {
    TypeDesc t = base;
    if (!put(t, X, x)) continue;
    if (axes == 1) {
      out.push_back(t);
      continue;
    }
    for (int y = 0; y < states; ++y) {
      TypeDesc u = t;
      if (!put(u, Y, y)) continue;
      out.push_back(u);
      if (x == y && x >= 5) {
        TypeDesc swapped = base;
        if (put(swapped, Y, y) && put(swapped, X, x)) out.push_back(swapped);
      }
    }
  }
  return out;
}
inline std::vector<SpecDesc> specs(const Dims& dims, int axes) {
  std::vector<SpecDesc> out;
  for (auto& t : layouts(Dtype::f32, dims, axes)) out.push_back(spec_of(t));
  return out;
}

inline TypeDesc varying_type(Dtype dtype, const Dims& dims) {
  TypeDesc t = array_type(dtype, dims);
  t.varying.insert(X);
  return t;
}

}  // namespace validator
