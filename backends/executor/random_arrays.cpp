#include <shardwise/backends/executor/random_arrays.hpp>

#include <cstring>

namespace shardwise::detail {

ArrayStorage draw(const std::shared_ptr<MeshInfo>& mesh, const TypeDesc& type, Distribution how, RandomKey key,
                  const Sizes& sizes) {
  ArrayStorage a(mesh, type, sizes.of(type, *mesh, "random"), "random");
  if (!type.unreduced.empty() && mesh->index(type.unreduced) != 0) {
    std::memset(a.mutable_data(), 0, a.local_bytes());
    return a;
  }
  const kernels::Block block{a.shape(), a.local_offset(), a.local_shape()};
  switch (how) {
    case Distribution::bits:
      kernels::random_bits(reinterpret_cast<std::uint32_t*>(a.mutable_data()), key, block);
      break;
    case Distribution::uniform:
      kernels::random_uniform(type.dtype, a.mutable_data(), key, block);
      break;
    case Distribution::normal:
      kernels::random_normal(type.dtype, a.mutable_data(), key, block);
      break;
  }
  return a;
}

}  // namespace shardwise::detail
