#include <algorithm>
#include <cstring>
#include <exception>
#include <thread>

#include <shardwise/backends/mpi/mpi_world.hpp>

namespace shardwise::ranks {

namespace mpi = boost::mpi;

MpiWorld::MpiWorld()
    : World(mpi::communicator().rank(), mpi::communicator().size(), "mpi"),
      agreements_(MPI_COMM_WORLD, mpi::comm_duplicate),
      farewells_(MPI_COMM_WORLD, mpi::comm_duplicate),
      said_(std::size_t(size())),
      watches_(std::size_t(size())),
      exceptions_(std::uncaught_exceptions()) {
  // The status words are read without the owner's help, which may be stuck or computing.
  std::uint64_t* word = nullptr;
  check_mpi(MPI_Win_allocate(64, 1, MPI_INFO_NULL, agreements_, &word, &window_), "MPI_Win_allocate");
  *word = 0;
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, window_), "MPI_Win_lock_all");
  check_mpi(MPI_Win_sync(window_), "MPI_Win_sync");
  status_.emplace(word);
  heap_ = SharedHeap::make();
  windows_.use(heap_);
  mpi::communicator all(MPI_COMM_WORLD, mpi::comm_duplicate);
  all.barrier();
  set_communicator(std::make_unique<MpiCommunicator>(std::move(all), *status_, windows_, state()));
}

MpiWorld::~MpiWorld() {
  // Freeing is collective: after a failure the others may never come.
  if (std::uncaught_exceptions() > exceptions_) {
    windows_.leave();
    return;
  }
  for (Watch& w : watches_) MPI_Wait(&w.fetch, MPI_STATUS_IGNORE);
  windows_.free();
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

kernels::Arena MpiWorld::arena(std::size_t bytes) {
  if (!heap_ || bytes == 0) return kernels::Arena(bytes);
  std::shared_ptr<std::byte> block = heap_->allocate(bytes);
  if (!block) return kernels::Arena(bytes);
  std::memset(block.get(), 0, bytes);
  return kernels::Arena(std::move(block), bytes);
}

std::shared_ptr<std::byte> MpiWorld::shared_bytes(std::size_t bytes) {
  constexpr std::size_t worth = std::size_t(64) << 10;
  return heap_ && bytes >= worth ? heap_->allocate(bytes) : nullptr;
}

std::span<const detail::Statement> MpiWorld::exchange(const detail::Statement& mine) {
  const Status::Inside inside(*status_, Status::in_agreement);
  constexpr int bytes = int(sizeof(detail::Statement));
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallgather(&mine, bytes, MPI_BYTE, said_.data(), bytes, MPI_BYTE, agreements_, &request),
            "MPI_Iallgather");
  for (Watch& w : watches_) w.since = -1;
  detail::WaitClock clock;
  std::int64_t nap = 0, next_look = 100'000;
  for (int tries = 0;; ++tries) {
    int done = 0;
    check_mpi(MPI_Test(&request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done) return said_;
    if (tries < 1000) {
      std::this_thread::yield();
      continue;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(nap));
    nap = std::min<std::int64_t>(nap + nap / 8 + 50, 2000);
    const std::int64_t waited = clock.tick();
    if (waited < next_look) continue;
    next_look = waited + 100'000;
    if (const std::string story = standstill(waited); !story.empty()) throw Error(story);
  }
}

std::string MpiWorld::standstill(std::int64_t waited) {
  bool all_wait = true, one_is_stuck = false;
  for (int r = 0; r < size(); ++r) {
    if (r == rank()) continue;
    Watch& w = watches_[std::size_t(r)];
    if (w.fetch != MPI_REQUEST_NULL) {
      int done = 0;
      check_mpi(MPI_Test(&w.fetch, &done, MPI_STATUS_IGNORE), "MPI_Test");
      if (done && (w.since < 0 || w.seen != w.fetched)) {
        w.seen = w.fetched;
        w.since = waited;
      }
    }
    if (w.fetch == MPI_REQUEST_NULL)
      check_mpi(MPI_Rget(&w.fetched, 8, MPI_BYTE, r, 0, 8, MPI_BYTE, window_, &w.fetch), "MPI_Rget");
    const std::uint64_t place = Status::place(w.seen);
    const bool there = w.since >= 0 && place == Status::in_agreement;
    const bool stuck =
        w.since >= 0 && place != 0 && !there && waited - w.since >= deadline_.count() + Status::patience(w.seen);
    all_wait = all_wait && (there || stuck);
    one_is_stuck = one_is_stuck || stuck;
  }
  if (!all_wait || !one_is_stuck) return "";
  std::string s = "all devices wait and none can go on:";
  for (int r = 0; r < size() && r < 16; ++r) {
    const std::uint64_t place = r == rank() ? Status::in_agreement : Status::place(watches_[std::size_t(r)].seen);
    s += "\n  device " + std::to_string(r) + " waits in " +
         (place == Status::in_agreement ? "an agreement on the program, or at its end"
                                        : std::string(name_of(CollectiveKind(place - 1))));
  }
  if (size() > 16) s += "\n  (and " + std::to_string(size() - 16) + " more)";
  return s;
}

void MpiWorld::wait_for_other_failures() noexcept {
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Ibarrier(farewells_, &request) != MPI_SUCCESS) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(500);
  while (std::chrono::steady_clock::now() < end) {
    int done = 0;
    if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace shardwise::ranks
