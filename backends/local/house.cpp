#include <algorithm>
#include <thread>

#include <shardwise/backends/local/house.hpp>

namespace shardwise::local {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::microseconds;

std::string place_name(int place) {
  if (place == waits_in_agreement) return "an agreement on the program";
  if (place == waits_at_end) return "the end of the program";
  return std::string(name_of(CollectiveKind(place)));
}

}  // namespace

House::House(int devices)
    : seats_(std::size_t(devices)),
      crowded_(unsigned(devices) > std::max(1u, std::thread::hardware_concurrency())),
      said_(std::size_t(devices)),
      result_(std::size_t(devices)) {}

void House::abort(const std::string& reason) noexcept {
  const std::lock_guard lock(mutex_);
  if (!aborted_.load()) {
    reason_ = reason;
    aborted_.store(true, std::memory_order_seq_cst);
  }
  changed_.notify_all();
}

void House::quiesce(int device) noexcept {
  for (int d = 0; d < size(); ++d)
    while (d != device && seat(d).working.load(std::memory_order_seq_cst)) std::this_thread::yield();
}

void House::throw_aborted(int device) {
  quiesce(device);  // unwinding frees this device's buffers
  const std::lock_guard lock(mutex_);
  throw Aborted("stopped, because another device failed: " + reason_);
}

void House::fail(int device, const std::string& what) {
  abort("device " + std::to_string(device) + ": " + what);
  quiesce(device);
  throw Error(what);
}

bool House::stands_still() const {
  const std::int64_t deadline = deadline_.load(std::memory_order_relaxed);
  return std::all_of(seats_.begin(), seats_.end(),
                     [&](const Seat& s) { return s.slept.load(std::memory_order_relaxed) >= deadline; });
}

std::string House::standstill() const {
  std::string s = "all devices wait and none can go on:";
  for (int d = 0; d < size() && d < 16; ++d)
    if (const int place = seats_[std::size_t(d)].waits_in.load(); place >= 0)
      s += "\n  device " + std::to_string(d) + " waits in " + place_name(place);
  if (size() > 16) s += "\n  (and " + std::to_string(size() - 16) + " more)";
  return s;
}

void House::wait_long(int device, CollectiveKind kind, int whom, bool (*ready)(void*), void* argument) {
  Seat& me = seat(device);
  const auto yield_until = Clock::now() + (crowded_ ? microseconds(500) : microseconds(5000));
  for (bool sleeping = false;;) {
    for (int i = 0; i < 16; ++i) {
      if (ready(argument)) return;
      if (aborted()) throw_aborted(device);
      std::this_thread::yield();
    }
    if (!sleeping) sleeping = Clock::now() > yield_until;
    if (sleeping) break;
  }

  struct Waiting {
    Seat& seat;
    Waiting(Seat& s, CollectiveKind k) : seat(s) { seat.waits_in.store(int(k)); }
    ~Waiting() {
      seat.slept.store(0, std::memory_order_relaxed);
      seat.waits_in.store(-1);
    }
  } waiting(me, kind);
  detail::WaitClock clock;
  std::int64_t nap = 20;
  while (!ready(argument)) {
    if (aborted()) throw_aborted(device);
    if (whom >= 0 && seat(whom).left.load(std::memory_order_acquire) && !ready(argument))
      fail(device, std::string(name_of(kind)) + ": device " + std::to_string(whom) +
                       " has left the program, and this device waits for it");
    std::this_thread::sleep_for(microseconds(nap));
    const std::int64_t slept = clock.tick();
    nap = std::min<std::int64_t>(nap + nap / 4, 1000);
    me.slept.store(slept, std::memory_order_relaxed);
    if (slept >= deadline_.load(std::memory_order_relaxed) && stands_still() && !ready(argument) && !aborted())
      fail(device, standstill());
  }
}

std::span<const detail::Statement> House::exchange(int device, const detail::Statement& mine) {
  Seat& me = seat(device);
  std::unique_lock lock(mutex_);
  if (mine.leaving) me.left.store(true, std::memory_order_release);
  said_[std::size_t(device)] = mine;
  const std::uint64_t round = agreements_;
  if (++arrived_ == size()) {
    result_.swap(said_);
    arrived_ = 0;
    ++agreements_;
    changed_.notify_all();
    return result_;
  }
  me.waits_in.store(mine.leaving ? waits_at_end : waits_in_agreement);
  constexpr std::int64_t nap = 20'000;
  bool stuck = false;
  for (detail::WaitClock clock; agreements_ == round && !aborted_.load() && !stuck;) {
    changed_.wait_for(lock, microseconds(nap));
    me.slept.store(clock.tick(), std::memory_order_relaxed);
    stuck = stands_still() && agreements_ == round;
  }
  const bool done = agreements_ != round;
  const std::string story = stuck && !done ? standstill() : "";
  me.slept.store(0, std::memory_order_relaxed);
  me.waits_in.store(-1);
  lock.unlock();
  if (done) return result_;
  if (!story.empty()) fail(device, story);
  throw_aborted(device);
}

}  // namespace shardwise::local
