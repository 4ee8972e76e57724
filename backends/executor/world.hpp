// A device's view of all devices.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <shardwise/backends/executor/communicator.hpp>
#include <shardwise/backends/kernels/memory.hpp>

namespace shardwise {

namespace detail {

// What a device says in an agreement; plain bytes, since ranks exchange it.
struct Statement {
  std::uint64_t code = 0;
  std::uint32_t leaving = 0;
  char what[244] = {};
};
static_assert(sizeof(Statement) == 256);

// How long a device has been waiting, in microseconds, as the sum of its naps. Each counts for at most 250 ms, so that
// a process that was stopped and resumed does not look as if it had stood still.
class WaitClock {
 public:
  std::int64_t tick() {
    const auto now = std::chrono::steady_clock::now();
    const auto nap = std::chrono::duration_cast<std::chrono::microseconds>(now - last_).count();
    last_ = now;
    return waited_ += nap < 250'000 ? nap : 250'000;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::int64_t waited_ = 0;
};

}  // namespace detail

/// Each device's function gets one from `launch`; it lives until that function returns. Used by its own device only.
class World {
 public:
  virtual ~World() = default;
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  /// "threads" or "mpi".
  std::string_view backend() const noexcept { return backend_; }
  /// All devices.
  Communicator& communicator() { return *communicator_; }
  /// A part of all devices: communicator().split.
  std::unique_ptr<Communicator> split(int color, int key) { return communicator_->split(color, key); }

  /// What this device has issued, on all its communicators. counts().reset() starts again at zero.
  CollectiveCounts& counts() noexcept { return state_.counts; }

  /// Reductions add in the order of the ranks, so that their bits depend neither on the size of the array nor on the
  /// backend (slower on MPI, no difference on threads). To be set alike on all devices, before the first
  /// collective. The default is false, or true where the environment sets SHARDWISE_DETERMINISTIC=1.
  void set_deterministic(bool on) noexcept { state_.deterministic = on; }
  bool deterministic() const noexcept { return state_.deterministic; }
  /// Every call of a step is compared between the devices: the step and the sizes of its arguments (slower; for
  /// finding the device that calls another one). To be set alike on all devices. The default is false, or true where
  /// the environment sets SHARDWISE_CHECKED=1.
  void set_checked(bool on) noexcept { checked_ = on; }
  bool checked() const noexcept { return checked_; }
  /// Most elements or bytes in one call of MPI (its counts are int). Tests set it small; alike on all devices.
  void set_chunk_limit(std::size_t limit);

  /// All devices call it with one code. Where the codes differ or a device has left the program, every device throws an
  /// Error that says who said what. Where no device can go on (one waits here, the others in collectives),
  /// an Error after the deadline; a device that still computes is waited for. `what` is for the message.
  void agree(std::uint64_t code, std::string_view what);
  /// How long a standstill of all devices lasts until it is an error; 3 s unless set.
  virtual void set_deadline(std::chrono::milliseconds deadline) = 0;

  /// Memory for a step of this device, zeroed; where other devices' collectives can reach it if that is faster.
  virtual kernels::Arena arena(std::size_t bytes) { return kernels::Arena(bytes); }
  /// The same for an array, not zeroed; nullptr where memory of its own does as well.
  virtual std::shared_ptr<std::byte> shared_bytes(std::size_t) { return nullptr; }

  /// The end of this device's function: an agreement that all have ended. `launch` calls it.
  void leave();

 protected:
  World(int rank, int size, std::string_view backend);
  CommunicatorState& state() noexcept { return state_; }
  void set_communicator(std::unique_ptr<Communicator> c) { communicator_ = std::move(c); }

 private:
  /// Gathers every device's statement, valid until the next call; throws where that cannot be.
  virtual std::span<const detail::Statement> exchange(const detail::Statement& mine) = 0;
  void settle(const detail::Statement& mine);

  int rank_;
  int size_;
  std::string_view backend_;
  bool checked_ = false;
  CommunicatorState state_;
  std::unique_ptr<Communicator> communicator_;
};

/// Microseconds for eight bytes from device 0 to device 1 and back, the median of many; 0 on one device. All
/// devices call it and get the same number. Not counted. Print it beside times of collectives: the link between
/// cores is fast or slow for minutes.
double link_probe(World& world);

/// Whether numbers below the smallest normal one (1.2e-38 of f32) are 0 for the thread of the calling device, operands
/// and results of kernels and products alike. They are kept at first, and many CPUs are slow on them. Holds for the
/// thread until it is set again. The name is PyTorch's. False, and nothing changed, where the CPU has no such mode.
bool set_flush_denormal(bool on);

}  // namespace shardwise
