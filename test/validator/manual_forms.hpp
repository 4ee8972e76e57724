// What explicit mode says in one op, written in manual mode: the same types outside, values and collectives.
#pragma once

#include <validator/data.hpp>

namespace validator::manual_mode {

inline Value inside(Value a) { return manual::enter(a, spec_of(a.type())); }
/// `like` has the layout that it has outside.
inline Value outside(Value a, Value like) { return manual::leave(a, spec_of(like.type())); }

/// Each has the explicit way and, with `by_hand`, the manual one.
inline Value map(const OpInfo* o, Value a, bool by_hand) {
  const Value e = elementwise(o, a);
  return by_hand ? outside(elementwise(o, inside(a)), e) : e;
}
inline Value combine(const OpInfo* o, Value a, Value b, bool by_hand) {
  const Value e = elementwise(o, a, b);  // by hand dead code: it says the type
  if (!by_hand) return e;
  const Value x = inside(a), y = inside(b);
  return outside(elementwise(o, x, y), e);
}
inline Value total(Value a, unsigned dims, bool keepdims, bool by_hand) {
  const Value e = sum(a, dims, keepdims);
  if (!by_hand) return e;
  AxisList axes;
  for (int d = 0; d < a.type().rank; ++d)
    if (dims >> d & 1)
      for (Name x : a.type().dims[d].axes) axes.push(x);
  const Value s = sum_local(inside(a), dims, keepdims);
  return outside(axes.empty() ? s : manual::psum(s, axes), e);
}
/// The axes that split dimension `dim` go: to R, or to replicated.
inline Value gather(Value a, int dim, bool to_reduced, bool by_hand) {
  SpecDesc spec = spec_of(a.type());
  const AxisList axes = spec.dims[dim];
  if (axes.empty()) throw RuleError("nothing to gather");
  spec.dims[dim] = {};
  if (to_reduced)
    for (Name x : axes) spec.reduced.insert(x);
  const Value e = reshard(a, spec);
  const auto to = to_reduced ? rules::State::reduced : rules::State::replicated;
  return by_hand ? outside(manual::all_gather(inside(a), axes, dim, to, true), e) : e;
}
/// The pending sum goes to blocks of `dim`.
inline Value scatter(Value a, int dim, bool by_hand) {
  SpecDesc spec = spec_of(a.type());
  const AxisList axes = spec.unreduced;
  if (axes.empty()) throw RuleError("nothing to scatter");
  spec.unreduced = {};
  for (Name x : axes) spec.dims[dim].push(x);
  const Value e = reshard(a, spec);
  return by_hand ? outside(manual::psum_scatter(inside(a), axes, dim, true), e) : e;
}
/// A replicated value is cut into blocks of `dim` over `axis`.
inline Value cut(Value a, int dim, Name axis, bool by_hand) {
  SpecDesc spec = spec_of(a.type());
  if (spec.mentions(axis)) throw RuleError("not replicated");
  spec.dims[dim].push(axis);
  const Value e = reshard(a, spec);
  AxisList axes;
  axes.push(axis);
  return by_hand ? outside(manual::local_block(inside(a), axes, dim, true), e) : e;
}
/// The axes of dimension `from` move to dimension `to`.
inline Value exchange(Value a, int from, int to, bool by_hand) {
  SpecDesc spec = spec_of(a.type());
  const AxisList axes = spec.dims[from];
  if (axes.empty() || from == to) throw RuleError("nothing to exchange");
  spec.dims[from] = {};
  for (Name x : axes) spec.dims[to].push(x);
  const Value e = reshard(a, spec);
  return by_hand ? outside(manual::all_to_all(inside(a), axes, to, from, true), e) : e;
}
/// Contracted dimensions that are split are summed at once.
inline Value product(Value a, Value b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo, bool by_hand) {
  const Value natural = contract(a, b, la, lb, lo);
  SpecDesc spec = spec_of(natural.type());
  AxisList axes;
  for (Name x : natural.type().unreduced)
    if (!a.type().unreduced.has(x) && !b.type().unreduced.has(x)) axes.insert(x);
  for (Name x : axes) spec.unreduced.erase(x);
  const Value e = reshard(natural, spec);
  if (!by_hand) return e;
  const Value x = inside(a), y = inside(b);
  const Value local = contract(x, y, la, lb, lo);
  return outside(axes.empty() ? local : manual::psum(local, axes), e);
}
/// To the next device and back: nothing changes, where the value varies.
inline Value there_and_back(Value a, Name axis, int by, bool by_hand) {
  if (a.type().dim_of(axis) < 0) throw RuleError("nothing to send");
  if (!by_hand) return alias(a);
  const Value there = manual::ppermute(inside(a), axis, by);
  return outside(manual::ppermute(there, axis, -by), a);
}

}  // namespace validator::manual_mode
