// Memory that is ready to use: 2 MiB aligned, on huge pages where the system gives them, touched in advance. A fresh
// 4 KiB page costs about 2 us at its first use, which would fall into a step.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace shardwise::kernels {

/// A zeroed block of memory, owned. Call from the thread that will use it: pages lie near the one that touches first.
class Arena {
 public:
  static constexpr std::size_t alignment = std::size_t(2) << 20;

  Arena() = default;
  /// At least `bytes` bytes (rounded up to `alignment`). Throws std::bad_alloc.
  explicit Arena(std::size_t bytes);
  /// Somebody else's block, kept while this lives.
  Arena(std::shared_ptr<std::byte> block, std::size_t bytes)
      : data_(block.get()), size_(bytes), block_(std::move(block)) {}
  Arena(Arena&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        block_(std::move(other.block_)) {}
  Arena& operator=(Arena&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(block_, other.block_);
    return *this;
  }
  ~Arena();

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::shared_ptr<std::byte> block_;
};

/// Asks the system for huge pages in [begin, begin + bytes), which must start on a page: a large array in pages of 4
/// KiB misses the table of addresses at each of them.
void advise_huge_pages(void* begin, std::size_t bytes);

/// Makes malloc keep large blocks instead of returning them to the system and faulting them in again. Once, at start.
void tune_malloc();

}  // namespace shardwise::kernels
