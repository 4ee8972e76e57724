#include <shardwise/backends/executor/to_host.hpp>

#include <cstring>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/kernels/shape.hpp>
#include <shardwise/dsl/program/fingerprint.hpp>
#include <shardwise/dsl/type/notation.hpp>

namespace shardwise::detail {
namespace {

// Devices that read different arrays get an error instead of a mixture.
void agree(const ArrayStorage& array, std::string_view what) {
  const std::string text =
      std::string(what) + " of " + to_string(array.type()) + " with extents " + to_string(array.shape());
  array.mesh().world().agree((Fingerprint() << text << array.mesh().description()).value(), text);
}

// The mesh's axes that split a dimension, those of the first dimension first.
AxisList split_axes(const TypeDesc& type) {
  AxisList axes;
  for (int i = 0; i < type.rank; ++i)
    for (Name axis : type.dims[i].axes) axes.push(axis);
  return axes;
}

// Where the block of member `rank` of the group over `axes` begins; `axes` is split_axes(type).
Shape member_offset(const ArrayStorage& array, const AxisList& axes, int rank) {
  int coordinate[AxisList::capacity];
  for (int i = axes.size; i-- > 0;) {
    const int size = array.mesh().size(axes.axes[i]);
    coordinate[i] = rank % size;
    rank /= size;
  }
  Shape offset = array.local_shape();
  for (int d = 0, next = 0; d < offset.rank; ++d) {
    int index = 0;
    for (Name axis : array.type().dims[d].axes) index = index * array.mesh().size(axis) + coordinate[next++];
    offset.dim[d] *= std::size_t(index);
  }
  return offset;
}

}  // namespace

void gather(const ArrayStorage& array, void* out) {
  const AxisList axes = split_axes(array.type());
  if (axes.empty()) {
    if (array.local_bytes()) std::memcpy(out, array.data(), array.local_bytes());
    return;
  }
  agree(array, "to_host");
  Communicator& group = array.mesh().communicator(axes);
  const std::size_t bytes = array.local_bytes();
  if (bytes == 0) return;
  bool leading = true;  // only dimension 0 is split: the blocks lie one after the other
  for (int d = 1; d < array.type().rank; ++d) leading &= array.type().dims[d].axes.empty();
  if (leading) {
    group.all_gather(array.data(), out, bytes);
    return;
  }
  const SharedBytes blocks = allocate_bytes(bytes * std::size_t(group.size()));
  group.all_gather(array.data(), blocks.get(), bytes);
  Shape begin = array.local_shape();
  for (std::size_t& e : begin.dim) e = 0;
  for (int r = 0; r < group.size(); ++r)
    kernels::copy_block(out, array.shape(), member_offset(array, axes, r), blocks.get() + bytes * std::size_t(r),
                        array.local_shape(), begin, array.local_shape(), size_of(array.type().dtype));
}

void gather_pieces(const ArrayStorage& array, void* out) {
  agree(array, "to_host_pieces");
  if (const std::size_t bytes = array.local_bytes())
    array.mesh().communicator(array.mesh().axes()).all_gather(array.data(), out, bytes);
}

}  // namespace shardwise::detail
