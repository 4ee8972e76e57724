// Fusion: elementwise ops, broadcasts of row numbers and reductions that follow one another become groups, each one
// kernel with a few passes over rows that stay in cache. What a group is: transform/fused_group.hpp.
//
// Equations are taken in order. One that can be fused waits in the group of its operands; when an equation that cannot
// be fused needs a waiting value, the group is written there. So values are made no earlier than in the source, and
// no group waits for another.
#pragma once

#include <shardwise/dsl/transform/collectives.hpp>
#include <shardwise/dsl/transform/freeze.hpp>
#include <shardwise/dsl/transform/fusible.hpp>

namespace shardwise {

namespace detail {

class Fuser : Fusible {
 public:
  constexpr explicit Fuser(DynamicProgram p) : Fusible(static_cast<DynamicProgram&&>(p)) {}

  constexpr DynamicProgram run() {
    const std::size_t n = p_.equations.size();
    for (const Eqn& e : p_.equations)
      if (e.fused) return static_cast<DynamicProgram&&>(p_);
    study();
    decided_.assign(n, 0);
    defers_.assign(n, 0);
    // Once to see which groups there are, once to write: what ends up alone must not wait.
    write_all();
    if (count_ == 0) return static_cast<DynamicProgram&&>(p_);
    writing_ = true;
    groups_.clear();
    groups_.resize(std::size_t(count_) + 1);
    write_all();
    for (Eqn& e : out_)
      if (e.op == op<ops::carry>) e.b = seen(e.b);
    for (int& v : p_.outputs) v = seen(v);
    for (int& v : p_.inputs) v = map_[std::size_t(v)];
    p_.equations = static_cast<std::vector<Eqn>&&>(out_);
    return static_cast<DynamicProgram&&>(p_);
  }

 private:
  // Larger groups take long to compile and spill registers.
  static constexpr int most_computing = 48;

  struct Group {
    TypeDesc frame{};
    Dtype dtype{};
    int tag = 0;
    bool plain = true;      ///< elementwise, all of the frame's shape: may become the rows of a larger frame
    bool has_full = false;  ///< a member makes or reads an array of the frame's shape
    std::vector<int> members{};
    int computing = 0;
  };

  constexpr void write_all() {
    const std::size_t n = p_.equations.size();
    map_.assign(n, -1);
    shown_.assign(n, -1);
    group_of_.assign(n, -1);
    reader_.assign(n, -1);
    deferred_.assign(n, 0);
    in_group_.clear();
    out_.clear();
    out_.reserve(n + 16);
    count_ = 0;
    emit_range(0, int(n));
    close_all();
  }

  constexpr int group(int v) const { return v < 0 ? -1 : group_of_[std::size_t(v)]; }
  constexpr bool waits(int v) const { return group(v) >= 0; }

  // The dtype that an equation computes in, or bool if it cannot be fused.
  constexpr Dtype dtype_of(int i) const {
    using fused::computed_in;
    const Eqn& e = at(i);
    const Dtype own = type(i).dtype;
    if (fused::is_reduction(e.op)) return own == type(e.a).dtype ? computed_in(own) : Dtype::boolean;
    if (fused::draws(e.op)) return computed_in(own) == own ? own : Dtype::boolean;
    if (fused::is_mask_cast(p_view(), e) || fused::is_rounding_cast(p_view(), e)) return computed_in(own);
    if (!e.op->elementwise() || e.op->kernel || !fused::is_known(e.op)) return Dtype::boolean;
    if (fused::compares_integers(p_view(), e)) return mask_for_[std::size_t(i)];
    Dtype d = Dtype::boolean;
    const int mask_operand = e.op == op<ops::where> ? 0 : -1;
    const int operands[3] = {e.a, e.b, e.c};
    const bool logical = e.op == op<ops::logical_and> || e.op == op<ops::logical_or> || e.op == op<ops::logical_not>;
    for (int k = 0; k < 3; ++k) {
      if (operands[k] < 0 || k == mask_operand) continue;
      if (logical) return waiting_dtype(e);
      const Dtype o = computed_in(type(operands[k]).dtype);
      if (o == Dtype::boolean || (d != Dtype::boolean && d != o)) return Dtype::boolean;
      d = o;
    }
    return d;
  }
  // Masks have the dtype of the group that they come from.
  constexpr Dtype waiting_dtype(const Eqn& e) const {
    for (int v : {e.a, e.b})
      if (waits(v)) return groups_[std::size_t(group(v))].dtype;
    return Dtype::boolean;
  }
  // Sums over rows are there when the kernel ends.
  constexpr bool ends_late(int v) const {
    if (!waits(v) || !fused::is_reduction(at(v).op)) return false;
    const FusedClass c = fused::class_in(p_view(), at(v), groups_[std::size_t(group(v))].frame);
    return c == FusedClass::columns || c == FusedClass::total;
  }

  constexpr void emit_range(int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const Eqn& e = at(i);
      if (opens_region(e.op)) {
        if (!rules::fault(53)) close_all();
        const int header = write(i);
        emit_range(i + 1, e.a);
        close_all();
        out_[std::size_t(header)].a = int(out_.size());
        i = e.a - 1;
      } else if (!fuse(i)) {
        if (e.op == op<ops::reshard> && e.group)
          for (int r : reshards_together(p_view(), i)) finish(at(r).a);
        write(i);
      }
    }
  }

  constexpr bool fuse(int i) {
    const Eqn& e = at(i);
    if (defer(i)) return true;
    for (int v : {e.a, e.b, e.c})
      if (v >= 0 && deferred_[std::size_t(v)]) finish(v);
    if (writing_) {
      const int g = decided_[std::size_t(i)];
      if (g == 0) return false;
      for (int v : {e.a, e.b, e.c})
        if (waits(v) && group(v) != g) close(v);
      put(i, g);
      return true;
    }
    if (e.op == op<ops::broadcast> || fused::is_same_numbers(p_view(), e)) return show(i);
    const Dtype dtype = dtype_of(i);
    if (dtype == Dtype::boolean) return false;
    if (accumulates(e)) return false;
    for (int v : {e.a, e.b, e.c})
      if (v >= 0 && ends_late(v) && !rules::fault(52)) close(v);
    TypeDesc frame = fused::is_reduction(e.op) ? type(e.a) : type(i);
    if (frame.rank == 0) {
      // One number: a row of something that waits, or nothing worth a kernel.
      for (int v : {e.a, e.b, e.c})
        if (waits(v)) frame = groups_[std::size_t(group(v))].frame;
      if (frame.rank == 0) return false;
    }
    int home = -1;
    for (int v : {e.a, e.b, e.c}) {
      if (!waits(v)) continue;
      const int g = group(v);
      if (g == home) continue;
      const Group& x = groups_[std::size_t(g)];
      if (x.dtype != dtype || x.tag != e.tag || x.computing >= most_computing ||
          !(home < 0 ? fits_or_grows(i, g) : joins(home, g))) {
        close(v);
        continue;
      }
      home = home < 0 ? g : join(home, g);
    }
    if (home >= 0 && !fits(i, groups_[std::size_t(home)].frame)) {
      if (!grow(home, frame) || !fits(i, frame)) {
        for (int v : {e.a, e.b, e.c}) close(v);
        home = -1;
      }
    }
    if (home < 0) {
      frame = fused::is_reduction(e.op) ? type(e.a) : type(i);
      if (frame.rank == 0 || !fits(i, frame)) return false;
      home = int(groups_.size());
      groups_.push_back({frame, dtype, e.tag, true, false, {}, 0});
    }
    put(i, home);
    Group& x = groups_[std::size_t(home)];
    ++x.computing;
    const bool reduces = fused::is_reduction(e.op);
    if (reduces || fused::draws(e.op) || !fused::is_full(type(i), x.frame)) x.plain = false;
    if (fused::is_full(reduces ? type(e.a) : type(i), x.frame)) x.has_full = true;
    meet(i, home);
    return true;
  }
  // A sum over rows with little before it goes along with a group that reads its operand anyway, in the same rows: the
  // gradients of a bias and of a norm's scale with the norm's own.
  constexpr void meet(int i, int home) {
    const Eqn& e = at(i);
    for (int v : {e.a, e.b, e.c}) {
      if (v < 0 || waits(v) || !fused::is_full(type(v), groups_[std::size_t(home)].frame)) continue;
      int& reader = reader_[std::size_t(v)];
      if (reader >= 0 && waits(reader) && group(reader) != home) {
        const Group &x = groups_[std::size_t(home)], &y = groups_[std::size_t(group(reader))];
        if ((only_sums_up(x) || only_sums_up(y)) && x.tag == y.tag && fused::is_full(x.frame, y.frame) &&
            joins(home, group(reader)))
          join(home, group(reader));
      }
      reader = i;
    }
  }
  constexpr bool only_sums_up(const Group& x) const {
    const int last = x.members.back();
    return x.members.size() <= 4 && fused::is_reduction(at(last).op) && (x.members.size() == 1 || ends_late(last));
  }
  // One number that follows from a sum over everything: it is written where somebody needs it, so that the group need
  // not end here.
  constexpr bool defer(int i) {
    const Eqn& e = at(i);
    bool late = defers_[std::size_t(i)];
    if (!writing_ && e.op->elementwise() && type(i).rank == 0)
      for (int v : {e.a, e.b, e.c}) late = late || (v >= 0 && (deferred_[std::size_t(v)] || ends_late(v)));
    if (late) defers_[std::size_t(i)] = deferred_[std::size_t(i)] = 1;
    return late;
  }
  constexpr void put(int i, int g) {
    groups_[std::size_t(g)].members.push_back(i);
    group_of_[std::size_t(i)] = g;
  }

  constexpr bool fits_or_grows(int i, int g) const {
    const Group& x = groups_[std::size_t(g)];
    if (fits(i, x.frame)) return true;
    const TypeDesc& frame = fused::is_reduction(at(i).op) ? type(at(i).a) : type(i);
    return frame.rank > 0 && grows(x, frame) && fits(i, frame);
  }
  // A group of plain rows becomes part of a larger frame.
  static constexpr bool grows(const Group& x, const TypeDesc& frame) {
    return x.plain && frame.rank > 0 && fused::is_row(x.frame, frame) && !fused::is_full(x.frame, frame);
  }
  constexpr bool grow(int g, const TypeDesc& frame) {
    Group& x = groups_[std::size_t(g)];
    if (!grows(x, frame)) return false;
    x.frame = frame;
    x.plain = x.has_full = false;
    return true;
  }
  constexpr bool joins(int a, int b) const {
    const Group &x = groups_[std::size_t(a)], &y = groups_[std::size_t(b)];
    if (x.dtype != y.dtype || x.tag != y.tag || x.computing + y.computing >= most_computing) return false;
    return fused::is_full(x.frame, y.frame) || grows(x, y.frame) || grows(y, x.frame);
  }
  constexpr int join(int a, int b) {
    if (!fused::is_full(groups_[std::size_t(a)].frame, groups_[std::size_t(b)].frame)) {
      const TypeDesc fa = groups_[std::size_t(a)].frame, fb = groups_[std::size_t(b)].frame;
      if (!grow(a, fb)) grow(b, fa);
    }
    Group &x = groups_[std::size_t(a)], &y = groups_[std::size_t(b)];
    for (int m : y.members) put(m, a);
    x.computing += y.computing;
    x.plain = x.plain && y.plain;
    x.has_full = x.has_full || y.has_full;
    y.members.clear();
    y.computing = 0;
    return a;
  }

  // A broadcast of a row's number, or another name of a value, that waits: it waits too.
  constexpr bool show(int i) {
    const Eqn& e = at(i);
    if (!waits(e.a)) return false;
    const int g = group(e.a);
    Group& x = groups_[std::size_t(g)];
    if (!ends_late(e.a) && x.tag == e.tag) {
      if (e.op == op<ops::broadcast>) {
        if (fused::spreads_rows(p_view(), e, x.frame) ||
            (grows(x, type(i)) && fused::spreads_rows(p_view(), e, type(i)) && grow(g, type(i)))) {
          x.plain = false;
          put(i, g);
          return true;
        }
      } else {
        const TypeDesc &from = type(e.a), &to = type(i);
        // f32[R,1] and f32[R] are both rows, but only of a frame that is neither.
        const bool full = fused::is_full(from, x.frame);
        const bool rows =
            !full && fused::is_row(from, x.frame) && fused::is_row(to, x.frame) && (from.rank == to.rank || x.has_full);
        if (full == fused::is_full(to, x.frame) && (full || rows)) {
          put(i, g);
          return true;
        }
      }
    }
    close(e.a);
    return false;
  }

  // Where a value is for those outside of groups: its own equation, or a copy of one that only shows a member.
  constexpr int seen(int v) {
    if (v < 0) return -1;
    if (map_[std::size_t(v)] < 0) finish(v);
    const Eqn& e = at(v);
    if (!in_group_[std::size_t(map_[std::size_t(v)])] || has_node(e)) return map_[std::size_t(v)];
    return shown_[std::size_t(v)];
  }

  constexpr void finish(int v) {
    if (deferred_[std::size_t(v)]) {
      deferred_[std::size_t(v)] = 0;
      write(v);
    } else {
      close(v);
    }
  }

  constexpr int write(int i) {
    Eqn e = at(i);
    e.fused = 0;
    if (!opens_region(e.op)) e.a = seen(e.a);
    if (e.op != op<ops::carry>) e.b = seen(e.b);
    e.c = seen(e.c);
    return append(i, e);
  }
  constexpr int append(int i, const Eqn& e) {
    map_[std::size_t(i)] = int(out_.size());
    out_.push_back(e);
    in_group_.push_back(0);
    return int(out_.size()) - 1;
  }

  constexpr void close(int v) {
    if (!waits(v)) return;
    Group& x = groups_[std::size_t(group(v))];
    std::vector<int> members = static_cast<std::vector<int>&&>(x.members);
    x.members.clear();
    std::sort(members.begin(), members.end());
    for (int m : members) group_of_[std::size_t(m)] = -1;
    if (!writing_ && x.computing < 2) {
      for (int m : members) write(m);
      return;
    }
    const int id = ++count_;
    if (!writing_)
      for (int m : members) decided_[std::size_t(m)] = id;
    const std::vector<char> needed = needed_inside(members);
    for (std::size_t k = 0; k < members.size(); ++k) {
      if (!needed[k]) continue;
      Eqn e = at(members[k]);
      const auto inside = [&](int o) { return o < 0 ? -1 : member(members, o) ? map_[std::size_t(o)] : seen(o); };
      e.a = inside(e.a);
      e.b = inside(e.b);
      e.c = inside(e.c);
      e.fused = id;
      in_group_[std::size_t(append(members[k], e))] = 1;
    }
    // Equations that only show a member are written once more for those outside.
    for (std::size_t k = 0; k < members.size(); ++k) {
      const int m = members[k];
      if (has_node(at(m)) || !read_outside(m, members)) continue;
      Eqn copy = at(m);
      copy.fused = 0;
      copy.a = seen(copy.a);
      const int inside = map_[std::size_t(m)];
      shown_[std::size_t(m)] = append(m, copy);
      if (needed[k]) map_[std::size_t(m)] = inside;
    }
  }
  constexpr void close_all() {
    // In any order: no group that waits reads another.
    for (std::size_t g = 0; g < groups_.size(); ++g)
      if (!groups_[g].members.empty()) close(groups_[g].members.front());
    if (!writing_) groups_.clear();
    for (std::size_t i = 0; i < deferred_.size(); ++i)
      if (deferred_[i]) finish(int(i));
  }

  std::vector<Eqn> out_;
  std::vector<int> map_, shown_, group_of_;
  std::vector<int> reader_;     ///< per array: the equation of a group that read it last
  std::vector<int> decided_;    ///< per equation: its group, or 0
  std::vector<char> defers_;    ///< per equation: one number that follows from what a group makes when it ends
  std::vector<char> deferred_;  ///< of these, which are not written yet
  bool writing_ = false;
  std::vector<char> in_group_;
  std::vector<Group> groups_;
  int count_ = 0;
};
}  // namespace detail

/// Marks and gathers the groups that run as one kernel. Equations move within their region; their values, types and
/// collectives stay. A program that has groups stays as it is.
constexpr DynamicProgram fuse(DynamicProgram p) { return detail::Fuser(static_cast<DynamicProgram&&>(p)).run(); }

}  // namespace shardwise
