// Writes random programs into a folder, each twice: as a typed step, and as calls on values.
//   generate_typed <folder>
// The same seed gives the same files. A step of a program is kept if the rules accept it.
#include <shardwise/dsl/program/program.hpp>

#include <fstream>
#include <iostream>
#include <random>

using namespace shardwise;

struct Generator {
  std::mt19937 random;
  Builder g;
  std::vector<Value> values;
  std::vector<std::string> names, typed, dynamic;
  int made = 0;

  explicit Generator(unsigned seed) : random(seed) {}
  std::size_t below(std::size_t n) { return random() % n; }
  template <class T> T pick(std::initializer_list<T> list) { return list.begin()[below(list.size())]; }

  /// Keeps a step that the rules accept: its value, and how it is written twice.
  template <class F> bool keep(F f, const std::string& as_typed, const std::string& as_dynamic) {
    const Builder saved = g;
    try {
      const Value v = f();
      if (v.type().rank > 3) throw RuleError("too large");
      // Blocks on a mesh of 2 x 2 are equal.
      for (const TypeDesc& t : g.types)
        for (int d = 0; d < t.rank; ++d)
          if (t.dims[d].extent.number % (1 << t.dims[d].axes.size)) throw RuleError("not divisible");
      values.push_back(v);
    } catch (const RuleError&) {
      g = saved;
      return false;
    }
    names.push_back("v" + std::to_string(made++));
    typed.push_back("auto " + names.back() + " = " + as_typed + ";");
    dynamic.push_back("const Value " + names.back() + " = " + as_dynamic + ";");
    return true;
  }
  static std::string call(const SpecDesc& s) {
    Text t;
    rules::print_spec_call(t, s);
    std::string text(t.view()), out = text;
    for (const char* name : {"none", "axes(", "unreduced(", "reduced(", "P("})
      for (std::size_t at = 0; (at = out.find(name, at)) != std::string::npos; at += 4 + std::string(name).size())
        if (at < 1 || (!isalpha(out[at - 1]) && out[at - 1] != ':'))
          out.insert(at, "sw::");
        else
          at -= 4;
    return out;
  }
  static std::string quoted(const SpecDesc& s) {
    Text t;
    t << s;
    return "spec(\"" + std::string(t.view()) + "\")";
  }
  SpecDesc random_spec(int rank) {
    SpecDesc s;
    s.rank = rank;
    for (Name axis : {Name("X"), Name("Y")}) {
      const std::size_t what = below(std::size_t(rank) + 4);
      if (what < std::size_t(rank)) s.dims[what].push(axis);
      if (what == std::size_t(rank)) s.unreduced.insert(axis);
      if (what == std::size_t(rank) + 1) s.reduced.insert(axis);
    }
    return s;
  }
  /// A value that its loops' bodies and all later steps may use.
  std::size_t any() { return values.size() - 1 - below(std::min<std::size_t>(values.size(), 4)); }

  bool step() {
    const std::size_t i = any(), j = below(values.size());
    const Value a = values[i], b = values[j];
    const std::string na = names[i], nb = names[j];
    const int rank = a.type().rank;
    switch (below(24)) {
      case 0: {
#define UNARY(OP) \
  return keep([&] { return apply<ops::OP>(a); }, "sw::" #OP "(" + na + ")", "apply<ops::" #OP ">(" + na + ")");
        switch (below(6)) {
          case 0:
            UNARY(tanh)
          case 1:
            UNARY(sin)
          case 2:
            UNARY(square)
          case 3:
            UNARY(sigmoid)
          case 4:
            UNARY(gelu)
          default:
            UNARY(relu)
        }
      }
      case 1:
      case 2:
        switch (below(4)) {
          case 0:
            return keep([&] { return a + b; }, na + " + " + nb, "apply<ops::add>(" + na + ", " + nb + ")");
          case 1:
            return keep([&] { return a - b; }, na + " - " + nb, "apply<ops::sub>(" + na + ", " + nb + ")");
          case 2:
            return keep([&] { return a * b; }, na + " * " + nb, "apply<ops::mul>(" + na + ", " + nb + ")");
          default:
            return keep([&] { return apply<ops::max>(a, b); }, "sw::max(" + na + ", " + nb + ")",
                        "apply<ops::max>(" + na + ", " + nb + ")");
        }
      case 3:
        return keep([&] { return 0.5 * a; }, "0.5 * " + na, "sw::scale(" + na + ", 0.5)");
      case 4:
        return keep([&] { return a + 1.0; }, na + " + 1", "apply<ops::add>(" + na + ", 1.0)");
      case 5: {
        if (!rank) return false;
        const int d = int(below(std::size_t(rank)));
        const bool kept = below(2), with_out = below(2);
        const SpecDesc s = random_spec(rank - !kept);
        const std::string n = pick({"sum", "mean", "max"});
        const std::string rest = std::string(", ") + std::to_string(1u << d) + "u, " + (kept ? "true" : "false");
        return keep(
            [&] {
              const SpecDesc* out = with_out ? &s : nullptr;
              return n == "sum"    ? sum(a, 1u << d, kept, out)
                     : n == "mean" ? mean(a, 1u << d, kept, out)
                                   : reduce_max(a, 1u << d, kept, out);
            },
            "sw::" + n + "<" + std::to_string(d) + ">(" + na + (kept ? ", sw::keepdims" : "") +
                (with_out ? ", " + call(s) : "") + ")",
            "[&] { const auto s = " + quoted(s) + "; return sw::" + (n == "max" ? "reduce_max" : n) + "(" + na + rest +
                (with_out ? ", &s" : ", (void(s), nullptr)") + "); }()");
      }
      case 6:
      case 7: {
        const SpecDesc s = random_spec(2);
        const bool with_out = below(2);
        if (rank == 2 && b.type().rank == 2 && below(2))
          return keep([&] { return einsum(a, b, 0x21, 0x23, 0x31, with_out ? &s : nullptr); },
                      "sw::einsum<\"ij,kj->ik\">(" + na + ", " + nb + (with_out ? ", " + call(s) : "") + ")",
                      "[&] { const auto s = " + quoted(s) + "; return sw::einsum(" + na + ", " + nb +
                          ", 0x21, 0x23, 0x31, " + (with_out ? "&s" : "(void(s), nullptr)") + "); }()");
        return keep([&] { return matmul(a, b, with_out ? &s : nullptr); },
                    "sw::matmul(" + na + ", " + nb + (with_out ? ", " + call(s) : "") + ")",
                    "[&] { const auto s = " + quoted(s) + "; return sw::matmul(" + na + ", " + nb + ", " +
                        (with_out ? "&s" : "(void(s), nullptr)") + "); }()");
      }
      case 8:
        if (rank != 2) return false;
        return keep([&] { return transpose(a, 0x01); }, "sw::transpose<1, 0>(" + na + ")",
                    "sw::transpose(" + na + ", 0x01)");
      case 9: {
        if (rank != 2 || !a.type().dims[0].extent.is_number()) return false;
        const Extent n = a.type().dims[0].extent * a.type().dims[1].extent;
        const Extent e[] = {n};
        return keep([&] { return reshape(a, e, 1); }, "sw::reshape<" + std::to_string(n.number) + ">(" + na + ")",
                    "[&] { const Extent e[] = {extent(" + std::to_string(n.number) + ")}; return sw::reshape(" + na +
                        ", e, 1); }()");
      }
      case 10: {
        if (!rank) return false;
        const int d = int(below(std::size_t(rank)));
        return keep([&] { return slice(a, d, 0, 2); }, "sw::slice<" + std::to_string(d) + ", 0, 2>(" + na + ")",
                    "sw::slice(" + na + ", " + std::to_string(d) + ", 0, 2)");
      }
      case 11: {
        const SpecDesc s = random_spec(rank);
        return keep([&] { return reshard(a, s); }, "sw::reshard(" + na + ", " + call(s) + ")",
                    "sw::reshard(" + na + ", " + quoted(s) + ")");
      }
      case 12:
        return keep([&] { return where(apply<ops::gt>(a, b), a, b); },
                    "sw::where(" + na + " > " + nb + ", " + na + ", " + nb + ")",
                    "sw::where(apply<ops::gt>(" + na + ", " + nb + "), " + na + ", " + nb + ")");
      case 13: {
        if (!rank) return false;
        const std::string last = std::to_string(rank - 1);
        return below(2) ? keep([&] { return log_softmax(a, rank - 1); }, "sw::log_softmax(" + na + ")",
                               "sw::log_softmax(" + na + ", " + last + ")")
                        : keep([&] { return logsumexp(a, rank - 1); }, "sw::logsumexp<" + last + ">(" + na + ")",
                               "sw::logsumexp(" + na + ", " + last + ")");
      }
      case 14:
        return keep([&] { return a + stop_gradient(b); }, na + " + sw::stop_gradient(" + nb + ")",
                    "apply<ops::add>(" + na + ", sw::stop_gradient(" + nb + "))");
      case 15: {
        if (!rank) return false;
        const int d = int(below(std::size_t(rank)));
        const std::string dim = std::to_string(d), mask = std::to_string(1u << d);
        switch (below(4)) {
          case 0:
            return keep([&] { return flip(a, 1u << d); }, "sw::flip<" + dim + ">(" + na + ")",
                        "sw::flip(" + na + ", " + mask + "u)");
          case 1:
            return keep([&] { return cumsum(a, d, false); }, "sw::cumsum<" + dim + ">(" + na + ")",
                        "sw::cumsum(" + na + ", " + dim + ", false)");
          case 2:
            return keep([&] { return sort(a, d); }, "sw::sort<" + dim + ">(" + na + ")",
                        "sw::sort(" + na + ", " + dim + ")");
          default:
            return keep([&] { return tril(a, 0); }, "sw::tril(" + na + ")", "sw::tril(" + na + ", 0)");
        }
      }
      case 16: {
        if (!rank) return false;
        const std::string d = std::to_string(below(std::size_t(rank)));
        return keep(
            [&] {
              return concat({a, b}, d[0] - '0');
            },
            "sw::concat<" + d + ">(" + na + ", " + nb + ")", "sw::concat({" + na + ", " + nb + "}, " + d + ")");
      }
      case 17: {
        if (!rank) return false;
        const std::string d = std::to_string(below(std::size_t(rank)));
        return keep(
            [&] {
              return stack({a, b}, d[0] - '0');
            },
            "sw::stack<" + d + ">(" + na + ", " + nb + ")", "sw::stack({" + na + ", " + nb + "}, " + d + ")");
      }
      case 18: {  // rows of a, looked up
        if (!rank) return false;
        return keep([&] { return take(a, argsort(b, 0), nullptr); }, "sw::take(" + na + ", sw::argsort<0>(" + nb + "))",
                    "sw::take(" + na + ", sw::argsort(" + nb + ", 0), nullptr)");
      }
      case 19:
        return keep(
            [&] {
              const SpecDesc s = spec_of(a.type());
              return manual::leave(apply<ops::tanh>(manual::enter(a, s)), s);
            },
            "sw::shard_map([](auto x) { return sw::tanh(x); }, sw::spec(" + na + "), sw::spec(" + na + "))(" + na + ")",
            "by_hand(" + na + ")");
      case 20: {
        if (!rank) return false;
        return keep(
            [&] {
              AxisList axes;
              axes.push(Name("X"));
              const Value x = manual::enter(a, spec_of(a.type()));
              return manual::leave(manual::psum(sum(x, (1u << rank) - 1), axes), {});
            },
            "sw::shard_map([](auto x) { return sw::psum(sw::sum(x), X); }, sw::spec(" + na + "), sw::P())(" + na + ")",
            "total_by_hand(" + na + ")");
      }
      case 21:
        return keep(
            [&] {
              g.begin_checkpoint(&policy::Nothing::saves);
              const Value x = apply<ops::sin>(apply<ops::tanh>(a));
              g.end_checkpoint();
              return alias(x);
            },
            "sw::checkpoint([](auto x) { return sw::sin(sw::tanh(x)); })(" + na + ")", "recomputed(g, " + na + ")");
      case 22: {
        if (!rank || a.type().unreduced.size) return false;
        const std::string all = std::to_string((1u << rank) - 1);
        return keep(
            [&] {
              const SpecDesc none{};
              const Value p = apply<ops::gt>(sum(a, (1u << rank) - 1, false, &none), 0.25);
              const int first = g.open_branch(p.id, true);
              const Value x = apply<ops::tanh>(a);
              g.close();
              g.open_branch(p.id, false, first);
              const Value y = scale(a, 0.5);
              g.close();
              return loop::pick(g, first, x, y);
            },
            "sw::cond(sw::sum(" + na +
                ", sw::P()) > 0.25, [](auto x) { return sw::tanh(x); }, [](auto x) { return 0.5 * x; }, " + na + ")",
            "branched(g, " + na + ", " + all + "u)");
      }
      default: {  // a loop: the carry is a, over b, with a captured value
        const std::size_t k = below(values.size());
        const Value w = values[k];
        if (b.type().rank < 1 || b.type().dims[0].axes.size || !b.type().dims[0].extent.is_number()) return false;
        return keep(
            [&] {
              g.open(b.type().dims[0].extent, false);
              const Value h = loop::carry(a), x = loop::item(b);
              const Value next = apply<ops::tanh>(h * w + x);
              if (!(next.type() == a.type())) throw RuleError("the carry");
              loop::set_next(h, next);
              g.close();
              return loop::result(h);
            },
            "sw::scan([&](auto h, auto x) { return sw::tanh(h * " + names[k] + " + x); }, " + na + ", " + nb + ")",
            "loop(g, " + na + ", " + nb +
                ", [&](Value h, Value x) { return apply<ops::tanh>(apply<ops::add>(apply<ops::mul>(h, " + names[k] +
                "), x)); })");
      }
    }
  }
};

std::string program(unsigned seed, int number) {
  Generator p(seed);
  const char* pool[] = {"f32[4,4]",       "f32[4@X,4]",        "f32[4,4@X]",      "f32[4,4]{R:X}", "f32[4,4]{U:X}",
                        "f32[4]",         "f32[4@X]",          "f32[4]{R:X}",     "f32[]",         "f32[4@X,4@Y]",
                        "f32[4@(X,Y),4]", "f32[4,4]{R:(X,Y)}", "f32[4,4@X]{R:Y}", "f32[3,4,4]",    "f32[3,4@X,4]",
                        "f32[3,4]",       "f32[3,4]{R:X}",     "f32[3,4,4]{R:X}"};
  const int inputs = 2 + int(p.below(2));
  std::string arguments, parameters, inner, notations, aliases, makes, wrt, aliased;
  std::vector<std::string> types;
  for (int i = 0; i < inputs; ++i) {
    const std::string n = "x" + std::to_string(i);
    std::string notation = pool[p.below(std::size(pool))];
    // In every other program more than fits a register, and no multiple of it.
    for (std::size_t at = 0; number % 2 == 0 && (at = notation.find('4', at)) != std::string::npos; at += 2)
      notation.replace(at, 1, "20");
    p.values.push_back({&p.g, p.g.input(type_of(notation))});
    p.names.push_back(n);
    arguments += (i ? ", " : "") + n;
    parameters += (i ? ", auto " : "auto ") + n;
    inner += std::string(i ? ", " : "") + "[[maybe_unused]] auto " + n;
    notations += ", \"" + notation + "\"";
    makes += "  Value " + n + "{&g, g.input(type_of(\"" + notation + "\"))};\n";
    aliases += "  " + n + " = sw::alias(" + n + ");\n";
    wrt += (i ? ", " : "") + std::to_string(i);
  }
  const int wanted = 4 + int(p.below(6));
  for (int tries = 0; p.made < wanted && tries < 2000; ++tries) p.step();
  // The loss: the sum of the last value, to a state of its own.
  const std::string last = p.names.back();
  const unsigned all = (1u << p.values.back().type().rank) - 1;
  const std::string n = std::to_string(number);
  std::string s = "constexpr auto typed_" + n + " = [](" + parameters + ") {\n  return sw::value_and_grad<" + wrt +
                  ">([](" + inner + ") {\n";
  for (auto& line : p.typed) s += "    [[maybe_unused]] " + line + "\n";
  s += "    return sw::sum(" + last + ");\n  })(" + arguments + ");\n};\n";
  s += "void dynamic_" + n + "(Builder& g, std::vector<Value>& results) {\n" + makes +
       "  const int from = g.size();\n" + aliases;
  for (auto& line : p.dynamic) s += "  [[maybe_unused]] " + line + "\n";
  s += "  const Value loss = sw::sum(" + last + ", " + std::to_string(all) +
       "u);\n  results = sw::gradient(g, loss, {" + arguments + "}, from);\n";
  s += "  results.insert(results.begin(), loss);\n}\n";
  s += "TEST_CASE(\"typed equals dynamic " + n + "\") { check<sw::Program<typed_" + n + notations + ">, " +
       (number % 3 ? "false" : "true") + ">(dynamic_" + n +
       "); }\n\n";  // a third on devices, too: it takes long to compile
  return s;
}

int main(int, char** argv) {
  int number = 0;
  for (int file = 0; file < 3; ++file) {
    std::ofstream out(std::string(argv[1]) + "/programs_" + std::to_string(file) + ".cpp");
    out << "// Written by generate.cxx.\n#include <typed/equal.hpp>\n\n// clang-format off\nnamespace {\nusing "
           "namespace typed;\n\n";
    for (int k = 0; k < 20; ++k, ++number) out << program(unsigned(number) + 1000, number);
    out << "}  // namespace\n";
  }
}
