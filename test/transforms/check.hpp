// A program through each transform alone and through all of them, by the interpreter.
#pragma once

#include <transforms/well_formed.hpp>
#include <validator/data.hpp>

#include <sstream>

namespace transforms {

using validator::Random;

struct Named {
  const char* name;
  DynamicProgram (*apply)(DynamicProgram);
};
inline const std::vector<Named>& all_transforms() {
  static const std::vector<Named> list{{"fold_transposes", fold_transposes},
                                       {"fold_scalings", fold_scalings},
                                       {"pull_softmax_divisors", pull_softmax_divisors},
                                       {"fold_reshards", fold_reshards},
                                       {"merge_reductions", merge_reductions},
                                       {"hoist", hoist},
                                       {"fuse", fuse},
                                       {"all", [](DynamicProgram p) { return optimise(std::move(p)); }}};
  return list;
}

/// How many programs each transform changed, and how many collectives it saved.
struct Fired {
  std::map<std::string, long> changed, saved;
  friend std::ostream& operator<<(std::ostream& out, const Fired& f) {
    const char* between = "";
    for (const auto& [name, n] : f.changed) {
      out << between << name << ' ' << n;
      if (const auto s = f.saved.find(name); s != f.saved.end()) out << " (" << s->second << " collectives less)";
      between = ", ";
    }
    return out;
  }
};

inline bool same(const DynamicProgram& a, const DynamicProgram& b) {
  return a.equations == b.equations && a.types == b.types && a.outputs == b.outputs && a.inputs == b.inputs;
}

/// Never more collectives in all, nor of the halves that an all-reduce has: it may become one of them, both may become
/// it, and an all-gather and an all-to-all each other.
inline bool no_more(const Collectives& after, const Collectives& before) {
  return after.total() <= before.total() && after.permute <= before.permute &&
         after.all_reduce + after.all_gather + after.all_to_all <=
             before.all_reduce + before.all_gather + before.all_to_all &&
         after.all_reduce + after.reduce_scatter <= before.all_reduce + before.reduce_scatter;
}

/// Two listings, without what is in both.
inline std::string difference(const DynamicProgram& a, const DynamicProgram& b) {
  const auto lines = [](const DynamicProgram& p) {
    std::vector<std::string> out;
    std::istringstream in(to_string(p.view()));
    for (std::string line; std::getline(in, line);) out.push_back(line);
    return out;
  };
  const auto before = lines(a), after = lines(b);
  std::string text = "from\n";
  for (auto& line : before)
    if (std::find(after.begin(), after.end(), line) == after.end()) text += line + "\n";
  text += "to\n";
  for (auto& line : after)
    if (std::find(before.begin(), before.end(), line) == before.end()) text += line + "\n";
  return text;
}

struct Outcome {
  std::string problem;
  bool skipped = false;
};

inline std::string text_of(const Collectives& c) { return to_string(c); }

/// The results of a program on a mesh, each put together.
inline std::vector<interpreter::HostArray> results_of(interpreter::Interpreter& run, const DynamicProgram& p,
                                                      const std::vector<interpreter::Pieces>& pieces) {
  std::vector<interpreter::HostArray> out;
  const auto results = run.run(pieces);
  for (std::size_t k = 0; k < results.size(); ++k)
    out.push_back(run.mesh().assemble(p.view().type_of(p.outputs[k]), results[k]));
  return out;
}

inline Outcome check(const DynamicProgram& p, const std::vector<interpreter::MeshAxis>& mesh, unsigned seed,
                     Fired& fired) {
  Outcome out;
  Random random(seed);
  const interpreter::SimulatedMesh one;
  interpreter::Interpreter before(p.view(), mesh);
  std::vector<interpreter::Pieces> pieces;
  for (int id : p.inputs) {
    const TypeDesc& t = p.view().type_of(id);
    pieces.push_back(random.scatter(before.mesh(), t, random.array(one.global_shape(validator::plain(t)), t.dtype)));
  }
  const auto expected = results_of(before, p, pieces);
  double size = 0;
  for (auto& a : expected)
    for (double x : a) size = x != x ? 1e300 : std::max(size, std::fabs(x));
  if (size > 1e5) return out.skipped = true, out;
  const Collectives counted = count_collectives(p.view());
  for (const Named& transform : all_transforms()) {
    const std::string name = transform.name;
    try {
      const DynamicProgram q = transform.apply(p);
      const bool changed = !same(p, q);
      fired.changed[name] += changed;
      if (std::string s = problem_of(q); !s.empty()) return out.problem = name + ": " + s, out;
      if (!same(q, transform.apply(q)))
        return out.problem = name + " changes it twice: " + difference(q, transform.apply(q)), out;
      if (!changed) continue;
      for (std::size_t k = 0; k < p.outputs.size(); ++k)
        if (!(p.view().type_of(p.outputs[k]) == q.view().type_of(q.outputs[k])))
          return out.problem = name + " changes the type of a result", out;
      const Collectives issued = count_collectives(q.view());
      if (counted.exact && issued.exact ? !no_more(issued, counted) : issued.total() > counted.total())
        return out.problem = name + ": " + text_of(issued) + " instead of " + text_of(counted) + " " + difference(p, q),
               out;
      if (counted.exact) fired.saved[name] += long(counted.total() - issued.total());
      interpreter::Interpreter after(q.view(), mesh);
      const auto results = results_of(after, q, pieces);
      if (!no_more(after.collectives(), before.collectives()))
        return out.problem =
                   name + " runs " + text_of(after.collectives()) + " instead of " + text_of(before.collectives()),
               out;
      if (issued.exact && !(after.collectives() == issued))
        return out.problem = name + ": the collectives that ran are not those counted", out;
      for (std::size_t k = 0; k < results.size(); ++k) {
        double scale = 1;
        for (double x : expected[k]) scale = std::max(scale, std::fabs(x));
        const long at = validator::first_difference(results[k], expected[k], 1e-9 * scale);
        if (at < 0) continue;
        std::ostringstream o;
        o << name << ": element " << at << " of result " << k << " is " << results[k].data()[at] << ", should be "
          << expected[k].data()[at] << "\n"
          << to_string(p.view()) << "then\n"
          << to_string(q.view());
        return out.problem = o.str(), out;
      }
    } catch (const std::exception& e) {
      return out.problem = name + ": " + e.what(), out;
    }
  }
  return out;
}

}  // namespace transforms
