// Devices as threads are pinned to a core each where there are as many of them as cores that the process may use.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include <shardwise/backends/local/launch.hpp>

#ifdef __linux__
#include <sched.h>

namespace {

namespace sw = shardwise;

std::vector<int> allowed_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> cores;
  for (int c = 0; c < CPU_SETSIZE; ++c)
    if (CPU_ISSET(c, &set)) cores.push_back(c);
  return cores;
}
/// The cores that each device may use, with SHARDWISE_PIN as it says.
std::vector<std::vector<int>> cores_of(int devices, const char* pin) {
  const char* before = std::getenv("SHARDWISE_PIN");
  const std::string kept = before ? before : "";
  if (pin)
    setenv("SHARDWISE_PIN", pin, 1);
  else
    unsetenv("SHARDWISE_PIN");
  std::vector<std::vector<int>> cores(static_cast<std::size_t>(devices));
  sw::detail::run_threads(devices, [&](sw::World& world) {
    cores[std::size_t(world.rank())] = allowed_cores();
    return 0;
  });
  if (before)
    setenv("SHARDWISE_PIN", kept.c_str(), 1);
  else
    unsetenv("SHARDWISE_PIN");
  return cores;
}

}  // namespace

TEST_CASE("as many devices as cores have a core each") {
  const std::vector<int> all = allowed_cores();
  const int n = int(all.size());
  if (n < 2 || n > 64) return;
  const auto pinned = cores_of(n, nullptr);
  for (int d = 0; d < n; ++d) CHECK(pinned[std::size_t(d)] == std::vector<int>{all[std::size_t(d)]});
  for (const auto& cores : cores_of(n, "0")) CHECK(cores == all);
  for (const auto& cores : cores_of(n + 1, "1")) CHECK(cores == all);  // more devices than cores
  for (const auto& cores : cores_of(1, "1")) CHECK(cores == all);
  if (n > 2) {
    for (const auto& cores : cores_of(2, nullptr)) CHECK(cores == all);
    for (const auto& cores : cores_of(2, "1")) CHECK(cores.size() == 1);
  }
  CHECK(allowed_cores() == all);  // the caller keeps its own
}
#endif
