// Places in the arena: things that are alive at one time never overlap.
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <vector>

#include <shardwise/backends/executor/offsets.hpp>

using shardwise::exec::place_tenants;
using shardwise::exec::Tenant;

TEST_CASE("tenants of one time have places of their own") {
  std::mt19937 random(5);
  std::size_t placed = 0, least = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::vector<Tenant> all(1 + random() % 60);
    const int span = 1 + int(random() % 80), longest = 1 + int(random() % 30);
    for (Tenant& t : all) {
      t.begin = int(random() % unsigned(span));
      t.end = t.begin + int(random() % unsigned(longest));
      t.bytes = random() % 5 == 0 ? 0 : random() % (random() % 2 ? 200 : 5000);
    }
    const std::size_t bytes = place_tenants(all);
    for (std::size_t a = 0; a < all.size(); ++a) {
      const Tenant& x = all[a];
      REQUIRE(x.offset % 64 == 0);
      REQUIRE(x.offset + x.bytes <= bytes);
      for (std::size_t b = a + 1; b < all.size(); ++b) {
        const Tenant& y = all[b];
        const bool together = x.begin <= y.end && y.begin <= x.end;
        const bool apart = x.offset + x.bytes <= y.offset || y.offset + y.bytes <= x.offset;
        REQUIRE((!together || apart || x.bytes == 0 || y.bytes == 0));
      }
    }
    std::size_t most = 0;
    for (int time = 0; time < span + longest; ++time) {
      std::size_t now = 0;
      for (const Tenant& t : all)
        if (t.begin <= time && time <= t.end) now += (t.bytes + 63) / 64 * 64;
      most = std::max(most, now);
    }
    REQUIRE(bytes >= most);
    placed += bytes;
    least += most;
  }
  CHECK(double(placed) < 1.25 * double(least));  // in all, little is lost to holes
}
