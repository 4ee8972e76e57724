#include <shardwise/backends/executor/array_storage.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <new>
#include <optional>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/kernels/memory.hpp>
#include <shardwise/dsl/type/notation.hpp>

namespace shardwise {

std::string to_string(const Shape& shape) {
  std::string text = "[";
  for (int i = 0; i < shape.rank; ++i) text += fmt::format("{}{}", i ? "," : "", shape[i]);
  return text + ']';
}

// Large arrays start on a (huge) page: a load waits for an earlier store whose address differs by a multiple of 4 KiB,
// and arrays that start at different places in their pages meet so again and again.
SharedBytes allocate_bytes(std::size_t bytes) {
  constexpr std::size_t page = 4096, huge = kernels::Arena::alignment;
  const std::size_t padded = (bytes / 64 + 1) * 64, alignment = bytes < 4 * page ? 64 : bytes < huge ? page : huge;
  void* p = nullptr;
  if (padded < bytes || posix_memalign(&p, alignment, padded) != 0) throw std::bad_alloc();
  if (bytes >= huge) kernels::advise_huge_pages(p, bytes);
  return {static_cast<std::byte*>(p), [](std::byte* q) { std::free(q); }};
}

SharedBytes allocate_bytes(World& world, std::size_t bytes) {
  if (SharedBytes shared = world.shared_bytes(bytes)) return shared;
  return allocate_bytes(bytes);
}

namespace {

// More than any device addresses. Sums over the arrays of a step stay within 64 bits.
constexpr std::size_t most_local_bytes = std::size_t(1) << 47;

// The bytes of an array; nothing where they pass 2^63 - 1.
std::optional<std::size_t> bytes_of(const TypeDesc& type, const Shape& extents) {
  std::int64_t bytes = std::int64_t(size_of(type.dtype));
  for (int i = 0; i < extents.rank; ++i)
    if (extents[i] == 0) return 0;
  for (int i = 0; i < extents.rank; ++i)
    if (__builtin_mul_overflow(bytes, extents[i], &bytes)) return {};
  return std::size_t(bytes);
}

}  // namespace

void check_size(const TypeDesc& type, const Shape& extents, std::string_view what) {
  if (!bytes_of(type, extents))
    throw Error(fmt::format("{}: {} with extents {} is too large: more than 2^63 - 1 bytes", what, to_string(type),
                            to_string(extents)));
}

Shape local_shape(const MeshInfo& mesh, const TypeDesc& type, const Shape& global, std::string_view what) {
  if (global.rank != type.rank)
    throw Error(
        fmt::format("{}: {} has rank {}, but the extents are {}", what, to_string(type), type.rank, to_string(global)));
  AxisUnion mentioned;
  mentioned.add(type);
  for (Name axis : mentioned)
    if (!mesh.has(axis))
      throw Error(
          fmt::format("{}: {}: axis {} is not in {}", what, to_string(type), to_string(axis), mesh.description()));
  check_size(type, global, what);
  Shape local = global;
  for (int i = 0; i < global.rank; ++i) {
    const AxisList& axes = type.dims[i].axes;
    const std::size_t blocks = std::size_t(mesh.size(axes));
    if (global[i] % blocks) {
      Text names;
      names << axes;
      throw Error(
          fmt::format("{}: {}: dimension {} has extent {}, which the size of {} ({} in {}) does not divide; blocks "
                      "are equal, so pad it to {}",
                      what, to_string(type), i, global[i], names.view(), blocks, mesh.description(),
                      (global[i] / blocks + 1) * blocks));
    }
    local.dim[i] = global[i] / blocks;
  }
  if (const std::size_t bytes = *bytes_of(type, local); bytes > most_local_bytes)
    throw Error(fmt::format("{}: {} with extents {} is too large: {} bytes on each device", what, to_string(type),
                            to_string(global), bytes));
  return local;
}

Shape block_offset(const MeshInfo& mesh, const TypeDesc& type, const Shape& local, int device) {
  Shape offset = local;
  for (int i = 0; i < local.rank; ++i) offset.dim[i] = local[i] * std::size_t(mesh.index(type.dims[i].axes, device));
  return offset;
}

ArrayStorage::ArrayStorage(std::shared_ptr<MeshInfo> mesh, const TypeDesc& type, const Shape& global,
                           std::string_view what)
    : mesh_(std::move(mesh)),
      type_(&type),
      global_(global),
      local_(shardwise::local_shape(*mesh_, type, global, what)) {
  try {
    bytes_ = allocate_bytes(mesh_->world(), local_bytes());
  } catch (const std::bad_alloc&) {
    throw Error(fmt::format("{}: {} with extents {} is too large: no memory for {} bytes on this device", what,
                            to_string(type), to_string(global), local_bytes()));
  }
}

ArrayStorage::ArrayStorage(std::shared_ptr<MeshInfo> mesh, const TypeDesc& type, const Shape& global, SharedBytes bytes,
                           std::string_view what)
    : mesh_(std::move(mesh)),
      type_(&type),
      global_(global),
      local_(shardwise::local_shape(*mesh_, type, global, what)),
      bytes_(std::move(bytes)) {}

void ArrayStorage::require(std::string_view notation, std::string_view what) const {
  if (empty())
    throw Error(
        fmt::format("{} of an empty array of type {}: it was never filled, or was moved away (a program takes a "
                    "moved argument); use the program's result, or pass a copy",
                    what, notation));
}

Shape ArrayStorage::local_offset() const { return block_offset(*mesh_, *type_, local_, mesh_->rank()); }

}  // namespace shardwise
