// A mesh: the devices of a world, arranged along named axes.
#pragma once

#include <shardwise/backends/executor/communicator.hpp>
#include <shardwise/dsl/type/spec.hpp>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace shardwise {

class World;

/// What a mesh is at run time: names and sizes of its axes, this device's place, and the groups of devices along sets
/// of axes. One per device and mesh, shared by the mesh's handles and arrays; it must not outlive its World.
/// Major first: rank = (coordinate of axis 0 * size of axis 1 + coordinate of axis 1) * ...
class MeshInfo {
 public:
  /// All devices make it together. Error where the product of the sizes is not the number of devices, where a size is
  /// below 1 or a name is given twice, or where devices ask for different meshes.
  MeshInfo(World& world, const AxisList& axes, const std::vector<std::int64_t>& sizes);

  World& world() const { return *world_; }
  /// The axes, major first.
  const AxisList& axes() const { return axes_; }
  bool has(Name axis) const { return axes_.has(axis); }
  /// Devices in all.
  int devices() const { return devices_; }
  /// This device's rank, in the mesh and in the world.
  int rank() const { return rank_; }

  /// Devices along an axis, along several (the product; 1 for none). Error where the mesh lacks an axis.
  int size(Name axis) const { return sizes_[position(axis)]; }
  int size(const AxisList& axes) const;
  /// This device's coordinate along an axis.
  int coordinate(Name axis) const { return coordinates_[position(axis)]; }
  /// This device's index over several axes, the first given is the major one; 0 for none.
  int index(const AxisList& axes) const;
  /// The same for any device of the mesh.
  int index(const AxisList& axes, int device) const;

  /// The devices that differ from this one in the coordinates of `axes` only; ranks there are `index(axes)`.
  /// The first call for a list splits the world's communicator, so all devices make it, in the same order; later
  /// calls return the same group.
  Communicator& communicator(const AxisList& axes);

  /// `Mesh<X:2,Y:4>`, for messages.
  const std::string& description() const { return description_; }

 private:
  int position(Name axis) const;

  World* world_;
  AxisList axes_;
  int sizes_[AxisList::capacity]{};
  int coordinates_[AxisList::capacity]{};
  int devices_ = 1;
  int rank_ = 0;
  std::string description_;
  std::map<unsigned, std::unique_ptr<Communicator>> groups_;
};

namespace detail {
template <auto... Axes>
inline constexpr AxisList mesh_axes = [] {
  AxisList list;
  (list.push(Axes.name), ...);
  return list;
}();
}  // namespace detail

/// A mesh whose axes are known to the compiler: `Mesh<X, Y>`, where `inline constexpr Axis<"X"> X;`. A handle, cheap
/// to copy.
template <auto... Axes> class Mesh {
  static_assert((detail::is_axis<std::remove_cv_t<decltype(Axes)>> && ...),
                "Mesh<...> takes axes: inline constexpr Axis<\"X\"> X;");
  static_assert(sizeof...(Axes) >= 1 && sizeof...(Axes) <= std::size_t(AxisList::capacity), "a mesh has 1 to 4 axes");

 public:
  /// The axes, major first.
  static constexpr AxisList axes = detail::mesh_axes<Axes...>;
  static constexpr bool has(Name axis) { return axes.has(axis); }

  /// See make_mesh.
  Mesh(World& world, const std::vector<std::int64_t>& sizes) : info_(std::make_shared<MeshInfo>(world, axes, sizes)) {}

  World& world() const { return info_->world(); }
  /// Devices in all; along one axis.
  int devices() const { return info_->devices(); }
  template <fixed_string N> int size(Axis<N> axis) const {
    static_assert(has(Axis<N>::name), "Mesh::size: the mesh has no axis of this name");
    return info_->size(axis.name);
  }
  /// This device's coordinate along an axis.
  template <fixed_string N> int coordinate(Axis<N> axis) const {
    static_assert(has(Axis<N>::name), "Mesh::coordinate: the mesh has no axis of this name");
    return info_->coordinate(axis.name);
  }
  /// The untyped mesh.
  const std::shared_ptr<MeshInfo>& info() const { return info_; }

 private:
  std::shared_ptr<MeshInfo> info_;
};

namespace detail {
std::vector<std::int64_t> all_devices(const World& world);
}

/// A mesh of one axis over all devices. All devices call it.
template <fixed_string N> Mesh<Axis<N>{}> make_mesh(World& world, Axis<N>) {
  return {world, detail::all_devices(world)};
}

/// A mesh of the given sizes, major first: `make_mesh(world, {2, 2}, X, Y)`. All devices call it. Error where the
/// product of the sizes is not the number of devices.
template <fixed_string... N>
Mesh<Axis<N>{}...> make_mesh(World& world, const std::vector<std::int64_t>& sizes, Axis<N>...) {
  return {world, sizes};
}

}  // namespace shardwise
