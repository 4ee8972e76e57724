// Places in one block of memory for things that live for an interval each.
#pragma once

#include <cstddef>
#include <vector>

namespace shardwise::exec {

struct Tenant {
  int begin = 0, end = 0;  ///< both inclusive
  std::size_t bytes = 0;
  std::size_t offset = 0;  ///< the answer, a multiple of 64
};

/// Gives tenants whose intervals overlap disjoint places; returns the bytes needed. In order of begin, each into the
/// smallest hole that fits.
std::size_t place_tenants(std::vector<Tenant>& tenants);

}  // namespace shardwise::exec
