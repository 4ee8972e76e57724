// Manual mode in all states; see manual.hpp.
#include <validator/manual.hpp>

#include <catch2/catch.hpp>

using namespace validator;
using namespace validator::manual_mode;

TEST_CASE("manual collectives do what they say, forward and backward") {
  Random random(31);
  std::vector<std::string> failures;
  CHECK(check_all(random, failures) > 500);
  for (auto& f : failures) UNSCOPED_INFO(f);
  CHECK(failures.empty());
}

TEST_CASE("manual collectives refuse every state that their table does not list") {
  const std::string all[] = {"f64[12,12]",           "f64[12,12]{U:X}",        "f64[12,12]{R:X}",
                             "f64[12,12]{V:X}",      "f64[12,12]{Umax:X}",     "f64[12,12]{Umin:X}",
                             "f64[12@X,12]",         "f64[12,12@X]",           "f64[12,12]{V:Y, U:X}",
                             "f64[12,12]{V:X, U:Y}", "f64[12,12]{V:X, Umax:Y}"};
  long refused = 0;
  for (const Collective& c : table()) {
    if (c.name.find("untiled") != std::string::npos) continue;
    for (const std::string& text : all) {
      Builder g;
      const Value a{&g, g.input(type_of(text))};
      const State s = rules::state_of(a.type(), X);
      bool expected = std::find(c.from.begin(), c.from.end(), s) != c.from.end();
      const bool minmax = c.name == "pmax" || c.name == "pmin";
      if (minmax && s == State::pending) expected = (c.name == "pmax") == (a.type().pending == PendingKind::max);
      if (a.type().unreduced.has(Y)) {
        const bool sums =
            c.name == "psum" || c.name == "pmean" || c.name.starts_with("psum_scatter") || c.name == "pcast<unreduced>";
        if (sums && a.type().pending != PendingKind::sum) expected = false;
        if (minmax && c.name != (a.type().pending == PendingKind::max ? "pmax" : "other")) expected = false;
      }
      std::string said = "accepted";
      try {
        c.build(a, list({X}));
      } catch (const RuleError& e) {
        said = e.what();
      }
      INFO(c.name << " of " << text << ": " << said);
      CHECK((said == "accepted") == expected);
      if (!expected) {
        ++refused;
        CHECK(said.find(to_string(a.type())) != std::string::npos);  // what was got, in notation
      }
    }
  }
  CHECK(refused > 50);
}
