// Reading arrays back.
#pragma once

#include <shardwise/backends/executor/array.hpp>
#include <shardwise/backends/executor/host_array.hpp>
#include <shardwise/backends/executor/refusal.hpp>

namespace shardwise {

namespace detail {

/// The full array into `out`: collective where a dimension is split.
void gather(const ArrayStorage& array, void* out);
/// The blocks of all devices, one after the other by rank, into `out`. Collective.
void gather_pieces(const ArrayStorage& array, void* out);

template <class A> struct PendingProblem {
  static constexpr Text text = [] {
    Text t;
    if (A::desc.unreduced.size)
      t << "to_host: " << A::desc << " is pending over " << A::desc.unreduced
        << ": reshard it in a step, then read it; local(array) gives this device's piece";
    return t;
  }();
};

}  // namespace detail

/// The full global array, the same on every device. Where a dimension is split this is a collective (an all-gather):
/// all devices call it. A pending sum (max, min) does not compile: reshard it first, or read its pieces.
template <ArrayTypeLike A>
  requires(A::desc.unreduced.size == 0)
HostArray<typename Array<A>::value_type> to_host(const Array<A>& array) {
  array.storage().require(A::notation, "to_host");
  HostArray<typename Array<A>::value_type> host(array.shape());
  detail::gather(array.storage(), host.data.data());
  return host;
}
template <ArrayTypeLike A, class Why = detail::refusal_of<detail::PendingProblem<A>::text>>
  requires(A::desc.unreduced.size != 0)
void to_host(const Array<A>& array) = delete;

/// A copy of this device's block; of a pending sum, its term. Not collective.
template <ArrayTypeLike A> HostArray<typename Array<A>::value_type> local(const Array<A>& array) {
  array.storage().require(A::notation, "local");
  const auto block = array.span();
  return {array.local_shape(), {block.begin(), block.end()}};
}

/// The blocks of all devices, by rank; of a pending sum, its terms. Collective: all devices call it.
template <ArrayTypeLike A> std::vector<HostArray<typename Array<A>::value_type>> to_host_pieces(const Array<A>& array) {
  using T = typename Array<A>::value_type;
  array.storage().require(A::notation, "to_host_pieces");
  const Shape& shape = array.local_shape();
  const std::size_t n = shape.size();
  std::vector<detail::host_element<T>> all(n * std::size_t(array.mesh().devices()));
  detail::gather_pieces(array.storage(), all.data());
  std::vector<HostArray<T>> pieces;
  for (auto from = all.begin(); pieces.size() < std::size_t(array.mesh().devices()); from += std::ptrdiff_t(n))
    pieces.push_back({shape, {from, from + std::ptrdiff_t(n)}});
  return pieces;
}

}  // namespace shardwise
