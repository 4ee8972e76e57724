#include <rulebook/pages.hpp>

#include <rulebook/answer.hpp>
#include <rulebook/layouts.hpp>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace shardwise::rulebook {

namespace {
const char* const generated = "<!-- Written by `rulebook --markdown docs/rules`. -->\n";

std::string code(const std::string& text) { return text.empty() ? "" : "`" + text + "`"; }
std::string notation(const SpecDesc& s) {
  Text t;
  t << s;
  return std::string(t.view());
}
/// The state over X in words.
std::string state(const TypeDesc& t) {
  const Name x(axis_names[0]);
  switch (rules::state_of(t, x)) {
    case rules::State::split:
      return t.rank == 1 ? "split" : "split " + std::to_string(t.dim_of(x));
    case rules::State::unreduced:
      return "U";
    case rules::State::pending:
      return std::string(pending_name(t.pending));
    case rules::State::reduced:
      return "R";
    case rules::State::varying:
      return "V";
    default:
      return "replicated";
  }
}
std::string count(const Collectives& c) { return c.total() ? to_string(c) : ""; }

/// Accepted calls line by line; refused ones together by the reason, the first with its whole sentence.
struct Table {
  std::string accepted;
  std::vector<std::pair<std::string, std::string>> refused;  ///< reason without its types, sentence
  std::map<std::string, std::string> who;                    ///< the states that a reason refuses

  void refuse(const Op& op, const Call& call, const std::string& sentence) {
    std::string states;
    for (auto& t : call.operands) states += (states.empty() ? "" : ", ") + state(t);
    if (call.out) states += (states.empty() ? "to " : " to ") + code(notation(*call.out));
    const std::string reason = without_types(op, call, sentence);
    if (!who.count(reason)) refused.emplace_back(reason, sentence);
    who[reason] += (who[reason].empty() ? "" : "; ") + states;
  }
  std::string text() const {
    std::string s = accepted;
    if (refused.empty()) return s;
    s += "\n| refused | the first of them says |\n|---|---|\n";
    for (auto& [reason, sentence] : refused) s += "| " + who.at(reason) + " | " + escaped(sentence) + " |\n";
    return s;
  }

 private:
  static std::string escaped(const std::string& text) {
    std::string s;
    for (char c : text) s += c == '|' ? "\\|" : c == '<' ? "&lt;" : std::string(1, c);
    return s;
  }
  /// What is said after the types, calls of reshard without their specs.
  static std::string without_types(const Op&, const Call& call, const std::string& sentence) {
    std::string s = sentence;
    if (!call.operands.empty()) {
      const std::string last = to_string(call.operands.back()) + ": ";
      if (const auto at = s.find(last); at != std::string::npos) s = s.substr(at + last.size());
    }
    for (std::size_t at = 0; (at = s.find("P(", at)) != std::string::npos; ++at) {
      int depth = 0;
      std::size_t end = at + 1;
      for (; end < s.size(); ++end) {
        depth += s[end] == '(' ? 1 : s[end] == ')' ? -1 : 0;
        if (!depth) break;
      }
      s.erase(at, std::min(end + 1, s.size()) - at);
    }
    return s;
  }
};

Table table_of(const Op& op, const Sample& sample) {
  Table table;
  static const char* const letters[] = {"a", "b", "c"};
  const Call base = call_of(op, sample);
  const std::size_t n = base.operands.size();
  bool any_out = sample.specs || op.needs_out;
  std::vector<std::size_t> linked;  // operands with cotangent
  for (std::size_t i = 0; i < n; ++i)
    if (has_cotangent(base.operands[i])) linked.push_back(i);
  std::string head = "|", line = "|";
  const auto column = [&](const std::string& name) {
    head += " " + name + " |";
    line += "---|";
  };
  for (std::size_t i = 0; i < n; ++i) column(i < 3 ? letters[i] : std::to_string(i));
  if (any_out) column("out");
  column("result");
  column("forward");
  for (std::size_t i : linked)
    column(linked.size() == 1 ? "backward" : "backward, " + std::string(i < 3 ? letters[i] : "?"));
  bool first = true;
  for_each_call(op, sample, 1, [&](const Call& call) {
    const Answer a = answer(op, call);
    if (a.verdict != Verdict::ok) return table.refuse(op, call, a.sentence);
    if (first) table.accepted += head + "\n" + line + "\n";
    first = false;
    table.accepted += "|";
    for (auto& t : call.operands) table.accepted += " " + code(to_string(t)) + " |";
    if (any_out) table.accepted += " " + (call.out ? code(notation(*call.out)) : "") + " |";
    table.accepted += " " + code(to_string(a.result)) + " | " + count(a.forward) + " |";
    for (std::size_t i : linked)
      table.accepted += " " + (a.transpose[i] ? count(*a.transpose[i]) : std::string("no gradient")) + " |";
    table.accepted += "\n";
  });
  return table;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

const char* name_of(Kind kind) {
  static const char* const names[] = {"a whole number", "a list of whole numbers",
                                      "true or false",  "a number",
                                      "a text",         "a dtype",
                                      "a type",         "extents",
                                      "mesh axes",      "pairs of whole numbers"};
  return names[int(kind)];
}

/// All that a page says of an op, with `%` for its name.
std::string body(const Op& op) {
  std::string s;
  if (op.note[0]) s += std::string(op.note) + "\n\n";
  if (!op.attrs.empty()) {
    s += "| option | is | |\n|---|---|---|\n";
    for (auto& attr : op.attrs)
      s += "| `" + std::string(attr.name) + "`" + (attr.required ? "" : ", optional") + " | " + name_of(attr.kind) +
           " | " + attr.meaning + " |\n";
    s += "\n";
  }
  for (auto& sample : op.samples) {
    if (!sample.shown) continue;
    const Call call = call_of(op, sample);
    std::string types;
    for (auto& t : call.operands) types += (types.empty() ? "" : ", ") + to_string(t);
    if (call.literal) {
      const std::string number = nlohmann::json(call.literal->value).dump();
      types = call.literal->place + 1 < op.arity && op.arity == 2 ? number + ", " + types : types + ", " + number;
    }
    s += "`%(" + types + ")`";
    if (!call.attrs->empty()) s += " with `" + call.attrs->dump() + "`";
    s += "\n\n" + replaced(table_of(op, sample).text(), "| " + std::string(op.name()) + ": ", "| %: ") + "\n";
  }
  return s;
}
}  // namespace

std::string page(const Family& family) {
  std::string s = generated;
  s += "# " + std::string(family.title) +
       "\n\nEvery op in every state over one axis X. Where `forward` and `backward` are empty, nothing is sent. "
       "`backward` "
       "is what the gradient of that operand costs.\n";
  // Ops of which the same is to be said come together.
  std::vector<std::pair<std::string, std::vector<const Op*>>> groups;
  for (auto& op : family.ops) {
    const std::string b = body(op);
    auto same = std::find_if(groups.begin(), groups.end(), [&](auto& g) { return g.first == b; });
    if (same == groups.end()) same = groups.insert(groups.end(), {b, {}});
    same->second.push_back(&op);
  }
  for (auto& [text, ops] : groups) {
    std::string names;
    for (const Op* op : ops) {
      names += (names.empty() ? "`" : ", `") + std::string(op->name()) + "`";
      for (std::size_t k = 1; k < op->names.size(); ++k) names += " `" + std::string(op->names[k]) + "`";
    }
    while (s.ends_with("\n\n")) s.pop_back();
    s += "\n## " + names + "\n\n" + replaced(text, "%", ops[0]->name());
  }
  while (s.ends_with("\n\n")) s.pop_back();
  return s;
}

std::string index_page() {
  std::string s = generated;
  s += "# The rule book\n\nWhat every op does with every state, printed from the rules that the compiler uses. "
       "[semantics](../semantics.md) explains states and notation; [rulebook](../rulebook.md) the program that writes "
       "these pages and answers questions.\n\n";
  for (auto& family : families()) {
    s += "- [" + std::string(family.title) + "](" + family.name + ".md):";
    std::string last;
    for (auto& op : family.ops)
      if (last != op.name()) s += " `" + (last = op.name()) + "`";
    s += "\n";
  }
  return s;
}

}  // namespace shardwise::rulebook
