// xtensor arrays and expressions as host data, and back. Include it beside <shardwise/array.hpp> where you use xtensor.
#pragma once

#include <algorithm>

#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xtensor.hpp>

#include <shardwise/array.hpp>

namespace shardwise {

namespace detail {
template <class E> constexpr int xtensor_rank() {
  constexpr std::size_t rank = xt::get_rank<E>::value;
  return rank == SIZE_MAX ? -1 : int(rank);
}
template <class E> Shape xtensor_shape(const E& e) {
  if (e.dimension() > std::size_t(Shape::max_rank))
    throw Error("an xtensor array has rank " + std::to_string(e.dimension()) + "; arrays have at most 8");
  Shape shape;
  for (auto extent : e.shape()) shape.dim[shape.rank++] = std::size_t(extent);
  return shape;
}
}  // namespace detail

/// Any xexpression: `device_put<"f32[8@X,4]">(mesh, xt::random::rand<float>({8, 4}))`. Row-major containers are read in
/// place, all others are evaluated.
template <class E>
  requires(xt::is_xexpression<E>::value&& detail::HostElement<typename E::value_type>)
struct HostTraits<E> {
  using element = typename E::value_type;
  static constexpr int rank = detail::xtensor_rank<E>();
  static HostRef ref(const E& e) {
    if constexpr (E::static_layout == xt::layout_type::row_major && xt::has_data_interface<E>::value &&
                  requires { e.storage().data(); }) {
      if (e.is_contiguous()) return {e.data(), detail::xtensor_shape(e)};
    }
    auto all = std::make_shared<xt::xarray<element, xt::layout_type::row_major>>(e);
    return {all->data(), detail::xtensor_shape(*all), all};
  }
};

/// A copy as an xtensor array.
template <class T> xt::xarray<T> to_xarray(const HostArray<T>& host) {
  std::vector<std::size_t> extents(host.shape.dim, host.shape.dim + host.shape.rank);
  xt::xarray<T> result(extents);
  std::copy(host.data.begin(), host.data.end(), result.begin());
  return result;
}

/// The full global array as an xtensor array: see to_host.
template <ArrayTypeLike A>
  requires(A::desc.unreduced.size == 0)
xt::xarray<typename Array<A>::value_type> to_xarray(const Array<A>& array) { return to_xarray(to_host(array)); }

}  // namespace shardwise
