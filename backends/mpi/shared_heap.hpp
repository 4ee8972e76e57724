// Memory of ranks on one node that all of them can reach: the arenas of steps and large arrays lie here, so that a
// collective works on them where they are.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <shardwise/backends/mpi/mpi.hpp>

namespace shardwise::ranks {

/// Each rank owns a file in memory that grows, and maps those of the others. MPI's own shared windows have a fixed
/// size, and in Open MPI they lie in /dev/shm, which containers keep small and which gives no huge pages; so this asks
/// Linux.
class SharedHeap : public std::enable_shared_from_this<SharedHeap> {
 public:
  /// All ranks of MPI_COMM_WORLD call it, and all get a heap or all nullptr: where they do not share a node, where
  /// the system does not let them map each other's files, and where SHARDWISE_SHARED_WINDOW=0 says so.
  static std::shared_ptr<SharedHeap> make();
  ~SharedHeap();
  SharedHeap(const SharedHeap&) = delete;
  SharedHeap& operator=(const SharedHeap&) = delete;

  /// Aligned to 2 MiB where it is as large, else to 64 KiB; its pages are there. nullptr where there is no more.
  std::shared_ptr<std::byte> allocate(std::size_t bytes);

  static constexpr std::uint64_t elsewhere = ~std::uint64_t(0);
  /// Where `p` lies in this rank's heap, or `elsewhere`.
  std::uint64_t place_of(const void* p) const;
  std::byte* at(int world_rank, std::uint64_t place) const { return base_[std::size_t(world_rank)] + place; }

 private:
  SharedHeap() = default;
  bool open_own();
  bool open_others(MPI_Comm all);
  bool grow(std::size_t size);
  void release(std::size_t begin, std::size_t bytes);

  std::size_t rank_ = 0;
  int file_ = -1;
  std::size_t reserved_ = 0, size_ = 0;  // of addresses; of the file
  std::vector<std::byte*> base_;
  std::map<std::size_t, std::size_t> free_;  // begin, bytes
};

/// Whether SHARDWISE_SHARED_WINDOW allows shared memory here.
bool shared_memory_wanted();
/// Whether all ranks of `comm` share a node; all call it.
bool on_one_node(MPI_Comm comm);
/// Whether all ranks of `comm` say yes; all call it.
bool all_say(bool mine, MPI_Comm comm);

}  // namespace shardwise::ranks
