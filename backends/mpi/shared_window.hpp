// Collectives of ranks on one node through memory that they share: faster than messages once arrays are larger than a
// few KB. What asks MPI for that memory is in shared_window.cpp, the collectives are in shared_collectives.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include <shardwise/backends/executor/collective.hpp>
#include <shardwise/backends/mpi/mpi.hpp>
#include <shardwise/backends/mpi/shared_heap.hpp>

namespace shardwise::ranks {

/// Each rank owns a few slots in the window. A collective runs in pieces that fit into one: every rank copies its piece
/// into a slot, says so, and takes what it needs out of the others' slots. Pieces are numbered over the window's whole
/// life, and the next one is put down before the others' present one is waited for. Where the arrays of all ranks lie
/// in the shared heap, nothing is copied: they are worked on where they are.
class SharedWindow {
 public:
  /// All ranks of `comm` call it, and all get a window, or all nullptr: where they do not share a node, where the
  /// memory cannot be had, for one rank, and where SHARDWISE_SHARED_WINDOW=0 says so.
  /// `members` are its ranks in the world.
  static std::unique_ptr<SharedWindow> make(const boost::mpi::communicator& comm, std::vector<int> members,
                                            std::shared_ptr<SharedHeap> heap);
  /// All ranks of the group come here together.
  ~SharedWindow();
  SharedWindow(const SharedWindow&) = delete;
  SharedWindow& operator=(const SharedWindow&) = delete;

  /// Kinds and sizes that are faster here than in MPI.
  bool takes(const Collective& c) const;
  /// Reductions go in the order of the ranks, as `fold` does. Error where the ranks ask for different things.
  void run(const Collective& c);

 private:
  static constexpr std::uint64_t slots = 4;

  struct Header;
  SharedWindow() = default;
  std::byte* slot(std::size_t rank, std::uint64_t piece) const;
  template <class Ready> void wait(const Ready& ready) const;
  template <class Ready> void wait_long(const Ready& ready) const;
  void wait_all(std::uint64_t piece, int flag) const;
  void publish(const Collective& c, std::uint64_t piece);
  const std::byte* in_of(std::size_t rank, std::uint64_t piece) const;
  std::byte* out_of(std::size_t rank, std::uint64_t piece) const;
  /// Does it without a copy where all arrays lie in the shared heap; false where not, or where it is not worth asking.
  bool in_heap(const Collective& c);
  void work_in_heap(const Collective& c, std::uint64_t piece);
  void compare(const Collective& mine, std::uint64_t piece) const;
  template <class Stage, class Use> void rounds(const Collective& c, std::size_t pieces, Stage stage, Use use);
  void all_reduce(const Collective& c);
  void reduce_scatter(const Collective& c);
  void all_to_all(const Collective& c);
  void all_gather(const Collective& c);
  void broadcast(const Collective& c);

  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  std::size_t rank_ = 0, size_ = 0;
  bool crowded_ = false;  // more ranks than cores: those that wait make room
  std::uint64_t piece_ = 0;
  std::vector<Header*> headers_;
  std::vector<const void*> sources_;
  std::vector<void*> targets_;
  std::shared_ptr<SharedHeap> heap_;
  std::vector<int> members_;
};

/// The windows of one world, one for each group of ranks that has asked for one.
class SharedWindows {
 public:
  /// All ranks of `comm` call it. May be nullptr, on all alike.
  SharedWindow* of(const boost::mpi::communicator& comm);
  void use(std::shared_ptr<SharedHeap> heap) { heap_ = std::move(heap); }
  /// Frees the windows; all ranks of the world come here together.
  void free();
  /// After a failure, when the others may never come: the windows stay until the process ends.
  void leave();

 private:
  std::shared_ptr<SharedHeap> heap_;
  std::map<std::vector<int>, SharedWindow*> by_group_;
  std::vector<std::unique_ptr<SharedWindow>> in_order_;  // as they were made: the same order on all ranks
};

}  // namespace shardwise::ranks
