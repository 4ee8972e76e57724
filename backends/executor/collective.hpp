// One collective as a value, and the counter of collectives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <shardwise/backends/kernels/fold.hpp>
#include <shardwise/dsl/type/dtype.hpp>

namespace shardwise {

enum class CollectiveKind : std::uint8_t {
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  permute,
  broadcast,
  barrier
};

inline constexpr int collective_kind_count = 7;
inline constexpr std::string_view collective_names[collective_kind_count] = {
    "all_reduce", "all_gather", "reduce_scatter", "all_to_all", "permute", "broadcast", "barrier"};

constexpr std::string_view name_of(CollectiveKind k) { return collective_names[int(k)]; }

/// What one device asks for.
struct Collective {
  CollectiveKind kind = CollectiveKind::barrier;
  Dtype dtype = Dtype::f32;     ///< reductions only
  ReduceOp op = ReduceOp::sum;  ///< reductions only
  const void* in = nullptr;     ///< equal to `out` where the collective is in place
  void* out = nullptr;
  std::size_t count = 0;   ///< elements of a reduction (per rank), else bytes (per rank, per pair)
  int source = -1;         ///< permute: from whom; broadcast: the root
  int target = -1;         ///< permute: to whom
  bool continues = false;  ///< one more array of the collective before, which counts as one
};

/// "all_reduce of 12 x f32 with sum", for messages.
std::string describe(const Collective& c);

/// The collectives that one device has issued, over groups of any size (size 1 too), and the bytes of its
/// operands: what it hands in, so an all-gather counts its block and a reduce-scatter the full array.
struct CollectiveCounts {
  std::uint64_t all_reduce = 0, all_gather = 0, reduce_scatter = 0, all_to_all = 0, permute = 0, broadcast = 0;
  std::uint64_t all_reduce_bytes = 0, all_gather_bytes = 0, reduce_scatter_bytes = 0, all_to_all_bytes = 0,
                permute_bytes = 0, broadcast_bytes = 0;

  /// Number and bytes of the five kinds that a program can contain (a broadcast is none of them).
  std::uint64_t total() const { return all_reduce + all_gather + reduce_scatter + all_to_all + permute; }
  std::uint64_t total_bytes() const {
    return all_reduce_bytes + all_gather_bytes + reduce_scatter_bytes + all_to_all_bytes + permute_bytes;
  }
  void reset() { *this = {}; }
  /// Adds one collective over `size` devices.
  void add(const Collective& c, int size);
  friend bool operator==(const CollectiveCounts&, const CollectiveCounts&) = default;
};

}  // namespace shardwise
