#include <shardwise/backends/kernels/memory.hpp>

#include <malloc.h>
#include <sys/mman.h>

#include <cstring>
#include <new>

namespace shardwise::kernels {

Arena::Arena(std::size_t bytes) {
  if (bytes == 0) return;
  if (bytes > ~std::size_t(0) / 2) throw std::bad_alloc();
  size_ = (bytes + alignment - 1) / alignment * alignment;
  // Map one huge page more than needed, then give back what lies before and after the aligned block.
  const std::size_t mapped = size_ + alignment;
  void* p = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) throw std::bad_alloc();
  std::byte* base = static_cast<std::byte*>(p);
  const std::size_t before = (alignment - reinterpret_cast<std::size_t>(base) % alignment) % alignment;
  data_ = base + before;
  if (before > 0) munmap(base, before);
  if (before < alignment) munmap(data_ + size_, alignment - before);
  advise_huge_pages(data_, size_);
  constexpr std::size_t page = 4096;
  for (std::size_t i = 0; i < size_; i += page) *reinterpret_cast<volatile std::byte*>(data_ + i) = std::byte(0);
}

Arena::~Arena() {
  if (data_ && !block_) munmap(data_, size_);
}

void advise_huge_pages(void* begin, std::size_t bytes) {
  madvise(begin, bytes, MADV_HUGEPAGE);  // advice: without huge pages all still works
}

void tune_malloc() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 2047 << 20);
}

}  // namespace shardwise::kernels
