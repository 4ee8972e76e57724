#include <shardwise/backends/executor/collective.hpp>

namespace shardwise {

std::string describe(const Collective& c) {
  std::string s(name_of(c.kind));
  switch (c.kind) {
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_scatter:
      s += " of " + std::to_string(c.count) + " x " + std::string(name_of(c.dtype)) + " with " +
           std::string(name_of(c.op));
      break;
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      s += " of " + std::to_string(c.count) + " bytes";
      break;
    case CollectiveKind::permute:
      s += " of " + std::to_string(c.count) + " bytes from " + (c.source < 0 ? "nobody" : std::to_string(c.source)) +
           " to " + (c.target < 0 ? "nobody" : std::to_string(c.target));
      break;
    case CollectiveKind::broadcast:
      s += " of " + std::to_string(c.count) + " bytes from " + std::to_string(c.source);
      break;
    case CollectiveKind::barrier:
      break;
  }
  return s;
}

void CollectiveCounts::add(const Collective& c, int size) {
  const std::uint64_t one = c.continues ? 0 : 1;
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      all_reduce += one;
      all_reduce_bytes += c.count * size_of(c.dtype);
      break;
    case CollectiveKind::all_gather:
      all_gather += one;
      all_gather_bytes += c.count;
      break;
    case CollectiveKind::reduce_scatter:
      reduce_scatter += one;
      reduce_scatter_bytes += c.count * size_of(c.dtype) * std::size_t(size);
      break;
    case CollectiveKind::all_to_all:
      all_to_all += one;
      all_to_all_bytes += c.count * std::size_t(size);
      break;
    case CollectiveKind::permute:
      ++permute;
      permute_bytes += c.count;
      break;
    case CollectiveKind::broadcast:
      ++broadcast;
      broadcast_bytes += c.count;
      break;
    case CollectiveKind::barrier:
      break;
  }
}

}  // namespace shardwise
