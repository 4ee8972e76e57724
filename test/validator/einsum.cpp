// Contractions of one and three operands in all layouts, operands of different types, and the repairs that sentences
// name: applied, they lead to a call that is accepted.
#include <validator/repairs.hpp>
#include <validator/layouts.hpp>

#include <catch2/catch.hpp>

#include <iostream>

using namespace validator;

namespace {

struct Equation {
  const char* text;
  std::vector<Dims> dims;
  Dims out;
};
std::vector<std::uint32_t> labels_of(const rules::EinsumLabels& l) { return {l.labels[0], l.labels[1], l.labels[2]}; }

/// Calls f with every choice of a layout for each operand.
template <class F> void for_each_layout(Dtype dtype, const std::vector<Dims>& dims, int axes, F f) {
  std::vector<TypeDesc> types(dims.size());
  const auto next = [&](const auto& self, std::size_t k) -> void {
    if (k == dims.size()) return f(types);
    for (auto& t : layouts(dtype, dims[k], axes)) {
      types[k] = t;
      self(self, k + 1);
    }
  };
  next(next, 0);
}

/// The rule of contractions over one axis, as the rules' page says it.
bool page_accepts(const std::vector<TypeDesc>& types, const rules::EinsumLabels& l, Name x) {
  int split = 0, pending = 0, reduced = 0, replicated = 0, label = 0;
  for (std::size_t k = 0; k < types.size(); ++k) {
    if (const int d = types[k].dim_of(x); d >= 0) {
      const int own = field(l.labels[k], d);
      if (split++ && own != label) return false;
      label = own;
    } else if (types[k].unreduced.has(x)) {
      if (types[k].pending != PendingKind::sum) return false;
      ++pending;
    } else {
      ++(types[k].reduced.has(x) ? reduced : replicated);
    }
  }
  if (split) {
    for (std::size_t k = 0; k < types.size(); ++k)
      if (types[k].dim_of(x) < 0 && rules::find_label(l.labels[k], types[k].rank, label) >= 0) return false;
    return !pending;
  }
  if (pending) return pending == 1 && (!replicated || !is_floating(types[0].dtype));
  return !reduced || !replicated || !is_floating(types[0].dtype);
}

/// The product before it goes to `out`.
TypeDesc natural_type(const std::vector<TypeDesc>& types, const rules::EinsumLabels& l) {
  TypeDesc t = scalar_type(types[0].dtype);
  t.rank = rules::count_labels(l.out);
  for (std::size_t k = 0; k < types.size(); ++k) {
    for (Name x : types[k].unreduced) t.unreduced.insert(x);
    for (int d = 0; d < types[k].rank; ++d) {
      const int at = rules::find_label(l.out, t.rank, field(l.labels[k], d));
      if (at >= 0)
        t.dims[at] = types[k].dims[d];
      else
        for (Name x : types[k].dims[d].axes) t.unreduced.insert(x);
    }
  }
  for (auto& operand : types)
    for (Name x : operand.reduced)
      if (!t.mentions(x)) t.reduced.insert(x);
  return t;
}

const std::vector<Equation>& equations() {
  static const std::vector<Equation> e{{"ij->ji", {{4, 4}}, {4, 4}},
                                       {"ij->j", {{4, 4}}, {4}},
                                       {"ij->", {{4, 4}}, {}},
                                       {"ij,jk,kl->il", {{4, 4}, {4, 4}, {4, 4}}, {4, 4}},
                                       {"ij,kl,ik->jl", {{4, 4}, {4, 4}, {4, 4}}, {4, 4}},
                                       {"ij,j,k->ik", {{4, 4}, {4}, {4}}, {4, 4}},
                                       {"i,i,i->", {{4}, {4}, {4}}, {}},
                                       {"i,i,i->i", {{4}, {4}, {4}}, {4}},
                                       {"bi,bij,bj->b", {{4, 2}, {4, 2, 2}, {4, 2}}, {4}},
                                       {"i,j,k->j", {{4}, {4}, {4}}, {4}}};
  return e;
}

Subject subject_of(const Equation& e, const rules::EinsumLabels& l, const std::vector<TypeDesc>& types,
                   std::optional<SpecDesc> out) {
  Text name;
  name << "einsum " << e.text;
  if (out) name << " to " << *out;
  return {std::string(name.view()), types, [labels = labels_of(l), lo = l.out, out](Builder&, auto& in, bool is_plain) {
            return einsum(in.data(), labels.data(), int(in.size()), lo, out && !is_plain ? &*out : nullptr);
          }};
}

/// What `einsum` says of operands: empty, or the sentence.
std::string refusal(const rules::EinsumLabels& l, const std::vector<TypeDesc>& types, const SpecDesc* out) {
  Builder g;
  std::vector<Value> in;
  for (auto& t : types) in.push_back({&g, g.input(t)});
  try {
    einsum(in.data(), l.labels, int(in.size()), l.out, out);
  } catch (const RuleError& e) {
    return e.what();
  }
  return {};
}

}  // namespace

TEST_CASE("einsum of one and three operands in all layouts: what is accepted, values, gradients, types") {
  Report report;
  Random random(31);
  for (auto& e : equations()) {
    const rules::EinsumLabels l = rules::parse_einsum(e.text);
    REQUIRE(l.valid);
    for (int axes : {1, 2}) {
      if (axes == 2 && e.dims.size() == 3 && e.dims[0].size() + e.dims[1].size() > 3) continue;
      for_each_layout(Dtype::f32, e.dims, axes, [&](const std::vector<TypeDesc>& types) {
        if (report.full()) return;
        bool expected = true;
        for (Name x : {X, Y}) expected &= page_accepts(types, l, x);
        std::vector<SpecDesc> outs = axes == 1 ? specs(e.out, 1) : std::vector<SpecDesc>{SpecDesc{}};
        const std::string why = refusal(l, types, &outs[0]);
        const bool other_order = why.find("different orders") != std::string::npos;
        if (expected != why.empty() && !other_order)
          report.failures.push_back(std::string(e.text) + ": " + to_string(types[0]) +
                                    (expected ? " refused: " : " accepted: ") + why);
        if (!why.empty()) return;
        if (axes == 2 && report.accepted % 5) return void(++report.accepted);
        if (refusal(l, types, nullptr).empty()) outs.resize(1);
        for (auto& out : outs) {
          Subject s = subject_of(e, l, types, out);
          if (!refusal(l, types, &out).empty()) continue;
          s.promised = [natural = natural_type(types, l), types](const TypeDesc& result) {
            return moves(natural, result) + moves(cotangent(result), cotangent(natural)) +
                   local_backward(types, natural);
          };
          check(report, s, axes == 1 ? line_meshes() : square_meshes(), random);
        }
      });
    }
  }
  std::cout << "einsum: " << report.accepted << " accepted, " << report.runs << " runs\n";
  for (auto& f : report.failures) UNSCOPED_INFO(f);
  CHECK(report.failures.empty());
  CHECK(report.accepted > 900);
}

TEST_CASE("the gradient of each operand of three costs what its type says") {
  for (auto& e : equations()) {
    const rules::EinsumLabels l = rules::parse_einsum(e.text);
    const SpecDesc replicated{};
    for_each_layout(Dtype::f32, e.dims, 1, [&](const std::vector<TypeDesc>& types) {
      if (!refusal(l, types, &replicated).empty()) return;
      for (std::size_t k = 0; k < types.size(); ++k) {
        Builder g;
        std::vector<Value> in;
        for (auto& t : types) in.push_back({&g, g.input(t)});
        const int from = g.size();
        const Value y = einsum(in.data(), l.labels, int(in.size()), l.out, &replicated);
        const Value c{&g, g.input(cotangent(y.type()))};
        const auto p = freeze(g, pull_back(g, {y}, {c}, {in[k]}, from));
        // Where another operand splits X, a replicated one is summed once.
        bool split = false;
        for (auto& t : types) split |= t.dim_of(X) >= 0;
        Collectives expected;
        expected.all_reduce = split && types[k].dim_of(X) < 0 && !types[k].reduced.has(X);
        const TypeDesc natural = natural_type(types, l);  // `out` undone
        expected = expected + moves(cotangent(y.type()), cotangent(natural));
        INFO(e.text << " " << to_string(types[0]) << ", operand " << k);
        CHECK(count_collectives(p.view()) == expected);
      }
    });
  }
}

TEST_CASE("repairs of refused contractions lead to calls that are accepted") {
  long refused = 0;
  std::vector<Equation> all = equations();
  all.push_back({"ij,jk->ik", {{4, 4}, {4, 4}}, {4, 4}});
  all.push_back({"bij,bjk->bik", {{4, 2, 2}, {4, 2, 2}}, {4, 2, 2}});
  all.push_back({"ij,i->j", {{4, 4}, {4}}, {4}});
  int failures = 0;
  for (auto& e : all) {
    const rules::EinsumLabels l = rules::parse_einsum(e.text);
    const int most = e.dims.size() == 3 && e.dims[1].size() > 1 ? 1 : 2;
    for (int axes = 1; axes <= most; ++axes)
      for_each_layout(Dtype::f32, e.dims, axes, [&](const std::vector<TypeDesc>& types) {
        const SpecDesc replicated{};
        if (failures > 5) return;
        if (axes == 2 && e.dims[0].size() + e.dims.back().size() > 3 && ++refused % 7) return;
        for (bool second : {false, true}) {
          std::vector<TypeDesc> now = types;
          std::string why, before;
          int steps = 0;
          try {
            while (!(why = refusal(l, now, &replicated)).empty() && ++steps < 8) {
              ++refused;
              before = why;
              if (!apply_repairs(why, second, now)) break;
            }
          } catch (const RuleError& error) {
            why = error.what();
          }
          if (!why.empty()) ++failures;
          INFO(e.text << ": " << before << "\nthen: " << why);
          CHECK(why.empty());
          if (!why.empty()) return;
          if (axes == 1 && !second) {  // without `out` too, the first choice is enough
            now = types;
            why = refusal(l, now, nullptr);
            if (!why.empty() && why.find("say where") == std::string::npos && apply_repairs(why, false, now)) {
              const std::string still = refusal(l, now, nullptr);
              INFO(e.text << ": " << why << "\nthen: " << still);
              CHECK((still.empty() || why.substr(0, why.find(", or ")).find("say with a spec") != std::string::npos));
            }
          }
          // What a missing `out` may be.
          why = refusal(l, now, nullptr);
          for (std::size_t at = 0; (at = why.find("P(", at)) != std::string::npos; ++at) {
            if (at < why.find("say where")) continue;
            const SpecDesc out = spec_in(std::string_view(why).substr(at));
            const std::string still = refusal(l, now, &out);
            INFO(why << "\nthen: " << still);
            CHECK(still.empty());
          }
        }
      });
  }
  CHECK(refused > 1000);
}

TEST_CASE("operands of different floating types: the product is of the widest, gradients of the operands' own") {
  for (auto& [a, b, product] : {std::tuple{"f32[4@X,4]", "bf16[4,4]{R:X}", "f32[4@X,4]"},
                                {"bf16[4,4@X]", "f16[4@X,4]", "f32[4,4]"},
                                {"bf16[4,4]", "f64[4,4@X]", "f64[4,4@X]"},
                                {"bf16[4,4]{U:X}", "bf16[4,4]{R:X}", "bf16[4,4]{U:X}"}}) {
    Builder g;
    const Value x{&g, g.input(type_of(a))}, w{&g, g.input(type_of(b))};
    const int from = g.size();
    const SpecDesc out = spec_of(type_of(product));
    const Value y = matmul(x, w, &out);
    CHECK(to_string(y.type()) == product);
    const Value c{&g, g.input(cotangent(y.type()))};
    const auto grads = pull_back(g, {y}, {c}, {x, w}, from);
    CHECK(grads[0].type() == cotangent(x.type()));
    CHECK(grads[1].type() == cotangent(w.type()));
  }
}

TEST_CASE("half precision accumulates in f32") {
  Builder g;
  const Value x{&g, g.input(type_of("bf16[512]"))}, w{&g, g.input(type_of("bf16[512]"))};
  const Dtype wide = Dtype::f32;
  const auto p = freeze(g, {matmul(x, w), matmul(x, w, nullptr, &wide)});
  Interpreter run(p.view(), {}, {}, {true});
  HostArray one = HostArray::from_shape({512});
  one.fill(1);
  one(0) = 2;
  const auto r = run.run_global({one, one});
  CHECK(r[0]() == 516);  // 515 is no bf16
  CHECK(r[1]() == 515);
}
