#include <shardwise/backends/interpreter/index.hpp>
#include <shardwise/backends/interpreter/simulated_mesh.hpp>
#include <shardwise/dsl/rules/state.hpp>

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

namespace shardwise::interpreter {

using rules::State;
using rules::state_of;

SimulatedMesh::SimulatedMesh(std::vector<MeshAxis> axes, std::vector<NameSize> names)
    : axes_(std::move(axes)), names_(std::move(names)) {
  for (auto& axis : axes_) devices_ *= axis.size;
}

int SimulatedMesh::axis_size(Name axis) const {
  for (auto& a : axes_)
    if (a.name == axis) return a.size;
  return 1;
}

int SimulatedMesh::coordinate(int device, Name axis) const {
  for (std::size_t i = axes_.size(); i-- > 0;) {
    if (axes_[i].name == axis) return device % axes_[i].size;
    device /= axes_[i].size;
  }
  return 0;
}

std::int64_t SimulatedMesh::size_of(const Extent& extent) const {
  for (auto& [unknown, size] : unknowns_)
    if (extent.unknown == unknown) return size;
  if (extent.is_unknown()) throw std::invalid_argument("the interpreter was given an unknown extent");
  std::int64_t above = extent.number, below = extent.divisor;
  for (auto& f : extent.factors) {
    if (!f.power) continue;
    std::int64_t size = -1;
    for (auto& n : names_)
      if (n.name == f.name) size = n.size;
    for (auto& a : axes_)
      if (a.name == f.name) size = a.size;
    if (size < 0) throw std::invalid_argument("no size for the name " + to_string(f.name));
    for (int k = 0; k < std::abs(f.power); ++k) (f.power > 0 ? above : below) *= size;
  }
  if (above % below) throw std::invalid_argument("an extent is no whole number");
  return above / below;
}

Shape SimulatedMesh::global_shape(const TypeDesc& type) const {
  Shape shape;
  for (int d = 0; d < type.rank; ++d) shape.push_back(std::size_t(size_of(type.dims[d].extent)));
  return shape;
}

Shape SimulatedMesh::local_shape(const TypeDesc& type) const {
  Shape shape = global_shape(type);
  for (int d = 0; d < type.rank; ++d) {
    std::size_t blocks = 1;
    for (Name axis : type.dims[d].axes) blocks *= std::size_t(axis_size(axis));
    std::size_t& extent = shape[std::size_t(d)];
    if (extent % blocks)
      throw std::invalid_argument("dimension " + std::to_string(d) + " of " + to_string(type) + ": " +
                                  std::to_string(extent) + " is not divisible by " + std::to_string(blocks) +
                                  " devices");
    extent /= blocks;
  }
  return shape;
}

/// Where the device's block starts, by dimension.
std::vector<std::int64_t> SimulatedMesh::offsets(const TypeDesc& type, int device) const {
  const Shape local = local_shape(type);
  std::vector<std::int64_t> out;
  for (int d = 0; d < type.rank; ++d) {
    std::int64_t block = 0;
    for (Name axis : type.dims[d].axes) block = block * axis_size(axis) + coordinate(device, axis);
    out.push_back(block * std::int64_t(local[std::size_t(d)]));
  }
  return out;
}

/// The position along `axis` of the devices that have an element.
int SimulatedMesh::block_along(const TypeDesc& type, const Shape& local, const Shape& index, Name axis) const {
  const int d = type.dim_of(axis);
  const AxisList& list = type.dims[d].axes;
  int block = int(index[std::size_t(d)] / local[std::size_t(d)]);
  for (int i = list.size - 1; i >= 0 && !(list.axes[i] == axis); --i) block /= axis_size(list.axes[i]);
  return block % axis_size(axis);
}

Pieces SimulatedMesh::scatter(const TypeDesc& type, const HostArray& global) const {
  const Shape shape = global_shape(type), local = local_shape(type);
  if (!std::equal(shape.begin(), shape.end(), global.shape().begin(), global.shape().end()))
    throw std::invalid_argument("the array does not have the shape of " + to_string(type));
  Pieces pieces;
  for (int device = 0; device < devices_; ++device) {
    HostArray piece = HostArray::from_shape(local);
    bool holds = true;
    if (type.pending == PendingKind::sum)
      for (Name axis : type.unreduced) holds &= coordinate(device, axis) == 0;
    const auto start = offsets(type, device);
    for_each_index(local, [&](std::size_t i, auto index) {
      for (std::size_t d = 0; d < index.size(); ++d) index[d] += std::size_t(start[d]);
      piece.data()[i] = holds ? global.data()[position(index, shape)] : 0.0;
    });
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

namespace {
/// A value under construction in global coordinates: some elements may not be known (yet).
struct Partial {
  Shape shape;
  std::vector<double> values;
  std::vector<char> known;
  explicit Partial(Shape s) : shape(std::move(s)), values(count(shape), 0.0), known(values.size(), 0) {}
  void put(std::size_t at, double v, PendingKind kind) {
    double& x = values[at];
    if (!known[at])
      x = v;
    else
      x = kind == PendingKind::sum ? x + v : kind == PendingKind::max ? std::max(x, v) : std::min(x, v);
    known[at] = 1;
  }
};
}  // namespace

HostArray SimulatedMesh::assemble(const TypeDesc& type, const Pieces& pieces) const {
  if (type.varying.size) throw std::invalid_argument("a varying value has no global value: " + to_string(type));
  TypeDesc whole = type;
  for (int d = 0; d < whole.rank; ++d) whole.dims[d].axes = {};
  whole.unreduced = {};
  whole.pending = PendingKind::sum;
  const Pieces all = reshard(type, whole, pieces);
  for (auto& copy : all)
    if (std::memcmp(copy.data(), all[0].data(), copy.size() * sizeof(double)) != 0)
      throw std::runtime_error("copies of a " + to_string(type) + " differ between devices");
  return all.empty() ? HostArray() : all[0];
}

Pieces SimulatedMesh::reshard(const TypeDesc& from, const TypeDesc& to, const Pieces& pieces) const {
  const Shape shape = global_shape(from), local_from = local_shape(from), local_to = local_shape(to);
  // An axis stays if its state, and the axes that are major to it on its dimension, stay.
  std::vector<Name> changed;
  for (auto& axis : axes_) {
    const int d = from.dim_of(axis.name);
    bool same = state_of(from, axis.name) == state_of(to, axis.name) && d == to.dim_of(axis.name);
    for (int i = 0; same && d >= 0; ++i) {
      same = from.dims[d].axes.axes[i] == to.dims[d].axes.axes[i];
      if (from.dims[d].axes.axes[i] == axis.name) break;
    }
    if (!same) changed.push_back(axis.name);
  }
  const auto is_changed = [&](Name axis) { return std::find(changed.begin(), changed.end(), axis) != changed.end(); };
  const auto kept_position = [&](int device) {
    std::vector<int> at;
    for (auto& axis : axes_)
      if (!is_changed(axis.name)) at.push_back(coordinate(device, axis.name));
    return at;
  };
  Pieces out;
  out.resize(std::size_t(devices_));
  std::vector<char> done(std::size_t(devices_), 0);
  for (int first = 0; first < devices_; ++first) {
    if (done[std::size_t(first)]) continue;
    std::vector<int> group;
    for (int device = first; device < devices_; ++device)
      if (kept_position(device) == kept_position(first)) group.push_back(device);
    // The value that this group of devices holds together.
    Partial value(shape);
    for (int device : group) {
      bool copy = false;  // an equal copy of what an earlier device of the group gave
      for (Name axis : changed) {
        const State s = state_of(from, axis);
        copy |= (s == State::replicated || s == State::reduced) && coordinate(device, axis) > 0;
      }
      if (copy) {
        // Compare with the device at position 0 of the copied axes.
        for (int other : group) {
          bool twin = true;
          for (Name axis : changed) {
            const State s = state_of(from, axis);
            const bool copied = s == State::replicated || s == State::reduced;
            twin &= coordinate(other, axis) == (copied ? 0 : coordinate(device, axis));
          }
          if (twin && std::memcmp(pieces[std::size_t(other)].data(), pieces[std::size_t(device)].data(),
                                  pieces[std::size_t(device)].size() * sizeof(double)) != 0)
            throw std::runtime_error("copies of a " + to_string(from) + " differ between devices");
        }
        continue;
      }
      const auto start = offsets(from, device);
      for_each_index(local_from, [&](std::size_t i, auto index) {
        for (std::size_t d = 0; d < index.size(); ++d) index[d] += std::size_t(start[d]);
        value.put(position(index, shape), pieces[std::size_t(device)].data()[i], from.pending);
      });
    }
    for (int device : group) {
      done[std::size_t(device)] = 1;
      HostArray piece = HostArray::from_shape(local_to);
      const auto start = offsets(to, device);
      // A new pending sum: copies stay with the first device, blocks with the devices that have them.
      bool first_copy = true;
      std::vector<Name> keeps_blocks;
      for (Name axis : changed) {
        if (state_of(to, axis) != State::unreduced) continue;
        if (from.dim_of(axis) >= 0)
          keeps_blocks.push_back(axis);
        else
          first_copy &= coordinate(device, axis) == 0;
      }
      for_each_index(local_to, [&](std::size_t i, auto index) {
        for (std::size_t d = 0; d < index.size(); ++d) index[d] += std::size_t(start[d]);
        bool mine = first_copy;
        for (Name axis : keeps_blocks) mine &= block_along(from, local_from, index, axis) == coordinate(device, axis);
        const std::size_t at = position(index, shape);
        if (mine && !value.known[at])
          throw std::logic_error("a reshard lacks elements: " + to_string(from) + " to " + to_string(to));
        piece.data()[i] = mine ? value.values[at] : 0.0;
      });
      out[std::size_t(device)] = std::move(piece);
    }
  }
  return out;
}

}  // namespace shardwise::interpreter
