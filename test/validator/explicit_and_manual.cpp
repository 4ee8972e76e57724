// One function in explicit and in manual mode, on all layouts: the same types outside, the same values and gradients,
// the same collectives forward and backward.
#include <validator/check.hpp>
#include <validator/layouts.hpp>
#include <validator/manual_forms.hpp>

#include <catch2/catch.hpp>

using namespace validator;

namespace {

using Form = std::function<Value(const std::vector<Value>&, bool by_hand)>;

struct Pair {
  DynamicProgram forward[2], both[2];
  TypeDesc result[2];
  std::string refused[2];

  Pair(const std::vector<TypeDesc>& operands, const Form& form) {
    for (int k = 0; k < 2; ++k) {
      Builder g;
      std::vector<Value> in;
      for (auto& t : operands) in.push_back({&g, g.input(t)});
      const int from = g.size();
      try {
        const Value y = form(in, k == 1);
        result[k] = y.type();
        forward[k] = freeze(g, {y});
        const Value c{&g, g.input(cotangent(y.type()))};
        std::vector<Value> out{y};
        for (Value d : pull_back(g, {y}, {c}, in, from)) out.push_back(d);
        both[k] = freeze(g, out);
      } catch (const RuleError& e) {
        refused[k] = e.what();
      }
    }
  }
};

long compared = 0, refused = 0;

void compare(const std::string& what, const std::vector<TypeDesc>& operands, const Form& form, Random& random) {
  const Pair p(operands, form);
  std::string where = what + ":";
  for (auto& t : operands) where += " " + to_string(t);
  INFO(where);
  CHECK(p.refused[0].empty() == p.refused[1].empty());
  INFO(p.refused[0] << p.refused[1]);
  if (!p.refused[0].empty() || !p.refused[1].empty()) return void(++refused);
  CHECK(p.result[0] == p.result[1]);
  if (what != "there and back") {
    CHECK(count_collectives(p.forward[0].view()) == count_collectives(p.forward[1].view()));
    CHECK(count_collectives(p.both[0].view()) == count_collectives(p.both[1].view()));
  }
  for (const Mesh& mesh : {Mesh{{X, 2}}, Mesh{{X, 3}}, Mesh{{X, 2}, {Y, 2}}}) {
    std::optional<Interpreter> run[2];
    try {
      for (int k = 0; k < 2; ++k) run[k].emplace(p.both[k].view(), mesh);
    } catch (const std::invalid_argument&) {
      continue;  // an axis does not divide an extent
    }
    std::vector<Pieces> arguments;
    for (int id : p.both[0].inputs) {
      const TypeDesc& t = p.both[0].view().type_of(id);
      arguments.push_back(
          random.scatter(run[0]->mesh(), t, random.array(run[0]->mesh().global_shape(plain(t)), t.dtype)));
    }
    const auto a = run[0]->run(arguments), b = run[1]->run(arguments);
    for (std::size_t k = 0; k < a.size(); ++k) {
      const TypeDesc& t = p.both[0].view().type_of(p.both[0].outputs[k]);
      CHECK(t == p.both[1].view().type_of(p.both[1].outputs[k]));
      const auto& mesh_ = run[0]->mesh();
      CHECK(first_difference(mesh_.assemble(t, b[k]), mesh_.assemble(t, a[k]), 1e-12) < 0);
    }
    ++compared;
  }
}

std::vector<TypeDesc> no_minmax(const std::vector<TypeDesc>& all) {
  std::vector<TypeDesc> out;
  for (auto& t : all)
    if (t.pending == PendingKind::sum) out.push_back(t);
  return out;
}

}  // namespace

TEST_CASE("explicit and manual are two ways to write one function") {
  namespace by = manual_mode;
  Random random(77);
  for (int axes : {1, 2}) {
    const auto matrices = no_minmax(layouts(Dtype::f64, {12, 4}, axes)),
               rows = no_minmax(layouts(Dtype::f64, {4}, axes)), scalars = no_minmax(layouts(Dtype::f64, {}, axes)),
               squares = no_minmax(layouts(Dtype::f64, {4, 6}, axes));
    for (auto& t : matrices) {
      compare(
          "tanh", {t}, [](auto& v, bool h) { return by::map(op<ops::tanh>, v[0], h); }, random);
      compare(
          "neg", {t}, [](auto& v, bool h) { return by::map(op<ops::neg>, v[0], h); }, random);
      for (unsigned dims : {1u, 2u, 3u})
        for (bool keep : {false, true})
          compare(
              "sum", {t}, [=](auto& v, bool h) { return by::total(v[0], dims, keep, h); }, random);
      for (int d : {0, 1}) {
        for (bool reduced : {false, true})
          compare(
              "all_gather", {t}, [=](auto& v, bool h) { return by::gather(v[0], d, reduced, h); }, random);
        compare(
            "psum_scatter", {t}, [=](auto& v, bool h) { return by::scatter(v[0], d, h); }, random);
        compare(
            "all_to_all", {t}, [=](auto& v, bool h) { return by::exchange(v[0], d, 1 - d, h); }, random);
        for (Name x : {X, Y})
          compare(
              "local_block", {t}, [=](auto& v, bool h) { return by::cut(v[0], d, x, h); }, random);
      }
      compare(
          "there and back", {t}, [](auto& v, bool h) { return by::there_and_back(v[0], X, 1, h); }, random);
      for (const OpInfo* o : {op<ops::add>, op<ops::mul>, op<ops::div>}) {
        const auto combine = [o](auto& v, bool h) { return by::combine(o, v[0], v[1], h); };
        for (auto& u : matrices) compare(std::string(o->name), {t, u}, combine, random);
        for (auto& u : rows) compare(std::string(o->name), {t, u}, combine, random);
        for (auto& u : scalars) compare(std::string(o->name), {u, t}, combine, random);
      }
      for (auto& u : squares)
        compare(
            "matmul", {t, u}, [](auto& v, bool h) { return by::product(v[0], v[1], 0x21, 0x32, 0x31, h); }, random);
    }
  }
  CHECK(compared > 1500);
  CHECK(refused > 1000);
}
