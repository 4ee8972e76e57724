// A steady step allocates nothing.
#include <catch2/catch.hpp>
#include <memory/steady.hpp>
#include <support/counted_malloc.hpp>
#include <support/counted_memset.hpp>
#include <support/devices.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace sw = shardwise;
using test_support::allocations_asked;

TEST_CASE("the counter counts", "[memory]") {
  if (!test_support::counts_allocations()) return;
  const long before = allocations_asked();
  void* volatile place = std::malloc(8);  // volatile: else the compiler may leave the pair out
  std::free(place);
  place = std::aligned_alloc(64, 64);
  std::free(place);
  CHECK(allocations_asked() == before + 2);
}

TEST_CASE("the counter of fills counts", "[memory]") {
  if (!test_support::counts_allocations()) return;
  std::vector<char> bytes(4000, 1);
  const volatile std::size_t count = bytes.size();  // of a number that it knows the compiler may fill without a call
  const long long before = test_support::bytes_filled();
  std::memset(bytes.data(), 0, count);
  CHECK(test_support::bytes_filled() == before + 4000);
  CHECK(std::count(bytes.begin(), bytes.end(), 0) == 4000);
}

TEST_CASE("a steady step allocates nothing, and fills nothing", "[memory]") {
  for (const int devices : {1, 2, 4}) sw::launch(devices, [](sw::World& world) { memory_tests::steady_steps(world); });
}

TEST_CASE("a steady sharded update allocates nothing", "[memory]") {
  sw::launch(2, [](sw::World& world) { memory_tests::steady_sharded_update(world); });
}
