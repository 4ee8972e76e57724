// Every op on every combination of layouts: value, gradient, types, collectives, against one device.
#include <validator/loops.hpp>
#include <validator/subjects.hpp>

#include <catch2/catch.hpp>

#include <iostream>

using namespace validator;

namespace {
void run(const std::string& what, const std::vector<Mesh>& meshes,
         const std::function<void(const std::function<void(const Subject&)>&)>& subjects) {
  Report report;
  Random random(2024);
  subjects([&](const Subject& s) {
    if (!report.full()) check(report, s, meshes, random);
  });
  std::cout << what << ": " << report.accepted << " accepted, " << report.rejected << " rejected, " << report.runs
            << " runs\n";
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
  CHECK(report.accepted > 0);
}
/// All but those of manual mode: manual.cpp.
std::vector<rulebook::Family> checked_families() {
  auto all = rulebook::families();
  std::erase_if(all, [](auto& family) { return family.ops[0].manual; });
  return all;
}
}  // namespace

TEST_CASE("every op in all layouts on one axis") {
  for (auto& room : checked_families())
    run(std::string(room.name) + " on one axis", line_meshes(), [&](auto& f) { op_subjects(1, f, room.name); });
}
TEST_CASE("every op in all layouts on two axes") {
  for (auto& room : checked_families())
    run(std::string(room.name) + " on two axes", square_meshes(), [&](auto& f) { op_subjects(2, f, room.name); });
}
TEST_CASE("every op in layouts drawn on three axes") {
  Random random(8);
  for (auto& room : checked_families())
    run(std::string(room.name) + " on three axes", cube_meshes(),
        [&](auto& f) { drawn_subjects(20, random, f, room.name); });
}
TEST_CASE("small programs") {
  run("programs on one axis", line_meshes(), [&](auto& f) { program_subjects(1, f); });
  run("programs on two axes", square_meshes(), [&](auto& f) { program_subjects(2, f); });
}
TEST_CASE("loops, forward and backward") {
  run("loops", line_meshes(), [](auto& f) { loop_subjects(f); });
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
