// The state of one array over one mesh axis, and the verdict of a rule.
#pragma once

#include <shardwise/dsl/rules/hooks.hpp>
#include <shardwise/dsl/type/spec.hpp>

namespace shardwise::rules {

/// The state over ONE axis, as rows see it. The last four are refinements that generic code finds out
/// from the other operand; `any` in a row matches every state.
enum class State : std::uint8_t {
  replicated,
  split,
  unreduced,  ///< U: a pending sum
  pending,    ///< Umax or Umin
  reduced,
  varying,
  replicated_lacking,  ///< replicated, and without the dimension (or with extent 1) that the other splits
  reduced_lacking,     ///< reduced, likewise
  split_elsewhere,     ///< split on another dimension than the other operand
  any
};

constexpr State state_of(const TypeDesc& t, Name axis) {
  if (t.unreduced.has(axis)) return t.pending == PendingKind::sum ? State::unreduced : State::pending;
  if (t.reduced.has(axis)) return State::reduced;
  if (t.varying.has(axis)) return State::varying;
  return t.dim_of(axis) >= 0 ? State::split : State::replicated;
}

/// Puts an axis that splits no dimension of `t` into a state.
constexpr void set_state(TypeDesc& t, State s, Name axis) {
  if (s == State::unreduced || s == State::pending) t.unreduced.insert(axis);
  if (s == State::reduced) t.reduced.insert(axis);
  if (s == State::varying) t.varying.insert(axis);
}

/// The number that a literal in a step stands for. Programs hold doubles.
struct LiteralNumber {
  double value = 0;
  std::uint64_t lost = 0;  ///< the magnitude of a whole number beyond 2^53, which a double may not hold; else 0
  constexpr LiteralNumber(double number, std::uint64_t magnitude = 0) : value(number), lost(magnitude) {}
  constexpr operator double() const { return value; }
};

/// What a rule says: the result's type, or why not and the call that repairs it.
///
/// In `why` and `repair`, `%X` is the axis, `%L` a literal, `%S` the result's extents, and `%{a-}` and its like stand
/// for a complete reshard call (see sentence.hpp). Of many operands `%{k-}` is the one that the verdict is about.
struct Verdict {
  bool ok = true;
  TypeDesc type{};
  std::string_view why{};
  std::string_view repair{};
  std::string_view other_repair{};  ///< a second choice
  Name axis{};
  int dimension = -1;
  int operand = -1;
  LiteralNumber literal{0};  ///< `%L`
  /// For `%{a@}`: the operand's dimension that takes the split of another's, that operand and its dimension, 4 bits
  /// each from the lowest.
  std::uint32_t onto[3]{};
  /// For `%!`: prints the reshards of all operands that make the call right.
  void (*reshards)(Text&, const TypeDesc* operands, const Verdict&) = nullptr;

  constexpr Verdict& reject(std::string_view reason, std::string_view fix = {}, Name at = {}, int dim = -1) {
    if (!ok) return *this;
    ok = false;
    why = reason;
    repair = fix;
    axis = at;
    dimension = dim;
    return *this;
  }
  /// The operand that is wrong, where there may be many.
  constexpr Verdict& of(int which) {
    operand = which;
    return *this;
  }
};

/// In a mask of dimensions: where the bits begin of those that were named twice.
inline constexpr int named_twice = 16;
inline constexpr std::string_view twice[max_rank] = {"dimension 0 is named twice", "dimension 1 is named twice",
                                                     "dimension 2 is named twice", "dimension 3 is named twice",
                                                     "dimension 4 is named twice", "dimension 5 is named twice",
                                                     "dimension 6 is named twice", "dimension 7 is named twice"};
/// Refuses a mask that names a dimension twice, or one that there is not.
constexpr bool judge_dimensions(Verdict& v, unsigned dims, int rank,
                                std::string_view beyond = "a dimension is beyond the rank") {
  for (int i = 0; i < rank; ++i)
    if (dims >> (named_twice + i) & 1) v.reject(twice[i], "name it once");
  if (v.ok && dims >> rank) v.reject(beyond, "name dimensions from 0 to rank - 1");
  return v.ok;
}

}  // namespace shardwise::rules
