// Loops in the layouts that matter to them, with the collectives that they promise.
#pragma once

#include <validator/check.hpp>

#include <shardwise/dsl/rules/rules.hpp>

namespace validator {

/// A loop with one carry: the body takes it and the elements of `arrays`.
template <class Body> Value scan_of(Value init, const std::vector<Value>& arrays, int trip, bool reversed, Body body) {
  Builder& g = *init.builder;
  g.open(extent(trip), reversed);
  const Value carry = loop::carry(init);
  std::vector<Value> items;
  for (Value a : arrays) items.push_back(loop::item(a));
  const Value next = body(carry, items);
  if (next.valid() && !(next.type() == init.type())) throw RuleError("scan: the carry changes its type");
  loop::set_next(carry, next);
  g.close();
  return loop::result(carry);
}

/// Forward and backward all-reduces by the state of the weights: replicated ones cost one each time they are used.
inline std::function<Collectives(const TypeDesc&)> all_reduces(std::int64_t n) {
  return [n](const TypeDesc&) {
    Collectives c;
    c.all_reduce = n;
    return c;
  };
}

template <class F> void loop_subjects(F f) {
  const TypeDesc h = type_of("f32[12@X,4]");
  for (bool reversed : {false, true})
    for (bool reduced : {false, true}) {
      const char* state = reduced ? "{R:X}" : "";
      const TypeDesc weights = type_of(std::string("f32[3,4,4]") + state),
                     bias = type_of(std::string("f32[4]") + state), weight = type_of(std::string("f32[4,4]") + state);
      f(Subject{"scan over layers",
                {h, weights},
                [=](Builder&, auto& in, bool) {
                  return scan_of(in[0], {in[1]}, 3, reversed,
                                 [](Value c, auto& x) { return apply<ops::tanh>(matmul(c, x[0])); });
                },
                {},
                {},
                true,
                all_reduces(reduced ? 0 : 3)});
      f(Subject{"scan with captured values",
                {h, weight, bias},
                [=](Builder&, auto& in, bool) {
                  return scan_of(in[0], {}, 3, reversed,
                                 [&](Value c, auto&) { return apply<ops::sin>(matmul(c, in[1]) + in[2]); });
                },
                {},
                {},
                true,
                all_reduces(reduced ? 0 : 6)});
      f(Subject{"scan within scan",
                {h, weights, bias},
                [=](Builder&, auto& in, bool) {
                  return scan_of(in[0], {in[1]}, 3, reversed, [&](Value outer, auto& w) {
                    const Value inner = scan_of(
                        outer, {}, 2, false, [&](Value c, auto&) { return apply<ops::tanh>(matmul(c, w[0]) * in[2]); });
                    return inner + outer * in[2];
                  });
                },
                {},
                {},
                true,
                all_reduces(reduced ? 0 : 15)});
      f(Subject{"scan with stacked results",
                {h, weights},
                [=](Builder& g, auto& in, bool) {
                  g.open(extent(3), reversed);
                  const Value c = loop::carry(in[0]), w = loop::item(in[1]);
                  const Value y = apply<ops::square>(matmul(c, w));
                  loop::set_next(c, apply<ops::tanh>(y) + c);
                  const Value ys = loop::stack_in(g, g.current, y.id);
                  g.close();
                  return loop::result(ys);
                },
                {},
                {},
                true,
                all_reduces(reduced ? 0 : 3)});
      f(Subject{"scan whose next value comes from outside", {h, h}, [=](Builder&, auto& in, bool) {
                  return scan_of(in[0], {}, 3, reversed, [&](Value, auto&) { return in[1]; });
                }});
    }
  // A pending sum is carried; the loop communicates nothing.
  f(Subject{"scan that accumulates U",
            {type_of("f32[4,2]{U:X}"), type_of("f32[3,12@X,4]"), type_of("f32[3,12@X,2]")},
            [](Builder&, auto& in, bool) {
              return scan_of(in[0], {in[1], in[2]}, 3, false,
                             [](Value c, auto& x) { return c + contract(x[0], x[1], 0x21, 0x31, 0x32); });
            },
            {},
            {},
            true,
            all_reduces(0)});
  // A carry that changes its type is refused.
  f(Subject{"scan whose carry is reduced", {type_of("f32[12]"), type_of("f32[12@X]")}, [](Builder&, auto& in, bool) {
              return scan_of(in[0], {}, 3, false, [&](Value c, auto&) { return c + in[1]; });
            }});
}

}  // namespace validator
