// Which devices hold which block of an array, as a grid of cells: what the drawings of a sharding are made from.
#pragma once

#include <shardwise/backends/executor/given_sizes.hpp>
#include <shardwise/backends/executor/mesh.hpp>

namespace shardwise {

/// The names and sizes of a mesh's axes, major first, without its devices: `{{"X", 2}, {"Y", 4}}`.
struct MeshShape {
  AxisList axes;
  std::vector<int> sizes;

  /// Error where a size is below 1, an axis is given twice, or there are more than 4.
  MeshShape(std::initializer_list<NamedSize> named);
  explicit MeshShape(const MeshInfo& mesh);

  int devices() const;
  /// `Mesh<X:2,Y:4>`
  std::string description() const;
};

namespace detail {

/// A drawing without its form: rows and columns of blocks, each named by the devices that hold it.
struct ShardingGrid {
  std::string title;                            ///< `f32[8@X,4] on Mesh<X:2>`
  std::string note;                             ///< which dimensions are drawn, for ranks above 2; else empty
  std::vector<std::string> row_labels;          ///< index ranges, `0:4`; all empty for ranks 0 and 1
  std::vector<std::string> column_labels;       ///< all empty for rank 0
  std::vector<std::vector<std::string>> cells;  ///< by row: devices, `0,1`; copies `0,1`, terms of a sum `0 + 1`
  std::vector<std::string> legend;              ///< what the signs mean, where states need it
  double aspect = 1;                            ///< width of the whole array by its height
};

/// What a grid's rows and columns are: the dimensions, where no more than two are split; or one block a row.
enum class GridForm : std::uint8_t { dimensions, list };
/// Error where the type's axes are not in the mesh, the rank differs, or an axis size does not divide an extent.
ShardingGrid sharding_grid(const TypeDesc& type, const Shape& shape, const MeshShape& mesh,
                           GridForm form = GridForm::dimensions);

/// A device list in lines of at most `width` characters, broken after commas and at spaces.
std::vector<std::string> wrapped(const std::string& devices, int width);

}  // namespace detail
}  // namespace shardwise
