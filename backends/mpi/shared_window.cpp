#include <sched.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <thread>

#include <shardwise/backends/mpi/shared_window.hpp>

namespace shardwise::ranks {
namespace {

constexpr std::size_t page = 4096;
/// Four slots of a rank lie in its L2 cache, with the piece that it works on.
constexpr std::size_t piece_bytes = std::size_t(128) << 10;
/// In a group of more, slices are reduced by one rank each and handed on; below, each reduces all that it needs.
constexpr std::size_t most_that_pull = 2;

/// Arrays of fewer bytes cost less to copy than to ask where they lie.
constexpr std::size_t heap_from = std::size_t(8) << 10;

enum Flag { posted, reduced, done };

// What a rank asks for, where the others can see it.
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

const std::byte* at(const void* p, std::size_t offset) { return static_cast<const std::byte*>(p) + offset; }
std::byte* at(void* p, std::size_t offset) { return static_cast<std::byte*>(p) + offset; }

void copy_bytes(void* to, const void* from, std::size_t bytes) {
  if (bytes && to != from) std::memcpy(to, from, bytes);
}

std::size_t pieces_of(std::size_t count, std::size_t each) { return (count + each - 1) / each; }

// Piece k of `count` things.
struct Part {
  std::size_t begin, count;
};
Part part_of(std::size_t count, std::size_t each, std::size_t k) {
  const std::size_t begin = std::min(count, k * each);
  return {begin, std::min(each, count - begin)};
}

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Parts begin somewhere on a page, at the same place of it in all processes.
void* page_after(void* p) { return at(p, (page - reinterpret_cast<std::uintptr_t>(p) % page) % page); }

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

// At the start of each rank's part of the window. A flag is the number of the last piece for which it holds.
struct alignas(page) SharedWindow::Header {
  struct alignas(128) Word {
    std::atomic<std::uint64_t> last{0};
  };
  std::array<Word, 3> flag;
  std::array<Wish, slots> wish;
};

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
  const int status =
      MPI_Win_allocate_shared(MPI_Aint(page + sizeof(Header) + slots * piece_bytes), 1, info, comm, &mine, &w->window_);
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

void SharedWindow::compare(const Collective& mine, std::uint64_t piece) const {
  // All compare with the first rank, so that all find the same fault.
  const Wish& first = headers_[0]->wish[piece % slots];
  for (std::size_t r = 1; r < size_; ++r)
    if (const Wish& other = headers_[r]->wish[piece % slots]; !other.matches(first))
      throw Error(std::string(name_of(mine.kind)) + ": the ranks of a group ask for different things: rank 0 for " +
                  describe(first.collective()) + ", rank " + std::to_string(r) + " for " +
                  describe(other.collective()));
}

void SharedWindow::publish(const Collective& c, std::uint64_t piece) {
  const auto place = [&](const void* p) { return heap_ ? heap_->place_of(p) : SharedHeap::elsewhere; };
  headers_[rank_]->wish[piece % slots] = {c.kind, c.dtype, c.op, c.source, c.count, place(c.in), place(c.out)};
}

const std::byte* SharedWindow::in_of(std::size_t rank, std::uint64_t piece) const {
  return heap_->at(members_[rank], headers_[rank]->wish[piece % slots].in);
}
std::byte* SharedWindow::out_of(std::size_t rank, std::uint64_t piece) const {
  return heap_->at(members_[rank], headers_[rank]->wish[piece % slots].out);
}

bool SharedWindow::in_heap(const Collective& c) {
  const std::size_t bytes = c.count * (c.kind == CollectiveKind::all_reduce ? size_of(c.dtype) : 1);
  if (!heap_ || bytes < heap_from || c.kind == CollectiveKind::broadcast) return false;
  Header& me = *headers_[rank_];
  const std::uint64_t number = ++piece_;
  if (number > slots) wait_all(number - slots, done);
  publish(c, number);
  me.flag[posted].last.store(number, std::memory_order_release);
  wait_all(number, posted);
  compare(c, number);
  bool there = true;
  for (const Header* h : headers_) {
    const Wish& w = h->wish[number % slots];
    there = there && w.in != SharedHeap::elsewhere &&
            (c.kind != CollectiveKind::all_reduce || w.out != SharedHeap::elsewhere);
  }
  if (there) work_in_heap(c, number);
  me.flag[done].last.store(number, std::memory_order_release);
  if (there) wait_all(number, done);
  return there;
}

void SharedWindow::work_in_heap(const Collective& c, std::uint64_t piece) {
  switch (c.kind) {
    case CollectiveKind::all_reduce: {
      // Each rank reduces one slice of all arrays and writes it into all results; cuts lie on whole cache lines.
      for (std::size_t r = 0; r < size_; ++r) {
        sources_[r] = in_of(r, piece);
        targets_[r] = out_of(r, piece);
      }
      const std::size_t line = 128 / size_of(c.dtype);
      const Part mine = part_of(c.count, (pieces_of(c.count, line) + size_ - 1) / size_ * line, rank_);
      return fold(sources_.data(), size_, targets_.data(), size_, mine.begin, mine.count, c.dtype, c.op);
    }
    case CollectiveKind::reduce_scatter: {
      for (std::size_t r = 0; r < size_; ++r) sources_[r] = in_of(r, piece) + rank_ * c.count * size_of(c.dtype);
      return fold(sources_.data(), size_, &c.out, 1, 0, c.count, c.dtype, c.op);
    }
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      for (std::size_t i = 0; i < size_; ++i) {  // each begins at another one
        const std::size_t r = (rank_ + i) % size_;
        const std::size_t from = c.kind == CollectiveKind::all_to_all ? rank_ * c.count : 0;
        copy_bytes(at(c.out, r * c.count), in_of(r, piece) + from, c.count);
      }
      return;
    default:
      return;
  }
}

/// stage(k, slot) puts piece k of this rank into its slot; use(k, number) takes what it needs of the others'.
template <class Stage, class Use>
void SharedWindow::rounds(const Collective& c, std::size_t pieces, Stage stage, Use use) {
  Header& me = *headers_[rank_];
  const std::uint64_t first = piece_ + 1;
  const auto put = [&](std::size_t k) {
    const std::uint64_t number = first + k;
    if (number > slots) wait_all(number - slots, done);  // the others have left the slot
    publish(c, number);
    stage(k, slot(rank_, number));
    me.flag[posted].last.store(number, std::memory_order_release);
  };
  put(0);
  for (std::size_t k = 0; k < pieces; ++k) {
    if (k + 1 < pieces) put(k + 1);
    wait_all(first + k, posted);
    if (k == 0) compare(c, first);
    use(k, first + k);
    me.flag[done].last.store(first + k, std::memory_order_release);
  }
  piece_ += pieces;
}

bool SharedWindow::takes(const Collective& c) const {
  switch (c.kind) {
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      return c.count > 0 && size_ <= piece_bytes / 128;
    case CollectiveKind::broadcast:
      return c.count > 0;
    case CollectiveKind::permute:
    case CollectiveKind::barrier:
      return false;
  }
  return false;
}

void SharedWindow::run(const Collective& c) {
  if (in_heap(c)) return;
  switch (c.kind) {
    case CollectiveKind::all_reduce:
      return all_reduce(c);
    case CollectiveKind::reduce_scatter:
      return reduce_scatter(c);
    case CollectiveKind::all_gather:
      return all_gather(c);
    case CollectiveKind::all_to_all:
      return all_to_all(c);
    case CollectiveKind::broadcast:
      return broadcast(c);
    case CollectiveKind::permute:
    case CollectiveKind::barrier:
      break;
  }
}

void SharedWindow::all_reduce(const Collective& c) {
  const std::size_t unit = size_of(c.dtype), each = piece_bytes / unit;
  const auto stage = [&](std::size_t k, std::byte* to) {
    const Part p = part_of(c.count, each, k);
    copy_bytes(to, at(c.in, p.begin * unit), p.count * unit);
  };
  const auto pull = [&](std::size_t k, std::uint64_t number) {
    const Part p = part_of(c.count, each, k);
    for (std::size_t r = 0; r < size_; ++r) sources_[r] = slot(r, number);
    sources_[rank_] = at(c.in, p.begin * unit);
    void* target = at(c.out, p.begin * unit);
    fold(sources_.data(), size_, &target, 1, 0, p.count, c.dtype, c.op);
  };
  const auto slices = [&](std::size_t k, std::uint64_t number) {
    const Part p = part_of(c.count, each, k);
    const std::size_t line = 128 / unit, width = (pieces_of(p.count, line) + size_ - 1) / size_ * line;
    const Part mine = part_of(p.count, width, rank_);
    for (std::size_t r = 0; r < size_; ++r) sources_[r] = slot(r, number);
    void* const targets[] = {slot(rank_, number), at(c.out, p.begin * unit)};
    fold(sources_.data(), size_, targets, 2, mine.begin, mine.count, c.dtype, c.op);
    headers_[rank_]->flag[reduced].last.store(number, std::memory_order_release);
    wait_all(number, reduced);
    for (std::size_t i = 1; i < size_; ++i) {
      const std::size_t r = (rank_ + i) % size_;
      const Part s = part_of(p.count, width, r);
      copy_bytes(at(c.out, (p.begin + s.begin) * unit), slot(r, number) + s.begin * unit, s.count * unit);
    }
  };
  if (size_ <= most_that_pull)
    rounds(c, pieces_of(c.count, each), stage, pull);
  else
    rounds(c, pieces_of(c.count, each), stage, slices);
}

void SharedWindow::reduce_scatter(const Collective& c) {
  const std::size_t unit = size_of(c.dtype), line = 128 / unit, each = piece_bytes / size_ / unit / line * line;
  rounds(
      c, pieces_of(c.count, each),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t r = 0; r < size_; ++r)
          if (r != rank_) copy_bytes(to + r * each * unit, at(c.in, (r * c.count + p.begin) * unit), p.count * unit);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t r = 0; r < size_; ++r) sources_[r] = slot(r, number) + rank_ * each * unit;
        sources_[rank_] = at(c.in, (rank_ * c.count + p.begin) * unit);
        void* target = at(c.out, p.begin * unit);
        fold(sources_.data(), size_, &target, 1, 0, p.count, c.dtype, c.op);
      });
}

void SharedWindow::all_to_all(const Collective& c) {
  const std::size_t each = piece_bytes / size_ / 128 * 128;
  copy_bytes(at(c.out, rank_ * c.count), at(c.in, rank_ * c.count), c.count);
  rounds(
      c, pieces_of(c.count, each),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t r = 0; r < size_; ++r)
          if (r != rank_) copy_bytes(to + r * each, at(c.in, r * c.count + p.begin), p.count);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, each, k);
        for (std::size_t i = 1; i < size_; ++i) {
          const std::size_t r = (rank_ + i) % size_;
          copy_bytes(at(c.out, r * c.count + p.begin), slot(r, number) + rank_ * each, p.count);
        }
      });
}

void SharedWindow::all_gather(const Collective& c) {
  copy_bytes(at(c.out, rank_ * c.count), c.in, c.count);
  rounds(
      c, pieces_of(c.count, piece_bytes),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, piece_bytes, k);
        copy_bytes(to, at(c.in, p.begin), p.count);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, piece_bytes, k);
        for (std::size_t i = 1; i < size_; ++i) {
          const std::size_t r = (rank_ + i) % size_;
          copy_bytes(at(c.out, r * c.count + p.begin), slot(r, number), p.count);
        }
      });
}

void SharedWindow::broadcast(const Collective& c) {
  const std::size_t root = std::size_t(c.source);
  rounds(
      c, pieces_of(c.count, piece_bytes),
      [&](std::size_t k, std::byte* to) {
        const Part p = part_of(c.count, piece_bytes, k);
        if (rank_ == root) copy_bytes(to, at(c.out, p.begin), p.count);
      },
      [&](std::size_t k, std::uint64_t number) {
        const Part p = part_of(c.count, piece_bytes, k);
        if (rank_ != root) copy_bytes(at(c.out, p.begin), slot(root, number), p.count);
      });
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
