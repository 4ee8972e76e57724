#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <shardwise/backends/local/launch.hpp>

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#include <shardwise/backends/local/local_world.hpp>

namespace shardwise::detail {
namespace {

// Failures as they come, printed once for all devices that say the same.
class Failures {
 public:
  static std::atomic<Failures*> open;  // the last ones made, for at_exit

  Failures() { open = this; }
  ~Failures() { open = nullptr; }
  void add(int device, const std::string& what) {
    const std::lock_guard lock(mutex_);
    for (Failure& f : new_)
      if (f.what == what) return f.devices.push_back(device);
    new_.push_back({what, {device}});
  }
  /// Prints those that were added since.
  void report() {
    const std::lock_guard lock(mutex_);
    for (Failure& f : new_) {
      std::sort(f.devices.begin(), f.devices.end());
      if (f.devices.size() > most_lines)
        report_failures(f.devices, f.what);
      else
        for (int d : f.devices) report_failure(d, f.what);
    }
    new_.clear();
  }

 private:
  static constexpr std::size_t most_lines = 3;  // so many devices that say the same get a line each
  struct Failure {
    std::string what;
    std::vector<int> devices;
  };
  std::mutex mutex_;
  std::vector<Failure> new_;
};
std::atomic<Failures*> Failures::open{nullptr};

// exit() inside a device's function would destroy what the other devices use, and end with its own status.
std::atomic<int> launches_running{0};

void at_exit() {
  if (launches_running.load() == 0) return;
  if (Failures* failures = Failures::open) failures->report();
  std::fflush(stdout);
  std::fputs("shardwise: the program called exit while its devices were running\n", stderr);
  std::_Exit(EXIT_FAILURE);
}

struct Running {
  Running() {
    static const int registered = std::atexit(at_exit);
    (void)registered;
    ++launches_running;
  }
  ~Running() { --launches_running; }
};

#ifdef __linux__
std::vector<int> allowed_cores() {
  cpu_set_t set;
  std::vector<int> cores;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    for (int c = 0; c < CPU_SETSIZE; ++c)
      if (CPU_ISSET(c, &set)) cores.push_back(c);
  return cores;
}

void pin_to(int core) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(core, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);  // a wish: no harm if it fails
}
#endif

// Fewer devices than cores are left to the scheduler: the first cores may be other programs' too.
std::vector<int> cores_for(int devices) {
#ifdef __linux__
  const char* pin = std::getenv("SHARDWISE_PIN");
  if (pin && std::strcmp(pin, "0") == 0) return {};
  auto cores = allowed_cores();
  const bool asked = pin && *pin;
  if (devices > 1 && (std::size_t(devices) == cores.size() || (asked && std::size_t(devices) < cores.size())))
    return cores;
#endif
  (void)devices;
  return {};
}

struct Outcome {
  std::vector<int> results;
  std::vector<std::exception_ptr> errors;
  std::exception_ptr first;  // the failure that stopped the others
};

std::string message_of(const std::exception_ptr& e) {
  try {
    std::rethrow_exception(e);
  } catch (const std::exception& x) {
    return x.what();
  } catch (...) {
    return "an exception that is no std::exception";
  }
}

bool is_aborted(const std::exception_ptr& e) {
  try {
    std::rethrow_exception(e);
  } catch (const Aborted&) {
    return true;
  } catch (...) {
    return false;
  }
}

// `loud`: a program's run, which prints failures soon and ends the process if a device does not stop.
Outcome run(int devices, const DeviceMain& f, bool loud) {
  if (devices < 1) throw Error("launch: expected at least 1 device, got " + std::to_string(devices));
  const Running running;
  auto house = std::make_shared<local::House>(devices);
  auto all = std::make_shared<local::Group>(std::size_t(devices));
  for (int d = 0; d < devices; ++d) all->members[std::size_t(d)].device = d;
  const std::vector<int> cores = cores_for(devices);

  Outcome outcome{std::vector<int>(std::size_t(devices)), std::vector<std::exception_ptr>(std::size_t(devices)), {}};
  std::mutex mutex;
  std::condition_variable ended;
  int at_work = devices;
  bool failed = false;
  std::vector<char> over(std::size_t(devices), 0);
  Failures failures;

  const auto device_main = [&](int d) {
#ifdef __linux__
    if (!cores.empty()) pin_to(cores[std::size_t(d)]);
#endif
    std::exception_ptr error;
    int result = 0;
    try {
      local::LocalWorld world(house, all, d);
      result = f(world);
      world.leave();
    } catch (...) {
      error = std::current_exception();
    }
    if (error) {
      const std::string what = message_of(error);
      const bool own = !is_aborted(error);
      if (own && loud) failures.add(d, what);  // first: one that is stopped may call exit
      house->abort("device " + std::to_string(d) + ": " + what);
      const std::lock_guard lock(mutex);
      if (own && !outcome.first) outcome.first = error;
      failed = true;
    }
    const std::lock_guard lock(mutex);
    outcome.results[std::size_t(d)] = result;
    outcome.errors[std::size_t(d)] = error;
    over[std::size_t(d)] = 1;
    --at_work;
    ended.notify_all();
  };

  std::vector<std::thread> threads;
  try {
    for (int d = 0; d < devices; ++d) threads.emplace_back(device_main, d);
  } catch (const std::system_error& e) {
    house->abort("not all threads could be started");
    for (auto& t : threads) t.join();
    throw Error("launch: could start only " + std::to_string(threads.size()) + " of " + std::to_string(devices) +
                " threads: " + e.what());
  }
  if (loud) {
    std::unique_lock lock(mutex);
    ended.wait(lock, [&] { return at_work == 0 || failed; });
    // Most devices fail together, with the same text.
    const auto all_ended = [&] { return at_work == 0; };
    ended.wait_for(lock, std::chrono::milliseconds(100), all_ended);
    failures.report();
    const bool stopped = ended.wait_for(lock, std::chrono::seconds(5), all_ended);
    failures.report();
    if (!stopped) {
      if (failed) {
        for (int d = 0; d < devices; ++d)
          if (!over[std::size_t(d)])
            report_failure(d, "did not stop within 5 s after another device failed; the process ends");
        std::fflush(stdout);
        std::_Exit(EXIT_FAILURE);
      }
    }
  }
  for (auto& t : threads) t.join();
  if (!outcome.first)
    for (const auto& e : outcome.errors)
      if (e) {
        outcome.first = e;
        break;
      }
  return outcome;
}

int first_status(const Outcome& outcome) {
  for (const int r : outcome.results)
    if (r != 0) return r;
  return 0;
}

}  // namespace

int run_threads(int devices, const DeviceMain& f) {
  const Outcome outcome = run(devices, f, false);
  if (outcome.first) std::rethrow_exception(outcome.first);
  return first_status(outcome);
}

int launch(int argc, char** argv, const DeviceMain& f) {
  prepare_process();
  try {
    if (under_mpiexec()) {
      if (const Backend* mpi = registered_mpi()) return mpi->run(argc, argv, f);
      if (mpiexec_rank() <= 0) {
        std::fputs(
            "shardwise: this program was started by mpiexec but is linked without MPI; "
            "link shardwise::mpi, or start it without mpiexec to use threads\n",
            stderr);
        std::fflush(stderr);
      } else {
        // The first process to end takes the others with it: let the one that speaks be that one.
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
      }
      return 1;
    }
    int devices = devices_option(argc, argv);
    if (devices == 0) devices = std::max(2, int(std::thread::hardware_concurrency()));
    const Outcome outcome = run(devices, f, true);
    return outcome.first ? 1 : first_status(outcome);
  } catch (const std::exception& e) {
    std::fflush(stdout);
    std::fprintf(stderr, "shardwise: %s\n", e.what());
    return 1;
  }
}

}  // namespace shardwise::detail
