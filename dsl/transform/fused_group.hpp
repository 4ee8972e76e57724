// A fused group: equations that stand together (equal `Eqn::fused`) and run as one kernel, row by row of one shape, the
// frame. Here is what each equation is to such a kernel; dsl/transform/fuse.hpp forms the groups, and backends run
// them.
//
// A frame f32[R,C] is read as R rows of C elements, whatever its leading dimensions. A value of a group is an array of
// the frame's shape (full), one number a row (row: f32[R] or f32[R,1]), a sum over the rows (columns: f32[C]), or a
// sum over everything (total). A kernel passes over a row as often as reductions of the row need: `stage` is the pass
// in which a value is made.
#pragma once

#include <shardwise/dsl/program/op.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

namespace shardwise {

enum class FusedClass : std::uint8_t { none, full, row, columns, total };

namespace fused {

constexpr bool same_dims(const TypeDesc& a, const TypeDesc& b, int count) {
  for (int d = 0; d < count; ++d)
    // A product with an unknown factor equals nothing, itself included.
    if (!(a.dims[d] == b.dims[d]) || a.dims[d].extent.unknown < 0) return false;
  return true;
}
constexpr bool is_full(const TypeDesc& t, const TypeDesc& frame) {
  return t.rank == frame.rank && same_dims(t, frame, t.rank);
}
constexpr bool is_row(const TypeDesc& t, const TypeDesc& frame) {
  const int n = frame.rank;
  if (t.rank == n && t.dims[n - 1].extent.is_one()) return same_dims(t, frame, n - 1);
  return t.rank == n - 1 && same_dims(t, frame, n - 1);
}

// Ops are known by name, so that backends need no rules.
constexpr bool is_structural(const OpInfo* o, std::string_view name) {
  return !o->elementwise() && !o->kernel && o->name == name;
}
constexpr bool is_sum(const OpInfo* o) { return is_structural(o, "sum"); }
constexpr bool is_reduction(const OpInfo* o) { return is_sum(o) || is_structural(o, "max") || is_structural(o, "min"); }
constexpr bool is_broadcast(const OpInfo* o) { return is_structural(o, "broadcast"); }
/// Equations whose value is their operand's numbers, in the same order.
constexpr bool is_same_numbers(const ProgramView& p, const Eqn& e) {
  const std::string_view o = e.op->name;
  if (e.op->kernel) return false;
  return o == "alias" || o == "stop_gradient" || o == "reshape" ||
         (o == "astype" && p.type_of(e.a).dtype == p.types[std::size_t(e.type)].dtype);
}
/// From bool to 0 and 1.
constexpr bool is_mask_cast(const ProgramView& p, const Eqn& e) {
  return e.op->name == "astype" && p.type_of(e.a).dtype == Dtype::boolean &&
         p.types[std::size_t(e.type)].dtype != Dtype::boolean;
}
/// The dtype of the registers in which numbers of a dtype are computed, or bool for none.
constexpr Dtype computed_in(Dtype d) {
  if (d == Dtype::bf16 || d == Dtype::f16) return Dtype::f32;
  return d == Dtype::f32 || d == Dtype::f64 ? d : Dtype::boolean;
}
/// Between f32, bf16 and f16: only rounds.
constexpr bool is_rounding_cast(const ProgramView& p, const Eqn& e) {
  return e.op->name == "astype" && computed_in(p.type_of(e.a).dtype) == Dtype::f32 &&
         computed_in(p.types[std::size_t(e.type)].dtype) == Dtype::f32;
}
constexpr bool computes(const ProgramView& p, const Eqn& e) {
  return (e.op->elementwise() && e.op->name != "astype") || is_mask_cast(p, e) || is_rounding_cast(p, e);
}

/// Compares i32 numbers, which a kernel reads but does not make.
constexpr bool compares_integers(const ProgramView& p, const Eqn& e) {
  return p.types[std::size_t(e.type)].dtype == Dtype::boolean && e.b >= 0 && p.type_of(e.a).dtype == Dtype::i32;
}

/// Random numbers, which a kernel draws for a row at a time.
constexpr bool draws(const OpInfo* o) {
  return is_structural(o, "random::uniform") || is_structural(o, "random::normal");
}

/// The class of an equation that computes, draws or reduces, in a frame.
constexpr FusedClass class_in(const ProgramView& p, const Eqn& e, const TypeDesc& frame) {
  const TypeDesc& t = p.types[std::size_t(e.type)];
  if (!is_reduction(e.op))
    return is_full(t, frame) ? FusedClass::full : is_row(t, frame) ? FusedClass::row : FusedClass::none;
  const TypeDesc& in = p.type_of(e.a);
  if (in.rank == 0) return FusedClass::none;
  const std::uint32_t all = (1u << in.rank) - 1, last = 1u << (in.rank - 1);
  const bool sum = is_sum(e.op);
  if (is_full(in, frame)) {
    if (e.k0 == last) return FusedClass::row;
    if (sum && e.k0 == all - last && in.rank > 1) return FusedClass::columns;
    return sum && e.k0 == all ? FusedClass::total : FusedClass::none;
  }
  return sum && is_row(in, frame) && e.k0 == all ? FusedClass::total : FusedClass::none;
}

/// The broadcast repeats one number along the frame's last dimension.
constexpr bool spreads_rows(const ProgramView& p, const Eqn& e, const TypeDesc& frame) {
  return is_broadcast(e.op) && is_full(p.types[std::size_t(e.type)], frame) && is_row(p.type_of(e.a), frame) &&
         ((e.k0 | e.k1) == 1u << (frame.rank - 1));
}

}  // namespace fused

/// One value of a group's kernel.
struct FusedNode {
  enum class Kind : std::uint8_t {
    number,   ///< `value`
    load,     ///< elements of a source along a row
    splat,    ///< one element of a source a row
    draw,     ///< random numbers from a source's key
    compute,  ///< `op` on nodes a, b, c
    reduce,   ///< `op` of node a
  };
  Kind kind{};
  FusedClass cls{};
  const OpInfo* op = nullptr;
  int a = -1, b = -1, c = -1;  ///< nodes
  double value = 0;
  int stage = -1;     ///< the pass that makes it; a row's number is there after it. -1: before the first pass
  int source = -1;    ///< of a load or splat
  int output = -1;    ///< index among the outputs, or -1
  bool kept = false;  ///< later passes find it where it was written; others make it again
  int buffer = -1;    ///< index of the row buffer in which they find it, if it is no output
  int equation = -1;  ///< from the group's begin
  /// What its array holds. A bool is a mask; i32 is a source or a number that is compared; bf16 and f16 are computed in
  /// f32, and each value is rounded.
  Dtype dtype = Dtype::f32;
  bool of_rows = false;  ///< a reduction of one number a row; others reduce elements, be they all alike in a row

  constexpr bool mask() const { return dtype == Dtype::boolean; }
  constexpr bool integer() const { return dtype == Dtype::i32; }

  /// Numbers by their bits: NaN is itself, and 0 is not -0.
  constexpr bool operator==(const FusedNode& o) const {
    return kind == o.kind && cls == o.cls && op == o.op && a == o.a && b == o.b && c == o.c &&
           std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(o.value) && stage == o.stage &&
           source == o.source && output == o.output && kept == o.kept && buffer == o.buffer && equation == o.equation &&
           dtype == o.dtype && of_rows == o.of_rows;
  }
};

namespace fused {
/// What a register of it costs, in additions, roughly.
constexpr int cost_of(const FusedNode& n) {
  if (n.kind != FusedNode::Kind::compute) return 1;
  const std::string_view o = n.op->name;
  if (o == "div" || o == "sqrt" || o == "reciprocal" || o == "divide_by_size") return 4;
  for (std::string_view heavy : {"exp", "expm1", "log", "log1p", "tanh", "sin", "cos", "rsqrt", "erf", "gelu", "silu",
                                 "sigmoid", "softplus", "pow"})
    if (o == heavy) return 20;
  return 1;
}

/// A draw that costs as little as a formula; others fill a row buffer before the first pass.
constexpr bool draws_in_registers(const FusedNode& n) {
  return n.kind == FusedNode::Kind::draw && n.dtype == Dtype::f32 && is_structural(n.op, "random::uniform");
}
}  // namespace fused

/// An array that a group reads. The leading dimensions [from, to) of the frame are its own, others repeat it.
struct FusedSource {
  int value = -1;
  int from = 0, to = 0;
  bool along = false;  ///< it has the last dimension
  int last_pass = -1;  ///< the last pass that reads it
};

/// What a group is to a kernel.
struct FusedGroup {
  int begin = 0, end = 0;  ///< equations
  TypeDesc frame{};
  int frame_value = -1;  ///< a value that has the frame's shape
  Dtype dtype{};         ///< in which it computes
  std::vector<FusedNode> nodes;
  std::vector<FusedSource> sources;
  std::vector<int> outputs;  ///< values that others read
  int passes = 0, buffers = 0;
  bool by_rows = false;  ///< false: nothing depends on where a row ends, but for draws which elements it has
};

/// One kernel runs both, each with its own arrays.
constexpr bool same_kernel(const FusedGroup& a, const FusedGroup& b) {
  if (a.dtype != b.dtype || a.passes != b.passes || a.buffers != b.buffers || a.sources.size() != b.sources.size())
    return false;
  for (std::size_t k = 0; k < a.sources.size(); ++k)
    if (a.sources[k].along != b.sources[k].along) return false;
  return a.nodes == b.nodes;
}

/// Where a pass has a value from.
enum class FusedFrom : std::uint8_t { nowhere, made, buffer, output };
/// For a pass, where it has each node from: what it makes, with what it reads and makes again for that.
constexpr void plan_pass(std::span<const FusedNode> nodes, int pass, std::span<FusedFrom> from) {
  using Kind = FusedNode::Kind;
  for (FusedFrom& f : from) f = FusedFrom::nowhere;
  for (std::size_t k = nodes.size(); k-- > 0;) {
    const FusedNode& n = nodes[k];
    const bool full = n.cls == FusedClass::full || (n.kind == Kind::reduce && !n.of_rows);
    if (n.stage == pass && full && n.kind != Kind::load) from[k] = FusedFrom::made;
    if (from[k] == FusedFrom::nowhere) continue;
    if (n.stage < pass && (n.kind == Kind::draw || n.kind == Kind::compute) && !n.mask() && (n.output >= 0 || n.kept)) {
      from[k] = n.output >= 0 ? FusedFrom::output : FusedFrom::buffer;
      continue;
    }
    for (int o : {n.a, n.b, n.c})
      if (o >= 0 && nodes[std::size_t(o)].cls == FusedClass::full) from[std::size_t(o)] = FusedFrom::made;
  }
}

}  // namespace shardwise
