// An array's type as a small value: what the rules compute with.
#pragma once

#include <shardwise/dsl/type/dtype.hpp>
#include <shardwise/dsl/type/extent.hpp>

namespace shardwise {

inline constexpr int max_rank = 8;

/// One dimension: its global extent and the mesh axes that split it, major first.
struct Dim {
  Extent extent{};
  AxisList axes{};
  constexpr bool operator==(const Dim&) const = default;
};

/// What a pending reduction over unreduced axes will do: U, Umax or Umin.
enum class PendingKind : std::uint8_t { sum, max, min };

/// dtype, dimensions, and the axes over which the array is varying (V), unreduced (U) or reduced (R).
/// An axis that is mentioned nowhere is replicated.
struct TypeDesc {
  Dtype dtype = Dtype::f32;
  int rank = 0;
  PendingKind pending = PendingKind::sum;
  AxisList varying{}, unreduced{}, reduced{};
  Dim dims[max_rank]{};

  constexpr bool operator==(const TypeDesc& o) const {
    if (dtype != o.dtype || rank != o.rank || pending != o.pending || !(varying == o.varying) ||
        !(unreduced == o.unreduced) || !(reduced == o.reduced))
      return false;
    for (int i = 0; i < rank; ++i)
      if (!(dims[i] == o.dims[i])) return false;
    return true;
  }
  /// The dimension that `axis` splits, or -1.
  constexpr int dim_of(Name axis) const {
    for (int i = 0; i < rank; ++i)
      if (dims[i].axes.has(axis)) return i;
    return -1;
  }
  constexpr bool mentions(Name axis) const {
    return dim_of(axis) >= 0 || varying.has(axis) || unreduced.has(axis) || reduced.has(axis);
  }
};

constexpr TypeDesc scalar_type(Dtype dtype) {
  TypeDesc t;
  t.dtype = dtype;
  return t;
}

/// Every axis that at least one of some types mentions, in order of appearance.
struct AxisUnion {
  int size = 0;
  Name axes[24]{};
  constexpr const Name* begin() const { return axes; }
  constexpr const Name* end() const { return axes + size; }
  constexpr void add(Name axis) {
    for (int i = 0; i < size; ++i)
      if (axes[i] == axis) return;
    if (size == 24) throw "too many mesh axes";
    axes[size++] = axis;
  }
  constexpr void add(const AxisList& list) {
    for (Name axis : list) add(axis);
  }
  constexpr void add(const TypeDesc& t) {
    for (int i = 0; i < t.rank; ++i) add(t.dims[i].axes);
    add(t.varying);
    add(t.unreduced);
    add(t.reduced);
  }
};

}  // namespace shardwise
