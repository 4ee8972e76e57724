// The registry: one row an op, by its name in the API. The program `rulebook` and the validator both work from it.
//
// To add an op, write a row in the file of its family (`ops_*.cpp`); a new family is one line in registry.cpp.
#pragma once

#include <rulebook/call.hpp>
#include <rulebook/draw.hpp>

#include <shardwise/dsl/transform/collectives.hpp>

namespace shardwise::rulebook {

/// What kind of thing an option is, as JSON: a whole number, a list of them, true or false, a number, a text, the name
/// of a dtype, a type in our notation, extents (a list or a text), mesh axes (a text or a list), pairs of whole
/// numbers.
enum class Kind : std::uint8_t { integer, integers, flag, number, text, dtype, type, extents, axes, pairs };

/// A static option. Its name is that of the template argument or tag.
struct Attr {
  const char* name;
  Kind kind;
  const char* meaning;
  bool required = false;
  std::vector<const char*> also{};  ///< other names under which it is taken
};

/// Operands to try an op on, each in all layouts. Extents are divided by the sizes of the axes where that matters: 12
/// on one axis, 4 on two.
struct Sample {
  const char* attrs;                            ///< the options, as JSON
  std::vector<const char*> operands;            ///< types without axes; a number stands for a literal
  int axes = 2;                                 ///< on meshes of so many axes and fewer
  bool specs = false;                           ///< also with each spec of the result
  bool shown = true;                            ///< on the page
  bool ones = false;                            ///< axes split extents of 1 too
  bool differences = true;                      ///< the gradient equals differences of values
  std::vector<Draw> draw{};                     ///< else the op's
  std::optional<std::vector<int>> linear_in{};  ///< else the op's
};

/// One that is not on the page.
inline Sample hidden(const char* attrs, std::vector<const char*> operands, int axes = 1) {
  return {.attrs = attrs, .operands = std::move(operands), .axes = axes, .shown = false};
}

/// The collectives that the types promise: forward, and backward for all operands together.
using Promise = Collectives (*)(const Call&, const TypeDesc& result);
using Build = Value (*)(const Call&, Builder&, const Operands&);

struct Op {
  std::vector<const char*> names;  ///< the first is the API's; then operators
  int arity;                       ///< operands; -1: one or more. A literal counts
  Build build;
  std::vector<Sample> samples;
  std::vector<Attr> attrs{};
  std::vector<int> linear_in{};  ///< operands in which it is linear: its double transpose is itself
  std::vector<Draw> draw{};
  Promise promise = nullptr;  ///< nullptr: a local op's
  bool literal = false;       ///< a number may stand for an operand
  bool needs_out = false, takes_out = false;
  const char* note = "";  ///< on the page
  bool detached = false;  ///< its operand only stands for the step: neither value nor state of it have a part
  bool manual = false;    ///< of manual mode: operands vary too, and one device is no reference

  const char* name() const { return names[0]; }
};

struct Family {
  const char* name;  ///< of its page: docs/rules/<name>.md
  const char* title;
  std::vector<Op> ops;
};

/// All families, in the order of the pages.
const std::vector<Family>& families();

/// The row for a name, these operands and these options; throws BadQuestion. `literals` counts in `operands`.
const Op& find_op(const std::string& name, int operands, const nlohmann::ordered_json& attrs);
/// Checks the options against a row's and gives them under their own names.
nlohmann::ordered_json checked_attrs(const Op& op, const nlohmann::ordered_json& attrs);

/// A call of a sample; operands without layouts.
Call call_of(const Op& op, const Sample& sample);

/// The op with its options and the spec of its result, for reports: `sum {"dims":[0]} to P(X)`.
std::string describe(const Op& op, const Call& call);

/// Builds the op, so that a refusal names it with its operands as a compiler would. Throws RuleError.
Value build(const Op& op, const Call& call, Builder& g, const Operands& in);

}  // namespace shardwise::rulebook
