// How often each accepted row of each table was used by the op table and by random programs: at least 20 times.
#include <validator/loops.hpp>
#include <validator/manual.hpp>
#include <validator/shrink.hpp>
#include <validator/subjects.hpp>

#include <catch2/catch.hpp>

#include <iostream>

using namespace validator;

namespace {
constexpr std::string_view state_names[] = {
    "replicated",       "split",         "unreduced",       "pending", "reduced", "varying", "replicated, lacking",
    "reduced, lacking", "varying meets", "split elsewhere", "any"};
constexpr std::string_view label_names[] = {"replicated", "reduced",    "unreduced", "varying", "free",
                                            "batch",      "contracted", "summed",    "pending", "any"};

bool enough = true;
void line(std::string_view table, const void* row, const std::string& states, std::string_view algebra,
          bool implied = false) {
  const long n = row_counts()[row];
  // Where everything is replicated the axis is mentioned nowhere, and most ops never come to ask.
  if (implied) return void(std::cout << "  implied\t" << table << ": " << states << "\n");
  std::cout << (n < 20 ? "* " : "  ") << n << "\t" << table << ": " << states << "  [" << algebra << "]\n";
  enough = enough && n >= 20;
}
std::string name(rules::State s) { return std::string(state_names[int(s)]); }
std::string name(rules::LabelState s) { return std::string(label_names[int(s)]); }

std::string name(rules::IndexState s) {
  constexpr std::string_view names[] = {"replicated", "reduced", "unreduced", "pending",   "varying", "rows",
                                        "columns",    "split",   "along",     "elsewhere", "any"};
  return std::string(std::size_t(s) < std::size(names) ? names[int(s)] : "?");
}

template <class Rows> void binary_lines(std::string_view table, const Rows& all) {
  for (auto& row : all)
    if (row.out != rules::State::any)
      line(table, &row, name(row.a) + " and " + name(row.b) + " -> " + name(row.out), row.algebra,
           row.a == decltype(row.a)::replicated && row.b == row.a);
}
}  // namespace

TEST_CASE("every row is used") {
  Report report;
  Random random(5);
  const auto one = [&](const Subject& s) { check(report, s, {{{X, 2}}}, random); };
  op_subjects(1, one);
  program_subjects(1, one);
  loop_subjects(one);
  op_subjects(
      2, [&](const Subject& s) { check(report, s, square_meshes(), random); }, "reshard");
  const auto along = [](const auto& op, const auto&) { return op.name() == std::string_view("take_along_axis"); };
  for (int repeat = 0; repeat < 7; ++repeat) op_subjects(1, one, "indexing", along);  // few have extents of 1
  for (int repeat = 0; repeat < 20; ++repeat)
    varying_subjects([&](const Subject& s) { check_varying(report, s, random); });
  // What varies over one axis may be resharded over another.
  for (int repeat = 0; repeat < 20; ++repeat) {
    Builder g;
    reshard(Value{&g, g.input(type_of("f32[4@Y]{V:X}"))}, parse_spec("P(){V:X}").spec);
  }
  for (int repeat = 0; repeat < 4; ++repeat) manual_mode::check_all(random, report.failures);
  for (unsigned seed = 1; seed <= 1500; ++seed) CHECK(run_random_program(seed).report.empty());
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());

  binary_lines("linear", rules::rows::linear);
  binary_lines("bilinear", rules::rows::bilinear);
  binary_lines("division", rules::rows::division);
  binary_lines("nonlinear", rules::rows::nonlinear);
  binary_lines("selection", rules::rows::selection);
  binary_lines("contraction", rules::rows::contraction);
  for (auto& row : rules::rows::linear_unary)
    if (row.out != rules::State::any)
      line("linear unary", &row, name(row.a) + " -> " + name(row.out), row.algebra, row.a == rules::State::replicated);
  for (auto& row : rules::rows::nonlinear_unary)
    if (row.out != rules::State::any)
      line("nonlinear unary", &row, name(row.a) + " -> " + name(row.out), row.algebra,
           row.a == rules::State::replicated);
  for (auto& row : rules::rows::take)
    if (row.out != rules::State::any)
      line("take", &row, name(row.table) + " by " + name(row.ids) + " -> " + name(row.out), row.algebra,
           row.table == rules::IndexState::replicated && row.ids == row.table);
  for (auto& row : rules::rows::scatter)
    if (row.accepted)
      line("scatter_add", &row, name(row.base) + " by " + name(row.ids) + " of " + name(row.updates), row.algebra,
           row.base == rules::IndexState::replicated && row.ids == row.base && row.updates == row.base);
  binary_lines("along a dimension", rules::rows::along);
  for (auto& row : rules::rows::manual)
    if (row.ok) line(row.op, &row, name(row.from), row.note);
  for (auto& row : rules::move_rows)
    line("reshard", &row, name(row.from) + " -> " + name(row.to), row.algebra,
         row.from == rules::State::replicated && row.to == row.from);
  CHECK(enough);
}
