// One call of an op by its name: operands, static options and the spec of the result, as rows of the registry see it.
#pragma once

#include <shardwise/dsl/program/functions.hpp>
#include <shardwise/dsl/transform/freeze.hpp>

#include <algorithm>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace shardwise::rulebook {

using Operands = std::vector<Value>;

/// What a question or a row says that has no meaning: where, and what is wrong there.
struct BadQuestion {
  std::string where, what;
};

/// A number in the place of an array.
struct LiteralOperand {
  double value = 0;
  bool fractional = false;  ///< written with a point
  int place = 1;            ///< its place among the operands
  bool in_list = false;     ///< a question put it among the operands, not into the options
};

/// A call. The options were checked against the row before its builder asks for them, so their types are right.
struct Call {
  std::vector<TypeDesc> operands{};  ///< the arrays
  std::optional<LiteralOperand> literal{};
  std::optional<SpecDesc> out{};
  /// On one device: types have no axes, specs mean nothing.
  bool plain = false;
  std::shared_ptr<const nlohmann::ordered_json> attrs{};

  bool has(const char* name) const;
  std::int64_t integer(const char* name, std::int64_t otherwise = 0) const;
  double number(const char* name, double otherwise = 0) const;
  bool flag(const char* name) const;
  std::string text(const char* name) const;
  std::vector<std::int64_t> integers(const char* name) const;
  Dtype dtype(const char* name, Dtype otherwise) const;
  /// An array type in our notation; without axes on one device.
  TypeDesc type(const char* name) const;
  /// Extents as `reshape` takes them: `[2, -1]`, `["batch", 784]` or `"batch,28*28"`.
  fn::ShapeDesc extents(const char* name) const;
  /// Mesh axes: `"X"` or `["X", "Y"]`.
  AxisList axes(const char* name) const;
  /// Sources and targets, one after the other.
  std::vector<std::uint32_t> pairs(const char* name) const;

  /// The spec of the result, if one is given and means anything.
  const SpecDesc* spec() const { return out && !plain ? &*out : nullptr; }
  /// The same for an op that cannot do without: on one device P().
  SpecDesc spec_or_replicated() const { return out && !plain ? *out : SpecDesc{}; }
  /// A dimension counted from the end if it is negative. What is far beyond the rank stays beyond it.
  int dim(const char* name, int rank, int otherwise = 0) const {
    const auto d = int(std::clamp<std::int64_t>(integer(name, otherwise), -1000, 1000));
    return d < 0 ? d + rank : d;
  }
  /// The bit mask of the dimensions in a list; no list or an empty one: all. One beyond the rank sets a bit that rules
  /// refuse.
  unsigned mask(const char* name, int rank) const;
};

/// Reads `P(X, none){U:Y}`, the call `P(X, none, unreduced(Y))`, or a type, which stands for its spec.
SpecDesc read_spec(std::string_view text, const std::string& where);
/// Reads a type; a mistake is a BadQuestion that shows where.
TypeDesc read_type(std::string_view text, const std::string& where);

}  // namespace shardwise::rulebook
