// Extents as numbers, for arrays that are being made: from sizes that the user gives, or from host data.
#pragma once

#include <shardwise/backends/executor/array_storage.hpp>

#include <concepts>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace shardwise {

namespace detail {
/// An extent as a quotient, a factor at a time. Error, which begins with `what`, where it leaves 64 bits.
class Quotient {
 public:
  Quotient(const Extent& extent, std::string_view what) : extent_(extent), what_(what) {}
  /// Multiplies with value^power, or divides.
  void times(std::int64_t value, int power);
  /// a*b.
  std::int64_t product(std::int64_t a, std::int64_t b) const;

  std::int64_t above() const { return above_; }
  std::int64_t below() const { return below_; }

 private:
  const Extent& extent_;
  std::string_view what_;
  std::int64_t above_ = extent_.number, below_ = extent_.divisor;
};
}  // namespace detail

/// What names in one type's extents stand for. Axes of the mesh stand for their sizes from the start.
class NameTable {
 public:
  explicit NameTable(const MeshInfo& mesh);

  std::optional<std::int64_t> find(Name name) const;
  /// Error, which begins with `what`, where the name has another value already or the value is below 0.
  void bind(Name name, std::int64_t value, std::string_view what);
  /// Learns names from `extents` of `type`: those that stand alone with known factors (`batch`, `2*batch`, `d/4`).
  /// Then checks every extent whose names are known. Error: `what` with dimension, expected, got.
  void match(const TypeDesc& type, const Shape& extents, std::string_view what);
  /// The number, or nothing where a name is not known or the extent is `?`. Error where a division leaves a rest.
  std::optional<std::int64_t> value(const Extent& extent, std::string_view what) const;

 private:
  struct Entry {
    Name name;
    std::int64_t value;
    bool axis;  ///< size of an axis
  };
  bool learn(const Extent& extent, std::int64_t value, std::string_view what);

  std::vector<Entry> entries_;
};

/// Any integer, without narrowing warnings in braces.
struct Integer {
  std::int64_t value;
  template <std::integral T> constexpr Integer(T v) : value(std::int64_t(v)) {}
};

/// `{"batch", 32}`
struct NamedSize {
  std::string_view name;
  Integer size;
};

/// Sizes for a type's extents: by name, `{{"batch", 32}, {"d", 16}}`; as all extents, `{32, 16}`; or none, where all
/// extents are numbers and axis sizes.
class Sizes {
 public:
  Sizes() = default;
  Sizes(std::initializer_list<NamedSize> named) : named_(named) {}
  Sizes(std::initializer_list<Integer> extents);
  Sizes(const Shape& extents) : extents_(extents), all_(true) {}

  bool given() const { return all_ || !named_.empty(); }
  /// The extents of `type`. Error, which begins with `what`: a name without a size, a size that no extent mentions, a
  /// `?` with named sizes, extents that disagree with the type, a size that no memory has.
  Shape of(const TypeDesc& type, const MeshInfo& mesh, std::string_view what) const;

 private:
  std::vector<NamedSize> named_;
  Shape extents_;
  bool all_ = false;
};

}  // namespace shardwise
