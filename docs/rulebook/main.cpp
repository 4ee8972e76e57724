// rulebook: what the rules say. As pages, as JSON, or as answers to questions on standard input.
#include <rulebook/answer.hpp>
#include <rulebook/pages.hpp>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
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
/// Writes the pages into a folder.
void write_pages(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream file(folder / (name + ".md"), std::ios::binary);
    if (!(file << text)) throw std::runtime_error("cannot write " + (folder / name).string() + ".md");
  };
  for (auto& family : families()) write(family.name, page(family));
  write("README", index_page());
}
}  // namespace

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  CLI::App app{"What the rules say of every op in every layout."};
  bool json = false, query = false;
  std::string folder;
  app.add_option("--markdown", folder, "write the pages into this folder, one a family");
  app.add_flag("--json", json, "every op on every combination of states, as a JSON list");
  app.add_flag("--query", query, "answer questions: one JSON object a line on standard input, one answer a line");
  CLI11_PARSE(app, argc, argv);
  app.get_formatter()->column_width(20);
  try {
    if (query) {
      answer_questions();
    } else if (json) {
      print_json();
    } else if (!folder.empty()) {
      write_pages(folder);
    } else {  // all pages, one after the other
      for (auto& family : families()) std::cout << page(family) << "\n";
    }
  } catch (const BadQuestion& b) {  // a row of the registry is wrong
    std::cerr << "rulebook: " << b.where << ": " << b.what << "\n";
    return 1;
  } catch (const std::exception& e) {
    std::cerr << "rulebook: " << e.what() << "\n";
    return 1;
  }
  return 0;
}
