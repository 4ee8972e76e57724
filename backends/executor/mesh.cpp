#include <shardwise/backends/executor/mesh.hpp>

#include <fmt/format.h>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/dsl/program/fingerprint.hpp>

namespace shardwise {
namespace {

std::string describe_mesh(const AxisList& axes, const std::vector<std::int64_t>& sizes) {
  std::string text = "Mesh<";
  for (int i = 0; i < axes.size; ++i)
    text += fmt::format("{}{}:{}", i ? "," : "", to_string(axes.axes[i]), sizes[std::size_t(i)]);
  return text + '>';
}

}  // namespace

MeshInfo::MeshInfo(World& world, const AxisList& axes, const std::vector<std::int64_t>& sizes)
    : world_(&world), axes_(axes), rank_(world.rank()) {
  if (int(sizes.size()) != axes.size)
    throw Error(fmt::format("make_mesh: {} sizes for {} axes", sizes.size(), axes.size));
  description_ = describe_mesh(axes, sizes);
  std::int64_t product = 1;
  for (int i = 0; i < axes.size; ++i) {
    const std::int64_t size = sizes[std::size_t(i)];
    for (int j = 0; j < i; ++j)
      if (axes.axes[j] == axes.axes[i])
        throw Error(fmt::format("make_mesh: axis {} is given twice", to_string(axes.axes[i])));
    if (size < 1 || size > (std::int64_t(1) << 30))
      throw Error(fmt::format("make_mesh: {}: an axis has at least 1 device", description_));
    product *= size;
    if (product > (std::int64_t(1) << 30)) break;  // more devices than ranks can count
    sizes_[i] = int(size);
  }
  if (product != world.size())
    throw Error(
        fmt::format("make_mesh: {} has {} devices, but there are {}: start {} (--devices {}, or mpiexec -n {}) or "
                    "choose sizes whose product is {}",
                    description_, product, world.size(), product, product, product, world.size()));
  devices_ = int(product);
  int rest = rank_;
  for (int i = axes.size; i-- > 0; rest /= sizes_[i]) coordinates_[i] = rest % sizes_[i];
  world.agree(fingerprint(description_), "make_mesh: " + description_);
}

int MeshInfo::position(Name axis) const {
  for (int i = 0; i < axes_.size; ++i)
    if (axes_.axes[i] == axis) return i;
  throw Error(fmt::format("axis {} is not in {}", to_string(axis), description_));
}

int MeshInfo::size(const AxisList& axes) const {
  int product = 1;
  for (Name axis : axes) product *= size(axis);
  return product;
}

int MeshInfo::index(const AxisList& axes) const { return index(axes, rank_); }

int MeshInfo::index(const AxisList& axes, int device) const {
  int coordinates[AxisList::capacity];
  for (int i = axes_.size; i-- > 0; device /= sizes_[i]) coordinates[i] = device % sizes_[i];
  int result = 0;
  for (Name axis : axes) {
    const int p = position(axis);
    result = result * sizes_[p] + coordinates[p];
  }
  return result;
}

Communicator& MeshInfo::communicator(const AxisList& axes) {
  // Four bits for each axis, in the order given.
  unsigned key = 1;
  for (Name axis : axes) key = key << 4 | unsigned(position(axis));
  auto& group = groups_[key];
  if (!group) {
    AxisList others;
    for (Name axis : axes_)
      if (!axes.has(axis)) others.push(axis);
    group = world_->split(index(others), index(axes));
  }
  return *group;
}

namespace detail {
std::vector<std::int64_t> all_devices(const World& world) { return {world.size()}; }
}  // namespace detail

}  // namespace shardwise
