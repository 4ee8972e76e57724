// Graphs of Graphviz, read back.
#pragma once

#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace test_support {

/// A graph read back: enough of dot's grammar for what to_graphviz writes. Throws where it is not that.
struct Graph {
  struct Node {
    std::string label, attributes;
    int cluster;  ///< how deep
  };
  std::map<std::string, Node> nodes;
  std::vector<std::pair<std::string, std::string>> edges;
  int clusters = 0, next_edges = 0;

  explicit Graph(const std::string& text) {
    std::istringstream in(text);
    std::string line;
    int depth = 0;
    std::set<std::string> names;
    while (std::getline(in, line)) {
      line.erase(0, line.find_first_not_of(' '));
      if (line.empty()) throw std::runtime_error("an empty line");
      if (line == "}") {
        if (--depth < 0) throw std::runtime_error("a brace too many");
      } else if (line == "digraph program {") {
        if (depth++) throw std::runtime_error("a graph in a graph");
      } else if (line.starts_with("subgraph cluster_") && line.ends_with(" {")) {
        if (!names.insert(line).second) throw std::runtime_error("a cluster twice");
        ++clusters;
        ++depth;
      } else if (!line.ends_with(';')) {
        throw std::runtime_error("a statement without end: " + line);
      } else if (line.starts_with("node [") || line.starts_with("edge [") || line.starts_with("label=")) {
        check_quotes(line);
      } else if (const auto arrow = line.find(" -> "); arrow != std::string::npos && arrow < line.find('[')) {
        const std::string to = line.substr(arrow + 4, line.find_first_of(" ;", arrow + 4) - arrow - 4);
        edges.push_back({line.substr(0, arrow), to});
        next_edges += line.find("label=\"next\"") != std::string::npos;
        check_quotes(line);
      } else {
        const auto open = line.find(" [label=\"");
        if (open == std::string::npos) throw std::runtime_error("no statement: " + line);
        const std::size_t end = check_quotes(line.substr(open + 8)) + open + 8;
        if (!nodes
                 .insert(
                     {line.substr(0, open), {line.substr(open + 9, end - open - 9), line.substr(end + 1), depth - 1}})
                 .second)
          throw std::runtime_error("a node twice: " + line);
      }
    }
    if (depth) throw std::runtime_error("a brace is missing");
    for (const auto& [from, to] : edges)
      if (!nodes.contains(from) || !nodes.contains(to)) throw std::runtime_error("an edge of no node: " + from + to);
  }

  /// The end of the first quoted string; all of them end.
  static std::size_t check_quotes(const std::string& text) {
    std::size_t first = std::string::npos;
    bool inside = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (inside && text[i] == '\\') {
        ++i;
      } else if (text[i] == '"') {
        if (inside && first == std::string::npos) first = i;
        inside = !inside;
      }
    }
    if (inside) throw std::runtime_error("a string without end: " + text);
    return first;
  }
};

}  // namespace test_support
