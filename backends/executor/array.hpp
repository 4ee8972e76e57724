// Arrays distributed over a mesh.
#pragma once

#include <shardwise/backends/executor/array_storage.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>
#include <shardwise/dsl/type/array_type.hpp>

#include <vector>

namespace shardwise {

/// Indices begin to end - 1 of one dimension.
struct IndexRange {
  std::size_t begin = 0, end = 0;
  bool operator==(const IndexRange&) const = default;
};

/// One device's block of an array.
template <class T> struct Shard {
  int device = 0;                 ///< its rank in the mesh
  std::vector<IndexRange> index;  ///< its place in the global array, per dimension
  std::span<const T> data;        ///< row-major; valid while the array lives
};

namespace detail {
std::ostream& print_empty(std::ostream& out, std::string_view notation);
}

/// A distributed array of type A = ArrayType<"f32[8@X,4]">: a mesh, global extents and this device's shard. Users
/// cannot change its elements; copies share them. A moved-from array is empty, as is one that a program took
/// (`run(std::move(x))`); using it is an Error.
template <ArrayTypeLike A> class Array {
 public:
  using type = A;
  /// The C++ type of an element in memory: float for f32, bf16 for bf16, ...
  using value_type = kernels::storage<A::desc.dtype>;
  static constexpr std::string_view notation = A::notation;
  static constexpr int rank = A::desc.rank;

  Array() = default;
  /// For what the library makes: the storage's type is A's.
  explicit Array(ArrayStorage storage) : storage_(std::move(storage)) {}

  bool empty() const { return storage_.empty(); }
  /// Global extents.
  const Shape& shape() const { return used("shape()").shape(); }
  /// Extents of this device's block.
  const Shape& local_shape() const { return used("local_shape()").local_shape(); }
  /// This device's block, row-major: a copy where the array is replicated or reduced, a piece where unreduced.
  const value_type* data() const { return reinterpret_cast<const value_type*>(used("data()").data()); }
  std::span<const value_type> span() const { return {data(), storage_.local_shape().size()}; }
  /// What this process can read: this device's block. As JAX's.
  std::vector<Shard<value_type>> addressable_shards() const {
    Shard<value_type> shard{used("addressable_shards()").mesh().rank(), {}, span()};
    const Shape offset = storage_.local_offset(), &local = storage_.local_shape();
    for (int i = 0; i < rank; ++i) shard.index.push_back({offset[i], offset[i] + local[i]});
    return {std::move(shard)};
  }
  MeshInfo& mesh() const { return used("mesh()").mesh(); }

  /// The untyped array, for the executor.
  const ArrayStorage& storage() const& { return storage_; }
  ArrayStorage& storage() & { return storage_; }
  ArrayStorage storage() && { return std::move(storage_); }

  /// Type, this device's place and values. Not collective.
  friend std::ostream& operator<<(std::ostream& out, const Array& array) {
    return array.empty() ? detail::print_empty(out, A::notation) : out << array.storage_;
  }

 private:
  const ArrayStorage& used(std::string_view what) const {
    if (storage_.empty()) [[unlikely]]
      storage_.require(A::notation, what);
    return storage_;
  }

  ArrayStorage storage_;
};

namespace detail {
template <class T> inline constexpr bool is_array = false;
template <class A> inline constexpr bool is_array<Array<A>> = true;
}  // namespace detail

/// An Array of some type.
template <class T>
concept ArrayLike = detail::is_array<std::remove_cvref_t<T>>;

}  // namespace shardwise
