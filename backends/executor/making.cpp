#include <shardwise/backends/executor/making.hpp>

#include <fmt/format.h>

#include <cstring>

#include <shardwise/backends/kernels/shape.hpp>

namespace shardwise::detail {
namespace {

// Of a pending sum, index 0 over its axes holds the value and the others hold zeros: never value / N, so that
// integers are exact.
bool holds_value(const ArrayStorage& a) {
  return a.type().unreduced.empty() || a.mesh().index(a.type().unreduced) == 0;
}

std::string about(std::string_view what, const TypeDesc& type) { return fmt::format("{}: {}", what, to_string(type)); }

}  // namespace

ArrayStorage put(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, const HostRef& host) {
  NameTable(*mesh).match(type, host.shape, about("device_put", type) + ": host array");
  ArrayStorage a(mesh, type, host.shape, "device_put");
  if (!holds_value(a)) {
    std::memset(a.mutable_data(), 0, a.local_bytes());
    return a;
  }
  Shape begin = a.local_shape();
  for (std::size_t& e : begin.dim) e = 0;
  if (a.local_shape().size())
    kernels::copy_block(a.mutable_data(), a.local_shape(), begin, host.data, host.shape, a.local_offset(),
                        a.local_shape(), size_of(type.dtype));
  return a;
}

ArrayStorage put_local(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, const HostRef& piece,
                       const Sizes& sizes, Flat flat) {
  const std::string what = about("from_local", type);
  if (flat == Flat::yes) {
    const Shape global = sizes.of(type, *mesh, "from_local");
    ArrayStorage a(mesh, type, global, "from_local");
    const Shape& local = a.local_shape();
    if (local.size() != piece.shape.size())
      throw Error(
          fmt::format("{}: expected this device's block {} of global {}, {} elements; got {} flat elements "
                      "(the extents given are the global ones)",
                      what, to_string(local), to_string(global), local.size(), piece.shape.size()));
    if (a.local_bytes()) std::memcpy(a.mutable_data(), piece.data, a.local_bytes());
    return a;
  }
  if (piece.shape.rank != type.rank)
    throw Error(
        fmt::format("{}: expected rank {}, got a piece of extents {}", what, type.rank, to_string(piece.shape)));
  Shape global = piece.shape;
  if (sizes.given())
    global = sizes.of(type, *mesh, "from_local");
  else
    for (int i = 0; i < type.rank; ++i)
      if (__builtin_mul_overflow(global[i], std::size_t(mesh->size(type.dims[i].axes)), &global.dim[i]))
        throw Error(fmt::format("{}: a piece of extents {} is too large: dimension {} of the array is beyond 2^64",
                                what, to_string(piece.shape), i));
  NameTable(*mesh).match(type, global, what);
  ArrayStorage a(mesh, type, global, "from_local");
  if (!(a.local_shape() == piece.shape))
    throw Error(fmt::format("{}: expected this device's block {} of global {}, got a piece of extents {}", what,
                            to_string(a.local_shape()), to_string(global), to_string(piece.shape)));
  if (a.local_bytes()) std::memcpy(a.mutable_data(), piece.data, a.local_bytes());
  return a;
}

void refuse_number(std::string_view what, const TypeDesc& type, const Number& value) {
  throw Error(about(what, type) + ": " + number_problem(type.dtype, value));
}

void check_bytes(std::string_view what, const TypeDesc& type, std::span<const std::uint8_t> bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (bytes[i] > 1)
      throw Error(
          fmt::format("{}: expected bytes that are 0 or 1, got {} at element {}", about(what, type), bytes[i], i));
}

ArrayStorage fill(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, const Number& value, const Sizes& sizes,
                  std::string_view what) {
  std::uint64_t element = 0;
  if (!store_number(&element, type.dtype, value)) refuse_number(what, type, value);
  ArrayStorage a(mesh, type, sizes.of(type, *mesh, what), what);
  if (!holds_value(a)) element = 0;
  kernels::repeat(a.mutable_data(), &element, size_of(type.dtype), a.local_shape().size());
  return a;
}

}  // namespace shardwise::detail
