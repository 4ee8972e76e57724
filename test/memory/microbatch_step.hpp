// The step of examples/microbatch.cpp, for the tests of memory.
#pragma once

#include <shardwise/shardwise.hpp>

namespace memory_tests {

namespace sw = shardwise;
inline constexpr sw::Axis<"X"> X;

inline constexpr auto loss = [](auto ws, auto x) {
  auto y = sw::scan([](auto h, auto w) { return sw::tanh(sw::matmul(h, w)); }, x, ws);
  return sw::sum(sw::square(y), sw::P(sw::unreduced(X)));
};
inline constexpr auto step = [](auto ws, auto xs) {
  auto zero = sw::zeros_like_cotangent(ws);
  auto acc = sw::scan([&](auto acc, auto x) { return acc + sw::grad(loss)(ws, x); }, zero, xs);
  return ws - 1e-4f * sw::reshard(acc, sw::spec(ws));
};

}  // namespace memory_tests
