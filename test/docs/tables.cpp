// The tables of docs/semantics.md, printed from the rows that the rules use.
// RUN: threads 1 reshard
// EXPECT: all-reduce
#include <shardwise/dsl.hpp>

#include <cstdio>
#include <string>

using namespace shardwise;
using rules::LabelState, rules::State;

namespace {

const char* name(State s) {
  constexpr const char* names[] = {
      "replicated",       "split", "U", "Umax, Umin", "R", "V", "replicated, without d", "R, without d", "cast to V",
      "split on another", "any"};
  return names[int(s)];
}
const char* name(LabelState s) {
  constexpr const char* names[] = {
      "replicated",          "R",          "U",  "V", "split, kept", "split, shared and kept", "split, contracted",
      "split, summed alone", "Umax, Umin", "any"};
  return names[int(s)];
}
void print_reshard() {
  std::printf("| from | to | each device has | collective |\n|---|---|---|---|\n");
  for (const auto& row : rules::move_rows) {
    if (row.move == rules::Move::none) continue;
    std::string move(rules::is_collective(row.move) ? rules::move_names[int(row.move)] : "");
    for (char& c : move) c = c == '_' ? '-' : c;
    std::printf("| %s | %s | %s | %s |\n", name(row.from),
                row.to == State::split_elsewhere ? "split on another dimension" : name(row.to), row.algebra.data(),
                move.c_str());
  }
}

// Accepted rows; those that all tables share come once.
void print_elementwise() {
  struct Class {
    const char* ops;
    std::span<const rules::Row> rows;
  };
  const Class classes[] = {{"`+` `-`, values of `where`", rules::rows::linear},
                           {"`*`", rules::rows::bilinear},
                           {"`/`", rules::rows::division},
                           {"the mask of `where` (a) and its values (b)", rules::rows::selection},
                           {"`max` `min` `pow`, comparisons, `&&` `\\|\\|`", rules::rows::nonlinear}};
  const auto everywhere = [&](const rules::Row& row) {
    for (const Class& c : classes) {
      bool found = false;
      for (const auto& r : c.rows) found |= r.a == row.a && r.b == row.b && r.out == row.out;
      if (!found) return false;
    }
    return true;
  };
  std::printf("| ops | a | b | result | because |\n|---|---|---|---|---|\n");
  const auto print = [](const char* ops, const rules::Row& row) {
    std::printf("| %s | %s | %s | %s | %s |\n", ops, name(row.a), name(row.b), name(row.out), row.algebra.data());
  };
  for (const auto& row : classes[0].rows)
    if (row.out != State::any && everywhere(row)) print("all", row);
  for (const Class& c : classes)
    for (const auto& row : c.rows)
      if (row.out != State::any && !everywhere(row)) print(c.ops, row);
}

void print_unary() {
  std::printf("| operand | linear | nonlinear |\n|---|---|---|\n");
  for (std::size_t i = 0; i < std::size(rules::rows::linear_unary); ++i) {
    const auto &l = rules::rows::linear_unary[i], &n = rules::rows::nonlinear_unary[i];
    const auto out = [](State s) { return s == State::any ? "error" : name(s); };
    std::printf("| %s | %s | %s |\n", name(l.a), out(l.out), out(n.out));
  }
}

void print_contraction() {
  std::printf("| a | b | result | because |\n|---|---|---|---|\n");
  for (const auto& row : rules::rows::contraction)
    if (row.out != State::any)
      std::printf("| %s | %s | %s | %s |\n", name(row.a), name(row.b), name(row.out), row.algebra.data());
}

void print_manual() {
  std::printf("| op | takes | result |\n|---|---|---|\n");
  for (const auto& row : rules::rows::manual)
    if (row.ok) std::printf("| `%s` | %s | %s |\n", row.op.data(), name(row.from), row.note.data());
}

const char* name(rules::IndexState s) {
  constexpr const char* names[] = {
      "replicated",      "R",  "U", "Umax, Umin", "V", "split by rows", "split by columns", "split", "split as the ids",
      "split elsewhere", "any"};
  return names[int(s)];
}
void print_take() {
  std::printf("| table | ids | result | because |\n|---|---|---|---|\n");
  for (const auto& row : rules::rows::take)
    if (row.out != State::any)
      std::printf("| %s | %s | %s | %s |\n", name(row.table), name(row.ids), name(row.out), row.algebra.data());
}
void print_scatter_add() {
  std::printf("| base, and the result | ids | updates | because |\n|---|---|---|---|\n");
  for (const auto& row : rules::rows::scatter)
    if (row.accepted)
      std::printf("| %s | %s | %s | %s |\n", name(row.base), name(row.ids), name(row.updates), row.algebra.data());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string table = argc > 1 ? argv[argc - 1] : "";
  if (table == "reshard") return print_reshard(), 0;
  if (table == "unary") return print_unary(), 0;
  if (table == "elementwise") return print_elementwise(), 0;
  if (table == "contraction") return print_contraction(), 0;
  if (table == "manual") return print_manual(), 0;
  if (table == "take") return print_take(), 0;
  if (table == "scatter_add") return print_scatter_add(), 0;
  std::fprintf(stderr, "usage: tables take|scatter_add|reshard|unary|elementwise|contraction|manual\n");
  return 2;
}
