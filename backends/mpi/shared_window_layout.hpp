// What lies in a shared window: each rank has flags, what it asks for, and slots for pieces of its arrays.
#pragma once

#include <array>
#include <atomic>

#include <shardwise/backends/mpi/shared_window.hpp>

namespace shardwise::ranks {

constexpr std::size_t page_bytes = 4096;
/// Four slots of a rank lie in its L2 cache, with the piece that it works on.
constexpr std::size_t piece_bytes = std::size_t(128) << 10;

enum Flag { posted, reduced, done };

/// What a rank asks for, where the others can see it.
struct Wish {
  CollectiveKind kind;
  Dtype dtype;
  ReduceOp op;
  std::int32_t source;
  std::uint64_t count;
  std::uint64_t in, out;  // places in the shared heap

  bool matches(const Wish& w) const {
    return kind == w.kind && dtype == w.dtype && op == w.op && source == w.source && count == w.count;
  }
  Collective collective() const {
    return {.kind = kind, .dtype = dtype, .op = op, .count = std::size_t(count), .source = source};
  }
};

/// At the start of each rank's part of the window. A flag is the number of the last piece for which it holds.
struct alignas(page_bytes) SharedWindow::Header {
  struct alignas(128) Word {
    std::atomic<std::uint64_t> last{0};
  };
  std::array<Word, 3> flag;
  std::array<Wish, slots> wish;
};

}  // namespace shardwise::ranks
