// Random numbers: the same kernels as the executor's, so that the numbers are the same to the bit.
#include <shardwise/backends/interpreter/local_ops.hpp>
#include <shardwise/backends/kernels/random.hpp>
#include <shardwise/dsl/transform/freeze.hpp>

#include <bit>
#include <stdexcept>
#include <string>

namespace shardwise::interpreter::local {

namespace {
RandomKey key_of(const HostArray& a) { return std::bit_cast<RandomKey>(a.data()[0]); }

kernels::Shape kernel_shape(const Shape& shape) {
  kernels::Shape s;
  s.rank = int(shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) s.dim[d] = shape[d];
  return s;
}

/// Draws numbers of type T and gives them as doubles.
template <class T, class Draw> HostArray drawn(const Shape& shape, Draw draw) {
  HostArray out = HostArray::from_shape(shape);
  std::vector<T> values(out.size());
  draw(values.data());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if constexpr (std::is_arithmetic_v<T>)
      out.data()[i] = double(values[i]);
    else
      out.data()[i] = double(float(values[i]));
  }
  return out;
}
}  // namespace

double key_element(RandomKey key) { return std::bit_cast<double>(key); }

HostArray split_key(const HostArray& key, const Shape& shape) {
  HostArray out = HostArray::from_shape(shape);
  for (std::size_t i = 0; i < out.size(); ++i)
    out.data()[i] = key_element(kernels::split(key_of(key), std::uint32_t(i)));
  return out;
}

HostArray fold_in(const HostArray& key, const HostArray& data) {
  HostArray out = key;
  out.data()[0] = key_element(kernels::fold_in(key_of(key), std::uint32_t(std::int64_t(data.data()[0]))));
  return out;
}

HostArray draw(const OpInfo& op, Dtype dtype, const HostArray& key, const Shape& global, const Shape& offset,
               const Shape& shape) {
  const kernels::Block block{kernel_shape(global), kernel_shape(offset), kernel_shape(shape)};
  const RandomKey k = key_of(key);
  if (&op == shardwise::op<ops::random_bits>)
    return drawn<std::uint32_t>(shape, [&](auto* out) { kernels::random_bits(out, k, block); });
  if (&op == shardwise::op<ops::random_permutation>) {
    std::vector<std::byte> scratch(kernels::permutation_scratch(block.global.size()));
    return drawn<std::int64_t>(
        shape, [&](auto* out) { kernels::random_permutation(Dtype::i64, out, k, block, scratch.data()); });
  }
  const auto numbers = [&](auto* out) {
    (&op == shardwise::op<ops::random_normal> ? kernels::random_normal : kernels::random_uniform)(dtype, out, k, block);
  };
  switch (dtype) {
    case Dtype::f64:
      return drawn<double>(shape, numbers);
    case Dtype::bf16:
      return drawn<bf16>(shape, numbers);
    case Dtype::f16:
      return drawn<f16>(shape, numbers);
    default:
      return drawn<float>(shape, numbers);
  }
}

}  // namespace shardwise::interpreter::local
