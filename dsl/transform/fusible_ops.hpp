// The elementwise ops that fused kernels hold.
#pragma once

#include <shardwise/dsl/rules/rules.hpp>
#include <shardwise/dsl/transform/fused_group.hpp>

namespace shardwise::fused {

/// The library's own: an op that a user defines may have any meaning.
constexpr bool is_known(const OpInfo* o) {
  for (const OpInfo* known : {op<ops::neg>,         op<ops::scale>,       op<ops::divide_by_size>,
                              op<ops::exp>,         op<ops::expm1>,       op<ops::log>,
                              op<ops::log1p>,       op<ops::tanh>,        op<ops::sin>,
                              op<ops::cos>,         op<ops::sqrt>,        op<ops::rsqrt>,
                              op<ops::erf>,         op<ops::relu>,        op<ops::gelu>,
                              op<ops::silu>,        op<ops::sigmoid>,     op<ops::softplus>,
                              op<ops::abs>,         op<ops::sign>,        op<ops::square>,
                              op<ops::reciprocal>,  op<ops::logical_not>, op<ops::isfinite>,
                              op<ops::add>,         op<ops::sub>,         op<ops::mul>,
                              op<ops::div>,         op<ops::max>,         op<ops::min>,
                              op<ops::eq>,          op<ops::ne>,          op<ops::lt>,
                              op<ops::le>,          op<ops::gt>,          op<ops::ge>,
                              op<ops::logical_and>, op<ops::logical_or>,  op<ops::where>})
    if (o == known) return true;
  return false;
}

}  // namespace shardwise::fused
