// Indexing and order on one device's pieces, by plain loops over the definition of each op.
#pragma once

#include <shardwise/backends/interpreter/simulated_mesh.hpp>

#include <functional>

namespace shardwise::interpreter::local {

/// Brings an index into 0 to n - 1.
double clamped(double index, std::size_t n);

/// The rows that ids name among `rows` rows in all, of which this piece holds those from `first` on. Zeros for others.
HostArray take(const HostArray& table, const HostArray& ids, std::size_t first, std::size_t rows);
/// `base` with the updates added to those rows that it holds.
HostArray scatter_add(const HostArray& base, const HostArray& ids, const HostArray& updates, std::size_t first,
                      std::size_t rows);
/// Elements by number along one dimension.
HostArray take_along_axis(const HostArray& a, const HostArray& ids, int dimension);
HostArray scatter_add_along_axis(const HostArray& base, const HostArray& ids, const HostArray& updates, int dimension);
/// Positions in increasing order along a dimension; equal ones keep their order, NaN comes last.
HostArray argsort(const HostArray& a, int dimension);
/// Sums along a dimension up to each element, or from it to the last.
HostArray cumsum(const HostArray& a, int dimension, bool reverse);

}  // namespace shardwise::interpreter::local
