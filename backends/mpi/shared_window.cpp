#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <thread>

#include <shardwise/backends/mpi/shared_window_layout.hpp>

namespace shardwise::ranks {
namespace {

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Parts begin somewhere on a page, at the same place of it in all processes.
void* page_after(void* p) {
  return static_cast<std::byte*>(p) + (page_bytes - reinterpret_cast<std::uintptr_t>(p) % page_bytes) % page_bytes;
}

// A rank that we wait for may itself wait for a message that only our own MPI can finish sending. Any probe makes it go
// on; one of the group itself crashed Open MPI 4.1 with 8 ranks on 2 cores.
void let_mpi_go_on() {
  int there = 0;
  MPI_Iprobe(0, 0, MPI_COMM_SELF, &there, MPI_STATUS_IGNORE);
}

// Ranks may be bound to a core each, or all to the same.
bool fewer_cores_than(int ranks, MPI_Comm comm) {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  sched_getaffinity(0, sizeof mine, &mine);
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &mine, int(sizeof mine), MPI_BYTE, MPI_BOR, comm), "MPI_Allreduce");
  return CPU_COUNT(&mine) < ranks;
}

}  // namespace

std::unique_ptr<SharedWindow> SharedWindow::make(const boost::mpi::communicator& comm, std::vector<int> members,
                                                 std::shared_ptr<SharedHeap> heap) {
  static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "flags are shared between processes");
  if (comm.size() < 2 || !all_say(shared_memory_wanted(), comm) || !all_say(on_one_node(comm), comm)) return nullptr;
  std::unique_ptr<SharedWindow> w(new SharedWindow);
  w->comm_ = comm;
  w->rank_ = std::size_t(comm.rank());
  w->size_ = std::size_t(comm.size());
  w->crowded_ = fewer_cores_than(comm.size(), comm);
  MPI_Info info = MPI_INFO_NULL;
  MPI_Info_create(&info);
  MPI_Info_set(info, "alloc_shared_noncontig", "true");  // each part begins on a page of its own
  void* mine = nullptr;
  const int status = MPI_Win_allocate_shared(MPI_Aint(page_bytes + sizeof(Header) + slots * piece_bytes), 1, info, comm,
                                             &mine, &w->window_);
  MPI_Info_free(&info);
  if (status != MPI_SUCCESS) w->window_ = MPI_WIN_NULL;
  if (!all_say(status == MPI_SUCCESS, comm)) return nullptr;
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, w->window_), "MPI_Win_lock_all");
  for (std::size_t r = 0; r < w->size_; ++r) {
    MPI_Aint bytes = 0;
    int unit = 0;
    void* base = nullptr;
    check_mpi(MPI_Win_shared_query(w->window_, int(r), &bytes, &unit, &base), "MPI_Win_shared_query");
    w->headers_.push_back(static_cast<Header*>(page_after(base)));
  }
  // Each touches its own part: the pages are there, and near it.
  new (static_cast<void*>(w->headers_[w->rank_])) Header;
  std::memset(w->slot(w->rank_, 0), 0, slots * piece_bytes);
  w->sources_.resize(w->size_);
  w->targets_.resize(w->size_);
  w->members_ = std::move(members);
  w->heap_ = std::move(heap);
  let_mpi_go_on();  // the first time it takes memory, which a steady step must not
  check_mpi(MPI_Barrier(comm), "MPI_Barrier");
  return w;
}

SharedWindow::~SharedWindow() {
  int ended = 0;
  MPI_Finalized(&ended);
  if (ended || window_ == MPI_WIN_NULL) return;
  MPI_Win_unlock_all(window_);
  MPI_Win_free(&window_);
}

std::byte* SharedWindow::slot(std::size_t rank, std::uint64_t piece) const {
  return reinterpret_cast<std::byte*>(headers_[rank] + 1) + std::size_t(piece % slots) * piece_bytes;
}

template <class Ready> void SharedWindow::wait(const Ready& ready) const {
  for (int i = crowded_ ? 16 : 2000; i > 0; --i) {
    if (ready()) return;
    pause();
  }
  wait_long(ready);
}

template <class Ready> void SharedWindow::wait_long(const Ready& ready) const {
  using Clock = std::chrono::steady_clock;
  const auto yield_until = Clock::now() + std::chrono::milliseconds(5);
  auto nap = std::chrono::microseconds(20);
  for (bool sleeping = false;;) {
    for (int i = 0; i < 16; ++i) {
      if (ready()) return;
      if (sleeping)
        std::this_thread::sleep_for(nap);
      else
        std::this_thread::yield();
    }
    let_mpi_go_on();
    if (sleeping)
      nap = std::min(nap + nap / 4, std::chrono::microseconds(1000));
    else
      sleeping = Clock::now() > yield_until;
  }
}

void SharedWindow::wait_all(std::uint64_t piece, int flag) const {
  for (std::size_t k = 1; k < size_; ++k) {
    const auto& last = headers_[(rank_ + k) % size_]->flag[std::size_t(flag)].last;
    wait([&] { return last.load(std::memory_order_acquire) >= piece; });
  }
}

SharedWindow* SharedWindows::of(const boost::mpi::communicator& comm) {
  MPI_Group all = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Comm_group(comm, &group);
  std::vector<int> here(std::size_t(comm.size())), members(here.size());
  for (std::size_t r = 0; r < here.size(); ++r) here[r] = int(r);
  MPI_Group_translate_ranks(group, comm.size(), here.data(), all, members.data());
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  if (const auto found = by_group_.find(members); found != by_group_.end()) return found->second;
  if (std::unique_ptr<SharedWindow> made = SharedWindow::make(comm, members, heap_)) {
    in_order_.push_back(std::move(made));
    return by_group_[members] = in_order_.back().get();
  }
  return by_group_[members] = nullptr;
}

void SharedWindows::leave() {
  by_group_.clear();
  for (auto& w : in_order_) static_cast<void>(w.release());
  in_order_.clear();
}

void SharedWindows::free() {
  by_group_.clear();
  for (auto& w : in_order_) w.reset();
  in_order_.clear();
}

}  // namespace shardwise::ranks
