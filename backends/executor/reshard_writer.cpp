#include <shardwise/backends/executor/reshard_writer.hpp>

#include <algorithm>

namespace shardwise::exec {
namespace {

using Kind = ReshardPlan::Kind;

/// Dimensions of extent 1 go, and neighbours become one where both arrays allow it.
std::vector<BlockCopies::Dim> merged(std::vector<BlockCopies::Dim> dims) {
  std::stable_sort(dims.begin(), dims.end(), [](const auto& a, const auto& b) { return a.to > b.to; });
  std::vector<BlockCopies::Dim> out;
  for (const auto& d : dims) {
    if (d.extent == 1) continue;
    if (!out.empty() && out.back().to == d.to * d.extent && out.back().from == d.from * d.extent)
      out.back() = {out.back().extent * d.extent, d.to, d.from};
    else
      out.push_back(d);
  }
  return out;
}

bool one_run(const std::vector<BlockCopies::Dim>& dims) {
  return dims.empty() || (dims.size() == 1 && dims[0].to == 1 && dims[0].from == 1);
}

}  // namespace

void BlockCopies::add(std::size_t packed, std::size_t in_array, const Shape& extents) {
  if (way_ == Way::pack)
    blocks_.push_back({packed, in_array, extents});
  else
    blocks_.push_back({in_array, packed, extents});
}

std::vector<BlockCopies::Dim> BlockCopies::dims_of(const Shape& extents) const {
  std::vector<Dim> dims;
  std::size_t packed = 1, in_array = 1;
  for (int d = extents.rank; d-- > 0; packed *= extents[d], in_array *= array_[d])
    dims.push_back(way_ == Way::pack ? Dim{extents[d], packed, in_array} : Dim{extents[d], in_array, packed});
  return dims;
}

// A dimension for each axis of the group; false where the blocks do not lie evenly along it.
bool BlockCopies::add_axes(std::vector<Dim>& dims) const {
  const Block& first = blocks_[0];
  std::vector<Dim> axes;
  std::size_t minor = 1;
  for (std::size_t i = radix_.size(); i-- > 0; minor *= std::size_t(radix_[i])) {
    if (radix_[i] == 1) continue;
    const Block& next = blocks_[minor];
    if (next.to < first.to || next.from < first.from) return false;
    axes.push_back({std::size_t(radix_[i]), next.to - first.to, next.from - first.from});
  }
  for (std::size_t r = 0; r < blocks_.size(); ++r) {
    std::size_t rest = r, to = first.to, from = first.from;
    for (const Dim& axis : axes) {
      to += rest % axis.extent * axis.to;
      from += rest % axis.extent * axis.from;
      rest /= axis.extent;
    }
    const Block& b = blocks_[r];
    if (b.to != to || b.from != from || !(b.extents == first.extents)) return false;
  }
  dims.insert(dims.end(), axes.begin(), axes.end());
  return true;
}

std::vector<BlockCopies::Copy> BlockCopies::copies() const {
  std::vector<Copy> out;
  if (blocks_.empty()) return out;
  if (std::vector<Dim> dims = dims_of(blocks_[0].extents); add_axes(dims)) {
    dims = merged(std::move(dims));
    if (dims.size() <= std::size_t(Shape::max_rank)) {
      if (blocks_[0].extents.size()) out.push_back({blocks_[0].to, blocks_[0].from, std::move(dims)});
      return out;
    }
  }
  for (const Block& b : blocks_)
    if (b.extents.size()) out.push_back({b.to, b.from, merged(dims_of(b.extents))});
  return out;
}

bool BlockCopies::identity() const {
  const std::vector<Copy> all = copies();
  return all.empty() || (all.size() == 1 && all[0].to == all[0].from && one_run(all[0].dims));
}

Place ReshardWriter::allocate(std::size_t bytes) {
  const std::size_t at = plan.scratch_bytes;
  plan.scratch_bytes += (bytes + 63) / 64 * 64;
  return {ReshardPlan::scratch, at};
}

void ReshardWriter::copy(Place to, Place from, std::size_t bytes) {
  if (to == from || bytes == 0) return;
  plan.actions.push_back({.kind = Kind::copy,
                          .in = from.slot,
                          .out = to.slot,
                          .in_offset = from.offset,
                          .out_offset = to.offset,
                          .count = bytes});
}

void ReshardWriter::zero(Place to, std::size_t bytes) {
  if (bytes) plan.actions.push_back({.kind = Kind::zero, .out = to.slot, .out_offset = to.offset, .count = bytes});
}

void ReshardWriter::blocks(Place to, Place from, const BlockCopies& blocks, std::size_t element) {
  for (const BlockCopies::Copy& c : blocks.copies()) {
    const Place out{to.slot, to.offset + c.to * element}, in{from.slot, from.offset + c.from * element};
    if (one_run(c.dims)) {
      copy(out, in, (c.dims.empty() ? 1 : c.dims[0].extent) * element);
      continue;
    }
    ReshardPlan::StridedCopy s{{}, {}, {}, element};
    for (const BlockCopies::Dim& d : c.dims) {
      s.out.dim[s.shape.rank] = std::ptrdiff_t(d.to);
      s.in.dim[s.shape.rank] = std::ptrdiff_t(d.from);
      s.shape.dim[s.shape.rank++] = d.extent;
    }
    plan.actions.push_back({.kind = Kind::strided,
                            .in = in.slot,
                            .out = out.slot,
                            .in_offset = in.offset,
                            .out_offset = out.offset,
                            .strided = int(plan.copies.size())});
    plan.copies.push_back(s);
  }
}

void ReshardWriter::collective(Kind kind, Communicator& group, Place in, Place out, std::size_t count, Dtype dtype,
                               ReduceOp op) {
  plan.actions.push_back({.kind = kind,
                          .in = in.slot,
                          .out = out.slot,
                          .in_offset = in.offset,
                          .out_offset = out.offset,
                          .count = count,
                          .dtype = dtype,
                          .op = op,
                          .group = &group});
}

}  // namespace shardwise::exec
