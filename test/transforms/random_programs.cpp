// Thousands of random programs with gradients, loops, branches, checkpoints and manual mode, through each transform and
// all of them: the same results, the same types, no more collectives.
// SHARDWISE_RANDOM_SECONDS says for how long (default 20), SHARDWISE_RANDOM_SEED where to start.
#include <transforms/check.hpp>

#include <validator/shrink.hpp>

#include <catch2/catch.hpp>
#include <support/environment.hpp>

#include <chrono>
#include <iostream>

using namespace transforms;
using test_support::from_environment;

TEST_CASE("random programs mean the same after each transform") {
  const double seconds = from_environment("SHARDWISE_RANDOM_SECONDS", 20);
  unsigned seed = unsigned(from_environment("SHARDWISE_RANDOM_SEED", 1));
  const auto start = std::chrono::steady_clock::now();
  Fired fired;
  long programs = 0, skipped = 0;
  int failures = 0;
  while (failures < 3 && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    ++seed;
    const validator::Recipe r = validator::Generator(seed, seed % 3 == 0).run(5 + int(seed * 7919u % 26));
    if (r.outputs.empty()) continue;
    const validator::Built built(r, false);
    const auto outcome = check(built.both, r.mesh, seed, fired);
    ++programs;
    skipped += outcome.skipped;
    if (outcome.problem.empty()) continue;
    ++failures;
    FAIL_CHECK("seed " << seed << ": " << outcome.problem << "\n" << validator::print(r));
  }
  std::cout << programs << " random programs (" << skipped << " skipped: values too large); changed by " << fired
            << "\n";
  CHECK(programs > 2000);
  CHECK(skipped * 4 < programs);
}
