// A program as a graph, in the language of Graphviz: `dot -Tsvg step.dot > step.svg`.
#pragma once

#include <shardwise/dsl/program/listing.hpp>

namespace shardwise {

namespace detail {
/// As a quoted string of dot. Lines are centred; `\n` in `text` begins the next.
inline std::string dot_quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}
}  // namespace detail

/// The graph of a program: a node for each value, with its type; what communicates is filled, and reshards and
/// views that move nothing are dashed; each loop or branch is a cluster, and a dashed edge leads from the next value of
/// a carry back to it. `arguments` names the inputs, in order; those that it lacks are numbered.
inline std::string to_graphviz(const ProgramView& p, const std::vector<std::string>& arguments = {}) {
  using detail::joined, detail::dot_quoted;
  const auto node = [](int id) { return joined("v", std::to_string(id)); };
  std::string out =
      "digraph program {\n"
      "  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
      "  edge [fontname=\"monospace\", fontsize=8];\n";
  std::string edges;
  std::vector<int> ends;
  std::size_t inputs = 0;
  const auto margin = [&] { return std::string(2 * (ends.size() + 1), ' '); };
  const auto close_until = [&](int id) {
    while (!ends.empty() && ends.back() == id) {
      ends.pop_back();
      out += margin() + "}\n";
    }
  };
  for (int i = 0; i < int(p.equations.size()); ++i) {
    close_until(i);
    const Eqn& q = p.equations[std::size_t(i)];
    if (const std::string title = detail::region_title(p, q); !title.empty()) {
      out += margin() + joined("subgraph cluster_", std::to_string(i), " {\n");
      ends.push_back(q.a);
      out += margin() + joined("label=", dot_quoted(title), "; style=rounded; fontname=\"monospace\"; fontsize=10;\n");
      continue;
    }
    const TypeDesc& t = p.type_of(i);
    const std::string moves = detail::collectives_text(p, i);
    std::string label = joined("%", std::to_string(i), ": ", to_string(t), "\n"), style;
    if (q.op == op<ops::input>) {
      label += inputs < arguments.size() ? arguments[inputs] : joined("argument ", std::to_string(inputs + 1));
      style = ", shape=oval";
      ++inputs;
    } else {
      label += joined(std::string(q.op->name), detail::attributes(p, q, t));
    }
    if (!moves.empty()) {
      label += '\n' + moves;
      style = ", style=\"filled,bold\", fillcolor=\"#f6b26b\"";
    } else if (q.op == op<ops::reshard> || q.op == op<ops::view>) {
      style = ", style=dashed";
    }
    out += margin() + node(i) + joined(" [label=", dot_quoted(label), style, "];\n");
    const bool named = q.b >= 0 && !(q.op == op<ops::carry>);  // which operand is which
    const int operands[] = {q.a, q.b, q.c};
    for (int k = 0; k < 3; ++k) {
      if (operands[k] < 0) continue;
      std::string attributes;
      if (named) attributes = joined(" [label=\"", std::string(1, char('a' + k)), "\"]");
      if (q.op == op<ops::carry> && k == 1) attributes = " [label=\"next\", style=dashed, constraint=false]";
      edges += joined("  ", node(operands[k]), " -> ", node(i), attributes, ";\n");
    }
  }
  close_until(int(p.equations.size()));
  for (std::size_t k = 0; k < p.outputs.size(); ++k) {
    const std::string result = joined("result", std::to_string(k + 1));
    out += joined("  ", result, " [label=\"result ", std::to_string(k + 1), "\", shape=oval];\n");
    edges += joined("  ", node(p.outputs[k]), " -> ", result, ";\n");
  }
  return out + edges + "}\n";
}

/// The graph of a compiled program: `to_graphviz(Step{})`. Its inputs have the names that messages give them.
template <class P>
  requires requires {
    P::view();
    P::argument_paths();
  }
std::string to_graphviz(const P&) { return to_graphviz(P::view(), P::argument_paths()); }

}  // namespace shardwise
