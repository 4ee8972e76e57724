// A distributed array without its C++ type: what the executor handles.
#pragma once

#include <shardwise/backends/executor/mesh.hpp>
#include <shardwise/backends/kernels/operand.hpp>
#include <shardwise/dsl/type/type_desc.hpp>

#include <iosfwd>
#include <memory>
#include <span>

namespace shardwise {

/// Extents of a row-major array, rank 0 to 8.
using kernels::Shape;

/// `[8,4]`
std::string to_string(const Shape& shape);

/// Bytes shared by copies of an array. 64-byte aligned, padded with unspecified bytes to a multiple of 64.
using SharedBytes = std::shared_ptr<std::byte>;
/// Unspecified contents. Throws std::bad_alloc.
SharedBytes allocate_bytes(std::size_t bytes);
/// The same where the world's collectives can reach it.
SharedBytes allocate_bytes(World& world, std::size_t bytes);

/// A mesh, global extents, and this device's shard: a row-major block. Copies share the bytes, which are written
/// only by who makes the array, or by who holds the last copy. A moved-from one is empty.
class ArrayStorage {
 public:
  ArrayStorage() = default;
  /// Shard of unspecified contents. The type must outlive the array (a static of an ArrayType, or of a program). Error
  /// where an axis size does not divide an extent, an axis is not in the mesh, or the block is larger than memory.
  /// `what` begins its message.
  ArrayStorage(std::shared_ptr<MeshInfo> mesh, const TypeDesc& type, const Shape& global,
               std::string_view what = "array");
  /// The same with bytes that are there already, such as a donated argument's: at least local_bytes() of them.
  ArrayStorage(std::shared_ptr<MeshInfo> mesh, const TypeDesc& type, const Shape& global, SharedBytes bytes,
               std::string_view what = "array");

  /// Default-constructed, moved from, or donated.
  bool empty() const { return bytes_ == nullptr; }
  /// Error where it is empty; `notation` is the type's, for the message.
  void require(std::string_view notation, std::string_view what) const;

  // Of an array that is not empty:
  const TypeDesc& type() const { return *type_; }
  MeshInfo& mesh() const { return *mesh_; }
  const std::shared_ptr<MeshInfo>& shared_mesh() const { return mesh_; }
  /// Global extents.
  const Shape& shape() const { return global_; }
  /// Extents of this device's block.
  const Shape& local_shape() const { return local_; }
  /// Where this device's block begins in the global array.
  Shape local_offset() const;
  /// Bytes of this device's block.
  std::size_t local_bytes() const { return local_.size() * size_of(type_->dtype); }
  const std::byte* data() const { return bytes_.get(); }

  /// For who makes the array: its bytes before it is handed out, or when unique().
  std::byte* mutable_data() { return bytes_.get(); }
  /// No other array shares the bytes: they may be reused (donated).
  bool unique() const { return bytes_.use_count() == 1; }
  /// The bytes themselves, to be compared or shared.
  const SharedBytes& bytes() const { return bytes_; }
  /// Takes the bytes; the array is then empty.
  SharedBytes release() { return std::move(bytes_); }

 private:
  std::shared_ptr<MeshInfo> mesh_;
  const TypeDesc* type_ = nullptr;
  Shape global_, local_;
  SharedBytes bytes_;
};

/// Error, which begins with `what`, where an array of these extents has more bytes than 2^63 - 1.
void check_size(const TypeDesc& type, const Shape& extents, std::string_view what);

/// Extents of the block that each device of the mesh holds. Error: see ArrayStorage.
Shape local_shape(const MeshInfo& mesh, const TypeDesc& type, const Shape& global, std::string_view what);
/// Where the block of a device (a rank of the mesh) begins.
Shape block_offset(const MeshInfo& mesh, const TypeDesc& type, const Shape& local, int device);

/// Type, extents, and the values of this device's block as numpy prints them, the middle left out where a dimension is
/// long. Not collective.
std::ostream& operator<<(std::ostream& out, const ArrayStorage& array);

}  // namespace shardwise
