// The listing of a program: one equation a line, every value with its type, loops indented.
#pragma once

#include <shardwise/dsl/program/fingerprint.hpp>
#include <shardwise/dsl/rules/rules.hpp>
#include <shardwise/dsl/rules/window.hpp>

#include <algorithm>
#include <cstdio>
#include <string>

namespace shardwise {

namespace detail {
/// Texts one after the other. Appended: GCC 12 warns of `"," + std::to_string(i)`.
template <class... T> std::string joined(const T&... texts) {
  std::string s;
  (s.append(texts), ...);
  return s;
}
inline std::string number(double v) {
  char text[32];
  std::snprintf(text, sizeof text, float(v) == v ? "%.7g" : "%.12g", v);
  return text;
}
inline std::string dims_text(std::uint32_t mask) {
  std::string s = "<";
  for (int i = 0; i < max_rank; ++i)
    if (mask >> i & 1) s.append(s.size() > 1 ? "," : "").append(std::to_string(i));
  return s + ">";
}
inline std::string einsum_text(std::uint32_t a, std::uint32_t b, std::uint32_t out) {
  std::string s = "<\"", seen;
  auto letters = [&](std::uint32_t labels) {
    for (int i = 0; i < max_rank && field(labels, i); ++i) {
      const char label = char(field(labels, i));
      auto at = seen.find(label);
      if (at == std::string::npos) {
        at = seen.size();
        seen += label;
      }
      s += char('i' + int(at));
    }
  };
  letters(a);
  s += ',';
  letters(b);
  s += "->";
  letters(out);
  return s + "\">";
}
/// The static options of an equation, as a user would write them.
inline std::string attributes(const ProgramView& p, const Eqn& q, const TypeDesc& type) {
  const std::string_view n = q.op->name;
  auto text = [](const auto& v) {
    Text t;
    t << v;
    return std::string(t.view());
  };
  if (n == "sum" || (n == "max" && q.b < 0) || (n == "min" && q.b < 0))
    return dims_text(q.k0) + (q.k1 ? " keepdims" : "");
  if (n == "argmax" || n == "argmin" || n == "iota" || n == "argsort" || n == "take_along_axis" ||
      n == "scatter_add_along_axis")
    return joined("<", std::to_string(q.k0), ">");
  if (n == "conv") {
    std::string s;
    for (std::uint32_t packed : {q.k0, q.k1}) {
      const rules::Window w = rules::Window::of(packed);
      s.append(s.empty() ? "<" : "; ").append("stride ").append(std::to_string(w.stride));
      s.append(" from ").append(std::to_string(-w.before));
      if (w.step != 1) s.append(" by ").append(std::to_string(w.step));
      if (w.spread != 1) s.append(" of ").append(std::to_string(w.spread));
    }
    return s + ">";
  }
  if (n == "contract")
    return joined(einsum_text(q.k0, q.k1, q.k2), q.value != 0 ? joined(" ", number(contract_alpha(q)), " *") : "");
  if (n == "slice" || n == "pad")
    return joined("<", std::to_string(q.k0), q.k1 == from_end ? " to the end" : joined(" from ", std::to_string(q.k1)),
                  q.value != 1 ? joined(" by ", number(q.value)) : "", ">");
  if (n == "concat") return joined("<", std::to_string(q.k0), ">");
  if (n == "flip" || n == "dynamic_slice" || n == "dynamic_update_slice") return dims_text(q.k0);
  if ((n == "tril" || n == "triu") && q.value != 0) return joined("<", number(q.value), ">");
  if (n == "constant" || n == "scale") return joined(" ", number(q.value));
  if (n == "cumsum") return joined("<", std::to_string(q.k0), ">", q.k1 ? " reverse" : "");
  if (n == "divide_by_size" || n == "clamp_index") return joined(" ", text(p.extents[q.k0]));
  if (n == "checkpoint_name") return joined("<\"", std::string(q.op->label), "\">");
  if (n == "axis_index" || n == "axis_size") return joined("<", text(p.extents[q.k0]), ">");
  if (n == "permute") {
    std::string s = q.k2 ? "" : joined("shift ", number(q.value));
    for (std::uint32_t i = 0; i < q.k2; ++i) {
      const std::uint32_t* pair = &p.numbers[q.k1 + 2 * i];
      s.append(joined(i ? "," : "", std::to_string(pair[0]), "->", std::to_string(pair[1])));
    }
    return joined("<", s, ">");
  }
  if (n == "transpose") {
    std::string s;
    for (int i = 0; i < type.rank; ++i) s.append(i ? "," : "").append(std::to_string(field(q.k0, i)));
    return joined("<", s, ">");
  }
  return "";
}
/// What opens a region, the equations up to q.a: `for each of 4`, `if %3`, `while`; empty for an equation that makes a
/// value.
inline std::string region_title(const ProgramView& p, const Eqn& q) {
  if (q.op == op<ops::repeat>) return "while";
  if (q.op == op<ops::branch>) return joined(q.k0 ? "if %" : "if not %", std::to_string(q.b));
  if (!(q.op == op<ops::scan>)) return "";
  Text trip;
  trip << p.extents[q.k1];
  return joined("for each of ", std::string(trip.view()), q.k0 ? ", backwards" : "");
}
/// What a value communicates: `all-reduce over X, all-gather over (Y,Z)`; empty for nothing.
inline std::string collectives_text(const ProgramView& p, int id) {
  const Eqn& q = p.equations[std::size_t(id)];
  std::string moves;
  if (q.op == op<ops::permute>) {
    Text axis;
    axis << p.extents[q.k0];
    moves.append("permute over ").append(axis.view());
  }
  if (!(q.op == op<ops::reshard>)) return moves;
  rules::for_each_step(p.type_of(q.a), p.type_of(id), [&](rules::Move m, const AxisList& axes, auto&&, auto&&) {
    if (!rules::is_collective(m)) return;
    Text over;
    over << axes;
    std::string move(rules::move_names[int(m)]);
    for (char& c : move)
      if (c == '_') c = '-';
    moves.append(moves.empty() ? "" : ", ").append(move).append(" over ").append(over.view());
  });
  if (!moves.empty() && q.group) moves.append(", tree ").append(std::to_string(q.group));
  return moves;
}
}  // namespace detail

/// One equation a line: `%5: f32[batch@X,d] = contract<"ij,jk->ik"> %3 %4`. A reshard names its collectives. Of the
/// program that runs, equations that are one kernel stand behind `|`, its first one behind `+`.
inline std::string to_string(const ProgramView& p) {
  std::string out;
  std::vector<int> ends;
  std::vector<char> loops;  // which of the open regions are loops
  const auto name = [](int id) { return detail::joined("%", std::to_string(id)); };
  for (int i = 0; i < int(p.equations.size()); ++i) {
    while (!ends.empty() && ends.back() == i) {
      ends.pop_back();
      loops.pop_back();
    }
    const Eqn& q = p.equations[std::size_t(i)];
    out += std::string(2 * ends.size(), ' ');
    if (const std::string title = detail::region_title(p, q); !title.empty()) {
      out.append(title).append(":\n");
      ends.push_back(q.a);
      loops.push_back(!(q.op == op<ops::branch>));
      continue;
    }
    if (q.fused) out += i > 0 && p.equations[std::size_t(i) - 1].fused == q.fused ? "| " : "+ ";
    const TypeDesc& t = p.type_of(i);
    out += name(i) + ": " + to_string(t) + " = " + std::string(q.op->name) + detail::attributes(p, q, t);
    for (int id : {q.a, q.b, q.c})
      if (id >= 0)
        out.append(q.op == op<ops::carry> && id == q.b ? " then " : " ").append(name(id));
      else if (q.op == op<ops::pick>)
        out.append(" zeros");
    if (const std::string moves = detail::collectives_text(p, i); !moves.empty()) {
      out.append("    # ").append(moves);
      const auto n = std::count(loops.begin(), loops.end(), char(1));
      if (n) out.append(", in ").append(std::to_string(n)).append(n == 1 ? " loop" : " loops");
      if (n < std::ptrdiff_t(loops.size())) out.append(", in a branch");
    }
    out += '\n';
  }
  out += "return";
  for (int id : p.outputs) out.append(" ").append(name(id));
  return out + "\n";
}

/// The listing of a compiled program: `to_string(Step{})`.
template <class P>
  requires requires { P::view(); }
std::string to_string(const P&) { return to_string(P::view()); }

}  // namespace shardwise
