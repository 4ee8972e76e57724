#include <shardwise/backends/executor/reshard.hpp>

#include <shardwise/backends/executor/blocks.hpp>
#include <shardwise/backends/executor/error.hpp>
#include <shardwise/dsl/rules/reshard.hpp>

namespace shardwise::exec {
namespace {

using rules::Move;
using Kind = ReshardPlan::Kind;
using Action = ReshardPlan::Action;

struct Place {
  int slot = ReshardPlan::scratch;
  std::size_t offset = 0;
  bool operator==(const Place&) const = default;
};

struct Step {
  Move move;
  AxisList axes;
  TypeDesc before, after;
};

bool same_set(const AxisList& a, const AxisList& b) {
  if (a.size != b.size) return false;
  for (Name x : a)
    if (!b.has(x)) return false;
  return true;
}

ReduceOp reduce_op(PendingKind k) {
  return k == PendingKind::sum ? ReduceOp::sum : k == PendingKind::max ? ReduceOp::max : ReduceOp::min;
}

class Planner {
 public:
  Planner(MeshInfo& mesh, const std::vector<ReshardLeaf>& leaves) : mesh_(mesh) {
    for (const ReshardLeaf& l : leaves) {
      if (const Name stuck = rules::for_each_step(l.from, l.to, [](auto&&...) {}))
        throw Error("reshard " + shardwise::to_string(l.from) + " to " + shardwise::to_string(l.to) + ": axis " +
                    shardwise::to_string(stuck) + " cannot move like this");
      State s{&l, l.from, {}, 0, {}, l.shape, {l.source, 0}, size_of(l.from.dtype)};
      AxisUnion all;
      all.add(l.from);
      all.add(l.to);
      for (Name x : all)
        if (const Move m = rules::move_of(l.from, l.to, x); m == Move::cast) {
          AxisList axes;
          axes.push(x);
          rules::detail::apply_moves(s.now, l.to, axes);
        } else if (m != Move::none) {
          s.waiting[int(m)].push(x);
          ++s.left;
        }
      states_.push_back(std::move(s));
    }
  }

  ReshardPlan run() {
    note_side_by_side();
    while (true) {
      for (State& s : states_)
        while (choose_local(s)) local_step(s);
      std::vector<State*> batch = next_batch();
      if (batch.empty()) break;
      collective(batch);
      for (State* s : batch) s->taken();
    }
    for (State& s : states_) {
      if (s.left) throw Error("reshard: no step is possible");
      copy(s.result(), s.at, s.bytes());
    }
    return std::move(plan_);
  }

 private:
  struct State {
    const ReshardLeaf* leaf;
    TypeDesc now;
    AxisList waiting[rules::move_count];  ///< axes that are still to move, by Move; casts are done
    int left;                             ///< how many those are
    Step chosen;                          ///< the step that is being taken
    Shape shape;
    Place at;
    std::size_t element;

    const Step& step() const { return chosen; }
    bool last() const { return left == chosen.axes.size; }
    /// True if the step is possible now.
    bool choose(Move m, const AxisList& axes) {
      TypeDesc next = now;
      if (!rules::detail::apply_moves(next, leaf->to, axes)) return false;
      chosen = {m, axes, now, next};
      return true;
    }
    void taken() {
      now = chosen.after;
      for (Name x : chosen.axes) waiting[int(chosen.move)].erase(x);
      left -= chosen.axes.size;
    }
    Place result() const { return {leaf->result, 0}; }
    std::size_t bytes() const { return shape.size() * element; }
  };

  // ---- actions

  Place allocate(std::size_t bytes) {
    const std::size_t at = plan_.scratch_bytes;
    plan_.scratch_bytes += (bytes + 63) / 64 * 64;
    return {ReshardPlan::scratch, at};
  }
  void copy(Place to, Place from, std::size_t bytes) {
    if (to == from || bytes == 0) return;
    plan_.actions.push_back({.kind = Kind::copy,
                             .in = from.slot,
                             .out = to.slot,
                             .in_offset = from.offset,
                             .out_offset = to.offset,
                             .count = bytes});
  }
  void zero(Place to, std::size_t bytes) {
    if (bytes) plan_.actions.push_back({.kind = Kind::zero, .out = to.slot, .out_offset = to.offset, .count = bytes});
  }
  void block(Place to, const Shape& to_shape, const Shape& to_begin, Place from, const Shape& from_shape,
             const Shape& from_begin, const Shape& extents, std::size_t element) {
    if (extents.size() == 0) return;
    to.offset += blocks::position(to_shape, to_begin) * element;
    from.offset += blocks::position(from_shape, from_begin) * element;
    if (blocks::contiguous(to_shape, extents) && blocks::contiguous(from_shape, extents))
      return copy(to, from, extents.size() * element);
    plan_.actions.push_back({.kind = Kind::strided,
                             .in = from.slot,
                             .out = to.slot,
                             .in_offset = from.offset,
                             .out_offset = to.offset,
                             .count = 0,
                             .strided = int(plan_.copies.size())});
    plan_.copies.push_back({kernels::row_major(to_shape), kernels::row_major(from_shape), extents, element});
  }
  void collective(Kind kind, const AxisList& axes, Place in, Place out, std::size_t count, Dtype dtype, ReduceOp op) {
    plan_.actions.push_back({.kind = kind,
                             .in = in.slot,
                             .out = out.slot,
                             .in_offset = in.offset,
                             .out_offset = out.offset,
                             .count = count,
                             .dtype = dtype,
                             .op = op,
                             .group = &mesh_.communicator(axes)});
  }

  // ---- geometry

  /// Local extents after a step.
  Shape after(const State& s) const {
    Shape out = s.shape;
    const Step& step = s.step();
    for (int d = 0; d < out.rank; ++d) {
      // What leaves, then what enters: a block may be smaller than the axis that enters.
      for (Name x : step.axes)
        if (step.before.dims[d].axes.has(x)) out.dim[d] *= std::size_t(mesh_.size(x));
      for (Name x : step.axes)
        if (step.after.dims[d].axes.has(x)) out.dim[d] /= std::size_t(mesh_.size(x));
    }
    return out;
  }
  // ---- steps

  void local_step(State& s) {
    const Step& step = s.step();
    const Shape out = after(s);
    const std::size_t bytes = out.size() * s.element;
    const Place target = s.last() ? s.result() : Place{};
    const auto destination = [&] { return s.last() ? target : allocate(bytes); };
    switch (step.move) {
      case Move::slice: {
        const Shape begin = blocks::begin_of(mesh_, step.after, step.axes, out, mesh_.index(step.axes));
        if (blocks::contiguous(s.shape, out)) {
          s.at.offset += out.size() ? blocks::position(s.shape, begin) * s.element : 0;
        } else {
          const Place to = destination();
          block(to, out, blocks::zeros_like(out), s.at, s.shape, begin, out, s.element);
          s.at = to;
        }
        break;
      }
      case Move::first_only:
        if (mesh_.index(step.axes) != 0) {
          const Place to = destination();
          zero(to, bytes);
          s.at = to;
        }
        break;
      case Move::embed: {
        const Place to = destination();
        zero(to, bytes);
        block(to, out, blocks::begin_of(mesh_, step.before, step.axes, s.shape, mesh_.index(step.axes)), s.at, s.shape,
              blocks::zeros_like(s.shape), s.shape, s.element);
        s.at = to;
        break;
      }
      default:
        throw Error("reshard: an unexpected step");
    }
    s.shape = out;
    s.taken();
  }
  static bool choose_local(State& s) {
    for (int m = 0; m < rules::move_count; ++m) {
      if (rules::is_collective(Move(m))) continue;
      for (Name x : s.waiting[m]) {
        AxisList axes;
        axes.push(x);
        if (s.choose(Move(m), axes)) return true;
      }
    }
    return false;
  }

  /// The leaves of the next collective: of a kind for which all leaves that still need it are ready, so that it runs
  /// once for all; where no kind is, those that are ready. A step that is possible stays possible, so a leaf that
  /// takes another first loses nothing.
  std::vector<State*> next_batch() {
    std::vector<State*> some;
    int move = 0;
    for (int m = int(Move::reduce_scatter); m <= int(Move::all_gather); ++m)
      for (State& first : states_) {
        if (first.waiting[m].empty()) continue;
        bool all = true;
        std::vector<State*> batch;
        for (State& s : states_)
          if (alike(first, s, Move(m))) {
            if (s.choose(Move(m), s.waiting[m]))
              batch.push_back(&s);
            else
              all = false;
          }
        if (all) return batch;
        if (some.empty()) {
          some = std::move(batch);
          move = m;
        }
      }
    for (State* s : some) s->choose(Move(move), s->waiting[move]);
    return some;
  }
  /// Both need this kind of collective, which one call can run.
  static bool alike(const State& a, const State& b, Move m) {
    return same_set(a.waiting[int(m)], b.waiting[int(m)]) && a.leaf->from.dtype == b.leaf->from.dtype &&
           a.leaf->from.pending == b.leaf->from.pending;
  }

  void collective(const std::vector<State*>& batch) {
    const Step& step = batch[0]->step();
    switch (step.move) {
      case Move::all_reduce:
        return all_reduce(batch);
      case Move::reduce_scatter:
        return reduce_scatter(batch);
      case Move::all_gather:
        return all_gather(batch);
      default:
        return all_to_all(batch);
    }
  }

  void all_reduce(const std::vector<State*>& batch) {
    const Step& step = batch[0]->step();
    const State& s0 = *batch[0];
    const ReduceOp op = reduce_op(s0.leaf->from.pending);
    std::size_t total = 0;
    for (State* s : batch) total += s->bytes();
    Place to;
    if (batch.size() == 1) {
      to = s0.last() ? s0.result() : s0.at.slot == ReshardPlan::scratch ? s0.at : allocate(total);
      copy(to, s0.at, total);
    } else {
      to = allocate(total);
    }
    std::size_t offset = 0;
    for (State* s : batch) {
      const Place piece{to.slot, to.offset + offset};
      copy(piece, s->at, s->bytes());
      s->at = piece;
      offset += s->bytes();
    }
    collective(Kind::all_reduce, step.axes, to, to, total / s0.element, s0.leaf->from.dtype, op);
  }

  void reduce_scatter(const std::vector<State*>& batch) {
    const Step& step = batch[0]->step();
    const AxisList& axes = step.axes;
    const int ranks = mesh_.size(axes);
    std::size_t block_bytes = 0;
    for (State* s : batch) block_bytes += after(*s).size() * s->element;
    const State& s0 = *batch[0];
    Place in = s0.at, out = batch.size() == 1 && s0.last() ? s0.result() : allocate(block_bytes);
    if (batch.size() > 1 || !blocks::in_order(mesh_, axes, step.after, s0.shape, after(s0))) {
      in = allocate(block_bytes * std::size_t(ranks));
      for (int r = 0; r < ranks; ++r) {
        Place to{in.slot, in.offset + std::size_t(r) * block_bytes};
        for (State* s : batch) {
          const Shape piece = after(*s);
          block(to, piece, blocks::zeros_like(piece), s->at, s->shape,
                blocks::begin_of(mesh_, s->step().after, axes, piece, r), piece, s->element);
          to.offset += piece.size() * s->element;
        }
      }
    }
    collective(Kind::reduce_scatter, axes, in, out, block_bytes / s0.element, s0.leaf->from.dtype,
               reduce_op(s0.leaf->from.pending));
    for (State* s : batch) {
      s->shape = after(*s);
      s->at = out;
      out.offset += s->bytes();
    }
  }

  void all_gather(const std::vector<State*>& batch) {
    const Step& step = batch[0]->step();
    const AxisList axes = step.axes;
    const int ranks = mesh_.size(axes);
    std::size_t block_bytes = 0;
    for (State* s : batch) block_bytes += s->bytes();
    State& s0 = *batch[0];
    const bool direct = batch.size() == 1 && blocks::in_order(mesh_, axes, step.before, after(s0), s0.shape);
    Place in = s0.at;
    if (batch.size() > 1) {
      in = allocate(block_bytes);
      std::size_t offset = 0;
      for (State* s : batch) {
        copy({in.slot, in.offset + offset}, s->at, s->bytes());
        offset += s->bytes();
      }
    }
    const Place out = direct && s0.last() ? s0.result() : allocate(block_bytes * std::size_t(ranks));
    collective(Kind::all_gather, axes, in, out, block_bytes, s0.leaf->from.dtype, ReduceOp::sum);
    std::size_t offset = 0;
    for (State* s : batch) {
      const Shape whole = after(*s), piece = s->shape;
      if (direct) {
        s->at = out;
      } else {
        const Place to = s->last() ? s->result() : allocate(whole.size() * s->element);
        for (int r = 0; r < ranks; ++r)
          block(to, whole, blocks::begin_of(mesh_, s->step().before, axes, piece, r),
                {out.slot, out.offset + std::size_t(r) * block_bytes + offset}, piece, blocks::zeros_like(piece), piece,
                s->element);
        s->at = to;
      }
      offset += s->bytes();
      s->shape = whole;
    }
  }

  /// What member `from` holds of what member `to` wants: extents, and where it begins in both blocks.
  struct Overlap {
    Shape extents, in_source, in_target;
  };
  Overlap overlap(const State& s, const AxisList& axes, int from, int to) const {
    const Step& step = s.step();
    const Shape target = after(s);
    const Shape a = blocks::begin_of(mesh_, step.before, axes, s.shape, from),
                b = blocks::begin_of(mesh_, step.after, axes, target, to);
    Overlap o{s.shape, a, b};
    for (int d = 0; d < s.shape.rank; ++d) {
      const std::size_t begin = std::max(a[d], b[d]), end = std::min(a[d] + s.shape[d], b[d] + target[d]);
      o.extents.dim[d] = end > begin ? end - begin : 0;
      o.in_source.dim[d] = begin - a[d];
      o.in_target.dim[d] = begin - b[d];
    }
    return o;
  }

  void all_to_all(const std::vector<State*>& batch) {
    const AxisList axes = batch[0]->step().axes;
    const int ranks = mesh_.size(axes), me = mesh_.index(axes);
    // Pairs may share blocks of different sizes: each leaf gets room for its largest.
    std::vector<std::size_t> room;
    std::size_t pair_bytes = 0;
    for (State* s : batch) {
      std::size_t most = 0;
      for (int from = 0; from < ranks; ++from)
        for (int to = 0; to < ranks; ++to) most = std::max(most, overlap(*s, axes, from, to).extents.size());
      room.push_back(most * s->element);
      pair_bytes += room.back();
    }
    const Place in = allocate(pair_bytes * std::size_t(ranks)), out = allocate(pair_bytes * std::size_t(ranks));
    for (int r = 0; r < ranks; ++r) {
      Place to{in.slot, in.offset + std::size_t(r) * pair_bytes};
      for (std::size_t k = 0; k < batch.size(); to.offset += room[k++]) {
        const Overlap o = overlap(*batch[k], axes, me, r);
        block(to, o.extents, blocks::zeros_like(o.extents), batch[k]->at, batch[k]->shape, o.in_source, o.extents,
              batch[k]->element);
      }
    }
    collective(Kind::all_to_all, axes, in, out, pair_bytes, batch[0]->leaf->from.dtype, ReduceOp::sum);
    std::vector<Place> targets;
    for (State* s : batch) targets.push_back(s->last() ? s->result() : allocate(after(*s).size() * s->element));
    for (int r = 0; r < ranks; ++r) {
      Place from{out.slot, out.offset + std::size_t(r) * pair_bytes};
      for (std::size_t k = 0; k < batch.size(); from.offset += room[k++]) {
        const Overlap o = overlap(*batch[k], axes, r, me);
        block(targets[k], after(*batch[k]), o.in_target, from, o.extents, blocks::zeros_like(o.extents), o.extents,
              batch[k]->element);
      }
    }
    for (std::size_t k = 0; k < batch.size(); ++k) {
      batch[k]->shape = after(*batch[k]);
      batch[k]->at = targets[k];
    }
  }

  void note_side_by_side() {
    bool all = states_.size() > 1;
    std::size_t offset = 0;
    for (State& s : states_) {
      const int reduced = s.waiting[int(Move::all_reduce)].size;
      all &= reduced > 0 && s.left == reduced && alike(states_[0], s, Move::all_reduce);
      plan_.staging.push_back(offset);
      offset += s.bytes();
      plan_.in_place.push_back(s.left == reduced + s.waiting[int(Move::first_only)].size);
    }
    plan_.side_by_side = all;
  }

  MeshInfo& mesh_;
  std::vector<State> states_;
  ReshardPlan plan_;
};

}  // namespace

ReshardPlan plan_reshard(MeshInfo& mesh, const std::vector<ReshardLeaf>& leaves) { return Planner(mesh, leaves).run(); }

}  // namespace shardwise::exec
