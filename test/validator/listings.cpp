// Every program has a listing and a graph: those of random programs, with their gradients, are read back.
#include <catch2/catch.hpp>

#include <shardwise/dsl/program/graphviz.hpp>
#include <support/graph.hpp>
#include <validator/generate.hpp>

using namespace validator;

namespace {

/// What is wrong with the listing and the graph of a program; empty if nothing.
std::string problem_of(const ProgramView& p) {
  int values = 0, regions = 0, operands = 0, communicate = 0;
  for (int i = 0; i < int(p.equations.size()); ++i) {
    const Eqn& q = p.equations[std::size_t(i)];
    if (!shardwise::detail::region_title(p, q).empty()) {
      ++regions;
      continue;
    }
    ++values;
    operands += (q.a >= 0) + (q.b >= 0) + (q.c >= 0);
    communicate += !shardwise::detail::collectives_text(p, i).empty();
  }
  const bool meant = count_collectives(p).total() > 0;
  if (meant && !communicate) return "a collective that the listing does not show";

  std::istringstream listing(to_string(p));
  int lines = 0, titles = 0, marks = 0;
  for (std::string line; std::getline(listing, line);) {
    ++lines;
    titles += line.ends_with(":");
    marks += line.find("    # ") != std::string::npos;
    if (line.find("  %") == std::string::npos && line.find(" = ") == std::string::npos && !line.ends_with(":") &&
        !line.starts_with("return"))
      return "a line that says nothing: " + line;
  }
  if (lines != values + regions + 1 || titles != regions || marks != communicate) return "lines are missing";
  try {
    const test_support::Graph graph(to_graphviz(p));
    if (graph.clusters != regions) return "clusters are missing";
    if (int(graph.nodes.size()) != values + int(p.outputs.size())) return "nodes are missing";
    if (int(graph.edges.size()) != operands + int(p.outputs.size())) return "edges are missing";
  } catch (const std::exception& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("listings and graphs of random programs are whole") {
  int with_loops = 0, with_collectives = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    const Recipe r = Generator(seed, seed % 2 == 0).run(20);
    if (r.outputs.empty()) continue;
    const Built built(r, false);
    const std::string problem = problem_of(built.both.view());
    INFO("seed " << seed << "\n" << to_string(built.both.view()));
    CHECK(problem == "");
    if (!problem.empty()) return;
    for (const Eqn& q : built.both.equations) with_loops += q.op == op<ops::scan>;
    with_collectives += count_collectives(built.both.view()).total() > 0;
  }
  CHECK(with_loops > 100);
  CHECK(with_collectives > 100);
}
