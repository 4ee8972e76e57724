// Slices whose place is found at run time, and their transpose: putting a part into an array. A place beyond the array
// is moved back until the part fits, as in JAX. Linear in the arrays; places are integer scalars.
#pragma once

#include <shardwise/dsl/rules/joining.hpp>

namespace shardwise::rules {

/// Places: integer scalars of one dtype, without U. `first` is the number of the first among the operands. In manual
/// mode a place may vary, and then so does the array.
constexpr Verdict judge_places(const TypeDesc* types, int n, int first) {
  Verdict v;
  for (int k = first; k < n; ++k) {
    const TypeDesc& t = types[k];
    if (!is_integer(t.dtype)) return v.reject("a place is not an integer", "astype<i32> it").of(k);
    if (t.rank) return v.reject("a place is no scalar", "give one scalar for each dimension").of(k);
    if (t.unreduced.size)
      return v.reject("a place is pending over %X", "reduce it first: %{k-}", t.unreduced.axes[0]).of(k);
    if (t.dtype != types[first].dtype) return v.reject("the dtypes of the places differ", "astype one of them").of(k);
    for (Name x : t.varying)
      if (types[0].unreduced.has(x))
        return v.reject("a place varies over %X, over which the array is pending", "reduce the array first: %{a-}", x)
            .of(k);
  }
  return v;
}

namespace detail {
/// Dimensions of a mask in which less than all is taken.
constexpr unsigned partial(const TypeDesc& whole, const Extent* sizes, unsigned dims) {
  for (int i = 0; i < whole.rank; ++i)
    if (unify(whole.dims[i].extent, sizes[i]).how == Agreement::equal) dims &= ~(1u << i);
  return dims;
}
constexpr Verdict judge_window(const TypeDesc& whole, const Extent* sizes, unsigned dims) {
  Verdict v;
  v.type = whole;
  if (dims >> whole.rank) return v.reject("a dimension is beyond the rank", "name dimensions from 0 to rank - 1");
  dims = partial(whole, sizes, dims);
  for (int i = 0; i < whole.rank; ++i) {
    if (!(dims >> i & 1)) continue;
    const Dim& d = whole.dims[i];
    if (d.axes.size) return v.reject("the dimension is split over %X", "gather it first: %{a-}", d.axes.axes[0], i);
    if (sizes[i].number < 0 || (sizes[i].is_number() && d.extent.is_number() && sizes[i].number > d.extent.number))
      return v.reject("the part is larger than the array", "give sizes from 0 to the extent, or -1 for all", {}, i);
    v.type.dims[i].extent = sizes[i];
  }
  return v;
}
}  // namespace detail

/// types: the array, then the places. `sizes` has an entry for each dimension; only those in `dims` are read.
constexpr Verdict judge_dynamic_slice(const TypeDesc* types, int n, const Extent* sizes, unsigned dims) {
  const Verdict v = judge_places(types, n, 1);
  return v.ok ? detail::judge_window(types[0], sizes, dims) : v;
}

/// types: the array, the part, then the places.
constexpr Verdict judge_dynamic_update_slice(const TypeDesc* types, int n, unsigned dims) {
  const TypeDesc &whole = types[0], &part = types[1];
  Verdict v = judge_places(types, n, 2);
  if (!v.ok) return v;
  if (whole.unreduced.size && whole.pending != PendingKind::sum)
    return v.reject(rows::no_minmax, "reshard it first: %{a-}", whole.unreduced.axes[0]);
  TypeDesc stretched = part;
  Extent sizes[max_rank];
  for (int i = 0; i < part.rank && i < whole.rank; ++i) {
    sizes[i] = part.dims[i].extent;
    if (dims >> i & 1) stretched.dims[i].extent = whole.dims[i].extent;
  }
  v = judge_alike(whole, stretched, -1, 1);
  if (v.ok) v = detail::judge_window(whole, sizes, dims);
  v.type = whole;
  return v;
}

}  // namespace shardwise::rules

namespace shardwise {
namespace detail {
constexpr Value take_window(Value a, Value places, unsigned dims, const TypeDesc& result);
constexpr Value put_window(Value a, Value part, Value places, unsigned dims);
}  // namespace detail
namespace ops {
struct dynamic_slice : Structural<"dynamic_slice", 2> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    const auto places = rules::fault(33) ? full_like(p.operand(1), 0) : p.operand(1);
    const auto zeros = full(*p.builder, cotangent(p.operand_type(0)), 0);
    p.add(0, shardwise::detail::put_window(zeros, p.cotangent, places, q.k0));
  }
};
struct dynamic_update_slice : Structural<"dynamic_update_slice", 3> {
  static constexpr void pull(auto& p) {
    const Eqn q = p.eqn();
    const auto places = p.operand(2);
    if (p.wants(0)) {
      const auto zeros = full(*p.builder, cotangent(p.operand_type(1)), 0);
      p.add(0, rules::fault(34) ? p.cotangent : shardwise::detail::put_window(p.cotangent, zeros, places, q.k0));
    }
    if (p.wants(1)) p.add(1, shardwise::detail::take_window(p.cotangent, places, q.k0, cotangent(p.operand_type(1))));
  }
};
}  // namespace ops

namespace detail {
/// The places of the dimensions in `kept`, of those in `dims`: a scalar, or a vector of several.
constexpr Value pack_places(const std::vector<Value>& places, unsigned dims, unsigned kept) {
  std::vector<Value> rows;
  for (int i = 0, k = 0; i < max_rank; ++i) {
    if (!(dims >> i & 1)) continue;
    if (kept >> i & 1) rows.push_back(places[std::size_t(k)]);
    ++k;
  }
  return rows.size() == 1 ? rows[0] : stack(rows, 0);
}
constexpr void vary_places(std::vector<Value*> arrays, std::vector<Value>& places) {
  for (Value& v : places) arrays.push_back(&v);
  vary_all_together(arrays, NeverReduced{});
}
constexpr Value take_window(Value a, Value places, unsigned dims, const TypeDesc& result) {
  return {a.builder, a.builder->push({.op = op<ops::dynamic_slice>, .a = a.id, .b = places.id, .k0 = dims}, result)};
}
constexpr Value put_window(Value a, Value part, Value places, unsigned dims) {
  return {a.builder,
          a.builder->push({.op = op<ops::dynamic_update_slice>, .a = a.id, .b = part.id, .c = places.id, .k0 = dims},
                          a.type())};
}
}  // namespace detail

/// The part of extents `sizes` that begins at `starts`: one integer scalar for each dimension in `dims`, in order. The
/// other dimensions are taken whole.
constexpr Value dynamic_slice(Value a, std::vector<Value> starts, const Extent* sizes, unsigned dims) {
  if (!a.valid()) return a;
  detail::vary_places({&a}, starts);
  std::vector<TypeDesc> types{a.type()};
  for (Value s : starts) {
    if (!s.valid()) return s;
    types.push_back(s.type());
  }
  const rules::Verdict v = rules::judge_dynamic_slice(types.data(), int(types.size()), sizes, dims);
  if (!v.ok) return a.builder->reject("dynamic_slice", types.data(), int(types.size()), v), Value{a.builder, -1};
  const unsigned kept = rules::detail::partial(types[0], sizes, dims);
  if (!kept) return a;
  return detail::take_window(a, detail::pack_places(starts, dims, kept), kept, v.type);
}

/// `a` with `update` put where `starts` says, one integer scalar for each dimension in `dims`, in order. In the other
/// dimensions both have one extent.
constexpr Value dynamic_update_slice(Value a, Value update, std::vector<Value> starts, unsigned dims) {
  if (!a.valid()) return a;
  if (!update.valid()) return update;
  detail::vary_places({&a, &update}, starts);
  std::vector<TypeDesc> types{a.type(), update.type()};
  for (Value s : starts) {
    if (!s.valid()) return s;
    types.push_back(s.type());
  }
  Builder& g = *a.builder;
  const rules::Verdict v = rules::judge_dynamic_update_slice(types.data(), int(types.size()), dims);
  if (!v.ok) return g.reject("dynamic_update_slice", types.data(), int(types.size()), v), Value{&g, -1};
  Extent sizes[max_rank];
  for (int i = 0; i < types[0].rank; ++i) {
    sizes[i] = types[1].dims[i].extent;
    if (!(dims >> i & 1) && unify(types[0].dims[i].extent, sizes[i]).how == Agreement::at_bind)
      g.require_equal(types[0].dims[i].extent, sizes[i]);
  }
  const unsigned kept = rules::detail::partial(types[0], sizes, dims);
  if (!kept) return update;
  return detail::put_window(a, update, detail::pack_places(starts, dims, kept), kept);
}

}  // namespace shardwise
