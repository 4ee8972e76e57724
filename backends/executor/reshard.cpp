#include <shardwise/backends/executor/reshard.hpp>

#include <shardwise/backends/executor/blocks.hpp>
#include <shardwise/backends/executor/error.hpp>
#include <shardwise/backends/executor/reshard_steps.hpp>

namespace shardwise::exec {
namespace {

using rules::Move;
using Kind = ReshardPlan::Kind;

/// The moves that are left, for the order of the leaves' collectives.
std::vector<rules::LeafMoves> moves_of(const std::vector<MovingLeaf>& leaves) {
  std::vector<rules::LeafMoves> moves;
  for (const MovingLeaf& leaf : leaves) moves.push_back(leaf.moves);
  return moves;
}

void note_side_by_side(const std::vector<MovingLeaf>& leaves, ReshardPlan& plan) {
  bool all = leaves.size() > 1;
  std::size_t offset = 0;
  for (const MovingLeaf& leaf : leaves) {
    const auto waiting = [&](Move m) { return leaf.moves.waiting[int(m)].size; };
    const int reduced = waiting(Move::all_reduce), rest = leaf.moves.left - reduced - waiting(Move::cast);
    all &= reduced > 0 && rest == 0 && rules::detail::alike(leaves[0].moves, leaf.moves, Move::all_reduce);
    plan.staging.push_back(offset);
    offset += leaf.bytes();
    plan.in_place.push_back(rest == waiting(Move::first_only));
  }
  plan.side_by_side = all;
}

}  // namespace

std::optional<std::size_t> reshard_view(const MeshInfo& mesh, const TypeDesc& from, const TypeDesc& to,
                                        const Shape& shape) {
  const rules::LeafMoves moves(from, to);
  const AxisList& axes = moves.waiting[int(Move::slice)];
  if (moves.left != axes.size + moves.waiting[int(Move::cast)].size) return {};
  if (axes.empty()) return 0;
  Shape out = shape;
  for (int d = 0; d < out.rank; ++d)
    for (Name x : axes)
      if (to.dims[d].axes.has(x)) out.dim[d] /= std::size_t(mesh.size(x));
  if (!blocks::contiguous(shape, out)) return {};
  const Shape begin = blocks::begin_of(mesh, to, axes, out, mesh.index(axes));
  return out.size() ? blocks::position(shape, begin) * size_of(from.dtype) : 0;
}

ReshardPlan plan_reshard(MeshInfo& mesh, const std::vector<ReshardLeaf>& leaves) {
  std::vector<MovingLeaf> moving;
  for (const ReshardLeaf& l : leaves) {
    if (const Name stuck = rules::for_each_step(l.from, l.to, [](auto&&...) {}))
      throw Error("reshard " + shardwise::to_string(l.from) + " to " + shardwise::to_string(l.to) + ": axis " +
                  shardwise::to_string(stuck) + " cannot move like this");
    moving.push_back({&l, {l.from, l.to}, l.shape, {l.source, 0}, false, size_of(l.from.dtype)});
  }
  ReshardSteps steps(mesh);
  note_side_by_side(moving, steps.out.plan);
  while (true) {
    for (MovingLeaf& leaf : moving) steps.free_steps(leaf);
    Move move{};
    std::vector<MovingLeaf*> batch;
    for (int k : rules::next_collective(moves_of(moving), move)) batch.push_back(&moving[std::size_t(k)]);
    if (batch.empty()) break;
    steps.collective(move, batch);
  }
  for (MovingLeaf& leaf : moving) {
    if (leaf.moves.left) throw Error("reshard: no step is possible");
    steps.finish(leaf);
  }
  return std::move(steps.out.plan);
}

ReshardCost cost_of(const ReshardPlan& plan, std::byte* const* slots, const std::byte* scratch) {
  ReshardCost cost;
  const auto at = [&](int slot, std::size_t offset) { return (slot < 0 ? scratch : slots[slot]) + offset; };
  for (const ReshardPlan::Action& a : plan.actions) switch (a.kind) {
      case Kind::copy:
        if (at(a.in, a.in_offset) == at(a.out, a.out_offset)) break;
        ++cost.copies;
        cost.copied_bytes += a.count;
        break;
      case Kind::strided: {
        const auto& c = plan.copies[std::size_t(a.strided)];
        ++cost.strided_copies;
        cost.copied_bytes += c.shape.size() * c.element;
        break;
      }
      case Kind::zero:
        cost.zeroed_bytes += a.count;
        break;
      default:
        cost.collectives += !a.continues;
    }
  cost.scratch_bytes = plan.scratch_bytes;
  return cost;
}

}  // namespace shardwise::exec
