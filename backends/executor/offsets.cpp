#include <shardwise/backends/executor/offsets.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>

namespace shardwise::exec {

std::size_t place_tenants(std::vector<Tenant>& tenants) {
  std::vector<std::size_t> order(tenants.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Tenant &x = tenants[a], &y = tenants[b];
    return x.begin != y.begin ? x.begin < y.begin : x.bytes != y.bytes ? x.bytes > y.bytes : a < b;
  });
  using Leaving = std::pair<int, std::size_t>;
  std::priority_queue<Leaving, std::vector<Leaving>, std::greater<>> leaving;
  std::map<std::size_t, std::size_t> holes;  // offset -> bytes
  std::size_t top = 0;
  const auto give_back = [&](std::size_t offset, std::size_t bytes) {
    auto next = holes.lower_bound(offset);
    if (next != holes.end() && next->first == offset + bytes) {
      bytes += next->second;
      next = holes.erase(next);
    }
    if (next != holes.begin())
      if (auto before = std::prev(next); before->first + before->second == offset) {
        before->second += bytes;
        return;
      }
    holes.emplace(offset, bytes);
  };
  const auto rounded = [](std::size_t bytes) { return (bytes + 63) / 64 * 64; };
  for (std::size_t k : order) {
    Tenant& t = tenants[k];
    while (!leaving.empty() && leaving.top().first < t.begin) {
      const Tenant& gone = tenants[leaving.top().second];
      give_back(gone.offset, rounded(gone.bytes));
      leaving.pop();
    }
    const std::size_t bytes = rounded(t.bytes);
    if (bytes == 0) continue;
    auto best = holes.end();
    for (auto h = holes.begin(); h != holes.end(); ++h)
      if (h->second >= bytes && (best == holes.end() || h->second < best->second)) best = h;
    if (best == holes.end() && !holes.empty()) {
      // The topmost hole can grow.
      auto last = std::prev(holes.end());
      if (last->first + last->second == top) {
        top = last->first + bytes;
        last->second = bytes;
        best = last;
      }
    }
    if (best != holes.end()) {
      t.offset = best->first;
      const std::size_t left = best->second - bytes;
      holes.erase(best);
      if (left) holes.emplace(t.offset + bytes, left);
    } else {
      t.offset = top;
      top += bytes;
    }
    leaving.emplace(t.end, k);
  }
  return top;
}

}  // namespace shardwise::exec
