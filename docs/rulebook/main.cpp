// rulebook: what the rules say. As JSON, or as answers to questions on standard input.
#include <rulebook/answer.hpp>

#include <CLI/CLI.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

using namespace shardwise::rulebook;

namespace {
/// One line a call, in one JSON list.
void print_json() {
  std::cout << "[";
  const char* separator = "\n";
  for (auto& family : families())
    for (auto& op : family.ops)
      for (auto& sample : op.samples)
        for_each_call(op, sample, sample.axes, [&](const Call& call) {
          std::cout << separator << to_json(op, call, answer(op, call)).dump();
          separator = ",\n";
        });
  std::cout << "\n]\n";
}
/// A line in, a line out, at once.
void answer_questions() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << answer_line(line) << std::endl;
}
}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app{"What the rules say of every op in every layout."};
  bool json = false, query = false;
  app.add_flag("--json", json, "every op on every combination of states, as a JSON list");
  app.add_flag("--query", query, "answer questions: one JSON object a line on standard input, one answer a line");
  CLI11_PARSE(app, argc, argv);
  if (query)
    answer_questions();
  else if (json)
    print_json();
  return 0;
}
