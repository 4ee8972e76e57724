// Devices that exist on paper only, and what it means for an array to lie on them: the definition of the states.
#pragma once

#include <shardwise/dsl/type/notation.hpp>

#include <span>
#include <vector>
#include <xtensor/xarray.hpp>

namespace shardwise::interpreter {

/// Global arrays and pieces. Floating values are doubles; integers (exact below 2^53) and booleans are held as doubles.
using HostArray = xt::xarray<double>;
/// What each device holds, by device number.
using Pieces = std::vector<HostArray>;
using Shape = std::vector<std::size_t>;

struct MeshAxis {
  Name name;
  int size;
};
/// The size that a name in an extent stands for.
struct NameSize {
  Name name;
  std::int64_t size;
};

/// Any number of devices along named axes, the last axis varying fastest. An axis that the mesh lacks has size 1.
class SimulatedMesh {
 public:
  explicit SimulatedMesh(std::vector<MeshAxis> axes = {}, std::vector<NameSize> names = {});

  int devices() const { return devices_; }
  std::span<const MeshAxis> axes() const { return axes_; }
  int axis_size(Name axis) const;
  /// The device's position along an axis.
  int coordinate(int device, Name axis) const;

  /// The number an extent stands for. Throws std::invalid_argument for unknown names and fractions.
  std::int64_t size_of(const Extent& extent) const;
  /// Gives an unknown extent its size.
  void define(int unknown, std::int64_t size) { unknowns_.push_back({unknown, size}); }
  Shape global_shape(const TypeDesc& type) const;
  /// The shape of each piece. Throws std::invalid_argument where an axis size does not divide an extent.
  Shape local_shape(const TypeDesc& type) const;

  /// Cuts a global array into pieces. The first device along unreduced axes holds the value and the others zeros, as
  /// `reshard` does it; what varies is the same everywhere.
  Pieces scatter(const TypeDesc& type, const HostArray& global) const;
  /// The true value of pieces: split dimensions concatenated, sums (maxima, minima) over unreduced axes taken.
  /// Throws std::runtime_error if copies that should be equal differ in one bit. Nothing may vary.
  HostArray assemble(const TypeDesc& type, const Pieces& pieces) const;
  /// Pieces of the same value in another layout, through the definition of both: no sequence of steps.
  Pieces reshard(const TypeDesc& from, const TypeDesc& to, const Pieces& pieces) const;

 private:
  std::vector<std::int64_t> offsets(const TypeDesc& type, int device) const;
  int block_along(const TypeDesc& type, const Shape& local, const Shape& index, Name axis) const;

  std::vector<MeshAxis> axes_;
  std::vector<NameSize> names_;
  std::vector<std::pair<int, std::int64_t>> unknowns_;
  int devices_ = 1;
};

}  // namespace shardwise::interpreter
