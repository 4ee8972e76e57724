// Programs as graphs for Graphviz.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include <shardwise/dsl.hpp>

namespace {

namespace sw = shardwise;
using sw::P, sw::unreduced, sw::reduced;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto ws, auto x) {
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  return sw::sum(sw::square(y), P(unreduced(X)));
};
inline constexpr auto step = [](auto ws, auto xs) {
  auto zero = sw::zeros_like_cotangent(ws);
  auto sum = sw::scan([&](auto sum, auto x) { return sum + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - 0.1f * sw::reshard(sum, sw::spec(ws));
};
using Reduced = sw::Program<step, "f32[3,d,d]{R:X}", "f32[8,batch@X,d]">;
using Replicated = sw::Program<step, "f32[3,d,d]", "f32[8,batch@X,d]">;

inline constexpr auto small = [](auto x, auto y) {
  return sw::hana::make_tuple(sw::sum<0>(x - y), sw::reshard(y, P(reduced(X))));
};
using Small = sw::Program<small, "f32[8@X,4]", "f32[4]">;

inline constexpr auto manual = [](auto x) {
  return sw::shard_map([](auto x) { return sw::psum(sw::ppermute<sw::shift(1)>(x, X), X); }, P(X), P())(x);
};
using Manual = sw::Program<manual, "f32[8@X]">;

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

int edges_of(const sw::ProgramView& p) {
  int n = int(p.outputs.size());
  for (const sw::Eqn& q : p.equations)
    if (sw::detail::region_title(p, q).empty()) n += (q.a >= 0) + (q.b >= 0) + (q.c >= 0);
  return n;
}

template <class Program> void check(int clusters, int depth) {
  const sw::ProgramView p = Program::view();
  const std::string text = sw::to_graphviz(Program{});
  INFO(text);
  const Graph graph(text);
  CHECK(graph.clusters == clusters);
  CHECK(int(graph.nodes.size()) == int(p.equations.size()) - clusters + int(p.outputs.size()));
  CHECK(int(graph.edges.size()) == edges_of(p));
  int deepest = 0, filled = 0, carries = 0;
  for (const auto& [name, node] : graph.nodes) {
    deepest = std::max(deepest, node.cluster);
    filled += node.attributes.find("fillcolor") != std::string::npos;
    // What is filled, and nothing else, names a collective.
    CHECK((node.attributes.find("fillcolor") != std::string::npos) == (node.label.find(" over ") != std::string::npos));
    if (!name.starts_with("result")) {
      const int id = std::stoi(name.substr(1));
      CHECK(node.label.starts_with("%" + std::to_string(id) + ": " + sw::to_string(p.type_of(id)) + "\\n"));
    }
  }
  CHECK(deepest == depth);
  int collectives = 0;
  for (int i = 0; i < int(p.equations.size()); ++i) {
    const sw::Eqn& q = p.equations[std::size_t(i)];
    collectives += q.op == sw::op<sw::ops::permute>;
    collectives += q.op == sw::op<sw::ops::reshard> && sw::rules::collectives_of(p.type_of(q.a), p.type_of(i)) != 0;
    carries += q.op == sw::op<sw::ops::carry>;
  }
  CHECK(filled == collectives);
  CHECK(collectives > 0);
  CHECK(graph.next_edges == carries);

  // Where Graphviz is installed, it reads it too.
  if (std::system("command -v dot > /dev/null") != 0) return;
  const auto file = std::filesystem::temp_directory_path() / "shardwise_graph.dot";
  std::ofstream(file) << text;
  CHECK(std::system(("dot -Tsvg -o /dev/null " + file.string() + " 2> " + file.string() + ".log").c_str()) == 0);
  CHECK(std::filesystem::file_size(file.string() + ".log") == 0);
  std::filesystem::remove(file);
  std::filesystem::remove(file.string() + ".log");
}

}  // namespace

TEST_CASE("a graph has a node a value, an edge an operand, a cluster a loop") {
  check<Small>(0, 0);
  check<Reduced>(3, 2);
  check<Replicated>(3, 2);
  check<Manual>(0, 0);
}

TEST_CASE("the whole graph of a small program") {
  CHECK(sw::to_graphviz(Small{}) == R"(digraph program {
  node [shape=box, fontname="monospace", fontsize=10];
  edge [fontname="monospace", fontsize=8];
  v0 [label="%0: f32[8@X,4]\nargument 1", shape=oval];
  v1 [label="%1: f32[4]\nargument 2", shape=oval];
  v2 [label="%2: f32[8@X,4]\nbroadcast"];
  v3 [label="%3: f32[8@X,4]\nsub"];
  v4 [label="%4: f32[4]{U:X}\nsum<0>"];
  v5 [label="%5: f32[4]\nreshard\nall-reduce over X", style="filled,bold", fillcolor="#f6b26b"];
  v6 [label="%6: f32[4]{R:X}\nreshard", style=dashed];
  result1 [label="result 1", shape=oval];
  result2 [label="result 2", shape=oval];
  v1 -> v2;
  v0 -> v3 [label="a"];
  v2 -> v3 [label="b"];
  v3 -> v4;
  v4 -> v5;
  v1 -> v6;
  v5 -> result1;
  v6 -> result2;
}
)");
}

TEST_CASE("quotes in labels are escaped") {
  const std::string text = sw::to_graphviz(Reduced{});
  CHECK(text.find(R"(contract<\"ij,jk->ik\">)") != std::string::npos);
  CHECK(sw::to_graphviz(Small::view(), {"a \"name\" with \\"}).find(R"(\na \"name\" with \\", shape=oval)") !=
        std::string::npos);
}
