// Seeded faults in the rules and the backward pass: the validator must find each, and name the op.
#include <validator/loops.hpp>
#include <validator/manual.hpp>
#include <validator/shrink.hpp>
#include <validator/subjects.hpp>

#include <catch2/catch.hpp>

#include <iostream>
#include <set>

using namespace validator;

namespace {
struct Fault {
  int number;
  const char* what;
  std::vector<std::string> ops;  ///< the first must be among what fails
  bool elsewhere = false;        ///< others than these may fail too: they are made of the faulty one
};

const std::vector<Fault>& faults() {
  static const std::vector<std::string> contractions{"matmul", "dot", "einsum", "conv"};
  static const std::vector<Fault> table{
      {1, "the row of + that refuses U with replicated is lost", {"add", "sub", "where"}},
      {2, "nonlinear ops let U pass", {"exp"}, true},
      {3, "the product of two pending sums is taken piece by piece", {"mul", "a times itself"}},
      {4, "the gradient of a broadcast replicated value is not summed over the devices", {"add"}, true},
      {5, "the transpose of a contraction swaps two labels", contractions, true},
      {6, "transpose is transposed with its own permutation instead of the inverse", {"transpose"}, true},
      {7, "the transpose of slice forgets where it started", {"slice", "pad"}, true},
      {8, "the transpose of pad forgets the stride", {"pad", "slice"}, true},
      {9, "the gradient of a maximum goes whole to each of several equal winners", {"max", "min"}},
      {10, "equal winners are counted on each device alone", {"max", "min"}},
      {11, "mean divides by the local count", {"mean"}},
      {12, "replicated to U keeps all copies", {"reshard"}, true},
      {13, "the transpose of reshard moves nothing", {"reshard"}, true},
      {14, "a contraction over a split dimension forgets that its sum is pending", contractions, true},
      {15, "the derivative of tanh is 1 - y", {"tanh"}, true},
      {16, "the gradient of a divisor has the wrong sign", {"div", "softmax"}},
      {17, "the cotangents of captured values are overwritten, not summed over the iterations", {"scan"}},
      {18, "the loop is transposed in its own direction", {"scan"}},
      {19, "a residual of a loop is lost", {"scan"}},
      {20, "where gives the second operand all of the cotangent", {"where"}, true},
      {21, "the transpose of ppermute shifts on instead of back", {"ppermute"}},
      {22, "softmax takes its maximum with a gradient", {"softmax"}},
      {23, "a gathered value that varies is transposed as one that is the same everywhere", {"all_gather"}},
      {24, "a new dimension takes the splits of the others away", {"expand_dims"}, true},
      {25, "argmax of a split dimension is accepted", {"argmax", "argmin", "random::categorical"}},
      {26, "cumsum along a split dimension is accepted", {"cumsum"}},
      {27, "argsort along a split dimension is accepted", {"argsort", "sort"}},
      {28, "the derivative of erf lacks its factor", {"erf"}},
      {29, "the gradient of an exponent lacks the logarithm", {"pow"}},
      {30, "transpose leaves the splits where they were", {"transpose"}, true},
      {31, "each part of a concat gets the first part of the cotangent", {"concat"}, true},
      {32, "the cotangent of flip is not turned", {"flip"}},
      {33, "the transpose of dynamic_slice forgets the place", {"dynamic_slice"}, true},
      {34, "what dynamic_update_slice replaced keeps its cotangent", {"dynamic_update_slice"}, true},
      {35, "cotangents of parts are joined in the wrong order", {"split"}, true},
      {36, "reshape merges a split minor factor", {"reshape"}, true},
      {37, "the mask of where may be split beside pending values", {"where"}},
      {38, "max and min take pending sums", {"max"}, true},
      {39, "slice of a split dimension is accepted", {"slice"}, true},
      {40, "a pending sum is cast to integers piece by piece", {"astype"}},
      {41, "take of split rows forgets that its sum is pending", {"take"}, true},
      {42, "scatter_add of split updates to a base that is not pending is accepted", {"scatter_add"}, true},
      {43, "the gradient of take goes to another row", {"take"}, true},
      {44, "cumsum is transposed in its own direction", {"cumsum"}}};
  return table;
}

/// The names of the ops that fail with the fault in place.
/// The ops in `whole` are tried on all samples in all layouts; of others, those samples that the pages show.
std::set<std::string> failing_ops(int fault, const std::vector<std::string>& whole, Report& report) {
  Random random(11);
  std::set<std::string> ops;
  report.enough = 1000000;
  rules::seeded_fault = fault;
  const auto one = [&](const Subject& s) {
    const std::size_t before = report.failures.size();
    try {
      check(report, s, {{{X, 2}}}, random);
    } catch (const std::exception& e) {
      report.fail(s, e.what());
    }
    if (report.failures.size() > before) ops.insert(s.op);
  };
  op_subjects(1, one, {}, [&](const Op& op, const Sample& sample) {
    const std::string_view name = op.name();
    const auto asked = [&](const std::string& w) { return name.starts_with(w); };
    return whole.empty() || std::any_of(whole.begin(), whole.end(), asked) ||
           (sample.shown && !sample.specs && op.arity < 3);
  });
  program_subjects(1, one);
  loop_subjects(one);
  std::vector<std::string> manual;
  manual_mode::check_all(random, manual, {{{X, 3}}});
  for (auto& f : manual) ops.insert(f.substr(0, f.find(" of ")));
  report.failures.insert(report.failures.end(), manual.begin(), manual.end());
  rules::seeded_fault = 0;
  return ops;
}
}  // namespace

TEST_CASE("without a fault the validator is content") {
  Report report;
  CHECK(failing_ops(0, {}, report).empty());
  CHECK(report.accepted > 1000);
}

TEST_CASE("each seeded fault is found, and its op is named") {
  for (auto& fault : faults()) {
    Report report;
    const auto ops = failing_ops(fault.number, fault.ops, report);
    std::string list;
    bool named = false;
    for (auto& o : ops) {
      list += (list.empty() ? "" : ", ") + o;
      named = named || o.starts_with(fault.ops[0]);
      bool expected = fault.elsewhere;
      for (auto& e : fault.ops) expected = expected || o.starts_with(e);
      INFO("fault " << fault.number << ": " << fault.what << "; fails: " << o);
      CHECK(expected);
    }
    std::cout << "fault " << fault.number << ": " << fault.what << "\n  " << report.failures.size() << " failures";
    if (report.failures.size()) std::cout << ", the first: " << report.failures[0];
    std::cout << "\n  in: " << list << "\n";
    INFO("fault " << fault.number << ": " << fault.what << "; failing: " << list);
    CHECK(!report.failures.empty());
    CHECK(named);
  }
}

TEST_CASE("random programs find faults in loops, branches and checkpoints, and the shrunk program shows them") {
  // 41: the branches are transposed under the opposite predicate; 42: a residual of a branch is lost; 43: a loop that
  // is computed again does not go on.
  const std::vector<std::pair<int, std::string>> table{{17, "sw::scan"}, {18, "sw::scan"}, {19, "sw::scan"},
                                                       {41, "sw::cond"}, {42, "sw::cond"}, {43, "sw::checkpoint"}};
  for (const auto& [fault, part] : table) {
    rules::seeded_fault = fault;
    std::string found;
    for (unsigned seed = 3; found.empty() && seed < 30000; seed += 3) found = run_random_program(seed).report;
    rules::seeded_fault = 0;
    INFO("fault " << fault << "\n" << found);
    CHECK(found.find(part) != std::string::npos);
  }
}
