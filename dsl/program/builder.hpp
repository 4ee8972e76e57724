// The builder that tracing fills: equations, interned types, loop regions. A plain constexpr object.
#pragma once

#include <shardwise/dsl/program/op.hpp>
#include <shardwise/dsl/rules/sentence.hpp>

#include <stdexcept>
#include <vector>

namespace shardwise {

/// An op refused its operands, in a program that is built at run time.
struct RuleError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Not constexpr: a compiler's error names it. A value of a loop body lives in that body; return it as the carry, or
/// stack it with scan_with_outputs.
[[noreturn]] inline void a_tracer_escaped_from_the_loop_body_that_made_it() {
  throw std::logic_error("a tracer escaped from the loop body that made it");
}

enum class RegionKind : std::uint8_t { loop, branch, repeat };

/// The equations of a loop's or a branch's body, or of the program itself (region 0).
struct Region {
  int parent = -1;
  Extent trip{};
  bool reversed = false;
  RegionKind kind = RegionKind::loop;
  bool when = false;   ///< a branch runs where its predicate is this
  int predicate = -1;  ///< of a branch; of a while loop its guard
  int partner = -1;    ///< the other branch
  int header = -1;     ///< the equation, once the region is closed
  int origin = -1;     ///< of a copy that recomputes it: the region
};

struct Builder {
  std::vector<Eqn> equations;
  std::vector<TypeDesc> types;
  std::vector<Extent> extents;
  std::vector<Equality> equalities;
  std::vector<std::uint32_t> numbers;  ///< lists that attributes point into
  std::vector<Region> regions;
  int current = 0;  ///< the region being written
  int groups = 0;   ///< tree reshards so far
  int unknowns = 0;
  bool casts_stand_late = false;  ///< an equation may read a value that was appended after it, in an outer region
  /// Judging only: the first rejection is kept instead of thrown.
  bool judging = false;
  rules::Verdict rejection{};
  TypeDesc rejected_operands[3]{};
  /// The function of the language that a dynamic tracer is in: sentences name it and its operands, not its parts.
  struct Caller {
    std::string_view name{};
    const TypeDesc* operands = nullptr;
    int n = 0;
  };
  Caller caller{};
  bool failed = false;       ///< an error was reported: what was built is not what was written
  Text rejected_sentence{};  ///< judging, inside of a caller

  // What the backward pass in progress knows; see transform/backward.hpp.
  struct Mirror {
    int forward, backward;
  };
  std::vector<Mirror> mirrors;  ///< which backward region mirrors which forward region
  struct Residual {
    int backward_region, id, next;
  };
  std::vector<Residual> residuals;
  std::vector<int> residual_head;
  std::vector<char> active;  ///< the value depends on what is differentiated

  /// A call of checkpoint(f): what it does not save is computed again when a gradient needs it
  /// (transform/recompute.hpp).
  struct Checkpoint {
    int parent;                          ///< the checkpoint around it, or 0
    int region, begin;                   ///< where it was called, and the id of its first equation
    bool (*saves)(const Builder&, int);  ///< its policy, of the value with an id
  };
  std::vector<Checkpoint> checkpoints{{0, 0, 0, nullptr}};
  int checkpoint = 0;  ///< the innermost one that is being traced
  struct Label {
    int id;
    std::string_view name;
  };
  std::vector<Label> labels;  ///< checkpoint_name: the names of values
  /// What the backward pass in progress computes again of one checkpoint.
  struct Recomputation {
    struct Renamed {
      int from, to;
    };
    int checkpoint, tag;
    std::vector<int> copy;  ///< by id of the original; -1
    std::vector<char> wanted;
    std::vector<Renamed> regions, groups, rules;
  };
  std::vector<Recomputation> recomputations;
  int tags = 0;    ///< of recomputations so far
  int passes = 0;  ///< backward passes so far
  int pass = 0;    ///< the one that is being written

  /// A function with a gradient rule of its own (transform/custom_vjp.hpp): ids of its arguments' leaves, of what its
  /// rule keeps, of its results' leaves, and the rule.
  struct CustomRule {
    std::vector<int> arguments, residuals, results;
    void (*pull)(Builder&, const CustomRule&, std::vector<int>& cotangents) = nullptr;
  };
  std::vector<CustomRule> custom_rules;

  std::vector<int> type_chain;
  int type_head[64];

  constexpr Builder() {
    for (int& h : type_head) h = -1;
    regions.push_back({});
  }

  constexpr const TypeDesc& type_of(int id) const { return types[std::size_t(equations[std::size_t(id)].type)]; }
  constexpr const Eqn& operator[](int id) const { return equations[std::size_t(id)]; }
  constexpr int size() const { return int(equations.size()); }

  constexpr int intern(const TypeDesc& t) {
    PackedName h = PackedName(t.rank * 9 + int(t.dtype));
    for (int i = 0; i < t.rank; ++i)
      h = h * 31 + PackedName(t.dims[i].extent.number) + (t.dims[i].extent.factors[0].name.packed >> 96) +
          PackedName(t.dims[i].axes.size * 5);
    h = h * 31 + PackedName(t.unreduced.size * 3 + t.reduced.size * 7 + t.varying.size * 11);
    int& head = type_head[int(h % 61)];
    for (int i = head; i >= 0; i = type_chain[std::size_t(i)])
      if (types[std::size_t(i)] == t) return i;
    types.push_back(t);
    type_chain.push_back(head);
    return head = int(types.size()) - 1;
  }
  constexpr int intern(const Extent& e) {
    for (std::size_t i = 0; i < extents.size(); ++i)
      if (extents[i] == e) return int(i);
    extents.push_back(e);
    return int(extents.size()) - 1;
  }

  /// Where a list of numbers stands in the table; equal lists stand once.
  constexpr int intern(const std::uint32_t* list, std::size_t size) {
    for (std::size_t i = 0; i + size <= numbers.size(); ++i) {
      std::size_t k = 0;
      while (k < size && numbers[i + k] == list[k]) ++k;
      if (k == size) return int(i);
    }
    const int begin = int(numbers.size());
    for (std::size_t k = 0; k < size; ++k) numbers.push_back(list[k]);
    return begin;
  }

  constexpr bool in_scope(int region) const {
    for (int r = current; r >= 0; r = regions[std::size_t(r)].parent)
      if (r == region) return true;
    return false;
  }
  constexpr void check_scope(int id) const {
    if (id >= 0 && !in_scope(equations[std::size_t(id)].region)) a_tracer_escaped_from_the_loop_body_that_made_it();
  }

  /// Appends an equation whose operands must be in scope.
  constexpr int push(Eqn q, const TypeDesc& t) {
    check_scope(q.a);
    check_scope(q.b);
    check_scope(q.c);
    return push_unchecked(q, t);
  }
  constexpr int push_unchecked(Eqn q, const TypeDesc& t) {
    q.type = intern(t);
    q.region = current;
    q.pass = pass;
    equations.push_back(q);
    if (checkpoint) {
      equations.back().checkpoint = checkpoint;
      mark(size() - 1);
    }
    return size() - 1;
  }
  /// Equations that a checkpoint does not save never merge with others: those of the backward pass, or of its
  /// recomputations.
  constexpr void mark(int id) {
    Eqn& q = equations[std::size_t(id)];
    if (q.tag < 0 || q.op == op<ops::constant> || q.op == op<ops::iota>) return;
    q.tag = 0;
    for (int c = q.checkpoint; c && !q.tag; c = checkpoints[std::size_t(c)].parent)
      if (!checkpoints[std::size_t(c)].saves(*this, id)) q.tag = c;
  }
  constexpr void begin_checkpoint(bool (*saves)(const Builder&, int)) {
    checkpoints.push_back({checkpoint, current, size(), saves});
    checkpoint = int(checkpoints.size()) - 1;
  }
  constexpr void end_checkpoint() { checkpoint = checkpoints[std::size_t(checkpoint)].parent; }

  /// Notes that two extents must be equal when sizes are known.
  constexpr void require_equal(const Extent& a, const Extent& b) {
    if (a == b) return;
    for (auto& e : equalities)
      if (e.left == a && e.right == b) return;
    equalities.push_back({a, b, size()});
  }
  /// Equal types, where an unknown extent may be any: then the equality is left to bind.
  constexpr bool same_type(const TypeDesc& a, const TypeDesc& b) {
    if (a == b) return true;
    TypeDesc c = b;
    if (a.rank != b.rank) return false;
    for (int i = 0; i < a.rank; ++i) {
      const Unified u = unify(a.dims[i].extent, b.dims[i].extent);
      if (u.how == Agreement::mismatch) return false;
      c.dims[i].extent = a.dims[i].extent;
    }
    if (!(a == c)) return false;
    for (int i = 0; i < a.rank; ++i) require_equal(a.dims[i].extent, b.dims[i].extent);
    return true;
  }
  /// Each `?` of an argument becomes a fresh unknown.
  constexpr TypeDesc with_fresh_unknowns(TypeDesc t) {
    for (int i = 0; i < t.rank; ++i)
      if (t.dims[i].extent.is_unknown()) t.dims[i].extent = unknown_extent(++unknowns);
    return t;
  }
  constexpr int input(const TypeDesc& t) { return push({.op = op<ops::input>}, with_fresh_unknowns(t)); }

  /// A rule said no. Throws the sentence, or keeps it while judging.
  constexpr void reject(std::string_view name, const TypeDesc* operands, int n, const rules::Verdict& v) {
    if (judging && !rejection.ok) return;
    TypeDesc inner[3]{};
    for (int i = 0; i < n && i < 3; ++i) inner[i] = operands[i];
    if (v.operand >= 0) inner[1] = operands[v.operand];
    Text sentence;
    if (caller.n)
      sentence = rules::explain(caller.name, caller.operands, caller.n, v, inner);
    else if (!judging)
      sentence = rules::explain(name, operands, n, v);
    if (!judging) throw RuleError(std::string(sentence.view()));
    rejection = v;
    rejected_sentence = sentence;
    for (int i = 0; i < 3; ++i) rejected_operands[i] = inner[i];
  }

  /// A literal does not fit beside a value of type `t`, which the types of a step do not tell. The first one is kept
  /// while the step is traced, for the compiler to print after that. False: the value has an error.
  constexpr bool reject_literal(const TypeDesc& t, const rules::Verdict& v) {
    if (!std::is_constant_evaluated() || judging) return reject("literal", &t, 1, v), false;
    failed = true;
    if (!rejection.ok) return true;
    rejection = v;
    rejected_operands[0] = t;
    return true;
  }
  /// The sentence about that literal, once the op is known.
  constexpr bool has_unnamed_literal() const { return !judging && !rejection.ok && rejected_sentence.size == 0; }
  constexpr void name_literal(std::string_view name, const TypeDesc* operands, int n) {
    rejected_sentence = rules::explain(name, operands, n, rejection, rejected_operands);
  }

  constexpr int open(const Extent& trip, bool reversed) {
    Region r;
    r.parent = current;
    r.trip = trip;
    r.reversed = reversed;
    regions.push_back(r);
    return current = int(regions.size()) - 1;
  }
  /// A branch that runs where the predicate is `when`; `partner` is the first of the two when the second opens.
  constexpr int open_branch(int predicate, bool when, int partner = -1) {
    Region r;
    r.parent = current;
    r.kind = RegionKind::branch;
    r.when = when;
    r.predicate = predicate;
    r.partner = partner;
    regions.push_back(r);
    const int made = int(regions.size()) - 1;
    if (partner >= 0) regions[std::size_t(partner)].partner = made;
    return current = made;
  }
  /// A loop that its guard leaves.
  constexpr int open_repeat() {
    Region r;
    r.parent = current;
    r.kind = RegionKind::repeat;
    regions.push_back(r);
    return current = int(regions.size()) - 1;
  }
  /// Ends the region being written and appends its header to the parent; `a` is the region until freezing.
  constexpr void close() {
    const int r = current;
    const Region region = regions[std::size_t(r)];
    current = region.parent;
    Eqn q{.a = r};
    q.type = 0;
    q.region = current;
    if (region.kind == RegionKind::loop) {
      q.op = op<ops::scan>;
      q.k0 = region.reversed;
      q.k1 = std::uint32_t(intern(region.trip));
    } else if (region.kind == RegionKind::branch) {
      q.op = op<ops::branch>;
      q.b = region.predicate;
      q.k0 = region.when;
    } else {
      q.op = op<ops::repeat>;
    }
    q.checkpoint = checkpoint;
    q.pass = pass;
    equations.push_back(q);
    regions[std::size_t(r)].header = size() - 1;
  }
};

}  // namespace shardwise
