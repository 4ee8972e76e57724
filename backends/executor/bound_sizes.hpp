// What names and unknown extents stand for: bound from the arguments' shapes when a step is bound.
#pragma once

#include <shardwise/backends/executor/array_storage.hpp>
#include <shardwise/dsl/program/equation.hpp>

#include <optional>
#include <string>
#include <vector>

namespace shardwise::exec {

/// One leaf of the arguments: its type in the program, its global extents, and how messages call it:
/// `argument 1 (layer1.kernel)`.
struct Argument {
  const TypeDesc* type = nullptr;
  Shape shape;
  std::string name;
  bool moved = false;  ///< the caller gives it away: the plan may count on that, calls need not
};

/// The values of names, axes of the mesh and unknown extents. Every name must follow from the arguments; where it
/// follows twice, both values must agree.
class BoundSizes {
 public:
  /// Error: names that disagree, a literal extent or a rank that the argument does not have, a quotient that is no
  /// integer, an equality of the program that does not hold.
  BoundSizes(const ProgramView& program, const MeshInfo& mesh, const std::vector<Argument>& arguments);

  /// The extent's value, or nothing where it is not known. Error, which begins with `what`, where it is no integer or
  /// too large.
  std::optional<std::int64_t> find(const Extent& e, std::string_view what = "a value of the step") const;
  /// Error where it is not known; `what` begins the message.
  std::int64_t value(const Extent& e, std::string_view what) const;
  /// Gives an unknown extent, which is a sum of others, its value. Error, which begins with `what`, if it has another.
  void define(const Extent& unknown, std::int64_t value, std::string_view what);
  /// Error: an equality of the program that does not hold. Called again once all sums are defined.
  void check_equalities(const ProgramView& program);

 private:
  struct Bound {
    Name name;
    std::int64_t value = 0;
    std::string source;  ///< "argument 1 (xs)"
  };
  struct Given {
    Extent extent;
    std::int64_t value = 0;
    std::size_t argument = 0;
    int dimension = 0;
    bool done = false;
  };

  const Bound* find(Name name) const;
  void bind(Name name, std::int64_t value, std::string source);
  /// True if the extent is checked or gave a new value.
  bool settle(Given& given);
  bool check_equality(const Equality& equality);
  std::string place(const Given& given) const;

  const std::vector<Argument>* arguments_;
  std::vector<Bound> names_;
  std::vector<std::optional<std::int64_t>> unknowns_;
  std::vector<Given> given_;
};

/// `batch*t`
std::string to_string(const Extent& e);

}  // namespace shardwise::exec
