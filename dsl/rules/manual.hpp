// Manual mode: entering and leaving shard_map, and its collectives. All but ppermute are reshards between the states of
// one axis, on views that give the same bytes another type: so their transposes, and what they cost, follow from the
// rows of reshard.
#pragma once

#include <shardwise/dsl/rules/manual_rows.hpp>

namespace shardwise {
namespace ops {
/// The local view of a distributed value, or back: the same bytes under another type.
struct view : Structural<"view", 1> {
  static constexpr void pull(auto& p) { p.add(0, p.emit(p.eqn().op, p.cotangent, cotangent(p.operand_type(0)))); }
};
/// ppermute; its transpose sends everything back.
struct permute : Structural<"permute", 1> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    Builder& g = *p.builder;
    std::vector<std::uint32_t> back;
    for (std::uint32_t k = 0; k < q.k2; ++k) {
      back.push_back(g.numbers[q.k1 + 2 * k + 1]);
      back.push_back(g.numbers[q.k1 + 2 * k]);
    }
    const auto begin = std::uint32_t(g.intern(back.data(), back.size()));
    const double shift = rules::fault(21) ? q.value : -q.value;
    p.add(0, {&g, g.push({.op = q.op, .a = p.cotangent.id, .value = shift, .k0 = q.k0, .k1 = begin, .k2 = q.k2},
                         p.cotangent.type())});
  }
};
}  // namespace ops

namespace manual {

constexpr Value refuse(std::string_view name, Value a, const rules::Verdict& v) {
  const TypeDesc t = a.type();
  return a.builder->reject(name, &t, 1, v), Value{a.builder, -1};
}
constexpr bool accepts(std::string_view name, Value a, const AxisList& axes) {
  if (!a.valid()) return false;
  const rules::Verdict v = rules::judge_manual(name, a.type(), axes);
  return v.ok || (refuse(name, a, v), false);
}
/// The type with `axes` in another state.
constexpr TypeDesc with_state(TypeDesc t, const AxisList& axes, rules::State s, PendingKind kind = PendingKind::sum) {
  for (Name x : axes) {
    rules::detail::drop(t, x);
    rules::set_state(t, s, x);
  }
  if (t.unreduced.empty()) t.pending = PendingKind::sum;
  if (s == rules::State::pending) t.pending = kind;
  return t;
}
constexpr rules::State state(Value a, const AxisList& axes) { return rules::state_of(a.type(), axes.axes[0]); }

/// The specs are the value's own states: `spec` is checked, and the value seen locally.
constexpr Value enter(Value a, const SpecDesc& spec) {
  if (!a.valid()) return a;
  const TypeDesc t = a.type();
  TypeDesc said = t;
  rules::Verdict v;
  if (!apply_spec(said, spec) || !(said == t)) {
    v.type = t;
    v.reject("in_specs says another layout than the argument has",
             "give its own, %<=>, or reshard the argument to what in_specs says");
  } else {
    v = rules::judge_enter(t);
  }
  if (!v.ok) return refuse("shard_map", a, v);
  return v.type == t ? a : Value{a.builder, a.builder->push({.op = op<ops::view>, .a = a.id}, v.type)};
}
constexpr Value leave(Value a, const SpecDesc& spec, bool all_leave = true) {
  if (!a.valid()) return a;
  const rules::Verdict v = rules::judge_leave(a.type(), spec, all_leave);
  if (!v.ok) return refuse("shard_map", a, v);
  return v.type == a.type() ? a : Value{a.builder, a.builder->push({.op = op<ops::view>, .a = a.id}, v.type)};
}

namespace detail {
/// What varies over `axes` as blocks of dimension `dim`, and back.
constexpr Value blocks(Value a, const AxisList& axes, int dim) {
  SpecDesc s = spec_of(a.type());
  for (Name x : axes) {
    s.varying.erase(x);
    s.dims[dim].push(x);
  }
  return leave(a, s, false);
}
constexpr Value local(Value a, const AxisList& axes) {
  if (!a.valid()) return a;
  const rules::Verdict v = rules::judge_enter(a.type(), &axes);
  if (!v.ok) return refuse("shard_map", a, v);
  return {a.builder, a.builder->push({.op = op<ops::view>, .a = a.id}, v.type)};
}
/// The dimension, counted from the end if below 0; -1 if there is none.
constexpr int dimension(Value a, int dim, int more = 0) {
  const int rank = a.type().rank + more;
  return dim < -rank || dim >= rank ? -1 : dim < 0 ? dim + rank : dim;
}
constexpr Value no_dimension(std::string_view name, Value a) {
  rules::Verdict v;
  return refuse(name, a, v.reject("the dimension is beyond the rank", "name a dimension from 0 to rank - 1"));
}
constexpr Extent devices(const AxisList& axes) {
  Extent e = extent(1);
  for (Name x : axes) e = e * extent(x);
  return e;
}
/// An untiled form wants a dimension of one element a device. A number is compared with the mesh when it is bound.
constexpr Value one_a_device(std::string_view name, Value a, int dim, const AxisList& axes) {
  const Extent e = a.type().dims[dim].extent, n = devices(axes);
  if (e == n) return a;
  if (!e.is_number() && !e.is_unknown()) {
    rules::Verdict v;
    return refuse(name, a,
                  v.reject("untiled, the dimension has one element for each device of the axis",
                           "tiled cuts it into blocks: give it as last argument", axes.axes[0], dim));
  }
  a.builder->require_equal(e, n);
  TypeDesc t = a.type();
  t.dims[dim].extent = n;
  return {a.builder, a.builder->push({.op = op<ops::reshape>, .a = a.id}, t)};
}
constexpr Value without_dimension(Value a, int dim) {
  if (!a.valid()) return a;
  TypeDesc t = a.type();
  for (int i = dim; i + 1 < t.rank; ++i) t.dims[i] = t.dims[i + 1];
  t.dims[--t.rank] = {};
  return {a.builder, a.builder->push({.op = op<ops::reshape>, .a = a.id}, t)};
}
}  // namespace detail

/// The sum over the devices along `axes`, on all of them.
constexpr Value psum(Value a, const AxisList& axes, std::string_view name = "psum") {
  return accepts(name, a, axes) ? reshard_to(a, with_state(a.type(), axes, rules::State::replicated))
                                : Value{a.builder};
}
constexpr Value pmean(Value a, const AxisList& axes) {
  if (a.valid() && !is_floating(a.type().dtype)) {
    rules::Verdict v;
    return refuse("pmean", a, v.reject("the mean of values that are not floating", "astype them first"));
  }
  Value s = psum(a, axes, "pmean");
  if (!s.valid()) return s;
  const auto n = std::uint32_t(a.builder->intern(detail::devices(axes)));
  const TypeDesc t = s.type();
  return {a.builder, a.builder->push({.op = op<ops::divide_by_size>, .a = s.id, .k0 = n}, t)};
}
/// The maximum (minimum) over the devices along `axes`. It has no derivative.
constexpr Value pmax(Value a, const AxisList& axes, PendingKind kind = PendingKind::max) {
  if (!accepts(kind == PendingKind::max ? "pmax" : "pmin", a, axes)) return {a.builder};
  const Value pending = reshard_to(a, with_state(a.type(), axes, rules::State::pending, kind));
  return reshard_to(pending, with_state(pending.type(), axes, rules::State::replicated));
}
constexpr Value pmin(Value a, const AxisList& axes) { return pmax(a, axes, PendingKind::min); }
/// Free casts: to varying, unreduced or reduced.
constexpr Value pcast(Value a, const AxisList& axes, rules::State to) {
  const std::string_view name = to == rules::State::varying     ? "pcast<varying>"
                                : to == rules::State::unreduced ? "pcast<unreduced>"
                                                                : "pcast<reduced>";
  return accepts(name, a, axes) ? reshard_to(a, with_state(a.type(), axes, to)) : Value{a.builder};
}
/// Block i of the sum along dimension `dim` on device i. Untiled, the dimension has one element for each device, and
/// goes.
constexpr Value psum_scatter(Value a, const AxisList& axes, int dim, bool tiled) {
  if (!accepts("psum_scatter", a, axes)) return {a.builder};
  dim = detail::dimension(a, dim);
  if (dim < 0) return detail::no_dimension("psum_scatter", a);
  if (!tiled) a = detail::one_a_device("psum_scatter", a, dim, axes);
  if (!a.valid()) return a;
  a = reshard_to(a, with_state(a.type(), axes, rules::State::unreduced));
  SpecDesc s = spec_of(a.type());
  for (Name x : axes) {
    s.unreduced.erase(x);
    s.dims[dim].push(x);
  }
  a = detail::local(reshard(a, s), axes);
  return tiled ? a : detail::without_dimension(a, dim);
}
/// All blocks one after the other along dimension `dim`; untiled along a new dimension. Varying, reduced or replicated
/// (invarying): that is where the gradient is summed, or not.
constexpr Value all_gather(Value a, const AxisList& axes, int dim, rules::State to, bool tiled) {
  if (!accepts("all_gather", a, axes)) return {a.builder};
  dim = detail::dimension(a, dim, !tiled);
  if (dim < 0) return detail::no_dimension("all_gather", a);
  if (!tiled) a = expand_dims(a, dim);
  a = a.valid() ? detail::blocks(a, axes, dim) : a;
  if (!a.valid()) return a;
  const bool whole = to == rules::State::replicated || rules::fault(23);
  a = reshard_to(a, with_state(a.type(), axes, whole ? to : rules::State::reduced));
  return reshard_to(a, with_state(a.type(), axes, to));
}
/// Block i of a value that is the same on all devices, on device i: free.
constexpr Value local_block(Value a, const AxisList& axes, int dim, bool tiled) {
  if (!accepts("local_block", a, axes)) return {a.builder};
  dim = detail::dimension(a, dim);
  if (dim < 0) return detail::no_dimension("local_block", a);
  if (!tiled) a = detail::one_a_device("local_block", a, dim, axes);
  if (!a.valid()) return a;
  SpecDesc s = spec_of(a.type());
  for (Name x : axes) s.dims[dim].push(x);
  a = detail::local(reshard(a, s), axes);
  return tiled ? a : detail::without_dimension(a, dim);
}
/// Block j along dimension `split` of device i goes to device j, which puts the blocks one after the other along
/// dimension `concat`; untiled, `split` has one element for each device, and becomes a new dimension `concat`.
constexpr Value all_to_all(Value a, const AxisList& axes, int split, int concat, bool tiled) {
  if (!accepts("all_to_all", a, axes)) return {a.builder};
  split = detail::dimension(a, split);
  concat = detail::dimension(a, concat);
  if (split < 0 || concat < 0) return detail::no_dimension("all_to_all", a);
  if (!tiled) {
    a = detail::one_a_device("all_to_all", a, split, axes);
    if (!a.valid()) return a;
    if (concat > split) ++concat;
    a = expand_dims(a, concat);
    if (split >= concat) ++split;
  } else if (split == concat) {
    rules::Verdict v;
    return refuse("all_to_all", a,
                  v.reject("tiled, the dimension that is split and the one that is concatenated are the same",
                           "name two dimensions, or leave tiled away"));
  }
  if (a.valid()) a = detail::blocks(a, axes, concat);
  if (!a.valid()) return a;
  SpecDesc s = spec_of(a.type());
  s.dims[concat] = {};
  for (Name x : axes) s.dims[split].push(x);
  a = detail::local(reshard(a, s), axes);
  return tiled ? a : detail::without_dimension(a, split);
}

/// Each pair is a source and a target along the axis; a device nobody sends to gets zeros. `pairs` lists 2n numbers.
constexpr Value ppermute(Value a, Name axis, const std::uint32_t* pairs, std::uint32_t n) {
  AxisList axes;
  axes.push(axis);
  if (!accepts("ppermute", a, axes)) return {a.builder};
  rules::Verdict v;
  if (n == 0)
    return refuse("ppermute", a, v.reject("no pair of a source and a target is given", "give ppermute pairs"));
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < i; ++j) {
      if (pairs[2 * i] == pairs[2 * j])
        v.reject("a device is twice a source", "each device is a source at most once and a target at most once");
      if (pairs[2 * i + 1] == pairs[2 * j + 1])
        v.reject("a device is twice a target", "each device is a source at most once and a target at most once");
    }
  if (!v.ok) return refuse("ppermute", a, v);
  Builder& g = *a.builder;
  const auto k0 = std::uint32_t(g.intern(extent(axis))), k1 = std::uint32_t(g.intern(pairs, 2 * std::size_t(n)));
  const TypeDesc t = a.type();
  return {&g, g.push({.op = op<ops::permute>, .a = a.id, .k0 = k0, .k1 = k1, .k2 = n}, t)};
}
/// From device i to device i + shift, modulo the size of the axis.
constexpr Value ppermute(Value a, Name axis, int shift) {
  AxisList axes;
  axes.push(axis);
  if (!accepts("ppermute", a, axes)) return {a.builder};
  Builder& g = *a.builder;
  const auto k0 = std::uint32_t(g.intern(extent(axis)));
  const TypeDesc t = a.type();
  return {&g, g.push({.op = op<ops::permute>, .a = a.id, .value = double(shift), .k0 = k0}, t)};
}

/// This device's place along an axis: i32[]{V:X}.
constexpr Value axis_index(Builder& g, Name axis) {
  TypeDesc t = scalar_type(Dtype::i32);
  t.varying.insert(axis);
  const auto k0 = std::uint32_t(g.intern(extent(axis)));
  return {&g, g.push({.op = op<ops::axis_index>, .k0 = k0}, t)};
}
/// The number of devices along an axis: i32[], known when the mesh is bound.
constexpr Value axis_size(Builder& g, Name axis) {
  const auto k0 = std::uint32_t(g.intern(extent(axis)));
  return {&g, g.push({.op = op<ops::axis_size>, .k0 = k0}, scalar_type(Dtype::i32))};
}

}  // namespace manual
}  // namespace shardwise
