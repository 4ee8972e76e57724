// The world of one MPI rank.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <shardwise/backends/executor/world.hpp>
#include <shardwise/backends/mpi/mpi_communicator.hpp>

namespace shardwise::ranks {

class MpiWorld final : public World {
 public:
  /// Over all ranks of MPI_COMM_WORLD, all of which construct one; MPI is initialised.
  MpiWorld();
  ~MpiWorld() override;

  void set_deadline(std::chrono::milliseconds deadline) override { deadline_ = deadline; }
  kernels::Arena arena(std::size_t bytes) override;
  std::shared_ptr<std::byte> shared_bytes(std::size_t bytes) override;
  /// Gives ranks that fail at the same time a moment to say so.
  void wait_for_other_failures() noexcept;

 private:
  std::span<const detail::Statement> exchange(const detail::Statement& mine) override;

  // What is known of another rank that has not come to an agreement.
  struct Watch {
    std::uint64_t fetched = 0, seen = 0;
    std::int64_t since = -1;  // microseconds of this agreement when `seen` was seen first; -1: not yet
    MPI_Request fetch = MPI_REQUEST_NULL;
  };
  /// Looks at the others' status words. Says who waits where if nobody can go on.
  std::string standstill(std::int64_t waited);

  boost::mpi::communicator agreements_, farewells_;
  MPI_Win window_ = MPI_WIN_NULL;
  std::optional<Status> status_;
  std::shared_ptr<SharedHeap> heap_;
  SharedWindows windows_;
  std::chrono::microseconds deadline_{3'000'000};
  std::vector<detail::Statement> said_;
  std::vector<Watch> watches_;
  int exceptions_;
};

}  // namespace shardwise::ranks
