// What the backward pass keeps of the forward pass: the values of the one that the other reads, after dead code.
#pragma once

#include <shardwise/dsl/transform/freeze.hpp>

#include <algorithm>
#include <string>

namespace shardwise {

/// One value that is kept from where it is made until a backward pass has read it.
struct Residual {
  int value = -1;           ///< its id in the listing of the program
  TypeDesc type{};          ///< all of it: with a leading dimension for each loop that it is stacked over
  Extent elements{};        ///< on each device: `8*batch/X`; unknown where the types do not tell
  std::int64_t bytes = -1;  ///< on each device, once sizes are known
  std::string_view op{};    ///< what made it
  std::string_view name{};  ///< what checkpoint_name called it
  int argument = -1;        ///< the leaf of the arguments that it is, counted from 0
  Extent trips[4]{};        ///< of the loops that it is stacked over, outermost first
  int loops = 0;            ///< how many those are
  bool of_branch = false;   ///< made in one branch of a cond; zeros where that did not run
  int pass = 0;             ///< of which gradient, in the order of tracing, from 1
};

/// What a step's gradients keep. Printed one a line: type, elements or bytes a device, where it comes from.
struct Residuals {
  std::vector<Residual> list;
  std::vector<std::string> (*argument_paths)() = nullptr;

  constexpr std::size_t size() const { return list.size(); }
  constexpr auto begin() const { return list.begin(); }
  constexpr auto end() const { return list.end(); }
  constexpr const Residual& operator[](std::size_t i) const { return list[i]; }
  /// Of all of them on each device; -1 where sizes are not known.
  constexpr std::int64_t bytes() const {
    std::int64_t sum = 0;
    for (const Residual& r : list) {
      if (r.bytes < 0) return -1;
      sum += r.bytes;
    }
    return sum;
  }
};

/// The elements of one block: extents divided by the axes that split them.
constexpr Extent device_elements(const TypeDesc& t) {
  // An extent holds three names: a product of more is not told.
  Extent e = extent(1);
  const auto holds = [&](const Extent& other) {
    int names = 0;
    for (const Extent::Factor& f : e.factors) names += f.power != 0;
    for (const Extent::Factor& f : other.factors) {
      bool there = f.power == 0;
      for (const Extent::Factor& mine : e.factors) there = there || (mine.power != 0 && mine.name == f.name);
      names += !there;
    }
    return names <= Extent::max_factors;
  };
  for (int d = 0; d < t.rank; ++d) {
    if (e.is_unknown() || !holds(t.dims[d].extent)) return unknown_extent(-1);
    e = e * t.dims[d].extent;
    for (Name x : t.dims[d].axes) {
      if (e.is_unknown() || !holds(extent(x))) return unknown_extent(-1);
      e = e / extent(x);
    }
  }
  return e.is_unknown() ? unknown_extent(-1) : e;
}

namespace detail {
struct ResidualFinder {
  const ProgramView& p;
  std::vector<std::string_view> names;  ///< that checkpoint_name gave, by value

  constexpr std::vector<Residual> run() {
    const int n = int(p.equations.size());
    names.resize(std::size_t(n));
    std::vector<int> home(std::size_t(n), -1), open, ends, kept(std::size_t(n), 0);
    for (int i = 0; i < n; ++i) {
      const Eqn& q = p.equations[std::size_t(i)];
      while (!ends.empty() && ends.back() == i) {
        ends.pop_back();
        open.pop_back();
      }
      home[std::size_t(i)] = open.empty() ? -1 : open.back();
      if (opens_region(q.op)) {
        open.push_back(i);
        ends.push_back(q.a);
      } else if (q.op->label.size()) {
        names[std::size_t(i)] = names[std::size_t(q.a)] = q.op->label;
      }
    }
    std::vector<Residual> found;
    for (int i = 0; i < n; ++i) {
      const Eqn& q = p.equations[std::size_t(i)];
      for (int v : {opens_region(q.op) ? -1 : q.a, q.b, q.c}) {
        if (v < 0 || v > i) continue;
        const Eqn& e = p.equations[std::size_t(v)];
        if (e.pass >= q.pass || kept[std::size_t(v)] >= q.pass || e.op == op<ops::constant> || e.op == op<ops::iota>)
          continue;
        kept[std::size_t(v)] = q.pass;
        found.push_back(describe(v, q.pass, home));
      }
    }
    std::sort(found.begin(), found.end(), [](const Residual& a, const Residual& b) {
      return a.pass != b.pass ? a.pass < b.pass : a.value < b.value;
    });
    return found;
  }
  constexpr Residual describe(int v, int pass, const std::vector<int>& home) const {
    Residual r;
    r.value = v;
    r.pass = pass;
    r.type = p.type_of(v);
    r.elements = device_elements(r.type);
    // Back to what is stacked, picked or called by a name.
    for (bool more = true; more;) {
      const Eqn& q = p.equations[std::size_t(v)];
      if (r.name.empty()) r.name = names[std::size_t(v)];
      more = true;
      if (q.op == op<ops::result> && p.equations[std::size_t(q.a)].op == op<ops::stack>) {
        const Eqn& loop = p.equations[std::size_t(home[std::size_t(q.a)])];
        if (r.loops < 4) r.trips[r.loops++] = p.extents[loop.k1];
        v = p.equations[std::size_t(q.a)].a;
      } else if (q.op == op<ops::pick> && (q.b < 0 || q.c < 0)) {
        r.of_branch = true;
        v = q.b < 0 ? q.c : q.b;
      } else if (q.op->label.size()) {
        v = q.a;
      } else {
        more = false;
      }
    }
    r.op = p.equations[std::size_t(v)].op->name;
    for (std::size_t k = 0; k < p.inputs.size(); ++k)
      if (p.inputs[k] == v) r.argument = int(k);
    return r;
  }
};
}  // namespace detail

/// The residuals of all gradients in a program, in the order in which they are made.
constexpr std::vector<Residual> list_residuals(const ProgramView& p) { return detail::ResidualFinder{p, {}}.run(); }

/// `f32[4,8@X,16]    512/X elements    tanh, stacked over a loop of 4, named hidden`
inline std::string to_string(const Residuals& residuals) {
  std::vector<std::string> paths;
  if (residuals.argument_paths) paths = residuals.argument_paths();
  std::string out;
  for (const Residual& r : residuals) {
    Text t;
    t << r.type << "  ";
    if (r.bytes >= 0)
      t << r.bytes << " bytes  ";
    else
      t << r.elements << (r.elements.is_one() ? " element  " : " elements  ");
    out.append(t.view());
    if (r.argument >= 0)
      out.append(std::size_t(r.argument) < paths.size() ? paths[std::size_t(r.argument)] : "an argument");
    else
      out.append(r.op == "carry" ? "a loop's carry" : r.op == "result" ? "the result of a loop" : r.op);
    for (int k = 0; k < r.loops; ++k) {
      Text trip;
      trip << r.trips[k];
      out.append(k ? " of " : ", stacked over a loop of ").append(trip.view());
    }
    if (r.of_branch) out.append(", in a branch");
    if (r.name.size()) out.append(", named ").append(r.name);
    out.append("\n");
  }
  return out;
}
template <class Stream>
requires std::is_same_v<typename Stream::char_type, char> Stream& operator<<(Stream& out, const Residuals& r) {
  out << to_string(r);
  return out;
}

}  // namespace shardwise
