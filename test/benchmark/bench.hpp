// What the benchmarks share: options, interleaved rounds, and rows that go to the table and to JSON.
#pragma once

#include <shardwise/shardwise.hpp>

#include <fmt/format.h>

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

namespace sw = shardwise;

inline double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::nth_element(v.begin(), v.begin() + long(v.size() / 2), v.end());
  return v[v.size() / 2];
}

/// `--quick` (fewer rounds), `--out FILE` (rows are appended as JSON, one a line), and names: only what contains one
/// of them runs.
struct Options {
  bool quick = false;
  std::string out;
  std::vector<std::string> names;

  Options(int argc, char** argv) {
    for (int i = 1; i < argc; ++i) {
      const std::string_view a = argv[i];
      if (a == "--quick")
        quick = true;
      else if (a == "--out" && i + 1 < argc)
        out = argv[++i];
      else if (a == "--devices" && i + 1 < argc)
        ++i;  // launch reads it
      else if (a.substr(0, 2) != "--")
        names.emplace_back(a);
    }
  }
  bool wants(std::string_view name) const {
    return names.empty() || std::any_of(names.begin(), names.end(),
                                        [&](const std::string& n) { return name.find(n) != std::string_view::npos; });
  }
  /// Rounds that take about a second (a third in quick mode), at least 5, by the milliseconds of one.
  int rounds(double milliseconds) const {
    return std::clamp(int((quick ? 300 : 1000) / std::max(milliseconds, 1e-3)), 5, quick ? 51 : 201) | 1;
  }
};

/// One measurement. Times are in milliseconds; a figure that there is none of is 0 and is left out.
struct Row {
  std::string name, config;
  double ours = 0, hand = 0, target = 0;
  std::vector<std::pair<std::string, double>> extra;  ///< further keys of the JSON
  std::string note;                                   ///< further text of the table
};

/// Prints a row, and appends it to the file. Device 0 calls it.
inline void report(const Options& options, const Row& r) {
  const double ratio = r.hand > 0 && r.ours > 0 ? r.ours / r.hand : 0;
  std::string line = fmt::format("{:<18} {:<44}", r.name, r.config);
  if (r.ours > 0) line += fmt::format(" ours {:9.3f} ms", r.ours);
  if (r.hand > 0) line += fmt::format(" by hand {:9.3f} ms", r.hand);
  if (ratio > 0) line += fmt::format(" ratio {:.3f}", ratio);
  if (r.target > 0) line += fmt::format(" target {:.2f}", r.target);
  for (const auto& [key, value] : r.extra) line += fmt::format(" {} {:.4g}", key, value);
  if (!r.note.empty()) line += " " + r.note;
  std::puts(line.c_str());
  std::fflush(stdout);
  if (options.out.empty()) return;
  const auto number = [](double v) { return v > 0 ? fmt::format("{:.6g}", v) : std::string("null"); };
  std::ofstream file(options.out, std::ios::app);
  file << fmt::format(
      R"({{"name": "{}", "config": "{}", "ours_ms": {}, "hand_ms": {}, "ratio_to_hand": {}, "target": {})", r.name,
      r.config, number(r.ours), number(r.hand), number(ratio), number(r.target));
  for (const auto& [key, value] : r.extra) file << fmt::format(R"(, "{}": {:.6g})", key, value);
  file << "}\n";
}

/// The cores that this process may use, as it began.
inline const cpu_set_t all_cores = [] {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  return set;
}();
/// Keeps each device on a core of its own among those that this process may use, as the hand-written steps want it.
inline void pin(const sw::World& world) {
  cpu_set_t one;
  int nth = world.rank() % std::max(1, CPU_COUNT(&all_cores));
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (!CPU_ISSET(core, &all_cores) || nth-- > 0) continue;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
    return;
  }
}
/// Milliseconds of one function.
struct Times {
  double median = 0, least = 0;
};
/// Ours against theirs by the least times: what is left of a ratio where the machine is not quiet.
inline std::pair<std::string, double> ratio_of_least(const Times& ours, const Times& theirs) {
  return {"ratio_of_least", ours.least / theirs.least};
}

/// Times of each function, on device 0. All devices call it with the same functions; they start each
/// together, and a time ends when all are done. Every round runs all of them, one after the other, so that each sees
/// the same machine. One round warms up, the
/// next says how many follow. What is in `before` runs before each function and is not timed.
inline std::vector<Times> interleave(sw::World& world, const Options& options,
                                     const std::vector<std::function<void()>>& functions,
                                     const std::vector<std::function<void()>>& before = {}) {
  pin(world);
  const auto timed = [&](std::size_t k) {
    if (!before.empty()) before[k]();
    world.communicator().barrier();
    const auto start = std::chrono::steady_clock::now();
    functions[k]();
    world.communicator().barrier();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  };
  for (std::size_t k = 0; k < functions.size(); ++k) timed(k);
  float once = 0;
  for (std::size_t k = 0; k < functions.size(); ++k) once += float(timed(k));
  world.communicator().broadcast(&once, sizeof once, 0);
  const int rounds = options.rounds(once);
  std::vector<std::vector<double>> times(functions.size());
  for (int r = 0; r < rounds; ++r)
    for (std::size_t k = 0; k < functions.size(); ++k) times[k].push_back(timed(k));
  std::vector<Times> out;
  for (const auto& t : times) out.push_back({median(t), *std::min_element(t.begin(), t.end())});
  return out;
}

/// `threads 2`, `mpi 2`: what runs the devices.
inline std::string devices(const sw::World& world) { return fmt::format("{} {}", world.backend(), world.size()); }

/// The same pseudorandom numbers in [-1, 1) on every device.
class Random {
 public:
  float operator()() {
    state_ = state_ * 1664525u + 1013904223u;
    return float(int(state_ >> 9)) / float(1 << 22) - 1.f;
  }

 private:
  std::uint32_t state_ = 1;
};

}  // namespace bench
