// What the threads of one launch share: who waits, who failed, and the agreements.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <shardwise/backends/executor/collective.hpp>
#include <shardwise/backends/executor/world.hpp>

namespace shardwise::local {

/// A device's place of waiting; its own cache lines.
struct alignas(128) Seat {
  /// Inside a copy or a fold, which read and write the other devices' buffers.
  std::atomic<bool> working{false};
  /// A CollectiveKind, or one of the two below; -1 while it computes.
  std::atomic<int> waits_in{-1};
  /// Microseconds of the present wait, once it is a long one.
  std::atomic<std::int64_t> slept{0};
  std::atomic<bool> left{false};
};
inline constexpr int waits_in_agreement = 100;
inline constexpr int waits_at_end = 101;

class House {
 public:
  explicit House(int devices);

  int size() const { return int(seats_.size()); }
  Seat& seat(int device) { return seats_[std::size_t(device)]; }
  /// More devices than cores: waiting threads must make room.
  bool crowded() const { return crowded_; }

  bool aborted() const { return aborted_.load(std::memory_order_seq_cst); }
  /// Stops all devices; the first reason stays.
  void abort(const std::string& reason) noexcept;
  /// Returns when no device touches another one's buffers any more. After abort: for good.
  void quiesce(int device) noexcept;
  [[noreturn]] void throw_aborted(int device);
  /// Stops all devices and throws.
  [[noreturn]] void fail(int device, const std::string& what);

  /// Brackets reading or writing the other devices' buffers; throws if the devices are being stopped.
  void begin_work(int device) {
    seat(device).working.store(true, std::memory_order_seq_cst);
    if (aborted()) {
      seat(device).working.store(false, std::memory_order_release);
      throw_aborted(device);
    }
  }
  void end_work(int device) { seat(device).working.store(false, std::memory_order_release); }

  /// Waits until ready(): spins, then yields, then sleeps. `kind` is for messages, `whom` (a device, or -1)
  /// is whose action it waits for.
  template <class Ready> void wait(int device, CollectiveKind kind, int whom, Ready ready) {
    for (int i = crowded_ ? 16 : 2000; i > 0; --i) {
      if (ready()) return;
      pause();
    }
    wait_long(
        device, kind, whom, [](void* r) { return bool((*static_cast<Ready*>(r))()); }, &ready);
  }

  std::span<const detail::Statement> exchange(int device, const detail::Statement& mine);
  void set_deadline(std::chrono::milliseconds d) { deadline_.store(d.count() * 1000); }

 private:
  static void pause() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
  }
  void wait_long(int device, CollectiveKind kind, int whom, bool (*ready)(void*), void* argument);
  /// Every device has been waiting for longer than the deadline.
  bool stands_still() const;
  std::string standstill() const;

  std::vector<Seat> seats_;
  bool crowded_;
  std::atomic<bool> aborted_{false};
  std::atomic<std::int64_t> deadline_{3'000'000};  // microseconds

  std::mutex mutex_;  // of everything below
  std::condition_variable changed_;
  std::string reason_;
  std::vector<detail::Statement> said_, result_;
  int arrived_ = 0;
  std::uint64_t agreements_ = 0;
};

}  // namespace shardwise::local
