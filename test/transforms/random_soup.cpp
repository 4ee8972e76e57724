// Random programs made of what the transforms look for. SHARDWISE_RANDOM_SECONDS says for how long (default 20).
#include <transforms/soup.hpp>

#include <catch2/catch.hpp>
#include <support/environment.hpp>

#include <chrono>
#include <iostream>

using namespace transforms;
using test_support::from_environment;

TEST_CASE("random sums of reshards, trees and loops mean the same after each transform") {
  const double seconds = from_environment("SHARDWISE_RANDOM_SECONDS", 20);
  unsigned seed = unsigned(from_environment("SHARDWISE_RANDOM_SEED", 1));
  const auto start = std::chrono::steady_clock::now();
  Fired fired;
  long programs = 0, skipped = 0, equations = 0;
  int failures = 0;
  while (failures < 3 && std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() < seconds) {
    Soup soup(++seed);
    const DynamicProgram p = soup.run(6 + int(seed * 7919u % 20));
    INFO("seed " << seed);
    if (const std::string s = problem_of(p); !s.empty()) {
      ++failures;
      FAIL_CHECK("seed " << seed << ", before any transform: " << s);
      continue;
    }
    Outcome outcome;
    try {
      outcome = check(p, soup.mesh(), seed, fired);
    } catch (const std::invalid_argument&) {
      continue;  // blocks of blocks that the mesh does not divide
    }
    ++programs;
    equations += long(p.equations.size());
    skipped += outcome.skipped;
    if (outcome.problem.empty()) continue;
    ++failures;
    FAIL_CHECK("seed " << seed << ": " << outcome.problem);
  }
  std::cout << programs << " random programs of " << equations / std::max(programs, 1L) << " equations (" << skipped
            << " skipped: values too large); changed by " << fired << "\n";
  CHECK(programs > 2000);
  CHECK(skipped * 4 < programs);
  for (const Named& t : all_transforms()) {
    INFO(t.name);
    CHECK(fired.changed[t.name] * 100 > programs);
  }
}
