// The collectives that types promise: said once more, apart from the rules, so that they can be compared.
#pragma once

#include <rulebook/registry.hpp>

namespace shardwise::rulebook {

inline Collectives operator+(Collectives a, const Collectives& b) {
  a.all_reduce += b.all_reduce;
  a.all_gather += b.all_gather;
  a.reduce_scatter += b.reduce_scatter;
  a.all_to_all += b.all_to_all;
  a.permute += b.permute;
  return a;
}

/// The collectives of a reshard, from the states of both types.
inline Collectives moves(const TypeDesc& from, const TypeDesc& to) {
  using rules::State;
  AxisUnion all;
  all.add(from);
  all.add(to);
  Collectives c;
  for (Name x : all) {
    const State s = rules::state_of(from, x), t = rules::state_of(to, x);
    const bool pending = s == State::unreduced || s == State::pending;
    const bool whole = t == State::replicated || t == State::reduced;
    if (pending && whole) c.all_reduce = 1;
    if (pending && t == State::split) c.reduce_scatter = 1;
    if (s == State::split && whole) c.all_gather = 1;
    if (s == State::split && t == State::split && from.dim_of(x) != to.dim_of(x)) c.all_to_all = 1;
  }
  return c;
}
/// Forward and backward: a move, and the move of the cotangents.
inline Collectives moves_and_back(const TypeDesc& from, const TypeDesc& to) {
  const bool back = has_cotangent(from) && has_cotangent(to);
  return moves(from, to) + (back ? moves(cotangent(to), cotangent(from)) : Collectives{});
}

/// What a local op's backward pass costs: one all-reduce for each operand that is replicated where anything else is
/// not.
inline Collectives local_backward(const std::vector<TypeDesc>& operands, const TypeDesc& result) {
  Collectives c;
  if (!has_cotangent(result)) return c;
  AxisUnion all;
  for (auto& t : operands) all.add(t);
  all.add(result);
  for (auto& t : operands) {
    bool summed = false;
    for (Name x : all)
      summed |=
          rules::state_of(t, x) == rules::State::replicated && rules::state_of(result, x) != rules::State::replicated;
    c.all_reduce += has_cotangent(t) && summed;
  }
  return c;
}

inline Collectives promised(const Op& op, const Call& call, const TypeDesc& result) {
  return op.promise ? op.promise(call, result) : local_backward(call.operands, result);
}

}  // namespace shardwise::rulebook
