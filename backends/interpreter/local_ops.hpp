// What one device does with its pieces, by plain loops over the definition of each op.
#pragma once

#include <shardwise/backends/interpreter/simulated_mesh.hpp>
#include <shardwise/backends/kernels/scalar_types.hpp>
#include <shardwise/dsl/program/op.hpp>

namespace shardwise::interpreter::local {

enum class Fold { sum, max, min };

/// Element by element; all operands have one shape.
HostArray elementwise(const OpInfo& op, const HostArray* a, const HostArray* b, const HostArray* c, double value);
/// Counts along one dimension, from `start`.
HostArray iota(const Shape& shape, int dimension, std::size_t start);
/// Over the dimensions of a bit mask; `keep` leaves them with extent 1.
HostArray reduce(const HostArray& a, unsigned dims, bool keep, Fold fold);
/// Position of the largest (smallest) element along a dimension; the first among equals.
HostArray arg_reduce(const HostArray& a, int dimension, bool largest);
/// `created` and `stretched`: bit masks of dimensions of the result.
HostArray broadcast(const HostArray& a, const Shape& shape, unsigned created, unsigned stretched);
/// Sums products over the labels that the result lacks.
HostArray contract(const HostArray& a, const HostArray& b, std::uint32_t la, std::uint32_t lb, std::uint32_t lo);
/// [n, a0, a1, c] with [k0, k1, c, d]; how outputs, kernel and inputs meet is packed as in the equation.
HostArray convolve(const HostArray& x, const HostArray& w, const Shape& shape, std::uint32_t height,
                   std::uint32_t width);
/// Result dimension i is operand dimension `permutation[i]`.
HostArray transpose(const HostArray& a, std::uint32_t permutation);
/// Elements start, start + stride, ... of one dimension.
HostArray slice(const HostArray& a, const Shape& shape, int dimension, std::size_t start, std::size_t stride);
/// Zeros, and the operand's elements at before, before + stride, ... of one dimension.
HostArray pad(const HostArray& a, const Shape& shape, int dimension, std::size_t before, std::size_t stride);
/// a, then b along one dimension.
HostArray concat(const HostArray& a, const HostArray& b, int dimension);
/// The dimensions of a mask in reverse order.
HostArray flip(const HostArray& a, unsigned dims);
/// Zeros where the last index is greater (`lower`), or smaller, than the one before it plus `diagonal`.
HostArray triangle(const HostArray& a, bool lower, std::int64_t diagonal);
/// Where a part of extents `part` begins in an array: `places` has one number for each dimension in `dims`, and is
/// moved so that the part fits.
Shape window(const Shape& whole, const Shape& part, const HostArray& places, unsigned dims);
HostArray take_window(const HostArray& a, const Shape& shape, const Shape& start);
HostArray put_window(const HostArray& a, const HostArray& part, const Shape& start);
/// Keys are elements whose 64 bits are the key's two words.
double key_element(RandomKey key);
HostArray split_key(const HostArray& key, const Shape& shape);
HostArray fold_in(const HostArray& key, const HostArray& data);
/// The block at `offset` of an array of extents `global` that is drawn as the op says.
HostArray draw(const OpInfo& op, Dtype dtype, const HostArray& key, const Shape& global, const Shape& offset,
               const Shape& shape);
/// Element t along the leading dimension.
HostArray element(const HostArray& a, std::size_t t);
void put_element(HostArray& array, std::size_t t, const HostArray& element);

}  // namespace shardwise::interpreter::local
