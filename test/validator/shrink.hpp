// Cuts a failing program down and prints it as C++.
#pragma once

#include <validator/generate.hpp>

namespace validator {

inline bool opens(Kind k) { return k == Kind::open || k == Kind::then || k == Kind::checkpoint; }
inline bool closes(Kind k) { return k == Kind::close || k == Kind::join || k == Kind::end_checkpoint; }

/// Without the steps that nothing uses.
inline Recipe without_dead_steps(const Recipe& r) {
  const std::size_t n = r.steps.size();
  std::vector<char> live(n, 0);
  std::vector<int> loop_of(n, -1), open;  // the opening step of the innermost loop around each step
  for (std::size_t i = 0; i < n; ++i) {
    if (closes(r.steps[i].kind)) open.pop_back();
    loop_of[i] = open.empty() ? -1 : open.back();
    if (opens(r.steps[i].kind)) open.push_back(int(i));
  }
  std::vector<int> work = r.outputs;
  for (int w : r.wrt) work.push_back(w);
  while (!work.empty()) {
    const int id = work.back();
    work.pop_back();
    if (id < 0 || live[std::size_t(id)]) continue;
    live[std::size_t(id)] = 1;
    const Step& s = r.steps[std::size_t(id)];
    for (int x : {s.a, s.b, s.c}) work.push_back(x);
    work.push_back(loop_of[std::size_t(id)]);
    if (s.kind == Kind::carry)
      for (std::size_t i = 0; i < n; ++i)
        if (r.steps[i].kind == Kind::next && r.steps[i].a == id) work.push_back(int(i));
  }
  int depth = 0;
  std::vector<int> opened;
  for (std::size_t i = 0; i < n; ++i) {
    if (opens(r.steps[i].kind)) opened.push_back(int(i));
    if (r.steps[i].kind == Kind::otherwise) live[i] = live[std::size_t(opened.back())];
    if (closes(r.steps[i].kind)) {
      live[i] = live[std::size_t(opened.back())];
      opened.pop_back();
    }
  }
  (void)depth;
  Recipe out = r;
  out.steps.clear();
  std::vector<int> map(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    if (!live[i]) continue;
    map[i] = int(out.steps.size());
    Step s = r.steps[i];
    for (int* x : {&s.a, &s.b, &s.c})
      if (*x >= 0) *x = map[std::size_t(*x)];
    out.steps.push_back(s);
  }
  for (int& o : out.outputs) o = map[std::size_t(o)];
  for (int& w : out.wrt) w = map[std::size_t(w)];
  return out;
}

/// The value of step `id` as an input instead.
inline Recipe with_input_for(const Recipe& r, int id, const TypeDesc& type) {
  Recipe out = r;
  const auto moved = [&](int x) { return x < 0 ? x : x == id ? 0 : x + 1; };
  for (auto& s : out.steps)
    for (int* x : {&s.a, &s.b, &s.c}) *x = moved(*x);
  out.steps.insert(out.steps.begin(), Step{.kind = Kind::input, .type = type});
  for (int& o : out.outputs) o = moved(o);
  for (int& w : out.wrt) w = w + 1;
  out.wrt.push_back(0);
  return without_dead_steps(out);
}

/// The smallest program that still fails, found greedily.
inline Recipe shrink(Recipe r, bool differences) {
  const auto fails = [&](const Recipe& candidate) {
    bool skipped = false;
    try {
      const std::string p = problem_of(candidate, skipped, differences);
      return !p.empty() && !p.starts_with("refused");
    } catch (const std::exception&) {
      return false;
    }
  };
  if (r.second) {
    Recipe first = r;
    first.second = false;
    if (fails(first)) r = first;
  }
  for (bool progress = true; progress;) {
    progress = false;
    for (std::size_t k = 0; k < r.outputs.size() && r.outputs.size() > 1; ++k) {
      Recipe smaller = r;
      smaller.outputs.erase(smaller.outputs.begin() + std::ptrdiff_t(k));
      smaller = without_dead_steps(smaller);
      if (fails(smaller)) r = smaller, progress = true, k = 0;
    }
    for (std::size_t k = 0; k < r.wrt.size() && r.wrt.size() > 1; ++k) {
      Recipe smaller = r;
      smaller.wrt.erase(smaller.wrt.begin() + std::ptrdiff_t(k));
      smaller = without_dead_steps(smaller);
      if (fails(smaller)) r = smaller, progress = true, k = 0;
    }
    Builder g;
    std::vector<Value> values;
    try {
      for (auto& s : r.steps) values.push_back(build_step(g, s, values, false));
    } catch (const std::exception&) {
      break;
    }
    for (int id = int(r.steps.size()) - 1; id >= 0; --id) {
      const Kind kind = r.steps[std::size_t(id)].kind;
      if (!values[std::size_t(id)].valid() || kind == Kind::input || kind == Kind::carry || kind == Kind::stack)
        continue;
      const TypeDesc type = values[std::size_t(id)].type();
      if (!has_cotangent(type)) continue;
      const Recipe smaller = with_input_for(r, id, type);
      if (smaller.steps.size() <= r.steps.size() && fails(smaller)) {
        r = smaller;
        progress = true;
        break;
      }
    }
  }
  return r;
}

/// The program in the library's own language, every value's type beside it.
inline std::string print(const Recipe& r) {
  Builder g;
  std::vector<Value> values;
  std::ostringstream o;
  std::string indent = "  ";
  const auto name = [](int id) { return "v" + std::to_string(id); };
  const auto spec = [](const std::optional<SpecDesc>& s) {
    Text t;
    if (s) {
      t << ", ";
      rules::print_spec_call(t, *s);
    }
    return std::string(t.view());
  };
  const auto list = [](unsigned dims) {
    std::string s;
    for (int d = 0; d < max_rank; ++d)
      if (dims >> d & 1) s += (s.empty() ? "" : ", ") + std::to_string(d);
    return s;
  };
  const auto letters = [](std::uint32_t labels) {
    std::string s;
    for (int d = 0; d < max_rank && field(labels, d); ++d) s += char('a' + field(labels, d) - 1);
    return s;
  };
  std::string types, arguments;
  std::vector<std::string> inits, items, nexts, stacks;
  for (std::size_t i = 0; i < r.steps.size(); ++i) {
    const Step& s = r.steps[i];
    if (s.kind == Kind::input) {
      types += ", \"" + to_string(s.type) + "\"";
      arguments += (arguments.empty() ? "auto " : ", auto ") + name(int(i));
    }
  }
  o << "constexpr auto f = [](" << arguments << ") {  // " << text_of(r.mesh) << "\n";
  for (std::size_t i = 0; i < r.steps.size(); ++i) {
    const Step& s = r.steps[i];
    try {
      values.push_back(build_step(g, s, values, false));
    } catch (const std::exception& e) {
      o << indent << "// " << e.what() << "\n";
      break;
    }
    const std::string a = name(s.a), b = name(s.b), c = name(s.c), number = std::to_string(s.value);
    std::string e;
    const char* reductions[] = {"sum", "mean", "max", "min"};
    switch (s.kind) {
      case Kind::input:
        continue;
      case Kind::unary:
        e = std::string(s.op->name) + "(" +
            (has_kink(s.op)         ? a + " + " + number
             : wants_positive(s.op) ? "sw::square(" + a + ") + " + number
                                    : a) +
            ")";
        e = s.op == op<ops::neg> ? "-" + a : "sw::" + e;
        break;
      case Kind::scale:
        e = number + " * " + a;
        break;
      case Kind::shift:
        e = a + " + " + number;
        break;
      case Kind::binary: {
        const std::string_view n = s.op->name;
        if (n == "add" || n == "sub" || n == "mul")
          e = a + (n == "add" ? " + " : n == "sub" ? " - " : " * ") + b;
        else if (n == "div")
          e = a + " / (sw::square(" + b + ") + " + number + ")";
        else
          e = "sw::" + std::string(n) + "(" + a + ", " + b + " + " + number + ")";
        break;
      }
      case Kind::select:
        e = "sw::where(" + a + " > " + number + ", " + b + ", " + c + ")";
        break;
      case Kind::mask:
        e = "sw::where(" + a + " > " + number + ", " + b + ", 0)";
        break;
      case Kind::reduce:
        e = std::string("sw::") + reductions[s.which] + "<" + list(s.dims) + ">(" + a + spec(s.spec) +
            (s.keep ? ", keepdims)" : ")");
        break;
      case Kind::contract:
        e = "sw::einsum<\"" + letters(s.labels[0]) + "," + letters(s.labels[1]) + "->" + letters(s.labels[2]) + "\">(" +
            a + ", " + b + spec(s.spec) + ")";
        break;
      case Kind::transpose: {
        std::string p;
        for (int d = 0; d < values.back().type().rank; ++d) p += (d ? "," : "") + std::to_string(field(s.labels[0], d));
        e = "sw::transpose<" + p + ">(" + a + ")";
        break;
      }
      case Kind::reshape: {
        std::string p;
        for (int d = 0; d < s.type.rank; ++d) p += (d ? "," : "") + std::to_string(s.type.dims[d].extent.number);
        e = "sw::reshape<" + p + ">(" + a + ")";
        break;
      }
      case Kind::slice:
        e = "sw::slice<" + std::to_string(s.dim) + ">(" + a + ", " + std::to_string(s.from) + ", " +
            std::to_string(s.to) + ", " + std::to_string(s.by) + ")";
        break;
      case Kind::pad:
        e = "sw::pad<" + std::to_string(s.dim) + ">(" + a + ", " + std::to_string(s.from) + ", by " +
            std::to_string(s.by) + ", to " + std::to_string(s.to) + ")";
        break;
      case Kind::concat:
        e = "sw::concat<" + std::to_string(s.dim) + ">(" + a + ", " + b + ")";
        break;
      case Kind::flip:
        e = "sw::flip<" + list(s.dims) + ">(" + a + ")";
        break;
      case Kind::triangle:
        e = std::string(s.which ? "sw::triu<" : "sw::tril<") + std::to_string(s.dim) + ">(" + a + ")";
        break;
      case Kind::window:
        e = "sw::dynamic_slice_in_dim<" + std::to_string(s.dim) + ", " + std::to_string(s.to) + ">(" + a +
            ", sw::full<\"i32[]\">(" + a + ", " + std::to_string(s.from) + "))";
        break;
      case Kind::update:
        e = "sw::dynamic_update_slice_in_dim<" + std::to_string(s.dim) + ">(" + a + ", " + b +
            ", sw::full<\"i32[]\">(" + a + ", " + std::to_string(s.from) + "))";
        break;
      case Kind::reshard:
        e = "sw::reshard(" + a + spec(s.spec) + ")";
        break;
      case Kind::logsumexp:
        e = "sw::logsumexp<" + std::to_string(s.dim) + ">(" + a + ")";
        break;
      case Kind::softmax:
        e = "sw::softmax<" + std::to_string(s.dim) + ">(" + a + ")";
        break;
      case Kind::stop:
        e = a + " + sw::stop_gradient(" + a + ")";
        break;
      case Kind::cast:
        e = "sw::astype<" + std::string(name_of(s.type.dtype)) + ">(" + a + ")";
        break;
      case Kind::argmax:
        e = "sw::astype<float>(sw::argmax<" + std::to_string(s.dim) + ">(" + a + "))";
        break;
      case Kind::open:
        o << indent << "// sw::scan over " << s.trip << (s.reversed ? ", backwards" : "") << ": the body is\n"
          << indent << "{\n";
        indent += "  ";
        continue;
      case Kind::carry:
        e = "carried, from " + a;
        break;
      case Kind::item:
        e = "this iteration's element of " + a;
        break;
      case Kind::next:
        o << indent << a << " becomes " << b << ";\n";
        continue;
      case Kind::stack:
        e = "stacked(" + a + ")";
        break;
      case Kind::close:
        indent.resize(indent.size() - 2);
        o << indent << "}\n";
        continue;
      case Kind::result:
        e = "the loop's " + a;
        break;
      case Kind::then:
        o << indent << "// sw::cond: where the sum of " << a << " is above " << number << "\n" << indent << "{\n";
        indent += "  ";
        continue;
      case Kind::otherwise:
        o << indent.substr(2) << "} else {\n";
        continue;
      case Kind::join:
        indent.resize(indent.size() - 2);
        o << indent << "}\n";
        continue;
      case Kind::checkpoint:
        o << indent << "{  // sw::checkpoint with policy " << s.which << "\n";
        indent += "  ";
        continue;
      case Kind::end_checkpoint:
        indent.resize(indent.size() - 2);
        o << indent << "}\n";
        continue;
      case Kind::named:
        e = "sw::checkpoint_name<\"a\">(" + a + ")";
        break;
      case Kind::by_hand: {
        const char* forms[] = {"map",     "combine", "total",    "product",       "gather",
                               "scatter", "cut",     "exchange", "there and back"};
        e = "in manual mode, " + std::string(forms[s.which]) + " (manual_forms.hpp): " + a + (s.b >= 0 ? ", " + b : "");
        break;
      }
      case Kind::pick:
        e = "of the branches: " + a + " or " + b;
        break;
    }
    o << indent << "auto " << name(int(i)) << " = " << e << ";  // " << to_string(values.back().type()) << "\n";
  }
  o << "  // the loss is the weighted sum of";
  for (int id : r.outputs) o << ' ' << name(id);
  Text loss;
  loss << r.loss;
  o << " with the layout " << loss.view() << ", differentiated in";
  for (int id : r.wrt) o << ' ' << name(id);
  if (r.second) o << "; its gradient is part of the loss";
  o << "\n};\nusing F = sw::Program<f" << types << ">;\n";
  return o.str();
}

struct RandomOutcome {
  std::string report;  ///< empty if all is well
  bool skipped = false, has_scan = false, has_branch = false, has_checkpoint = false;
  int equations = 0;
};
inline RandomOutcome run_random_program(unsigned seed) {
  RandomOutcome out;
  const bool scans = seed % 3 == 0;
  const Recipe r = Generator(seed, scans).run(5 + int(seed * 7919u % 26));
  out.has_scan = scans;
  for (auto& s : r.steps) {
    out.has_branch |= s.kind == Kind::pick;
    out.has_checkpoint |= s.kind == Kind::checkpoint;
  }
  const bool differences = is_smooth(r) && (scans || seed % 4 == 0);
  if (r.outputs.empty()) return out.skipped = true, out;
  std::string problem = problem_of(r, out.skipped, differences);
  out.equations = int(r.steps.size());
  if (problem.empty()) return out;
  const Recipe small = shrink(r, differences);
  bool skipped = false;
  const std::string smaller_problem = problem_of(small, skipped, differences);
  out.report = (smaller_problem.empty() ? problem : smaller_problem) + "\n" + print(small);
  return out;
}

}  // namespace validator
