// The part of the table of ops that is elementwise. Adding an op: one row here.
#pragma once

#include <validator/layouts.hpp>

namespace validator {

struct UnaryOp {
  const OpInfo* op;
  bool positive = false, linear = false;
};
inline const std::vector<UnaryOp>& unary_ops() {
  static const std::vector<UnaryOp> table{{op<ops::neg>, false, true},
                                          {op<ops::exp>},
                                          {op<ops::expm1>},
                                          {op<ops::log>, true},
                                          {op<ops::log1p>, true},
                                          {op<ops::tanh>},
                                          {op<ops::sin>},
                                          {op<ops::cos>},
                                          {op<ops::sqrt>, true},
                                          {op<ops::rsqrt>, true},
                                          {op<ops::erf>},
                                          {op<ops::relu>},
                                          {op<ops::gelu>},
                                          {op<ops::silu>},
                                          {op<ops::sigmoid>},
                                          {op<ops::softplus>},
                                          {op<ops::abs>},
                                          {op<ops::sign>},
                                          {op<ops::square>},
                                          {op<ops::isfinite>},
                                          {op<ops::reciprocal>, true}};
  return table;
}
struct BinaryOp {
  const OpInfo* op;
  bool positive = false;
  std::vector<int> linear_in{};
};
inline const std::vector<BinaryOp>& binary_ops() {
  static const std::vector<BinaryOp> table{{op<ops::add>},
                                           {op<ops::sub>},
                                           {op<ops::mul>, false, {0, 1}},
                                           {op<ops::div>, true, {0}},
                                           {op<ops::max>},
                                           {op<ops::min>},
                                           {op<ops::pow>, true},
                                           {op<ops::eq>},
                                           {op<ops::ne>},
                                           {op<ops::lt>},
                                           {op<ops::le>},
                                           {op<ops::gt>},
                                           {op<ops::ge>}};
  return table;
}
/// Only 1 and -1, so that comparisons meet equal values.
inline void few_values(std::vector<HostArray>& values) {
  for (auto& v : values)
    for (double& x : v) x = x > 0 ? 1 : -1;
}

/// Pairs of shapes that line up from the right.
inline std::vector<std::pair<Dims, Dims>> broadcast_shapes(std::int64_t n) {
  return {{{n, n}, {n, n}}, {{n, n}, {n}}, {{n}, {n, n}},    {{n, n}, {n, 1}}, {{n, 1}, {n, n}},
          {{n, n}, {}},     {{}, {n, n}},  {{n, 1}, {1, n}}, {{n}, {n}},       {{}, {}}};
}

template <class F> void elementwise_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  for (auto& u : unary_ops())
    for (auto& t : layouts(Dtype::f32, {n, n}, axes))
      f(Subject{std::string(u.op->name),
                {t},
                [o = u.op](Builder&, auto& in, bool) { return elementwise(o, in[0]); },
                {u.positive},
                {},
                true,
                {},
                u.linear ? std::vector{0} : std::vector<int>{}});
  for (auto& t : layouts(Dtype::f32, {n, n}, axes)) {
    const auto with = [&](const char* name, auto make, bool linear = false) {
      f(Subject{name,
                {t},
                [make](Builder&, auto& in, bool) { return make(in[0]); },
                {true},
                {},
                true,
                {},
                linear ? std::vector{0} : std::vector<int>{}});
    };
    with(
        "scale", [](Value a) { return 2.5 * a; }, true);
    with(
        "divide by a literal", [](Value a) { return a / 3.0; }, true);
    with("literal / a", [](Value a) { return 3.0 / a; });
    with("a + literal", [](Value a) { return a + 10.0; });
    with("literal - a", [](Value a) { return 1.0 - a; });
    with("max(a, literal)", [](Value a) { return apply<ops::max>(a, 0.9); });
    with(
        "a + 0", [](Value a) { return a + 0.0; }, true);
    with(
        "astype f64", [](Value a) { return astype(a, Dtype::f64); }, true);
    with(
        "astype bf16", [](Value a) { return astype(a, Dtype::bf16); }, true);
    with("astype i32", [](Value a) { return astype(a, Dtype::i32); });
    f(Subject{
        "stop_gradient", {t}, [](Builder&, auto& in, bool) { return stop_gradient(in[0]) + in[0]; }, {}, {}, false});
    with(
        "alias", [](Value a) { return alias(a); }, true);
    with(
        "a used twice", [](Value a) { return a + a; }, true);
    with("a times itself", [](Value a) { return a * a; });
  }
  for (Dtype d : {Dtype::i32, Dtype::boolean})
    for (auto& t : layouts(d, {n, n}, axes))
      f(Subject{"astype f32", {t}, [](Builder&, auto& in, bool) { return astype(in[0], Dtype::f32); }});
  for (auto& t : layouts(Dtype::boolean, {n, n}, axes))
    f(Subject{"logical_not", {t}, [](Builder&, auto& in, bool) { return apply<ops::logical_not>(in[0]); }});

  for (auto& [da, db] : broadcast_shapes(n))
    for (auto& a : layouts(Dtype::f32, da, axes))
      for (auto& b : layouts(Dtype::f32, db, axes))
        for (auto& o : binary_ops()) {
          // On two axes one op of each class.
          if (axes > 1 && o.op != op<ops::sub> && o.op != op<ops::mul> && o.op != op<ops::div> && o.op != op<ops::max>)
            continue;
          f(Subject{std::string(o.op->name),
                    {a, b},
                    [o = o.op](Builder&, auto& in, bool) { return elementwise(o, in[0], in[1]); },
                    {o.positive, o.positive},
                    o.op->op_class == OpClass::comparison ? few_values : nullptr,
                    true,
                    {},
                    o.linear_in});
        }
  if (axes > 1) return;
  for (auto& a : layouts(Dtype::i32, {n, n}, 1))
    for (auto& b : layouts(Dtype::i32, {n, n}, 1))
      for (auto* o : {op<ops::add>, op<ops::mul>, op<ops::max>, op<ops::eq>})
        f(Subject{"integer " + std::string(o->name), {a, b}, [o](Builder&, auto& in, bool) {
                    return elementwise(o, in[0], in[1]);
                  }});
  for (auto& a : layouts(Dtype::boolean, {n, n}, 1))
    for (auto& b : layouts(Dtype::boolean, {n}, 1))
      for (auto* o : {op<ops::logical_and>, op<ops::logical_or>, op<ops::ne>})
        f(Subject{
            std::string(o->name), {a, b}, [o](Builder&, auto& in, bool) { return elementwise(o, in[0], in[1]); }});
  // Ties: the gradient is shared.
  for (auto& a : layouts(Dtype::f32, {n}, 1))
    for (auto* o : {op<ops::max>, op<ops::min>})
      f(Subject{std::string(o->name) + " with ties",
                {a, a},
                [o](Builder&, auto& in, bool) { return elementwise(o, in[0], in[1]); },
                {},
                [](auto& v) { std::copy_n(v[0].data(), v[0].size() / 2, v[1].data()); }});
}

template <class F> void where_subjects(int axes, F f) {
  const std::int64_t n = axes == 1 ? 12 : 4;
  const auto make = [](Builder&, auto& in, bool) { return where(in[0], in[1], in[2]); };
  for (auto& mask : layouts(Dtype::boolean, {n}, axes))
    for (auto& a : layouts(Dtype::f32, {n}, axes)) {
      for (auto& b : layouts(Dtype::f32, {n}, axes)) f(Subject{"where", {mask, a, b}, make});
      f(Subject{"where(mask, a, 0)", {mask, a}, [](Builder&, auto& in, bool) {
                  return where(in[0], in[1], full_like(in[1], 0));
                }});
    }
  if (axes > 1) return;
  for (auto& [dm, da] : broadcast_shapes(n))
    for (auto& mask : layouts(Dtype::boolean, dm, 1))
      for (auto& a : layouts(Dtype::f32, da, 1)) f(Subject{"where", {mask, a, a}, make});
  for (auto& [da, db] : broadcast_shapes(n))
    for (auto& a : layouts(Dtype::f32, da, 1))
      for (auto& b : layouts(Dtype::f32, db, 1)) f(Subject{"where", {array_type(Dtype::boolean, {n, n}), a, b}, make});
}

/// Every op of every class on operands that all vary.
template <class F> void varying_subjects(F f) {
  const TypeDesc v = varying_type(Dtype::f32, {3, 4}), row = varying_type(Dtype::f32, {4}),
                 mask = varying_type(Dtype::boolean, {3, 4});
  for (auto& u : unary_ops())
    f(Subject{std::string(u.op->name),
              {v},
              [o = u.op](Builder&, auto& in, bool) { return elementwise(o, in[0]); },
              {u.positive}});
  for (auto& o : binary_ops())
    for (auto& b : {v, row})
      f(Subject{std::string(o.op->name),
                {v, b},
                [o = o.op](Builder&, auto& in, bool) { return elementwise(o, in[0], in[1]); },
                {o.positive, o.positive}});
  f(Subject{"where", {mask, v, row}, [](Builder&, auto& in, bool) { return where(in[0], in[1], in[2]); }});
  f(Subject{
      "matmul", {v, varying_type(Dtype::f32, {4, 2})}, [](Builder&, auto& in, bool) { return matmul(in[0], in[1]); }});
  f(Subject{"sum", {v}, [](Builder&, auto& in, bool) { return sum(in[0], 1); }});
  const TypeDesc place = varying_type(Dtype::i32, {});
  f(Subject{"concat", {v, v}, [](Builder&, auto& in, bool) { return concat({in[0], in[1]}, 0); }});
  f(Subject{"stack", {v, v}, [](Builder&, auto& in, bool) { return stack({in[0], in[1]}, 2); }});
  f(Subject{"flip", {v}, [](Builder&, auto& in, bool) { return flip(in[0], 3); }});
  f(Subject{"tril", {v}, [](Builder&, auto& in, bool) { return tril(in[0], 1); }});
  f(Subject{"pad", {v}, [](Builder&, auto& in, bool) { return pad_with(in[0], 1, 1, 2, 3); }});
  f(Subject{"dynamic_slice", {v, place}, [](Builder&, auto& in, bool) {
              const Extent sizes[max_rank] = {extent(2)};
              return dynamic_slice(in[0], {in[1]}, sizes, 1);
            }});
  f(Subject{"dynamic_update_slice", {v, varying_type(Dtype::f32, {1, 4}), place}, [](Builder&, auto& in, bool) {
              return dynamic_update_slice(in[0], in[1], {in[2]}, 1);
            }});
  f(Subject{"transpose", {v}, [](Builder&, auto& in, bool) { return transpose(in[0], 0x01); }});
}

}  // namespace validator
