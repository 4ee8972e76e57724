// Collectives between MPI ranks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <shardwise/backends/executor/communicator.hpp>
#include <shardwise/backends/mpi/shared_window.hpp>

namespace shardwise::ranks {

/// Ranks of one node use a window that they share, for all but permute and barrier. Otherwise sums of floats and all
/// reductions of integers are MPI's own. bf16, f16, bool, max and min of floats (MPI's would not treat NaN alike on all
/// ranks), and everything in the deterministic mode are gathered and folded in the order of the ranks, here.
class MpiCommunicator final : public Communicator {
 public:
  MpiCommunicator(boost::mpi::communicator comm, Status& status, SharedWindows& windows, CommunicatorState& state);

  /// Across nodes one message is better than several.
  std::size_t alone_from() override;

 private:
  // A started operation. Without requests: it runs when it is waited for. (MPI makes little progress in the
  // background anyway.)
  struct Pending {
    Collective what;
    std::vector<MPI_Request> requests;
    bool deferred = false;
  };

  void run(const Collective& c) override;
  std::uint64_t start(const Collective& c) override;
  void finish(std::uint64_t ticket) override;
  void abandon() noexcept override {}  // the job is about to be aborted
  std::unique_ptr<Communicator> do_split(int color, int key) override;

  void perform(const Collective& c);
  /// The window of this group, or nullptr; made when first asked for, by all.
  SharedWindow* window();
  /// The window that `c` goes through, or nullptr.
  SharedWindow* window_for(const Collective& c);
  bool native(const Collective& c) const;
  bool fits(const Collective& c) const;
  void all_reduce_native(const Collective& c);
  void all_reduce_folded(const Collective& c);
  void reduce_scatter_native(const Collective& c);
  void reduce_scatter_folded(const Collective& c);
  void all_gather_bytes(const Collective& c);
  void all_to_all_bytes(const Collective& c);
  void broadcast_bytes(const Collective& c);
  void post_permute(const Collective& c, std::vector<MPI_Request>& requests);
  std::size_t piece_limit(std::size_t element_size) const;

  boost::mpi::communicator comm_;
  Status& status_;
  SharedWindows& windows_;
  std::optional<SharedWindow*> window_;  // once it has been asked for
  std::array<Pending, max_in_flight> ring_;
  std::uint64_t started_ = 0, finished_ = 0;
  // Kept between calls, so that steady states do not allocate.
  std::vector<MPI_Request> requests_;
  std::vector<char> received_, packed_;
  std::vector<int> send_counts_, send_offsets_, counts_, offsets_;
  std::vector<const void*> sources_;
};

}  // namespace shardwise::ranks
