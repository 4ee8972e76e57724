// fori_loop: a loop over numbers.
#pragma once

#include <shardwise/dsl/program/scan.hpp>

namespace shardwise {

namespace detail {
struct IndexType {
  static constexpr TypeDesc value = scalar_type(Dtype::i32);
};

/// Loops over `trip` numbers from `lower` on.
template <class Body, class C>
constexpr auto count_from(std::int64_t lower, const Extent& trip, Body body, const C& init) {
  if constexpr (!SoundTree<C>) {
    return init;
  } else if constexpr (!takes_arguments<Body, Tracer<array_type_from<IndexType>>, C>) {
    refuse<arguments_text<"fori_loop", 2, C>>(builder_of(init));
    return init;
  } else {
    using Index = Tracer<array_type_from<IndexType>>;
    Builder& g = builder_of(init);
    TypeDesc numbers = scalar_type(Dtype::i32);
    numbers.rank = 1;
    numbers.dims[0].extent = trip;
    Value all = iota(g, numbers, 0);
    if (lower != 0) all = all + double(lower);
    const int region = g.open(trip, false);
    const auto carried = tree_map([&](auto x) { return decltype(x){&g, loop::carry(x.value()).id}; }, init);
    const Index i{&g, loop::item(all).id};
    const auto call = [&](auto) { return body(i, carried); };
    if constexpr (requires { call(0); })
      return finish_scan<"fori_loop", false, C>(g, region, init, carried, call(0));
    else
      return call(0);
  }
}
}  // namespace detail

/// `carry = body(i, carry)` for i from Lower up to Upper (exclusive); returns the last carry. `i` is an `i32[]`. The
/// carry is an array or a tree, and keeps its type. A scan over an iota, with scan's gradient.
template <std::int64_t Lower, std::int64_t Upper, class Body, Tree C>
constexpr auto fori_loop(Body body, const C& init) {
  static_assert(Lower >= -2147483648 && Upper <= 2147483647, "fori_loop: the bounds are those of i32");
  return detail::count_from(Lower, extent(Upper > Lower ? Upper - Lower : 0), body, init);
}
/// The same from 0 up to an extent: `fori_loop(size<0>(xs), body, carry)`.
template <class Body, Tree C> constexpr auto fori_loop(Size upper, Body body, const C& init) {
  return detail::count_from(0, upper.extent, body, init);
}

}  // namespace shardwise
