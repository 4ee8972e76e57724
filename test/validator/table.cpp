// Every op on every combination of layouts: value, gradient, types, collectives, against one device.
#include <validator/loops.hpp>
#include <validator/table.hpp>

#include <catch2/catch.hpp>

#include <iostream>

using namespace validator;

namespace {
void run(const char* what, int axes, void (*subjects)(int, const std::function<void(const Subject&)>&)) {
  Report report;
  Random random(2024);
  subjects(axes, [&](const Subject& s) {
    if (!report.full()) check(report, s, axes == 1 ? line_meshes() : square_meshes(), random);
  });
  std::cout << what << " on " << axes << (axes == 1 ? " axis: " : " axes: ") << report.accepted << " accepted, "
            << report.rejected << " rejected, " << report.runs << " runs\n";
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
  CHECK(report.accepted > 0);
}
}  // namespace

TEST_CASE("elementwise ops in all layouts") {
  for (int axes : {1, 2}) run("elementwise", axes, [](int n, auto& f) { elementwise_subjects(n, f); });
}
TEST_CASE("where in all layouts") {
  for (int axes : {1, 2}) run("where", axes, [](int n, auto& f) { where_subjects(n, f); });
}
TEST_CASE("reductions in all layouts") {
  for (int axes : {1, 2}) run("reductions", axes, [](int n, auto& f) { reduction_subjects(n, f); });
}
TEST_CASE("contractions in all layouts") {
  for (int axes : {1, 2}) run("contractions", axes, [](int n, auto& f) { contraction_subjects(n, f); });
  run("integer contractions", 1, [](int, auto& f) { integer_contraction_subjects(f); });
}
TEST_CASE("shape ops in all layouts") {
  for (int axes : {1, 2}) run("shape", axes, [](int n, auto& f) { shape_subjects(n, f); });
}
TEST_CASE("joining and moving ops in all layouts") {
  for (int axes : {1, 2}) run("joining", axes, [](int n, auto& f) { joining_subjects(n, f); });
}
TEST_CASE("reshard between all layouts") {
  for (int axes : {1, 2}) run("reshard", axes, [](int n, auto& f) { reshard_subjects(n, f); });
}
TEST_CASE("loops, forward and backward") {
  run("loops", 1, [](int, auto& f) { loop_subjects(f); });
}
TEST_CASE("softmax and its like in all layouts") {
  run("composed functions", 1, [](int, auto& f) { composed_subjects(f); });
}
TEST_CASE("varying operands stay on their device") {
  Report report;
  Random random(7);
  varying_subjects([&](const Subject& s) {
    const bool accepted = check_varying(report, s, random);
    INFO(s.text());
    CHECK(accepted);
  });
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
}
