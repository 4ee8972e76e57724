// Memory that ranks share.
#include <shardwise/backends/mpi/shared_heap.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include <boost/mpi/communicator.hpp>

using shardwise::ranks::SharedHeap;

TEST_CASE("blocks of a shared heap are apart, and other ranks see them") {
  const auto heap = SharedHeap::make();
  const boost::mpi::communicator world;
  if (world.size() == 1) {
    CHECK(heap == nullptr);
    return;
  }
  REQUIRE(heap);
  CHECK(heap->place_of(&world) == SharedHeap::elsewhere);
  CHECK(heap->allocate(0) == nullptr);
  CHECK(heap->allocate(std::size_t(1) << 60) == nullptr);

  struct Block {
    std::shared_ptr<std::byte> bytes;
    std::size_t size;
    unsigned char mark;
  };
  std::vector<Block> blocks;
  std::mt19937 random(7);
  bool right = true;
  for (int round = 0; round < 400; ++round) {
    if (blocks.size() < 12 && random() % 3) {
      const std::size_t size = random() % 4 ? 1 + random() % 300'000 : (std::size_t(2) << 20) + random() % 3'000'000;
      Block b{heap->allocate(size), size, static_cast<unsigned char>(round)};
      right = right && b.bytes;
      if (!b.bytes) break;
      const auto address = reinterpret_cast<std::uintptr_t>(b.bytes.get());
      right = right && address % (size < (std::size_t(2) << 20) ? 65536 : std::size_t(2) << 20) == 0;
      right = right && heap->place_of(b.bytes.get()) != SharedHeap::elsewhere;
      std::memset(b.bytes.get(), b.mark, size);
      blocks.push_back(std::move(b));
    } else if (!blocks.empty()) {
      const std::size_t k = random() % blocks.size();
      for (std::size_t i = 0; i < blocks[k].size; i += 97)
        right = right && blocks[k].bytes.get()[i] == std::byte(blocks[k].mark);
      blocks.erase(blocks.begin() + long(k));
    }
  }
  CHECK(right);

  // The same program on all ranks: the places are the same, too.
  for (Block& b : blocks) std::memset(b.bytes.get(), world.rank() + 1, b.size);
  world.barrier();
  for (const Block& b : blocks)
    for (int r = 0; r < world.size(); ++r)
      right = right && heap->at(r, heap->place_of(b.bytes.get()))[b.size - 1] == std::byte(r + 1);
  CHECK(right);
  world.barrier();

  // All of it comes back as one piece.
  const auto size_before = heap->place_of(heap->allocate(100).get());
  blocks.clear();
  CHECK(heap->place_of(heap->allocate(100).get()) <= size_before);
}
