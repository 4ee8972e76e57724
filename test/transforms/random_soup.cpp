// Random programs made of what the transforms look for.
#include <transforms/soup.hpp>

#include <catch2/catch.hpp>
#include <support/random_runs.hpp>

#include <iostream>

using namespace transforms;

TEST_CASE("random sums of reshards, trees and loops mean the same after each transform") {
  test_support::RandomRuns runs(5000);
  Fired fired;
  long programs = 0, skipped = 0, equations = 0;
  int failures = 0;
  while (failures < 3 && runs.more(programs)) {
    const unsigned seed = runs.next_seed();
    Soup soup(seed);
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
