#include <shardwise/backends/executor/array_storage.hpp>

#include <fmt/format.h>

#include <cstdlib>
#include <new>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/dsl/type/notation.hpp>

namespace shardwise {

std::string to_string(const Shape& shape) {
  std::string text = "[";
  for (int i = 0; i < shape.rank; ++i) text += fmt::format("{}{}", i ? "," : "", shape[i]);
  return text + ']';
}

SharedBytes allocate_bytes(std::size_t bytes) {
  const std::size_t padded = (bytes / 64 + 1) * 64;
  void* p = padded > bytes ? std::aligned_alloc(64, padded) : nullptr;
  if (!p) throw std::bad_alloc();
  return {static_cast<std::byte*>(p), [](std::byte* q) { std::free(q); }};
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
  bytes_ = allocate_bytes(local_bytes());
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
