// Programs as graphs for Graphviz.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <shardwise/dsl.hpp>
#include <support/graph.hpp>

namespace {

namespace sw = shardwise;
using sw::P, sw::unreduced, sw::reduced;
using test_support::Graph;
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

inline constexpr auto branches = [](auto x, auto go) {
  auto total = sw::cond(
      go, [](auto x) { return sw::sum(x); }, [](auto x) { return sw::max(sw::reshard(x, P())); }, x);
  return sw::while_loop([](auto t) { return t < 100; }, [](auto t) { return 2 * t; }, total);
};
using Branches = sw::Program<branches, "f32[8@X]", "bool[]">;

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
  check<Branches>(3, 1);  // two branches and a loop
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
