#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <shardwise/backends/executor/world.hpp>

namespace shardwise {
namespace {

std::string list_of(std::span<const int> devices) {
  std::string s = devices.size() == 1 ? "device " : "devices ";
  const std::size_t shown = std::min<std::size_t>(devices.size(), 16);
  for (std::size_t i = 0; i < shown; ++i) s += (i ? ", " : "") + std::to_string(devices[i]);
  if (shown < devices.size()) s += " and " + std::to_string(devices.size() - shown) + " more";
  return s;
}

bool same(const detail::Statement& a, const detail::Statement& b) {
  return a.leaving == b.leaving && (a.leaving || a.code == b.code);
}

std::string disagreement(std::span<const detail::Statement> all) {
  std::string s = "the devices do not run the same program:";
  std::vector<char> told(all.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (told[i]) continue;
    std::vector<int> who;
    for (std::size_t j = i; j < all.size(); ++j)
      if (same(all[i], all[j])) {
        told[j] = 1;
        who.push_back(int(j));
      }
    s += "\n  " + list_of(who);
    if (all[i].leaving) {
      s += who.size() == 1 ? " has left the program" : " have left the program";
    } else {
      std::array<char, 32> code{};
      std::snprintf(code.data(), code.size(), " (0x%016llx)", static_cast<unsigned long long>(all[i].code));
      s += ": " + std::string(all[i].what) + code.data();
    }
  }
  return s;
}

}  // namespace

World::World(int rank, int size, std::string_view backend) : rank_(rank), size_(size), backend_(backend) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value && std::strcmp(value, "0") != 0;
  };
  state_.deterministic = set("SHARDWISE_DETERMINISTIC");
  checked_ = set("SHARDWISE_CHECKED");
}

void World::set_chunk_limit(std::size_t limit) {
  if (limit < 1 || limit > INT_MAX)
    throw Error("set_chunk_limit: expected 1 to " + std::to_string(INT_MAX) + ", got " + std::to_string(limit));
  state_.chunk_limit = limit;
}

void World::agree(std::uint64_t code, std::string_view what) {
  detail::Statement mine{.code = code};
  what.copy(mine.what, sizeof mine.what - 1);
  settle(mine);
}

void World::leave() {
  detail::Statement mine{.leaving = 1};
  std::string_view("the end of the program").copy(mine.what, sizeof mine.what - 1);
  settle(mine);
}

void World::settle(const detail::Statement& mine) {
  const auto all = exchange(mine);
  for (const auto& s : all)
    if (!same(s, all.front())) throw Error(disagreement(all));
}

bool set_flush_denormal([[maybe_unused]] bool on) {
#if defined(__x86_64__)
  constexpr unsigned results = 1u << 15, operands = 1u << 6;  // of the register MXCSR
  const unsigned now = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(on ? now | results | operands : now & ~(results | operands));
  return true;
#elif defined(__aarch64__)
  std::uint64_t now = 0;
  asm volatile("mrs %0, fpcr" : "=r"(now));
  constexpr std::uint64_t flush = std::uint64_t(1) << 24;
  asm volatile("msr fpcr, %0" ::"r"(on ? now | flush : now & ~flush));
  return true;
#else
  return false;
#endif
}

double link_probe(World& world) {
  if (world.size() < 2) return 0;
  constexpr int rounds = 300;
  const CollectiveCounts before = world.counts();
  Communicator& all = world.communicator();
  std::uint64_t ball = 0, caught = 0;
  std::array<double, rounds> times{};
  all.barrier();
  for (double& t : times) {
    const auto start = std::chrono::steady_clock::now();
    if (world.rank() == 0) {
      all.permute(&ball, &caught, sizeof ball, -1, 1);
      all.permute(&ball, &caught, sizeof ball, 1, -1);
    } else if (world.rank() == 1) {
      all.permute(&ball, &caught, sizeof ball, 0, -1);
      all.permute(&ball, &caught, sizeof ball, -1, 0);
    } else {
      all.permute(&ball, &caught, sizeof ball, -1, -1);
      all.permute(&ball, &caught, sizeof ball, -1, -1);
    }
    t = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  double median = times[rounds / 2];
  all.broadcast(&median, sizeof median, 0);
  world.counts() = before;
  return median;
}

}  // namespace shardwise
