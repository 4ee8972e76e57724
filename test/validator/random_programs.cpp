// Thousands of random programs, with gradients, a third with loops, against the same program on one device.
#include <validator/shrink.hpp>

#include <catch2/catch.hpp>
#include <support/random_runs.hpp>

#include <iostream>

using namespace validator;

TEST_CASE("random programs equal one device, value and gradient") {
  test_support::RandomRuns runs(4000);
  long programs = 0, skipped_programs = 0, equations = 0, scans = 0, branches = 0, checkpoints = 0;
  int failures = 0;
  while (failures < 3 && runs.more(programs)) {
    const unsigned seed = runs.next_seed();
    const auto outcome = run_random_program(seed);
    ++programs;
    skipped_programs += outcome.skipped;
    equations += outcome.equations;
    scans += outcome.has_scan;
    branches += outcome.has_branch;
    checkpoints += outcome.has_checkpoint;
    if (outcome.report.empty()) continue;
    ++failures;
    FAIL_CHECK("seed " << seed << ": " << outcome.report);
  }
  std::cout << programs << " random programs (" << scans << " with loops, " << branches << " with branches, "
            << checkpoints << " with checkpoints, " << skipped_programs << " skipped: values too large), "
            << equations / std::max(programs, 1L) << " equations each with gradient\n";
  CHECK(programs > 100);
  CHECK(branches * 50 > programs);
  CHECK(checkpoints * 50 > programs);
  CHECK(skipped_programs * 4 < programs);
}
