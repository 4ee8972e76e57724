// Seeded faults in the transforms: random programs must find each, and name the transform.
#include <transforms/soup.hpp>

#include <catch2/catch.hpp>

#include <iostream>

using namespace transforms;

namespace {
struct Fault {
  int number;
  const char* what;
  const char* transform;
};
constexpr Fault faults[] = {
    {45, "a reduction that is read elsewhere is merged, and runs twice", "merge_reductions"},
    {46, "the difference of two reductions is merged as their sum", "merge_reductions"},
    {47, "a value that was cast to varying is reduced as if it had not been", "fold_reshards"},
    {48, "the element of an iteration leaves the loop", "hoist"},
    {49, "a tree leaves a loop that changes some of its leaves", "hoist"},
    {50, "a transposed operand keeps the order of its labels", "fold_transposes"},
    {51, "a sign is lost", "fold_scalings"},
    {52, "a kernel reads a sum over its rows before it ends", "fuse"},
    {53, "a value waits for its kernel inside of a loop that follows", "fuse"},
    {54, "a sum is multiplied by what it is to be divided by", "pull_softmax_divisors"},
};
/// What the first random program says that finds this transform wrong (or any, without a name); nothing if none does.
std::string found_with(int fault, std::string_view transform, unsigned programs) {
  Fired fired;
  for (unsigned seed = 1; seed <= programs; ++seed) {
    Soup soup(seed);
    const DynamicProgram p = soup.run(6 + int(seed * 7919u % 20));
    rules::seeded_fault = fault;
    Outcome outcome;
    try {
      outcome = check(p, soup.mesh(), seed, fired);
    } catch (const std::invalid_argument&) {
    }
    rules::seeded_fault = 0;
    if (!outcome.problem.empty() && outcome.problem.starts_with(transform)) return outcome.problem;
  }
  return {};
}
}  // namespace

TEST_CASE("without a fault random programs find no transform wrong") { CHECK(found_with(0, "", 400).empty()); }

TEST_CASE("each seeded fault in a transform is found, and the transform named") {
  for (const Fault& fault : faults) {
    const std::string problem = found_with(fault.number, fault.transform, 4000);
    INFO("fault " << fault.number << ": " << fault.what << "\n" << problem.substr(0, 300));
    CHECK_FALSE(problem.empty());
  }
}
