// The ground the MPI backend stands on: Boost.MPI under mpiexec, with any number of ranks.
#include <functional>
#include <vector>

#include <boost/mpi/collectives.hpp>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/operations.hpp>
#include <catch2/catch.hpp>

namespace mpi = boost::mpi;

// With this the sum runs as MPI's own, not as a user function that is slower.
static_assert(mpi::is_mpi_op<std::plus<float>, float>::value);

TEST_CASE("all_reduce sums floats over all ranks") {
  mpi::communicator const world;
  std::vector<float> const mine(1000, float(world.rank() + 1));
  std::vector<float> sum(mine.size());
  mpi::all_reduce(world, mine.data(), int(mine.size()), sum.data(), std::plus<float>());
  float const expected = float(world.size() * (world.size() + 1)) / 2;
  for (float const x : sum) REQUIRE(x == expected);
}

TEST_CASE("split makes one communicator per group") {
  mpi::communicator const world;
  mpi::communicator const group = world.split(world.rank() % 2);
  int const sum = mpi::all_reduce(group, world.rank() % 2, std::plus<int>());
  CHECK(sum == (world.rank() % 2) * group.size());
  CHECK(group.size() == (world.size() + 1 - world.rank() % 2) / 2);
}
