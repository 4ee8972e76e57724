#include <shardwise/backends/executor/reshard_steps.hpp>

#include <algorithm>

#include <shardwise/backends/executor/blocks.hpp>
#include <shardwise/backends/executor/error.hpp>

namespace shardwise::exec {
namespace {

using rules::Move;
using Kind = ReshardPlan::Kind;
using Way = BlockCopies::Way;

ReduceOp reduce_op(PendingKind k) {
  return k == PendingKind::sum ? ReduceOp::sum : k == PendingKind::max ? ReduceOp::max : ReduceOp::min;
}

}  // namespace

// ---- one step

ReshardSteps::Step ReshardSteps::step_of(MovingLeaf& leaf, Move move, const AxisList& axes,
                                         const TypeDesc& after) const {
  Step s{leaf, move, axes, leaf.moves.now, after, leaf.shape};
  for (int d = 0; d < s.shape.rank; ++d) {
    // What leaves, then what enters: a block may be smaller than the axis that enters.
    for (Name x : axes)
      if (s.before.dims[d].axes.has(x)) s.shape.dim[d] *= std::size_t(mesh_.size(x));
    for (Name x : axes)
      if (s.after.dims[d].axes.has(x)) s.shape.dim[d] /= std::size_t(mesh_.size(x));
  }
  return s;
}

void ReshardSteps::take(const Step& s) {
  s.leaf.shape = s.shape;
  s.leaf.moves.take(s.move, s.axes, s.after);
}

Place ReshardSteps::target(const Step& s) { return s.last() ? s.leaf.result() : out.allocate(s.bytes()); }

Shape ReshardSteps::begin_before(const Step& s, int rank) const {
  return blocks::begin_of(mesh_, s.before, s.axes, s.leaf.shape, rank);
}
Shape ReshardSteps::begin_after(const Step& s, int rank) const {
  return blocks::begin_of(mesh_, s.after, s.axes, s.shape, rank);
}

std::vector<int> ReshardSteps::radix(const AxisList& axes) const {
  std::vector<int> sizes;
  for (Name x : axes) sizes.push_back(mesh_.size(x));
  return sizes;
}

// ---- free steps

void ReshardSteps::free_steps(MovingLeaf& leaf) {
  Move move{};
  AxisList axes;
  TypeDesc after;
  while (leaf.moves.free_step(move, axes, after)) {
    const Step s = step_of(leaf, move, axes, after);
    if (!leaf.zero) free_step(s);
    take(s);
  }
}

void ReshardSteps::free_step(const Step& s) {
  MovingLeaf& leaf = s.leaf;
  const int me = mesh_.index(s.axes);
  switch (s.move) {
    case Move::cast:
      return;
    case Move::first_only:
      leaf.zero = me != 0;
      return;
    case Move::slice: {
      const std::size_t begin = s.shape.size() ? blocks::position(leaf.shape, begin_after(s, me)) : 0;
      if (blocks::contiguous(leaf.shape, s.shape)) {
        leaf.at.offset += begin * leaf.element;
        return;
      }
      BlockCopies block(Way::pack, leaf.shape);
      block.add(0, begin, s.shape);
      const Place to = target(s);
      out.blocks(to, leaf.at, block, leaf.element);
      leaf.at = to;
      return;
    }
    case Move::embed: {
      BlockCopies block(Way::unpack, s.shape);
      block.add(0, leaf.shape.size() ? blocks::position(s.shape, begin_before(s, me)) : 0, leaf.shape);
      const Place to = target(s);
      out.zero(to, s.bytes());
      out.blocks(to, leaf.at, block, leaf.element);
      leaf.at = to;
      return;
    }
    default:
      throw Error("reshard: an unexpected step");
  }
}

void ReshardSteps::finish(MovingLeaf& leaf) {
  if (leaf.zero)
    out.zero(leaf.result(), leaf.bytes());
  else
    out.copy(leaf.result(), leaf.at, leaf.bytes());
}

// ---- collectives

void ReshardSteps::collective(Move move, const std::vector<MovingLeaf*>& leaves) {
  // The members' order is that of the blocks of the first leaf.
  TypeDesc after;
  AxisList axes = leaves[0]->moves.waiting[int(move)];
  leaves[0]->moves.possible(axes, after);
  AxisUnion ordered;
  ordered.add(move == Move::reduce_scatter ? after : leaves[0]->moves.now);
  AxisList major_first;
  for (Name x : ordered)
    if (axes.has(x)) major_first.push(x);
  axes = major_first;

  std::vector<Step> batch;
  for (MovingLeaf* leaf : leaves) {
    leaf->moves.possible(axes, after);
    batch.push_back(step_of(*leaf, move, axes, after));
    if (leaf->zero) {
      leaf->at = move == Move::all_reduce ? target(batch.back()) : out.allocate(leaf->bytes());
      out.zero(leaf->at, leaf->bytes());
      leaf->zero = false;
    }
  }
  if (move == Move::all_reduce) {
    all_reduce(batch);
  } else {
    // Blocks of several arrays would lie in turns, one device after the other: a large array goes alone.
    const std::size_t alone_from = mesh_.communicator(axes).alone_from();
    std::vector<Step> together;
    bool continues = false;
    const auto run = [&](const std::vector<Step>& part) {
      const std::size_t before = out.plan.actions.size();
      if (move == Move::reduce_scatter)
        reduce_scatter(part);
      else if (move == Move::all_gather)
        all_gather(part);
      else
        all_to_all(part);
      for (std::size_t i = before; i < out.plan.actions.size(); ++i)
        if (out.plan.actions[i].group) out.plan.actions[i].continues = continues;
      continues = true;
    };
    for (const Step& s : batch)
      if (std::min(s.bytes(), s.leaf.bytes()) >= alone_from)
        run({s});
      else
        together.push_back(s);
    if (!together.empty()) run(together);
  }
  for (const Step& s : batch) take(s);
}

void ReshardSteps::all_reduce(std::vector<Step>& batch) {
  const MovingLeaf& first = batch[0].leaf;
  Place in = first.at, to;
  std::size_t total = 0;
  for (const Step& s : batch) total += s.bytes();
  if (batch.size() == 1) {
    to = batch[0].last() || in.slot != ReshardPlan::scratch ? target(batch[0]) : in;
  } else {
    in = to = out.allocate(total);
  }
  std::size_t offset = 0;
  for (const Step& s : batch) {
    const Place piece{to.slot, to.offset + offset};
    if (batch.size() > 1) out.copy(piece, s.leaf.at, s.bytes());
    s.leaf.at = piece;
    offset += s.bytes();
  }
  out.collective(Kind::all_reduce, mesh_.communicator(batch[0].axes), in, to, total / first.element, first.dtype(),
                 reduce_op(first.moves.pending));
}

void ReshardSteps::reduce_scatter(const std::vector<Step>& batch) {
  const AxisList& axes = batch[0].axes;
  const MovingLeaf& first = batch[0].leaf;
  const std::size_t ranks = std::size_t(mesh_.size(axes)), element = first.element;
  std::size_t block = 0;  // elements for each member
  for (const Step& s : batch) block += s.shape.size();
  // The members' blocks of all leaves, one member after the other.
  std::vector<BlockCopies> packing;
  std::size_t offset = 0;
  for (const Step& s : batch) {
    packing.emplace_back(Way::pack, s.leaf.shape, radix(axes));
    for (std::size_t r = 0; r < ranks; ++r)
      packing.back().add(r * block + offset, blocks::position(s.leaf.shape, begin_after(s, int(r))), s.shape);
    offset += s.shape.size();
  }
  Place in = first.at;
  if (batch.size() > 1 || !packing[0].identity()) {
    in = out.allocate(ranks * block * element);
    for (std::size_t k = 0; k < batch.size(); ++k) out.blocks(in, batch[k].leaf.at, packing[k], element);
  }
  Place to = batch.size() == 1 ? target(batch[0]) : out.allocate(block * element);
  out.collective(Kind::reduce_scatter, mesh_.communicator(axes), in, to, block, first.dtype(),
                 reduce_op(first.moves.pending));
  for (const Step& s : batch) {
    s.leaf.at = to;
    to.offset += s.bytes();
  }
}

void ReshardSteps::all_gather(const std::vector<Step>& batch) {
  const AxisList& axes = batch[0].axes;
  const MovingLeaf& first = batch[0].leaf;
  const std::size_t ranks = std::size_t(mesh_.size(axes)), element = first.element;
  std::size_t block = 0;
  for (const Step& s : batch) block += s.leaf.shape.size();
  std::vector<BlockCopies> unpacking;
  std::size_t offset = 0;
  for (const Step& s : batch) {
    unpacking.emplace_back(Way::unpack, s.shape, radix(axes));
    for (std::size_t r = 0; r < ranks; ++r)
      unpacking.back().add(r * block + offset, blocks::position(s.shape, begin_before(s, int(r))), s.leaf.shape);
    offset += s.leaf.shape.size();
  }
  const bool direct = batch.size() == 1 && unpacking[0].identity();
  const Place all = direct ? target(batch[0]) : out.allocate(ranks * block * element);
  Place in = first.at;
  if (batch.size() > 1) {
    in = {all.slot, all.offset + std::size_t(mesh_.index(axes)) * block * element};
    Place to = in;
    for (const Step& s : batch) {
      out.copy(to, s.leaf.at, s.leaf.bytes());
      to.offset += s.leaf.bytes();
    }
  }
  out.collective(Kind::all_gather, mesh_.communicator(axes), in, all, block * element, first.dtype());
  for (std::size_t k = 0; k < batch.size(); ++k) {
    const Place to = direct ? all : target(batch[k]);
    if (!direct) out.blocks(to, all, unpacking[k], element);
    batch[k].leaf.at = to;
  }
}

/// What member `from` holds of what member `to` wants: extents, and where it begins in both blocks.
ReshardSteps::Overlap ReshardSteps::overlap(const Step& s, int from, int to) const {
  const Shape a = begin_before(s, from), b = begin_after(s, to);
  Overlap o{s.shape, a, b};
  for (int d = 0; d < s.shape.rank; ++d) {
    const std::size_t begin = std::max(a[d], b[d]), end = std::min(a[d] + s.leaf.shape[d], b[d] + s.shape[d]);
    o.extents.dim[d] = end > begin ? end - begin : 0;
    o.in_source.dim[d] = begin - a[d];
    o.in_target.dim[d] = begin - b[d];
  }
  return o;
}

void ReshardSteps::all_to_all(const std::vector<Step>& batch) {
  const AxisList& axes = batch[0].axes;
  const MovingLeaf& first = batch[0].leaf;
  const int me = mesh_.index(axes), ranks = mesh_.size(axes);
  const std::size_t element = first.element;
  // Pairs may share blocks of different sizes: each leaf gets room for its largest.
  std::vector<std::size_t> room;
  std::size_t pair = 0;
  bool even = true;
  for (const Step& s : batch) {
    std::size_t most = 0, least = ~std::size_t{0};
    for (int from = 0; from < ranks; ++from)
      for (int to = 0; to < ranks; ++to) {
        const std::size_t n = overlap(s, from, to).extents.size();
        most = std::max(most, n);
        least = std::min(least, n);
      }
    even &= least == most;
    room.push_back(most);
    pair += most;
  }
  const auto copies = [&](const Step& s, std::size_t offset, Way way) {
    BlockCopies c(way, way == Way::pack ? s.leaf.shape : s.shape, radix(axes));
    for (int r = 0; r < ranks; ++r) {
      const Overlap o = way == Way::pack ? overlap(s, me, r) : overlap(s, r, me);
      const bool any = o.extents.size() > 0;
      c.add(std::size_t(r) * pair + offset,
            !any               ? 0
            : way == Way::pack ? blocks::position(s.leaf.shape, o.in_source)
                               : blocks::position(s.shape, o.in_target),
            o.extents);
    }
    return c;
  };
  const bool alone = batch.size() == 1 && even;
  const bool straight_in = alone && copies(batch[0], 0, Way::pack).identity();
  const bool straight_out = alone && copies(batch[0], 0, Way::unpack).identity();
  const Place in = straight_in ? first.at : out.allocate(pair * std::size_t(ranks) * element);
  std::size_t offset = 0;
  for (std::size_t k = 0; k < batch.size() && !straight_in; offset += room[k++])
    out.blocks(in, batch[k].leaf.at, copies(batch[k], offset, Way::pack), element);
  const Place got = straight_out ? target(batch[0]) : out.allocate(pair * std::size_t(ranks) * element);
  out.collective(Kind::all_to_all, mesh_.communicator(axes), in, got, pair * element, first.dtype());
  offset = 0;
  for (std::size_t k = 0; k < batch.size(); offset += room[k++]) {
    const Place to = straight_out ? got : target(batch[k]);
    if (!straight_out) out.blocks(to, got, copies(batch[k], offset, Way::unpack), element);
    batch[k].leaf.at = to;
  }
}

}  // namespace shardwise::exec
