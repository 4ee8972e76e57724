#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include <shardwise/backends/mpi/shared_heap.hpp>

namespace shardwise::ranks {
namespace {

constexpr std::size_t huge_page = std::size_t(2) << 20;
constexpr std::size_t unit = std::size_t(64) << 10;

std::size_t up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

// How the others find a rank's file, and know that it is the one.
struct Card {
  std::int64_t process = 0;
  std::int32_t file = -1;
  std::int32_t there = 0;
  std::uint64_t mark = 0;
  std::uint64_t reserved = 0;
};

std::byte* map(int file, std::size_t bytes) {
  // Aligned, so that huge pages can be used: map more, and give back what lies before and after.
  void* p = mmap(nullptr, bytes + huge_page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) return nullptr;
  std::byte* base = static_cast<std::byte*>(p);
  const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(base) % huge_page) % huge_page;
  if (before > 0) munmap(base, before);
  if (before < huge_page) munmap(base + before + bytes, huge_page - before);
  base += before;
  if (mmap(base, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, file, 0) == MAP_FAILED) {
    munmap(base, bytes);
    return nullptr;
  }
  madvise(base, bytes, MADV_HUGEPAGE);  // advice: without huge pages all still works
  return base;
}

// Gives memory to a range; false where there is none, which touching it would only tell by a signal.
bool populate(std::byte* p, std::size_t bytes) {
#ifdef MADV_POPULATE_WRITE
  return madvise(p, bytes, MADV_POPULATE_WRITE) == 0;
#else
  return madvise(p, bytes, 23) == 0;  // Linux 5.14; older kernels say no
#endif
}

}  // namespace

bool shared_memory_wanted() {
  const char* value = std::getenv("SHARDWISE_SHARED_WINDOW");
  return !value || std::strcmp(value, "0") != 0;
}

bool all_say(bool mine, MPI_Comm comm) {
  int yes = mine ? 1 : 0;
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, &yes, 1, MPI_INT, MPI_MIN, comm), "MPI_Allreduce");
  return yes == 1;
}

bool on_one_node(MPI_Comm comm) {
  MPI_Comm node = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node), "MPI_Comm_split_type");
  int size = 0, all = 0;
  MPI_Comm_size(node, &size);
  MPI_Comm_size(comm, &all);
  MPI_Comm_free(&node);
  return size == all;
}

std::shared_ptr<SharedHeap> SharedHeap::make() {
  const MPI_Comm all = MPI_COMM_WORLD;
  int size = 0, rank = 0;
  MPI_Comm_size(all, &size);
  MPI_Comm_rank(all, &rank);
  if (size < 2 || !all_say(shared_memory_wanted(), all) || !all_say(on_one_node(all), all)) return nullptr;
  std::shared_ptr<SharedHeap> heap(new SharedHeap);
  heap->rank_ = std::size_t(rank);
  heap->base_.resize(std::size_t(size), nullptr);
  if (!all_say(heap->open_own(), all)) return nullptr;
  if (!all_say(heap->open_others(all), all)) return nullptr;
  return heap;
}

bool SharedHeap::open_own() {
  file_ = memfd_create("shardwise", MFD_CLOEXEC);
  if (file_ < 0) return false;
  // No rank needs more addresses than the machine has memory.
  reserved_ = up(std::size_t(sysconf(_SC_PHYS_PAGES)) * std::size_t(sysconf(_SC_PAGESIZE)), huge_page);
  base_[rank_] = map(file_, reserved_);
  return base_[rank_] && grow(unit) && populate(base_[rank_], unit);
}

bool SharedHeap::open_others(MPI_Comm all) {
  Card mine;
  mine.process = getpid();
  mine.file = file_;
  mine.mark = std::uint64_t(reinterpret_cast<std::uintptr_t>(this)) * 0x9e3779b97f4a7c15u + std::uint64_t(getpid());
  mine.reserved = reserved_;
  std::memcpy(base_[rank_], &mine.mark, sizeof mine.mark);  // the first unit is for this mark
  std::vector<Card> cards(base_.size());
  check_mpi(MPI_Allgather(&mine, int(sizeof mine), MPI_BYTE, cards.data(), int(sizeof mine), MPI_BYTE, all),
            "MPI_Allgather");
  bool right = true;
  for (std::size_t r = 0; r < base_.size(); ++r) {
    if (r == rank_) continue;
    const std::string path = "/proc/" + std::to_string(cards[r].process) + "/fd/" + std::to_string(cards[r].file);
    const int file = cards[r].reserved == reserved_ ? open(path.c_str(), O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
      // Another process of that number, in another name space, would have no such file, or another mark in it.
      std::uint64_t mark = 0;
      const bool same = pread(file, &mark, sizeof mark, 0) == ssize_t(sizeof mark) && mark == cards[r].mark;
      if (same) base_[r] = map(file, reserved_);
      close(file);
    }
    right = right && base_[r];
  }
  return right;
}

SharedHeap::~SharedHeap() {
  for (std::byte* p : base_)
    if (p) munmap(p, reserved_);
  if (file_ >= 0) close(file_);
}

bool SharedHeap::grow(std::size_t size) {
  if (size > reserved_ || ftruncate(file_, off_t(size)) != 0) return false;
  size_ = size;
  return true;
}

std::shared_ptr<std::byte> SharedHeap::allocate(std::size_t bytes) {
  if (bytes == 0 || bytes > reserved_) return nullptr;
  const std::size_t step = bytes >= huge_page ? huge_page : unit;
  bytes = up(bytes, step);
  std::size_t begin = 0;
  for (auto f = free_.begin(); f != free_.end(); ++f) {
    const std::size_t first = up(f->first, step), end = f->first + f->second;
    if (first + bytes > end) continue;
    const std::size_t from = f->first;
    free_.erase(f);
    if (first > from) free_[from] = first - from;
    if (end > first + bytes) free_[first + bytes] = end - first - bytes;
    begin = first;
    break;
  }
  if (begin == 0) {
    const std::size_t old = size_, first = up(old, step);
    if (!grow(first + bytes)) return nullptr;
    if (!populate(base_[rank_] + first, bytes)) {
      grow(old);
      return nullptr;
    }
    if (first > old) free_[old] = first - old;
    begin = first;
  }
  return {base_[rank_] + begin, [heap = shared_from_this(), begin, bytes](std::byte*) { heap->release(begin, bytes); }};
}

void SharedHeap::release(std::size_t begin, std::size_t bytes) {
  auto [here, made] = free_.emplace(begin, bytes);
  if (const auto next = std::next(here); next != free_.end() && begin + bytes == next->first) {
    here->second += next->second;
    free_.erase(next);
  }
  if (here == free_.begin()) return;
  if (const auto before = std::prev(here); before->first + before->second == begin) {
    before->second += here->second;
    free_.erase(here);
  }
}

std::uint64_t SharedHeap::place_of(const void* p) const {
  const auto a = reinterpret_cast<std::uintptr_t>(p), base = reinterpret_cast<std::uintptr_t>(base_[rank_]);
  return a >= base && a < base + size_ ? a - base : elsewhere;
}

}  // namespace shardwise::ranks
