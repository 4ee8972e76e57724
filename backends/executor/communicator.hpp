// A group of devices that run collectives together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <climits>

#include <shardwise/backends/executor/collective.hpp>
#include <shardwise/backends/executor/error.hpp>

namespace shardwise {

class Communicator;

/// What all communicators of one device share. The device's World owns it.
struct CommunicatorState {
  CollectiveCounts counts;
  /// Reductions in the order of the ranks, whatever the size and the backend.
  bool deterministic = false;
  /// Most elements (or bytes) that go into one call of the transport, whose counts are int.
  std::size_t chunk_limit = INT_MAX;
};

/// A started collective. `wait` must be called before its buffers are read, written or freed. Requests are waited for
/// in the order in which they were started, the same order on every device; waiting for one completes the earlier ones.
class [[nodiscard]] Request {
 public:
  Request() = default;
  Request(Communicator* c, std::uint64_t ticket) : communicator_(c), ticket_(ticket) {}
  Request(Request&& other) noexcept : communicator_(other.communicator_), ticket_(other.ticket_) {
    other.communicator_ = nullptr;
  }
  Request& operator=(Request&& other);
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
  /// Waits, or, while an exception unwinds, stops the other devices from touching the buffers.
  ~Request();

  /// Blocks until the result is there. Nothing happens the second time.
  void wait();
  bool pending() const { return communicator_ != nullptr; }

 private:
  Communicator* communicator_ = nullptr;
  std::uint64_t ticket_ = 0;
};

/// Every collective is called by all devices of the group, in the same order and with equal counts, dtypes and ops;
/// the threads backend checks that. Each is one virtual call. `in` and `out` must not overlap (but see all_gather).
/// Counts may exceed INT_MAX. One that `continues` takes another array of the collective before and is counted with it.
/// A wrong argument, and a device that failed or left, throw an Error.
class Communicator {
 public:
  virtual ~Communicator() = default;
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }

  /// Of a collective of several arrays, those of at least so many bytes on each device go alone, from where they lie to
  /// where they are wanted; the others are packed into one. The same on all devices, which all ask.
  virtual std::size_t alone_from() = 0;

  /// data[i] = sum (max, min) over the devices of their data[i], bitwise the same on every device. bf16 and f16 are
  /// reduced in f32 and rounded once; integers wrap; bool takes max (or) and min (and) only; max and min of floats
  /// give NaN where a device has one.
  void all_reduce(void* data, std::size_t count, Dtype dtype, ReduceOp op = ReduceOp::sum);
  /// The same from `in` to `out`, which are one array or disjoint; on every device alike.
  void all_reduce(const void* in, void* out, std::size_t count, Dtype dtype, ReduceOp op = ReduceOp::sum);
  /// out = the devices' blocks in the order of their ranks. `in` may be this device's own block of `out`.
  void all_gather(const void* in, void* out, std::size_t bytes_per_rank, bool continues = false);
  /// out = this device's block of the sum (max, min) of the devices' `in`, which hold size() blocks.
  void reduce_scatter(const void* in, void* out, std::size_t count_per_rank, Dtype dtype, ReduceOp op = ReduceOp::sum,
                      bool continues = false);
  /// Block r of `in` goes to device r; block r of `out` comes from device r.
  void all_to_all(const void* in, void* out, std::size_t bytes_per_pair, bool continues = false);
  /// Sends `in` to device `target` (-1: to nobody) and receives `out` from `source` (-1: from nobody, `out` becomes
  /// zeros). The pairs must match. May be this device itself.
  void permute(const void* in, void* out, std::size_t bytes, int source, int target);
  /// Copies the root's data to all.
  void broadcast(void* data, std::size_t bytes, int root);
  /// Returns when all devices of the group have come.
  void barrier();

  // The same, begun here and ended by the request's wait. The buffers are the library's until then.
  Request start_all_reduce(void* data, std::size_t count, Dtype dtype, ReduceOp op = ReduceOp::sum);
  Request start_all_gather(const void* in, void* out, std::size_t bytes_per_rank);
  Request start_reduce_scatter(const void* in, void* out, std::size_t count_per_rank, Dtype dtype,
                               ReduceOp op = ReduceOp::sum);
  Request start_all_to_all(const void* in, void* out, std::size_t bytes_per_pair);
  Request start_permute(const void* in, void* out, std::size_t bytes, int source, int target);
  Request start_broadcast(void* data, std::size_t bytes, int root);
  Request start_barrier();

  /// Devices of the same colour form a new group, ordered by key, then by rank here. All devices of the group call
  /// it. A negative colour takes no part and gets nullptr. The parts count into the same counters.
  std::unique_ptr<Communicator> split(int color, int key);

  /// How many requests can be in flight; starting one more waits for the oldest.
  static constexpr int max_in_flight = 16;

 protected:
  Communicator(int rank, int size, CommunicatorState& state) : rank_(rank), size_(size), state_(&state) {}
  const CommunicatorState& state() const { return *state_; }
  CommunicatorState& shared_state() const { return *state_; }

 private:
  friend class Request;
  void checked(const Collective& c);
  Request checked_start(const Collective& c);
  void check(const Collective& c) const;

  virtual void run(const Collective& c) = 0;
  virtual std::uint64_t start(const Collective& c) = 0;
  virtual void finish(std::uint64_t ticket) = 0;
  /// An exception passes a started collective by: afterwards no other device touches its buffers.
  virtual void abandon() noexcept = 0;
  virtual std::unique_ptr<Communicator> do_split(int color, int key) = 0;

  int rank_;
  int size_;
  CommunicatorState* state_;
};

}  // namespace shardwise
