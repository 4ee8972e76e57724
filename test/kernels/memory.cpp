#include <shardwise/backends/kernels/memory.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <new>

using namespace shardwise::kernels;

TEST_CASE("arenas are aligned, zeroed and movable", "[kernels]") {
  CHECK(Arena().data() == nullptr);
  CHECK(Arena(0).size() == 0);
  for (std::size_t bytes : {std::size_t(1), Arena::alignment, 3 * Arena::alignment + 5}) {
    Arena a(bytes);
    CHECK(a.size() >= bytes);
    CHECK(reinterpret_cast<std::uintptr_t>(a.data()) % Arena::alignment == 0);
    bool zero = true;
    for (std::size_t i = 0; i < a.size(); i += 512) zero = zero && a.data()[i] == std::byte(0);
    CHECK(zero);
    std::byte* p = a.data();
    Arena b = std::move(a);
    CHECK((b.data() == p && a.data() == nullptr));
    a = std::move(b);
    CHECK((a.data() == p && b.data() == nullptr));
  }
  CHECK_THROWS_AS(Arena(~std::size_t(0)), std::bad_alloc);
}
