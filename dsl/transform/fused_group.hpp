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
constexpr bool computes(const ProgramView& p, const Eqn& e) {
  return (e.op->elementwise() && e.op->name != "astype") || is_mask_cast(p, e);
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
    draw,     ///< random numbers from a source's key, in a row buffer
    compute,  ///< `op` on nodes a, b, c
    reduce,   ///< `op` of node a
  };
  Kind kind{};
  FusedClass cls{};
  const OpInfo* op = nullptr;
  int a = -1, b = -1, c = -1;  ///< nodes
  double value = 0;
  int stage = -1;        ///< the pass that makes it; a row's number is there after it. -1: before the first pass
  int source = -1;       ///< of a load or splat
  int output = -1;       ///< index among the outputs, or -1
  int buffer = -1;       ///< index of the row buffer in which later passes find it, or -1: they make it again
  int equation = -1;     ///< from the group's begin
  bool mask = false;     ///< bool, not the group's dtype
  bool integer = false;  ///< i32: a source or a number that is compared
  bool of_rows = false;  ///< a reduction of one number a row; others reduce elements, be they all alike in a row

  /// Numbers by their bits: NaN is itself, and 0 is not -0.
  constexpr bool operator==(const FusedNode& o) const {
    return kind == o.kind && cls == o.cls && op == o.op && a == o.a && b == o.b && c == o.c &&
           std::bit_cast<std::uint64_t>(value) == std::bit_cast<std::uint64_t>(o.value) && stage == o.stage &&
           source == o.source && output == o.output && buffer == o.buffer && equation == o.equation && mask == o.mask &&
           integer == o.integer && of_rows == o.of_rows;
  }
};

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
  Dtype dtype{};
  std::vector<FusedNode> nodes;
  std::vector<FusedSource> sources;
  std::vector<int> outputs;  ///< values that others read
  int passes = 0, buffers = 0;
  bool by_rows = false;  ///< false: nothing depends on where a row ends
};

/// One kernel runs both, each with its own arrays.
constexpr bool same_kernel(const FusedGroup& a, const FusedGroup& b) {
  if (a.dtype != b.dtype || a.passes != b.passes || a.buffers != b.buffers || a.sources.size() != b.sources.size())
    return false;
  for (std::size_t k = 0; k < a.sources.size(); ++k)
    if (a.sources[k].along != b.sources[k].along) return false;
  return a.nodes == b.nodes;
}

namespace fused {

constexpr int cost_of(const FusedNode& n) {
  if (n.kind != FusedNode::Kind::compute) return 1;
  const std::string_view o = n.op->name;
  if (o == "div" || o == "sqrt" || o == "reciprocal" || o == "divide_by_size") return 4;
  for (std::string_view heavy :
       {"exp", "expm1", "log", "log1p", "tanh", "sin", "cos", "rsqrt", "erf", "gelu", "silu", "sigmoid", "softplus"})
    if (o == heavy) return 20;
  return 1;
}

/// Describes the group that begins with an equation. `used_outside[i]`: somebody else reads value i.
class Describer {
 public:
  constexpr Describer(const ProgramView& p, int begin, const std::vector<char>& used_outside)
      : p_(p), used_outside_(used_outside) {
    g_.begin = g_.end = begin;
    const int id = at(begin).fused;
    while (g_.end < int(p.equations.size()) && at(g_.end).fused == id) ++g_.end;
    node_.assign(std::size_t(g_.end - begin), -1);
  }

  constexpr FusedGroup run() {
    find_frame();
    for (int i = g_.begin; i < g_.end; ++i) add(i);
    find_stages();
    find_buffers();
    return static_cast<FusedGroup&&>(g_);
  }

 private:
  constexpr const Eqn& at(int i) const { return p_.equations[std::size_t(i)]; }
  constexpr bool inside(int v) const { return v >= g_.begin && v < g_.end; }

  // The shape with the most dimensions that are not 1: everything else is a row of it.
  constexpr void find_frame() {
    const auto offer = [&](int v) {
      const TypeDesc& t = p_.type_of(v);
      if (t.rank == 0) return;
      if (g_.frame_value >= 0 && !(is_row(g_.frame, t) && !is_full(g_.frame, t))) return;
      g_.frame = t;
      g_.frame_value = v;
    };
    bool known = false;
    const auto computes_with = [&](Dtype d) {
      if (known || (d != Dtype::f32 && d != Dtype::f64)) return;
      g_.dtype = d;
      known = true;
    };
    for (int i = g_.begin; i < g_.end; ++i) {
      const Eqn& e = at(i);
      const bool reduces = is_reduction(e.op);
      if (reduces) offer(e.a);
      if (computes(p_, e) || draws(e.op)) offer(i);
      if (reduces || computes(p_, e) || draws(e.op)) computes_with(p_.type_of(i).dtype);
    }
    for (int i = g_.begin; i < g_.end; ++i)  // a group of comparisons only
      for (int v : {at(i).a, at(i).b})
        if (v >= 0) computes_with(p_.type_of(v).dtype);
  }

  constexpr int push(FusedNode n) {
    for (std::size_t k = 0; k < g_.nodes.size(); ++k)
      if (n.kind != FusedNode::Kind::compute && n.kind != FusedNode::Kind::reduce && g_.nodes[k] == n) return int(k);
    g_.nodes.push_back(n);
    return int(g_.nodes.size()) - 1;
  }

  // The node of an operand: inside, through equations that only show it; outside, a source or a number.
  constexpr int operand(int v) {
    if (v < 0) return -1;
    while (inside(v) && node_[std::size_t(v - g_.begin)] < 0) v = at(v).a;
    if (inside(v)) return node_[std::size_t(v - g_.begin)];
    FusedNode n;
    n.mask = p_.type_of(v).dtype == Dtype::boolean;
    n.integer = p_.type_of(v).dtype == Dtype::i32;
    int k = v;
    while (is_broadcast(at(k).op) || is_same_numbers(p_, at(k))) k = at(k).a;
    if (at(k).op == op<ops::constant>) {
      n.kind = FusedNode::Kind::number;
      n.cls = FusedClass::row;
      n.value = at(k).value;
      return push(n);
    }
    const TypeDesc& t = p_.type_of(v);
    const bool full = is_full(t, g_.frame);
    FusedSource s{v, 0, g_.frame.rank - 1, full};
    if (t.rank == 0) s = {v, 0, 0, false};
    if (is_broadcast(at(v).op)) look_through(v, s);
    n.kind = s.along ? FusedNode::Kind::load : FusedNode::Kind::splat;
    n.cls = s.along ? FusedClass::full : FusedClass::row;
    std::size_t index = 0;
    while (index < g_.sources.size() && !(g_.sources[index].value == s.value && g_.sources[index].from == s.from &&
                                          g_.sources[index].to == s.to && g_.sources[index].along == s.along))
      ++index;
    if (index == g_.sources.size()) g_.sources.push_back(s);
    n.source = int(index);
    return push(n);
  }
  // A broadcast is read where its operand lies, if the dimensions that it keeps stand together.
  constexpr void look_through(int v, FusedSource& s) const {
    const Eqn& e = at(v);
    const int n = g_.frame.rank, lead = n - 1;
    int from = lead, to = 0;
    for (int d = 0; d < lead; ++d) {
      if ((e.k0 | e.k1) >> d & 1 || g_.frame.dims[d].extent.is_one()) continue;
      from = std::min(from, d);
      to = d + 1;
    }
    for (int d = from; d < to; ++d)
      if ((e.k0 | e.k1) >> d & 1) return;
    const bool has_last = p_.type_of(v).rank == n && s.along;
    s = {e.a, from < to ? from : 0, from < to ? to : 0, has_last && !((e.k0 | e.k1) >> lead & 1)};
  }

  constexpr void add(int i) {
    const Eqn& e = at(i);
    const bool reduces = is_reduction(e.op), random = draws(e.op);
    if (!reduces && !random && !computes(p_, e)) return;  // a broadcast or an alias: its operand's node
    FusedNode n;
    n.kind = reduces ? FusedNode::Kind::reduce : random ? FusedNode::Kind::draw : FusedNode::Kind::compute;
    n.cls = class_in(p_, e, g_.frame);
    n.op = e.op;
    n.value = e.value;
    n.equation = i - g_.begin;
    n.mask = p_.type_of(i).dtype == Dtype::boolean;
    if (random) {
      n.source = int(g_.sources.size());
      n.buffer = g_.buffers++;
      g_.sources.push_back({e.a, 0, 0, false});
      g_.by_rows = true;
    } else {
      n.a = operand(e.a);
      n.b = reduces ? -1 : operand(e.b);
      n.c = reduces ? -1 : operand(e.c);
      n.of_rows = reduces && !is_full(p_.type_of(e.a), g_.frame);
    }
    if (used_outside_[std::size_t(i)]) {
      n.output = int(g_.outputs.size());
      g_.outputs.push_back(i);
    }
    g_.nodes.push_back(n);
    node_[std::size_t(i - g_.begin)] = int(g_.nodes.size()) - 1;
  }

  constexpr void find_stages() {
    for (FusedNode& n : g_.nodes) {
      if (n.kind == FusedNode::Kind::load) n.stage = 0;
      for (int k : {n.a, n.b, n.c}) {
        if (k < 0) continue;
        const FusedNode& o = g_.nodes[std::size_t(k)];
        const bool reduces_elements = n.kind == FusedNode::Kind::reduce && !n.of_rows;
        const bool row_in_full = o.cls == FusedClass::row && (n.cls == FusedClass::full || reduces_elements);
        n.stage = std::max(n.stage, o.stage + (row_in_full ? 1 : 0));
      }
      if (n.cls == FusedClass::full) n.stage = std::max(n.stage, 0);
      if (n.cls == FusedClass::full || (n.kind == FusedNode::Kind::reduce && !n.of_rows))
        g_.passes = std::max(g_.passes, n.stage + 1);
      if (n.kind == FusedNode::Kind::reduce && n.cls != FusedClass::total) g_.by_rows = true;
      if (n.of_rows || (n.cls == FusedClass::row && n.kind == FusedNode::Kind::compute)) g_.by_rows = true;
    }
    const int leading = g_.frame.rank - 1;
    for (const FusedSource& s : g_.sources) {
      const bool whole = s.from == 0 && s.to == leading;
      if (s.along ? !whole : s.to > 0) g_.by_rows = true;
    }
  }

  // What each pass needs: values of earlier passes come from a buffer or an output, or are cheap to make again.
  constexpr void find_buffers() {
    std::vector<int> remake(g_.nodes.size(), 0);
    // A value is compared with the largest of its row: made again, its last bit may be another.
    std::vector<char> exact(g_.nodes.size(), 0);
    for (const FusedNode& n : g_.nodes)
      if (n.kind == FusedNode::Kind::reduce && !is_sum(n.op)) exact[std::size_t(n.a)] = 1;
    for (std::size_t k = 0; k < g_.nodes.size(); ++k) {
      const FusedNode& n = g_.nodes[k];
      remake[k] = cost_of(n);
      for (int o : {n.a, n.b, n.c})
        if (o >= 0 && n.cls == FusedClass::full && g_.nodes[std::size_t(o)].cls == FusedClass::full)
          remake[k] += remake[std::size_t(o)];
    }
    for (int pass = 0; pass < g_.passes; ++pass) {
      std::vector<char> needed(g_.nodes.size(), 0);
      for (std::size_t k = g_.nodes.size(); k-- > 0;) {
        FusedNode& n = g_.nodes[k];
        const bool made_here = n.stage == pass && (n.cls == FusedClass::full || n.kind == FusedNode::Kind::reduce) &&
                               n.kind != FusedNode::Kind::load;
        if (!made_here && !needed[k]) continue;
        if (n.kind == FusedNode::Kind::load) {
          FusedSource& s = g_.sources[std::size_t(n.source)];
          s.last_pass = std::max(s.last_pass, pass);
          continue;
        }
        if (n.kind == FusedNode::Kind::draw) continue;
        if (n.stage < pass) {
          if (n.output >= 0 && !n.mask) continue;
          if ((remake[k] > 6 || exact[k]) && n.buffer < 0 && !n.mask) n.buffer = g_.buffers++;
          if (n.buffer >= 0) continue;
        }
        for (int o : {n.a, n.b, n.c})
          if (o >= 0 && g_.nodes[std::size_t(o)].cls == FusedClass::full) needed[std::size_t(o)] = 1;
      }
    }
  }

  const ProgramView& p_;
  const std::vector<char>& used_outside_;
  FusedGroup g_;
  std::vector<int> node_;
};

}  // namespace fused

/// The values of fused groups that equations outside of their group read, or results are.
constexpr std::vector<char> used_outside_group(const ProgramView& p) {
  std::vector<char> used(p.equations.size(), 0);
  for (const Eqn& e : p.equations)
    for (int v : {opens_region(e.op) ? -1 : e.a, e.b, e.c})
      if (v >= 0 && (e.fused == 0 || p.equations[std::size_t(v)].fused != e.fused)) used[std::size_t(v)] = 1;
  for (int v : p.outputs) used[std::size_t(v)] = 1;
  return used;
}

/// The groups of a program, in order.
constexpr std::vector<FusedGroup> fused_groups(const ProgramView& p) {
  std::vector<FusedGroup> groups;
  std::vector<char> used;
  for (int i = 0; i < int(p.equations.size()); ++i) {
    if (p.equations[std::size_t(i)].fused == 0) continue;
    if (used.empty()) used = used_outside_group(p);
    groups.push_back(fused::Describer(p, i, used).run());
    i = groups.back().end - 1;
  }
  return groups;
}

}  // namespace shardwise
