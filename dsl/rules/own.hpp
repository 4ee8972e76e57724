// Ops of a user's own that are not elementwise: their struct types them, and the states of the result are checked.
#pragma once

#include <shardwise/dsl/rules/varying.hpp>

namespace shardwise {

namespace ops {
/// The base of a user's op: `struct cumulative : sw::ops::Own<"cumulative", 1>`. It needs
/// `static constexpr rules::Verdict judge(const TypeDesc& a)`, a kernel to run on devices, and a gradient rule
/// (`pull`) or `blocks_gradient`.
template <fixed_string Name, int Operands> struct Own : Structural<Name, Operands> {
  static_assert(Operands >= 1 && Operands <= 3, "an op of a user's own has 1 to 3 operands");
};
}  // namespace ops

namespace rules {
/// What an op of a user's own says of its result, checked: devices that hold different values of an operand cannot make
/// one value.
constexpr Verdict check_own(Verdict v, const TypeDesc* operands, int n) {
  if (!v.ok) return v;
  const auto differs = [](State s) {
    return s == State::split || s == State::varying || s == State::unreduced || s == State::pending;
  };
  for (int i = 0; i < n; ++i) {
    AxisUnion all;
    all.add(operands[i]);
    for (Name x : all)
      if (differs(state_of(operands[i], x)) && !differs(state_of(v.type, x)))
        return v.reject(
            "an operand is split, varying or pending over %X, and the op says that its result, %<=>, is the same on "
            "all devices",
            "let its judge give a result that is split, varying or unreduced over %X, or refuse the operand", x);
  }
  return v;
}
}  // namespace rules

/// Applies an op of a user's own.
template <class Op, class... V> constexpr Value own(Value a, V... more) {
  static_assert(1 + sizeof...(V) == Op::operands, "the number of operands is not the op's");
  Value in[] = {a, more...};
  for (const Value& v : in)
    if (!v.valid()) return {a.builder, -1};
  if constexpr (sizeof...(V) == 1) detail::vary_together({&in[0], &in[1]});
  if constexpr (sizeof...(V) == 2) detail::vary_together({&in[0], &in[1], &in[2]});
  TypeDesc types[1 + sizeof...(V)];
  for (int i = 0; i < Op::operands; ++i) types[i] = in[i].type();
  const rules::Verdict v = [&]<std::size_t... I>(std::index_sequence<I...>) {
    return rules::check_own(Op::judge(types[I]...), types, Op::operands);
  }
  (std::make_index_sequence<1 + sizeof...(V)>{});
  Builder& g = *a.builder;
  if (!v.ok) return g.reject(Op::name, types, Op::operands, v), Value{&g, -1};
  Eqn q{.op = op<Op>, .a = in[0].id};
  if constexpr (sizeof...(V) > 0) q.b = in[1].id;
  if constexpr (sizeof...(V) > 1) q.c = in[2].id;
  return {&g, g.push(q, v.type)};
}

namespace fn {
/// `sw::call(sw::fn::own<cumulative>{}, x)`
template <class Op> struct own {
  static constexpr std::string_view name = Op::name;
  constexpr Value operator()(Value a) const { return shardwise::own<Op>(a); }
  constexpr Value operator()(Value a, Value b) const { return shardwise::own<Op>(a, b); }
  constexpr Value operator()(Value a, Value b, Value c) const { return shardwise::own<Op>(a, b, c); }
};
}  // namespace fn

}  // namespace shardwise
