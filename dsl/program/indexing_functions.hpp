// Indexing and order on tracers: take, scatter_add, take_along_axis, sort, cumsum and their like.
#pragma once

#include <shardwise/dsl/program/functions.hpp>

namespace shardwise {

/// Sums from the last element backwards: `cumsum<0>(x, reverse)`.
struct Reverse {};
inline constexpr Reverse reverse{};

namespace fn {
/// What may follow the operands of take: the result's spec.
template <class O>
concept TakeOption = SpecValue<O>;
template <class O>
concept CumsumOption = std::is_same_v<O, Reverse>;

constexpr int dimension_of(int dimension, const Value& a) {
  return dimension < 0 && a.valid() ? dimension + a.type().rank : dimension;
}

template <class... O> struct take {
  static constexpr std::string_view name = "take";
  constexpr Value operator()(Value table, Value ids) const {
    return ReductionOptions<O...>::with_out([&](const SpecDesc* out) { return shardwise::take(table, ids, out); });
  }
};
struct scatter_add {
  static constexpr std::string_view name = "scatter_add";
  constexpr Value operator()(Value base, Value ids, Value updates) const {
    return shardwise::scatter_add(base, ids, updates);
  }
};
template <int Dim> struct take_along_axis {
  static constexpr std::string_view name = "take_along_axis";
  constexpr Value operator()(Value a, Value ids) const {
    return shardwise::take_along_axis(a, ids, dimension_of(Dim, a));
  }
};
template <int Dim> struct scatter_add_along_axis {
  static constexpr std::string_view name = "scatter_add_along_axis";
  constexpr Value operator()(Value base, Value ids, Value updates) const {
    return shardwise::scatter_add_along_axis(base, ids, updates, dimension_of(Dim, base));
  }
};
template <int Dim> struct sort {
  static constexpr std::string_view name = "sort";
  constexpr Value operator()(Value a) const { return shardwise::sort(a, dimension_of(Dim, a)); }
};
template <int Dim> struct argsort {
  static constexpr std::string_view name = "argsort";
  constexpr Value operator()(Value a) const { return shardwise::argsort(a, dimension_of(Dim, a)); }
};
template <int Dim, bool Reversed> struct cumsum {
  static constexpr std::string_view name = "cumsum";
  constexpr Value operator()(Value a) const { return shardwise::cumsum(a, dimension_of(Dim, a), Reversed); }
};
}  // namespace fn

/// Rows of a table by number: `f32[n,d], i32[batch,t] -> f32[batch,t,d]`. An id out of range is clamped. If the rows
/// are split, each device serves those that it holds, and the result's spec is the last argument: `take(table, ids,
/// P())`.
SHARDWISE_FUNCTION(take, (class A, class B, fn::TakeOption... O), (fn::take<O...>), (A, B),
                   (Tracer<A> table, Tracer<B> ids, O...), (fn::take<O...>{}), (table, ids))
/// `base` with `base[ids[i]] += updates[i]` for each i. If the ids are split, base is a pending sum.
SHARDWISE_FUNCTION(scatter_add, (class A, class B, class C), (fn::scatter_add), (A, B, C),
                   (Tracer<A> base, Tracer<B> ids, Tracer<C> updates), (fn::scatter_add{}), (base, ids, updates))
/// One element for each id along an unsharded dimension: `y[i, j] = a[i, ids[i, j]]` for `take_along_axis<1>(a, ids)`.
/// Other dimensions agree, or are stretched from extent 1. An id out of range is clamped.
SHARDWISE_FUNCTION(take_along_axis, (int Dim, class A, class B), (fn::take_along_axis<Dim>), (A, B),
                   (Tracer<A> a, Tracer<B> ids), (fn::take_along_axis<Dim>{}), (a, ids))
/// Its transpose: `base[i, ids[i, j]] += updates[i, j]`.
SHARDWISE_FUNCTION(scatter_add_along_axis, (int Dim, class A, class B, class C), (fn::scatter_add_along_axis<Dim>),
                   (A, B, C), (Tracer<A> base, Tracer<B> ids, Tracer<C> updates), (fn::scatter_add_along_axis<Dim>{}),
                   (base, ids, updates))
/// The elements along an unsharded dimension in increasing order, and their positions (i32): equal ones keep their
/// order, NaN comes last. `sort(x)`, `argsort<0>(x)`; without a dimension the last one.
SHARDWISE_FUNCTION(sort, (int Dim = -1, class A = void), (fn::sort<Dim>), (A), (Tracer<A> a), (fn::sort<Dim>{}), (a))
SHARDWISE_FUNCTION(argsort, (int Dim = -1, class A = void), (fn::argsort<Dim>), (A), (Tracer<A> a),
                   (fn::argsort<Dim>{}), (a))
/// The sums up to each element along an unsharded dimension: `cumsum<0>(x)`; `cumsum<0>(x, reverse)` from the end.
SHARDWISE_FUNCTION(cumsum, (int Dim, class A, fn::CumsumOption... O), (fn::cumsum<Dim, (sizeof...(O) > 0)>), (A),
                   (Tracer<A> a, O...), (fn::cumsum<Dim, (sizeof...(O) > 0)>{}), (a))

}  // namespace shardwise
