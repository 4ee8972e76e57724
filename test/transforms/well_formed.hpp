// What every program must be, whoever made it: operands before their uses and in sight, regions nested, trees together,
// and each equation of the type that the rules give it.
#pragma once

#include <shardwise/dsl.hpp>
#include <shardwise/dsl/transform/describe_group.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace transforms {

using namespace shardwise;

class WellFormed {
 public:
  explicit WellFormed(const ProgramView& p) : p_(p) {}

  /// What is wrong first, or nothing.
  std::string problem() {
    const int n = int(p_.equations.size());
    home_.assign(std::size_t(n), -1);
    std::vector<int> open, ends;
    for (int i = 0; i < n; ++i) {
      while (!ends.empty() && ends.back() == i) {
        ends.pop_back();
        open.pop_back();
      }
      home_[std::size_t(i)] = open.empty() ? -1 : open.back();
      const Eqn& q = eqn(i);
      if (!q.op) return at(i, "has no op");
      if (q.type < 0 || q.type >= int(p_.types.size())) return at(i, "has no type");
      if (opens_region(q.op)) {
        if (q.a <= i || q.a > n || (!ends.empty() && q.a > ends.back())) return at(i, "ends where no region may");
        open.push_back(i);
        ends.push_back(q.a);
      }
    }
    for (int i = 0; i < n; ++i)
      if (std::string s = operands(i); !s.empty()) return s;
    for (int i = 0; i < n; ++i)
      if (std::string s = type(i); !s.empty()) return s;
    for (int id : p_.inputs)
      if (!(eqn(id).op == op<ops::input>) || home(id) != -1) return at(id, "is no input");
    for (int id : p_.outputs)
      if (id < 0 || id >= n || home(id) != -1) return "a result is not in sight";
    if (std::string s = trees(); !s.empty()) return s;
    return kernels();
  }

 private:
  ProgramView p_;
  std::vector<int> home_;

  const Eqn& eqn(int id) const { return p_.equations[std::size_t(id)]; }
  int home(int id) const { return home_[std::size_t(id)]; }
  std::string at(int id, const std::string& what) const {
    return "%" + std::to_string(id) + " (" + std::string(eqn(id).op ? eqn(id).op->name : "?") + ") " + what + "\n" +
           (eqn(id).op ? to_string(p_) : "");
  }
  /// The value's region is open where `region` is.
  bool in_sight(int v, int region) const {
    for (int r = region; r != home(v); r = home(r))
      if (r < 0) return false;
    return true;
  }
  std::string operands(int i) const {
    const Eqn& q = eqn(i);
    const auto fine = [&](int v) { return v < 0 || (v < i && !opens_region(eqn(v).op) && in_sight(v, home(i))); };
    if (q.op == op<ops::scan> || q.op == op<ops::repeat>) return {};
    if (q.op == op<ops::branch>) return fine(q.b) && q.b >= 0 ? "" : at(i, "decides by what is not in sight");
    if (q.op == op<ops::carry>) {
      if (home(i) < 0 || !fine(q.a) || q.a < 0 || home(q.a) == home(i)) return at(i, "starts from inside of its loop");
      return q.b >= 0 && in_sight(q.b, home(i)) ? "" : at(i, "goes on with what is not in its loop");
    }
    if (q.op == op<ops::result>) {
      const int loop = q.a >= 0 ? home(q.a) : -1;
      const bool closed = loop >= 0 && q.a < i && home(loop) == home(i) && loop < i && eqn(loop).a <= i;
      return closed && (eqn(q.a).op == op<ops::carry> || eqn(q.a).op == op<ops::stack>) ? ""
                                                                                        : at(i, "is of no closed loop");
    }
    if (q.op == op<ops::pick>) {
      for (int v : {q.b, q.c}) {
        if (v < 0 || fine(v)) continue;
        const int branch = v < i ? home(v) : -1;
        if (branch < 0 || !(eqn(branch).op == op<ops::branch>) || home(branch) != home(i) || eqn(branch).a > i ||
            eqn(branch).b != q.a || (eqn(branch).k0 != 0) != (v == q.b))
          return at(i, "picks what is no value of its branch");
      }
      return fine(q.a) ? "" : at(i, "picks by what is not in sight");
    }
    for (int v : {q.a, q.b, q.c})
      if (!fine(v)) return at(i, "reads what is not in sight");
    if (q.op == op<ops::item> && (home(i) < 0 || home(q.a) == home(i)))
      return at(i, "is of no array outside of a loop");
    return {};
  }
  /// The type that the rules give it, where one call says that.
  std::string type(int i) const {
    const Eqn& q = eqn(i);
    if (opens_region(q.op)) return {};
    const TypeDesc& t = p_.type_of(i);
    const auto of = [&](int v) { return p_.type_of(v); };
    const auto expect = [&](const TypeDesc& wanted) {
      return wanted == t ? std::string() : at(i, "should be " + to_string(wanted));
    };
    if (q.op == op<ops::carry>) return of(q.a) == t && of(q.b) == t ? "" : at(i, "changes its type");
    if (q.op == op<ops::result> || q.op == op<ops::stop_gradient> || q.op == op<ops::guard> || q.op->label.size())
      return expect(of(q.a));
    if (q.op == op<ops::pick>) {
      for (int v : {q.b, q.c})
        if (v >= 0 && !(of(v) == t)) return at(i, "picks another type");
      return {};
    }
    if (q.op == op<ops::item>) return expect(loop::element_type(of(q.a)));
    if (q.op == op<ops::stack>) return expect(loop::stacked_type(of(q.a), p_.extents[eqn(home(i)).k1]));
    if (q.op == op<ops::transpose>) return expect(rules::judge_transpose(of(q.a), q.k0).type);
    if (q.op == op<ops::contract>) {
      rules::Verdict v = rules::judge_contraction(of(q.a), of(q.b), q.k0, q.k1, q.k2);
      v.type.dtype = t.dtype;
      return v.ok ? expect(v.type) : at(i, "is refused");
    }
    if (q.op == op<ops::reshard>) {
      const TypeDesc a = of(q.a);
      for (int d = 0; d < t.rank; ++d)
        if (a.rank != t.rank || !(a.dims[d].extent == t.dims[d].extent)) return at(i, "changes the shape");
      return a.dtype == t.dtype && !rules::for_each_step(a, t, [](auto&&...) {}) ? "" : at(i, "cannot be resharded");
    }
    if (q.op->elementwise() && q.op->operands <= 2 && !(q.op == op<ops::astype>)&&!(q.op == op<ops::divide_by_size>)) {
      Builder g;
      try {
        const Value a{&g, g.input(of(q.a))};
        const Value r =
            q.op->operands == 1 ? elementwise(q.op, a, q.value) : elementwise(q.op, a, Value{&g, g.input(of(q.b))});
        return expect(r.type());
      } catch (const std::exception& e) {
        return at(i, std::string("is refused: ") + e.what());
      }
    }
    return {};
  }
  /// The reshards of one tree stand together: else they run more collectives.
  std::string trees() const {
    std::map<int, int> last;
    for (int i = 0; i < int(p_.equations.size()); ++i) {
      const Eqn& q = eqn(i);
      if (!(q.op == op<ops::reshard>) || !q.group) continue;
      if (const auto found = last.find(q.group); found != last.end())
        for (int k = found->second + 1; k < i; ++k)
          if (!(eqn(k).op == op<ops::constant>)) return at(i, "does not stand with its tree");
      last[q.group] = i;
    }
    return {};
  }
  /// Fused equations stand together, and a kernel makes all that others read of them.
  std::string kernels() const {
    std::map<int, int> last;
    for (int i = 0; i < int(p_.equations.size()); ++i) {
      const int id = eqn(i).fused;
      if (id == 0) continue;
      if (const auto found = last.find(id); found != last.end() && (found->second != i - 1 || home(i) != home(i - 1)))
        return at(i, "does not stand with its kernel");
      last[id] = i;
    }
    for (const FusedGroup& g : fused_groups(p_)) {
      if (g.frame_value < 0 || (g.dtype != Dtype::f32 && g.dtype != Dtype::f64)) return at(g.begin, "is no kernel");
      for (int v : g.outputs)
        if (v < g.begin || v >= g.end) return at(v, "is not of its kernel");
      const std::vector<char> read = used_outside_group(p_);
      for (int i = g.begin; i < g.end; ++i)
        if (read[std::size_t(i)] && std::find(g.outputs.begin(), g.outputs.end(), i) == g.outputs.end())
          return at(i, "is read and not made");
      for (const FusedSource& s : g.sources)
        if (s.value >= g.begin || s.value < 0) return at(g.begin, "reads what comes later");
      for (const FusedNode& n : g.nodes)
        for (int o : {n.a, n.b, n.c}) {
          if (n.cls == FusedClass::none) return at(g.begin, "has a value of no shape that a kernel knows");
          const bool full = o >= 0 && g.nodes[std::size_t(o)].cls == FusedClass::full;
          const FusedClass read = o < 0 ? FusedClass::row : g.nodes[std::size_t(o)].cls;
          if (read == FusedClass::columns || read == FusedClass::total)
            return at(g.begin, "reads a sum that is there when it ends");
          if (full && n.cls == FusedClass::row && n.kind == FusedNode::Kind::compute)
            return at(g.begin, "makes a row's number of elements");
          if (n.kind == FusedNode::Kind::draw && n.cls != FusedClass::full) return at(g.begin, "draws a number");
          if (!n.mask() && !n.integer() && fused::computed_in(n.dtype) != g.dtype)
            return at(g.begin, "computes in two dtypes");
        }
    }
    return {};
  }
};

inline std::string problem_of(const DynamicProgram& p) { return WellFormed(p.view()).problem(); }

}  // namespace transforms
